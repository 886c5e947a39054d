import { act, afterChange, taps, vibrate, wire } from "/static/wire.js";
import { Icon } from "/static/icons.js";

export default {
  components: { Icon },
  template: `
    <section class="action-bar" data-zone="buttons" :aria-label="words.bar">
      <button v-for="slot in slots" :key="slot" type="button" class="btn slot" :class="[slot, { off: isOff(slot), working: isWorking(slot) }]"
              :data-act="slot" :aria-disabled="isOff(slot)" :aria-busy="isWorking(slot)"><Icon v-if="!isLong(slot)" :name="slot" /><span
              :class="{ long: isLong(slot) }">{{ labelOf(slot) }}</span></button>

      <dialog ref="ask" class="ask" @close="asking = ''" :aria-label="asking === 'knock' ? words.knockAsk : words.third">
        <div v-if="asking === 'draw'" class="sheet-body">
          <svg class="picture" viewBox="0 0 200 84" aria-hidden="true">
            <rect x="26" y="10" width="44" height="64" rx="6" class="paper" /><path d="M48 28v28M34 42h28" class="plus" />
            <path d="M86 42h18M97 34l8 8-8 8" class="ink" />
            <rect x="120" y="26" width="60" height="10" rx="3" class="wood" /><path d="M128 36v32M172 36v32" class="leg" />
            <path d="M116 14 186 76M186 14 116 76" class="no" />
          </svg>
          <h2>{{ words.third }}</h2>
          <p>{{ words.thirdAbout }}</p>
          <button type="button" class="btn big" data-do="no" autofocus>{{ words.thirdNo }}</button>
          <button type="button" class="btn big second" data-do="yes" data-act="draw-third">{{ words.thirdYes }}</button>
        </div>
        <div v-if="asking === 'knock'" class="sheet-body">
          <h2>{{ words.knockAsk }}</h2>
          <p>{{ points }}</p>
          <button type="button" class="btn big second" data-do="no" autofocus>{{ words.knockNo }}</button>
          <button type="button" class="btn big" data-do="yes" data-act="knock-yes">{{ words.knockYes }}</button>
        </div>
      </dialog>
    </section>`,
  props: ["grey", "draw", "third", "points", "words"],
  emits: ["act"],
  data() {
    return { slots: ["draw", "undo", "knock", "done"], asking: "" };
  },
  mounted() {
    this.endTaps = taps(this.$el, "buttons", { selector: "button", tap: (el) => this.tapped(el) });
    afterChange(this.$el, "buttons");
  },
  updated() {
    afterChange(this.$el, "buttons");
    if (this.asking && !this.isAsked(this.asking)) this.$refs.ask.close();
  },
  beforeUnmount() {
    this.endTaps();
  },
  methods: {
    isOff(slot) {
      return this.grey.includes(slot);
    },
    isWorking(slot) {
      return wire.pending === slot;
    },
    isLong(slot) {
      return this.labelOf(slot).length > 12;
    },
    labelOf(slot) {
      return slot === "draw" ? this.draw : this.words[slot];
    },
    /** Whether a question still stands: it is about this turn, as it is now, and falls with it. */
    isAsked(slot) {
      return !this.isOff(slot) && (slot === "knock" || this.third);
    },
    tapped(el) {
      const slot = el.dataset.act;
      if (el.dataset.do) this.answered(el.dataset.do);
      else if (this.isOff(slot) && wire.resting) return; // the second tap of a double tap on the button that has just become grey
      else if (this.isOff(slot)) act(this, "why", { slot });
      else if (slot === "undo") act(this, "undo");
      else if (wire.resting || wire.pending) return;
      else if (slot === "knock" || (slot === "draw" && this.third)) this.ask(slot);
      else this.send(slot);
    },
    ask(slot) {
      this.asking = slot;
      this.$refs.ask.showModal();
      this.$nextTick(() => afterChange(this.$el, "buttons"));
    },
    answered(what) {
      const slot = this.asking;
      this.$refs.ask.close();
      if (what === "yes" && this.isAsked(slot)) this.send(slot);
    },
    send(slot) {
      if (act(this, slot)) vibrate(15);
    },
  },
};
