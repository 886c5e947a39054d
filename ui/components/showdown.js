// Hands open one after the other: two knocks, a breath, the highest hand first and who knocked last but one; then the
// differences fly to the winner. It takes at most eleven seconds, and none where motion is not wanted.

import { classesOf, faceOf, whenLive } from "/static/wire.js";
import { opened, thump, won } from "/static/sounds.js";

const BREATH = 1900; // from the knock to the first hand, in milliseconds
const EACH = 1150; // from hand to hand
const SUSPENSE = 700; // more before the last one
const FLIGHT = 900;
const END = 1700; // how long all is seen at the end

const Face = ({ card }) => faceOf(card, true);
Face.props = ["card"];

export default {
  components: { Face },
  template: `
    <section class="showdown" data-zone="showdown" :class="{ hushed: dimmed }">
      <h1 class="showdown-title" :style="{ '--chars': text.length }" data-say="said">{{ text }}</h1>
      <ol class="showdown-hands" role="list" ref="hands">
        <li v-for="hand in hands" :key="hand[0]" class="showdown-hand" :data-seat="hand[0]"
            :class="['chair-' + hand[1], { open: hand[5] < open, next: hand[5] === open && dimmed, winner: done && winners.includes(hand[0]) }]">
          <b class="showdown-name">{{ hand[2] }}</b>
          <span class="showdown-cards" :style="{ '--many': Math.max(hand[3].length, 8) }">
            <span v-for="card in hand[3]" :key="card[0]" class="showdown-card">
              <span class="card back"></span>
              <span v-if="hand[5] < open" :class="cls(card)"><Face :card="card" /></span>
            </span>
          </span>
          <span class="showdown-points">{{ hand[5] < open ? hand[4] : '' }}</span>
        </li>
      </ol>
      <i v-for="(gain, nth) in flying" :key="nth" class="showdown-gain">+{{ gain[2] }}</i>
    </section>`,
  props: {
    title: { type: String, default: "" },
    verdict: { type: String, default: "" },
    knock: { type: Boolean, default: false },
    hands: { type: Array, default: () => [] }, // [seat, chair, name, [card, ...], points, when it opens]
    gains: { type: Array, default: () => [] }, // [from, to, points]
    winners: { type: Array, default: () => [] },
  },
  emits: ["over"],
  data: () => ({ open: 0, dimmed: false, done: false, flying: [] }),
  computed: {
    text() {
      return this.done ? this.verdict : this.title;
    },
  },
  mounted() {
    this.timers = [];
    if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.open = this.hands.length;
      this.dimmed = this.done = true;
      whenLive(() => this.$emit("over"));
      return;
    }
    if (this.knock) thump();
    this.later(BREATH / 2, () => (this.dimmed = true));
    let at = BREATH;
    const most = 11000 - BREATH - SUSPENSE - FLIGHT - END;
    const each = Math.min(EACH, most / Math.max(1, this.hands.length));
    this.hands.forEach((_, nth) => {
      if (nth && nth === this.hands.length - 1) at += SUSPENSE;
      this.later(at, () => {
        this.open = nth + 1;
        opened();
      });
      at += each;
    });
    this.later(at, () => this.finish());
    this.later(at + FLIGHT + END, () => whenLive(() => this.$emit("over")));
  },
  beforeUnmount() {
    for (const timer of this.timers) clearTimeout(timer);
  },
  methods: {
    later(ms, what) {
      this.timers.push(setTimeout(what, ms));
    },
    cls(card) {
      return classesOf(card);
    },
    finish() {
      this.done = true;
      won();
      this.flying = this.gains;
      this.$nextTick(() => this.fly());
    },
    fly() {
      const frame = this.$el.getBoundingClientRect();
      const middle = (seat) => {
        const el = this.$refs.hands.querySelector(`[data-seat="${seat}"] .showdown-points`);
        const box = el.getBoundingClientRect();
        return [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top];
      };
      [...this.$el.querySelectorAll(".showdown-gain")].forEach((el, nth) => {
        const [from, to] = this.gains[nth];
        const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
        const at = (x, y, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
        el.animate(
          [
            { transform: at(x0, y0, 0.6), opacity: 0 },
            { transform: at(x0, y0, 1.2), opacity: 1, offset: 0.25 },
            { transform: at(x1, y1, 1), opacity: 1, offset: 0.9 },
            { transform: at(x1, y1, 0.4), opacity: 0 },
          ],
          { duration: FLIGHT, delay: nth * 120, easing: "ease-in-out", fill: "both" },
        );
      });
    },
  },
};
