// Everybody at the table: a strip along the lower edge of the TV, or a list on a phone.

export default {
  template: `
    <div class="players" :class="[list ? 'players-list' : 'players-strip', small ? 'players-small' : '']" role="list"
         :aria-label="label">
      <div v-for="p in players" :key="p[0]" class="player" role="listitem" :class="[p[6], 'chair-' + p[1]]"
           :data-seat="p[0]" :aria-label="p[8]">
        <i v-if="p[6].includes('is-turn')" class="player-arrow" aria-hidden="true"></i>
        <div class="player-top" aria-hidden="true"><span class="player-name">{{ p[2] }}</span></div>
        <div class="player-row" aria-hidden="true">
          <span class="player-cards" v-if="p[3] !== null">
            <span class="fan"><i v-for="n in Math.min(p[3], 9)" :key="n" :style="turned(n, Math.min(p[3], 9))"></i></span>
            <b>{{ p[3] }}</b>
          </span>
          <i v-if="p[6].includes('is-star')" class="pip pip-star player-star"></i>
          <svg v-if="p[6].includes('is-computer')" class="player-away" viewBox="0 0 24 24"><path d="M5 8h14v11H5zM12 8V4M9 12v2M15 12v2M2 12v4M22 12v4"></path></svg>
          <span v-if="p[6].includes('is-dealer')" class="player-dealer"></span>
          <svg v-if="p[6].includes('is-away')" class="player-away" viewBox="0 0 24 24"><path d="M2 9a14 14 0 0 1 20 0M5.5 13a9 9 0 0 1 13 0M9 16.7a4 4 0 0 1 6 0M12 20.5v.01M4 3l16 18"></path></svg>
          <span class="player-note" v-if="p[5]">{{ p[5] }}</span>
          <span class="player-score" v-if="p[4] !== null"><b>{{ p[4] }}</b> <small>{{ p[7] }}</small></span>
        </div>
      </div>
    </div>`,
  props: {
    players: { type: Array, default: () => [] }, // [seat, chair, name, cards, score, note, classes, unit, label]
    label: { type: String, default: "" },
    list: { type: Boolean, default: false },
  },
  data: () => ({ small: false, width: 0 }),
  mounted() {
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.$el);
    this.fit();
  },
  watch: {
    wide() {
      this.fit();
    },
  },
  computed: {
    /** Everything that a player's width depends on: name, number of digits, note, and marks. */
    wide() {
      const digits = (number) => String(number).length;
      const marks = (classes) => classes.replace(/is-(turn|few)/g, "").trim();
      return this.players.map((p) => [p[2], digits(p[3]), digits(p[4]), p[5], marks(p[6])].join()).join("\n");
    },
  },
  beforeUnmount() {
    this.observer.disconnect();
  },
  methods: {
    /** One large line for each name if all of them fit, else two smaller ones, each player as wide as it takes. */
    async fit() {
      if (this.list || !this.players.length) return;
      this.small = false;
      await this.$nextTick();
      if (!this.widths((width) => width)) {
        this.small = true;
        await this.$nextTick();
        this.widths(inTwoLines);
      }
    },
    widths(wanted) {
      const boxes = [...this.$el.children];
      const names = boxes.map((box) => box.querySelector(".player-name"));
      boxes.forEach((box) => box.style.setProperty("--shrink", 1));
      // What stays as wide as it is when letters shrink: the frame of a box, and a little that roundings may take.
      const frame = boxes[0].offsetWidth - names[0].parentNode.clientWidth + 8;
      const gap = parseFloat(getComputedStyle(this.$el).columnGap) || 0;
      const free = this.$el.clientWidth - gap * (boxes.length - 1) - frame * boxes.length;
      const needs = names.map((name, nth) => {
        const row = boxes[nth].querySelector(".player-row");
        const between = (row.children.length - 1) * (parseFloat(getComputedStyle(row).columnGap) || 0);
        const parts = [...row.children].reduce((sum, part) => sum + part.getBoundingClientRect().width, between);
        return Math.ceil(Math.max(wanted(...measured(name)), parts, free / boxes.length / 2));
      });
      const sum = needs.reduce((all, need) => all + need, 0);
      const shrink = Math.min(1, free / sum);
      boxes.forEach((box, nth) => {
        box.style.flexBasis = `${needs[nth] * shrink + frame}px`;
        box.style.setProperty("--shrink", shrink.toFixed(3));
      });
      return sum <= free;
    },
    turned(nth, count) {
      const lean = count > 1 ? ((nth - 1) / (count - 1) - 0.5) * Math.min(66, 16 * (count - 1)) : 0;
      return { transform: `rotate(${lean}deg)` };
    },
  },
};

const pen = document.createElement("canvas").getContext("2d");

/** Give the width of a name, its words, and a function that measures a part of it. */
function measured(el) {
  const style = getComputedStyle(el);
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const width = (text) => pen.measureText(text.trim()).width;
  return [width(el.textContent), el.textContent.split(/(?<=[ -])/), width];
}

/** Give the least width at which a name fits into two lines; a single word may be broken in the middle. */
function inTwoLines(whole, words, width) {
  if (words.length === 1) return whole / 2 + width("m");
  const ways = words.slice(1).map((_, nth) => {
    return Math.max(width(words.slice(0, nth + 1).join("")), width(words.slice(nth + 1).join("")));
  });
  return Math.min(...ways);
}
