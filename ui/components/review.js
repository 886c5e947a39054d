// A turn of a finished round: one of its tables at a time, and the hand; the best play comes first.

import { classesOf, faceOf, Pips } from "/static/wire.js";
import { Icon } from "/static/icons.js";

const Face = ({ card, inHand }) => faceOf(card, inHand);
Face.props = ["card", "inHand"];

const TILE = 36;
const LEAST = 26;

export default {
  components: { Face, Icon, Pips },
  template: `
    <div class="review" data-zone="review" ref="root">
      <h3 data-say="said">{{ title }}</h3>
      <p class="review-text" data-say="said"><Pips :text="text" /></p>
      <div v-if="tables.length > 1" class="picks">
        <button v-for="(table, nth) in tables" :key="table[0]" type="button" class="pick" :class="{ chosen: nth === shown }" :data-look="table[0]"
                :aria-pressed="nth === shown" @click="looking = nth">{{ table[1] }}</button>
      </div>
      <div class="review-table">
        <p v-if="!piles.length">{{ words.empty }}</p>
        <div v-for="pile in piles" :key="pile[0]" class="meld" role="group" :aria-label="pile[1]">
          <span v-for="(line, nth) in linesOf(pile[2])" :key="nth" class="row" :class="{ tight: line.tight }" :style="{ '--tile-w': line.width + 'px' }">
            <span v-for="card in line.cards" :key="card[0]" :class="classesOf(card)" :data-card="card[0]" :data-mark="card[4] || null" role="img" :aria-label="card[5]"
                  ><Face :card="card" /></span>
          </span>
        </div>
      </div>
      <h4>{{ words.hand }}</h4>
      <div class="review-hand">
        <span v-for="card in hand" :key="card[0]" :class="classesOf(card)" :data-card="card[0]" :data-mark="card[4] || null" role="img" :aria-label="card[5]"
              ><Face :card="card" :inHand="true" /></span>
      </div>
      <p v-if="lamps" class="quiet">{{ words.about }}</p>
      <div class="stepping">
        <button type="button" class="button" data-act="before" :aria-label="words.before" :aria-disabled="at === 0" @click="step(-1)"><Icon name="before" /></button>
        <button type="button" class="button" data-act="after" :aria-label="words.next" :aria-disabled="at + 1 === turns" @click="step(1)"><Icon name="after" /></button>
      </div>
    </div>`,
  props: ["at", "turns", "title", "text", "tables", "hand", "lamps", "words"],
  emits: ["step"],
  data: () => ({ looking: -1, room: 300 }),
  computed: {
    shown() {
      return this.looking < 0 ? this.tables.length - 1 : this.looking;
    },
    piles() {
      return this.tables[this.shown][2];
    },
  },
  watch: {
    at() {
      this.looking = -1;
    },
  },
  mounted() {
    // A sheet that is being closed has no width any more.
    this.watcher = new ResizeObserver(() => (this.room = Math.max(LEAST, this.$refs.root.clientWidth - 20)));
    this.watcher.observe(this.$refs.root);
  },
  beforeUnmount() {
    this.watcher.disconnect();
  },
  methods: {
    classesOf,
    step(by) {
      const to = this.at + by;
      if (to >= 0 && to < this.turns) this.$emit("step", by);
    },
    // A long pile squeezes before it breaks into lines of one length.
    linesOf(cards) {
      const count = Math.ceil((cards.length * LEAST) / this.room);
      const each = Math.ceil(cards.length / count);
      const width = Math.min(TILE, Math.floor(this.room / each));
      const lines = [];
      for (let at = 0; at < cards.length; at += each) lines.push({ cards: cards.slice(at, at + each), width, tight: width < 33 });
      return lines;
    },
  },
};
