import { act, afterChange, arrows, beforeChange, classesOf, faceOf, pickedNow, pickPile, Pips, taps, togglePick, wire } from "/static/wire.js";
import { Icon } from "/static/icons.js";

const BEFORE_MS = 1100; // how long the table before the last turn is shown
const AFTER_MS = 3200; // and the table after it, with what was laid and moved

const Face = ({ card }) => faceOf(card);
Face.props = ["card"];

export default {
  components: { Face, Icon, Pips },
  template: `
    <section class="table-zone" :class="{ building, naming, glow, replaying: shows }" data-zone="table" :aria-label="words.table"
             @keydown="onKey">
      <div class="scroller" ref="scroller" :style="around">
        <p v-if="planning" class="plan-note">{{ words.plan }}</p>
        <p v-if="!shown.length && !shows" class="table-empty">{{ words.empty }}</p>
        <div class="melds" :style="{ paddingBottom: benchHeight + 'px' }">
          <div v-for="pile in laid" :key="pile[0]" class="meld" :class="stateOf(pile)" :data-pile="pile[0]"
               role="group" :aria-label="pile[3]">
            <span v-for="(line, nth) in linesOf(pile)" :key="nth" class="row" :class="{ tight: line.tight }" :style="line.style">
              <span v-if="!nth && letters[pile[0]]" class="letter">{{ letters[pile[0]] }}</span>
              <span v-if="!nth && isRefused(pile)" class="cross" role="img" :aria-label="words.refused"></span>
              <button v-for="card in line.cards" :key="card[0]" type="button" :class="faceClasses(card)" :data-card="card[0]"
                      :data-mark="card[4] || null" :aria-label="nameOf(card, pile)" :aria-pressed="picked.has(card[0])"
                      :tabindex="entries.includes(card[0]) ? 0 : -1"><Face :card="card" /></button>
            </span>
          </div>
        </div>
      </div>
      <div v-if="bench.length" class="bench" ref="bench" data-zone="bench" role="group" :aria-label="words.bench">
        <div v-for="pile in bench" :key="pile[0]" class="meld unfinished" :class="stateOf(pile)" :data-pile="pile[0]"
             role="group" :aria-label="pile[3]">
          <span v-for="(line, nth) in linesOf(pile)" :key="nth" class="row" :class="{ tight: line.tight }" :style="line.style">
            <span v-if="!nth && letters[pile[0]]" class="letter">{{ letters[pile[0]] }}</span>
            <span v-if="!nth && isRefused(pile)" class="cross" role="img" :aria-label="words.refused"></span>
            <button v-for="card in line.cards" :key="card[0]" type="button" :class="faceClasses(card)" :data-card="card[0]"
                    :data-mark="card[4] || null" :aria-label="nameOf(card, pile)" :aria-pressed="picked.has(card[0])"
                    :tabindex="entries.includes(card[0]) ? 0 : -1"><Face :card="card" /></button>
          </span>
          <span class="bench-note" aria-hidden="true">{{ pile[2] }}</span>
        </div>
      </div>
      <div v-if="shows" class="replay-note" data-zone="replay"><p data-say="said"><Pips :text="replay[0]" /></p>
        <button type="button" class="replay-close" data-act="replay-end" :aria-label="words.close"><Icon name="close" /></button></div>
      <div v-if="bubble" class="bubble card" :class="bubble.classes" :style="bubble.style" aria-hidden="true"><Face :card="bubble.card" /></div>
    </section>`,
  props: ["piles", "replay", "refused", "building", "glow", "naming", "planning", "words"],
  emits: ["act"],
  data() {
    return { width: 0, tile: 36, least: 27, benchHeight: 0, noticed: 0, bubble: null, frame: 0 };
  },
  computed: {
    picked: () => new Set(pickedNow()),
    letters: () => wire.letters,
    shows() {
      return this.frame > 0 && this.replay.length > 0;
    },
    // What is drawn: the table as it lies, or one of the two pictures of the last turn.
    shown() {
      return this.shows ? this.replay[this.frame] : this.piles;
    },
    shape() {
      return JSON.stringify(this.shown.map((pile) => [pile[0], pile[1], pile[5].map((card) => card[0])]));
    },
    laid() {
      return this.shown.filter((pile) => !pile[1]);
    },
    bench() {
      return this.shown.filter((pile) => pile[1]);
    },
    // What lies under the bench or a notice can be scrolled to where it is free.
    around() {
      const over = { paddingTop: 10 + this.noticed + "px", scrollPaddingTop: this.noticed + "px", "--least": `calc(100% + ${this.noticed}px)` };
      return { ...(this.noticed ? over : {}), scrollPaddingBottom: this.benchHeight + "px" };
    },
    // The first card of the table and the first of the bench: each scrolls by itself, also by keyboard.
    entries() {
      return [this.laid[0], this.bench[0]].filter(Boolean).map((pile) => pile[5][0][0]);
    },
  },
  mounted() {
    this.drawn = this.shape;
    this.endTaps = taps(this.$el, "table", {
      selector: "[data-card],[data-act]",
      tap: (el) => this.tapped(el),
      hold: (el) => this.held(el),
      press: (el, event) => this.pressed(el, event),
    });
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.$refs.scroller);
    this.notices = document.querySelector(".notices");
    this.above = new ResizeObserver(() => this.makeRoom());
    if (this.notices) this.above.observe(this.notices);
    this.looks = new MutationObserver(() => this.measure());
    this.looks.observe(document.body, { attributes: true, attributeFilter: ["data-size"] });
    this.measure();
    afterChange(this.$el, "table");
    this.remember();
  },
  beforeUpdate() {
    this.changed = this.drawn !== this.shape;
    this.drawn = this.shape;
    if (this.changed) beforeChange(this.$el);
  },
  updated() {
    this.measureBench();
    const scrolled = this.changed && this.showWhatCame();
    if (this.changed) afterChange(this.$el, "table", { glide: true, scrolled });
    this.changed = false;
    this.remember();
  },
  beforeUnmount() {
    clearTimeout(this.timer);
    this.endTaps();
    this.watcher.disconnect();
    this.above.disconnect();
    this.looks.disconnect();
  },
  watch: {
    replay(now) {
      clearTimeout(this.timer);
      this.frame = now.length ? 1 : 0;
      if (now.length) this.timer = setTimeout(() => this.showAfter(), BEFORE_MS);
    },
    refused(now) {
      if (now.length) this.$nextTick(() => this.reveal(now[0]));
    },
  },
  methods: {
    measure() {
      const style = getComputedStyle(this.$el);
      this.tile = parseFloat(style.getPropertyValue("--tile-w")) || 36;
      this.least = parseFloat(style.getPropertyValue("--tile-min")) || 27;
      const inner = getComputedStyle(this.$refs.scroller);
      this.width = Math.max(0, this.$refs.scroller.clientWidth - parseFloat(inner.paddingLeft) - parseFloat(inner.paddingRight));
      this.measureBench();
      this.$nextTick(() => afterChange(this.$el, "table"));
    },
    measureBench() {
      const { bench } = this.$refs;
      this.benchHeight = bench ? bench.offsetHeight : 0;
    },
    // Notices come over the table and push nothing away: there is as much more to scroll as they cover.
    makeRoom() {
      const under = this.$refs.scroller.getBoundingClientRect();
      const over = this.notices.getBoundingClientRect();
      const room = over.height ? Math.max(0, Math.ceil(over.bottom - under.top)) : 0;
      const more = room - this.noticed;
      this.noticed = room;
      this.$nextTick(() => (this.$refs.scroller.scrollTop += more));
    },
    // A long pile squeezes before it breaks; a broken one is bracketed, and its lines are of one length.
    linesOf(pile) {
      const cards = pile[5];
      const room = this.width || 304;
      const fit = Math.min(this.tile, Math.floor(room / cards.length));
      if (fit >= this.least) return [this.line(cards, fit)];
      const inside = room - 12;
      const count = Math.ceil(cards.length / Math.floor(inside / this.least));
      const each = Math.ceil(cards.length / count);
      const width = Math.min(this.tile, Math.floor(inside / each));
      const lines = [];
      for (let at = 0; at < cards.length; at += each) lines.push(this.line(cards.slice(at, at + each), width));
      return lines;
    },
    line(cards, width) {
      return { cards, tight: width < this.tile * 0.9, style: width < this.tile ? { "--tile-w": width + "px" } : null };
    },
    stateOf(pile) {
      return {
        broken: this.width > 0 && Math.floor(this.width / pile[5].length) < this.least,
        target: Boolean(this.letters[pile[0]]) || this.naming,
        dim: wire.dimmed.includes(pile[0]) && this.picked.size > 0,
        refused: this.isRefused(pile),
        touched: pile[4],
      };
    },
    nameOf(card, pile) {
      return pile[6] ? `${card[5]}, ${pile[6]}` : card[5];
    },
    isRefused(pile) {
      return this.refused.includes(pile[0]);
    },
    faceClasses(card) {
      return [...classesOf(card), { picked: this.picked.has(card[0]) }];
    },
    showAfter() {
      this.frame = 2;
      this.timer = setTimeout(() => this.endReplay(), AFTER_MS);
      this.$nextTick(() => {
        const el = this.$el.querySelector('[data-mark="added"]');
        if (el) el.scrollIntoView({ block: "nearest" });
      });
    },
    endReplay() {
      clearTimeout(this.timer);
      this.frame = 0;
      act(this, "replay", { on: false });
    },
    tapped(el) {
      if (this.shows) {
        this.endReplay();
        return;
      }
      const pile = Number(el.closest("[data-pile]").dataset.pile);
      if (!this.building) return;
      if (this.naming) act(this, "onto", { pile });
      else if (!el.classList.contains("back")) togglePick(this, el.dataset.card);
    },
    held(el) {
      if (!this.building || this.naming || this.shows) return false;
      const id = Number(el.closest("[data-pile]").dataset.pile);
      const cards = this.piles.find((pile) => pile[0] === id)[5].map((card) => card[0]);
      pickPile(this, id, cards);
      return true;
    },
    // A key-like bubble above the finger shows which of the small tiles it is on.
    pressed(el, event) {
      if (!el || !this.building || this.shows || event.pointerType !== "touch" || el.classList.contains("back")) {
        this.bubble = null;
        return;
      }
      const box = el.getBoundingClientRect();
      const card = this.piles.flatMap((pile) => pile[5]).find((one) => one[0] === el.dataset.card);
      const left = Math.min(Math.max(box.left + box.width / 2, 32), window.innerWidth - 32);
      if (card) this.bubble = { card, classes: classesOf(card), style: { left: left + "px", top: box.top - 8 + "px" } };
    },
    // What one's finger put somewhere was picked before; what came by itself (a play that is shown, a step done again) must
    // not lie where nobody sees it. The jump is drawn as a glide of all cards, and as a jump where motion is not wanted.
    remember() {
      this.known = new Set([...this.shown.flatMap((pile) => pile[5].map((card) => card[0])), ...this.picked]);
    },
    showWhatCame() {
      if (!this.building || this.shows) return false;
      const came = this.laid.filter((pile) => pile[5].some((card) => card[4] === "laid" && !this.known.has(card[0])));
      if (!came.length) return false;
      const { scroller } = this.$refs;
      const box = scroller.getBoundingClientRect();
      const [top, bottom] = [box.top + this.noticed + 6, box.bottom - this.benchHeight - 6];
      const boxes = came.map((pile) => this.$el.querySelector(`[data-pile="${pile[0]}"]`).getBoundingClientRect());
      const first = Math.min(...boxes.map((one) => one.top));
      const last = Math.max(...boxes.map((one) => one.bottom));
      const before = scroller.scrollTop;
      if (first < top || last - first > bottom - top) scroller.scrollTop += first - top;
      else if (last > bottom) scroller.scrollTop += last - bottom;
      return scroller.scrollTop !== before;
    },
    reveal(pile) {
      const el = this.$el.querySelector(`[data-pile="${pile}"]`);
      if (el) el.scrollIntoView({ block: "nearest", behavior: "smooth" });
    },
    onKey(event) {
      arrows(event, this.$el, "[data-card]");
      if (event.key === "Escape" && this.shows) this.endReplay();
      else if (event.key === "Escape" && wire.picked.length) act(this, "unpick");
    },
  },
};
