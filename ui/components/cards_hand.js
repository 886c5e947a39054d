import { act, afterChange, arrows, beforeChange, classesOf, faceOf, pickedNow, taps, togglePick, wire } from "/static/wire.js";

const Face = ({ card }) => faceOf(card, true);
Face.props = ["card"];

export default {
  components: { Face },
  template: `
    <section class="hand-zone" :class="{ covered }" data-zone="hand" :aria-label="words.hand" @keydown="onKey">
      <div class="scroller">
        <div class="hand" ref="hand" :style="{ '--rows': rows }">
          <button v-for="(card, nth) in shown" :key="card[0]" type="button" :class="faceClasses(card)" :data-card="card[0]"
                  :data-mark="covered ? null : card[4] || null" :aria-label="covered ? words.back : card[5]"
                  :aria-pressed="picked.has(card[0])" :tabindex="nth === 0 ? 0 : -1"><template v-if="!covered"
                  ><span class="index"><Face :card="card" /></span><i v-if="card[3] === 'card'" :class="['pip big pip-' + card[2], { below: courtOf(card) }]"></i><i v-if="courtOf(card)" :class="'pip court court-' + courtOf(card)"></i></template></button>
        </div>
      </div>
      <button v-if="covered" type="button" class="uncover" data-act="uncover"><span>{{ words.uncover }}</span></button>
    </section>`,
  props: ["cards", "covered", "keep", "words"],
  emits: ["act"],
  data() {
    return { rows: 2 };
  },
  computed: {
    picked: () => new Set(pickedNow()),
    shown() {
      const order = wire.order && wire.order.cards;
      if (!order) return this.cards;
      const at = new Map(order.map((id, nth) => [id, nth]));
      return [...this.cards].sort((a, b) => (at.get(a[0]) ?? 999) - (at.get(b[0]) ?? 999));
    },
  },
  watch: {
    shown: {
      immediate: true,
      handler(cards) {
        wire.hand = cards.map((card) => card[0]);
      },
    },
  },
  mounted() {
    this.last = this.shown;
    this.endTaps = taps(this.$el, "hand", {
      selector: "[data-card],[data-act]",
      tap: (el) => this.tapped(el),
    });
    this.watcher = new ResizeObserver(() => {
      this.countRows();
      afterChange(this.$el, "hand");
    });
    this.watcher.observe(this.$el);
  },
  beforeUpdate() {
    this.changed = this.last !== this.shown;
    this.last = this.shown;
    if (this.changed) beforeChange(this.$el);
  },
  updated() {
    this.countRows();
    if (this.changed) afterChange(this.$el, "hand", { glide: true });
    this.changed = false;
  },
  beforeUnmount() {
    this.endTaps();
    this.watcher.disconnect();
    wire.hand = [];
  },
  methods: {
    // While its player builds, the hand keeps its height, so that the place bar above it stays where it is; but not
    // when the phone is turned.
    countRows() {
      const columns = getComputedStyle(this.$refs.hand).gridTemplateColumns.split(" ").length;
      const needed = Math.max(2, Math.ceil(this.cards.length / columns));
      this.rows = this.keep && columns === this.columns ? Math.max(this.rows, needed) : needed;
      this.columns = columns;
    },
    faceClasses(card) {
      const face = this.covered ? ["card", "back"] : classesOf(card);
      return [...face, { picked: this.picked.has(card[0]) && !this.covered }];
    },
    // Jack, queen and king by the notation of the engine, whatever letter is printed on the card.
    courtOf(card) {
      return /^[JQK][SHDC]/.test(card[0]) ? card[0][0] : "";
    },
    tapped(el) {
      if (this.covered) act(this, "cover", { on: false });
      else if (el.dataset.card) togglePick(this, el.dataset.card);
    },
    onKey(event) {
      arrows(event, this.$el, "[data-card]");
      if (event.key === "Escape" && wire.picked.length) act(this, "unpick");
    },
  },
};
