// The one line at the top of the TV: what happens now, as large as it fits; beside it what happened before.
// When a turn begins, the player's name is shown large for a second.

import { Pips } from "/static/wire.js";

const READABLE = 0.7; // smaller than this the line is not written before what stands beside it has made room
const IDLE_MS = 40000; // after so long without a change somebody is thinking
const ONE_LINE = 0.86; // news that one line would write smaller takes two lines of this size
const TWO_LINES = 2.5; // their height, in sizes of their letters

export default {
  components: { Pips },
  template: `
    <div class="tvh">
      <h1 ref="line" class="tvh-line" data-say="said"><span>{{ idle ? thinking : text }}</span><span v-if="count" class="tvh-count">{{ count }}</span></h1>
      <div class="tvh-aside">
        <p v-if="idle && again" ref="news" class="tvh-news tvh-again on-dark"><Pips :text="again" /></p>
        <p v-else-if="news" ref="news" class="tvh-news" data-say="said">{{ news }}</p>
        <p v-if="address" ref="address" class="tvh-address">{{ address }}</p>
      </div>
      <div v-if="name" :key="turn" class="tvh-flash" :class="['chair-' + chair, { later }]" aria-hidden="true"><b>{{ name }}</b></div>
    </div>`,
  props: {
    text: { type: String, default: "" },
    count: { type: String, default: "" },
    news: { type: String, default: "" },
    address: { type: String, default: "" },
    turn: { type: String, default: "" },
    name: { type: String, default: "" },
    chair: { type: Number, default: 0 },
    tick: { type: Number, default: 0 }, // changes whenever something happens
    thinking: { type: String, default: "" }, // said when nothing has happened for a while
    again: { type: String, default: "" }, // the last turn in words, shown meanwhile
    later: { type: Boolean, default: false }, // the last turn is shown again before the name
  },
  data: () => ({ idle: false }),
  watch: {
    tick() {
      this.wait();
    },
  },
  mounted() {
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.$el);
    this.fit();
    this.wait();
  },
  updated() {
    this.fit();
  },
  beforeUnmount() {
    this.observer.disconnect();
    clearTimeout(this.timer);
  },
  methods: {
    wait() {
      clearTimeout(this.timer);
      this.idle = false;
      this.timer = setTimeout(() => (this.idle = Boolean(this.thinking)), IDLE_MS);
    },
    fit() {
      const { news, address, line } = this.$refs;
      const write = (tight) => {
        this.$el.classList.toggle("tight", Boolean(tight));
        this.$el.classList.toggle("alone", tight === "alone");
        this.$el.classList.remove("two", "full");
        if (news && shrink(news) < ONE_LINE) this.$el.classList.add("two");
        const sizes = [news, address, line].map((el) => (el ? shrink(el) : 1));
        // News comes and goes; the address has room again when it has gone.
        if (news) this.$el.classList.toggle("full", news.parentElement.offsetHeight > this.$el.clientHeight);
        return sizes.pop();
      };
      if (write("") < READABLE && write("tight") < READABLE) write("alone");
    },
  },
};

/** Write smaller, down to half, until the text fits into its line, or its two; gives how large it is written. */
function shrink(el) {
  let scale = 1;
  el.style.setProperty("--shrink", scale);
  const isTooLong = () => el.scrollWidth > el.clientWidth || el.clientHeight > TWO_LINES * parseFloat(getComputedStyle(el).fontSize);
  while (scale > 0.5 && isTooLong()) {
    scale -= 0.04;
    el.style.setProperty("--shrink", scale.toFixed(2));
  }
  return scale;
}
