// The shared table: which size the tiles have, where the lines break, and how the cards glide from place to place.
//
// `pack` and `hold` are pure: numbers in, places out. The component below only measures its box and asks them.

const ASPECT = 1.41; // a tile's height over its width
const ROW_GAP = 0.12; // between two rows, in tile heights
const STEPS = [4, 5, 6]; // the three sizes: so many rows fill the height
const GAPS = [0.55, 0.42, 0.28]; // between two piles, in tile widths
const TIGHT = [[0.2, 1], [0.2, 0.85], [0.16, 0.75]]; // gap and width of the tiles of a long pile, when room is short
const LONG = 6; // from here on a pile may be squeezed
const SQUEEZED = 0.75; // narrower than this a tile cannot be read
const FAIR = 0.72; // wider than this share of a row, a half-empty table is not spread out any more

/** The size of a tile when `rows` rows fill `height` pixels. */
export function tile(rows, height) {
  const h = height / (rows + (rows - 1) * ROW_GAP);
  return { w: Math.floor(h / ASPECT), h: Math.floor(h) };
}

/**
 * Choose the largest of the three sizes at which everything fits, and break the lines evenly.
 *
 * @param sizes cards per pile, in order
 * @param area width and height in pixels
 * @param from the first of the steps that may be taken (0 is the largest)
 * @param reserve room to keep for a pile of so many cards more; given up where it would cost the smallest size
 * @returns step, tile width and height, gap between rows, and rows of pieces {pile, from, to, x, y, w}, w per tile
 */
export function pack(sizes, area, { from = 0, reserve = 0 } = {}) {
  const wanted = reserve ? [...sizes, reserve] : sizes;
  for (let step = from; step < STEPS.length; step++) {
    const size = tile(STEPS[step], area.height);
    for (const gap of GAPS) {
      if (fits(wanted, area, size, gap, 1)) return layout(sizes, area, size, gap, 1, step);
    }
  }
  const last = STEPS.length - 1;
  const smallest = tile(STEPS[last], area.height);
  for (const [gap, squeeze] of [[GAPS[2], 1], ...TIGHT]) {
    if (fits(sizes, area, smallest, gap, squeeze)) return layout(sizes, area, smallest, gap, squeeze, last);
  }
  // Nobody plays on such a screen, but nothing may be cut off there either.
  const [gap, squeeze] = TIGHT[TIGHT.length - 1];
  let size = smallest;
  for (let h = smallest.h - 1; h > 8; h--) {
    size = { w: Math.max(5, Math.floor(h / ASPECT)), h };
    if (fits(sizes, area, size, gap, squeeze)) break;
  }
  return layout(sizes, area, size, gap, squeeze, last);
}

/**
 * Keep a layout while somebody builds: same size, every pile in its row, new piles at the end. Room is won by closing
 * gaps and squeezing long piles; null if there is none left.
 */
export function hold(before, ids, sizes, area) {
  const place = new Map(ids.map((id, index) => [id, index]));
  const rows = before.ids.map((row) => row.filter((id) => place.has(id)));
  const known = new Set(before.ids.flat());
  while (rows.length && !rows[rows.length - 1].length) rows.pop();
  for (const id of ids.filter((each) => !known.has(each))) {
    const last = rows[rows.length - 1];
    if (last && tightest([...last, id])) last.push(id);
    else rows.push([id]);
  }
  const size = { w: before.w, h: before.h };
  const height = rows.length * size.h + (rows.length - 1) * before.rowGap;
  if (height > area.height) return null;
  const done = [];
  const y0 = Math.min(before.y0, area.height - height);
  for (const [number, row] of rows.entries()) {
    const way = tightest(row, before.gap / size.w);
    if (!way) return null;
    const x0 = Math.max(0, Math.min(before.x0, area.width - way.width));
    done.push(line(way.pieces, x0, y0 + number * (size.h + before.rowGap), way.gap * size.w));
  }
  return { ...before, y0, ids: rows, rows: done };

  function tightest(row, gap = GAPS[0]) {
    const ways = [gap, ...GAPS.filter((each) => each < gap)].map((each) => [each, 1]);
    for (const [each, squeeze] of [...ways, ...TIGHT]) {
      const pieces = row.flatMap((id) => cut(sizes[place.get(id)], place.get(id), before.w, area.width, squeeze));
      const width = extent(pieces, each * before.w);
      if (pieces.length === row.length && width <= area.width) return { pieces, width, gap: each };
    }
    return null;
  }
}

function fits(sizes, area, size, gap, squeeze) {
  const rows = breakLines(sizes, area.width, size.w, gap, squeeze).length;
  return rows * size.h + (rows - 1) * Math.floor(size.h * ROW_GAP) <= area.height;
}

function layout(sizes, area, size, gap, squeeze, step) {
  const rowGap = Math.floor(size.h * ROW_GAP);
  const count = breakLines(sizes, area.width, size.w, gap, squeeze).length;
  // The narrowest block with as many rows: even lines, and room at their ends for what will be built.
  let narrow = 0;
  let wide = area.width;
  while (wide - narrow > 1) {
    const middle = Math.floor((narrow + wide) / 2);
    const rows = breakLines(sizes, middle, size.w, gap, squeeze, area.width);
    if (rows.length <= count && rows.every((row) => extent(row, gap * size.w) <= middle)) wide = middle;
    else narrow = middle;
  }
  const width = Math.max(wide, Math.min(area.width, area.width * FAIR));
  const rows = breakLines(sizes, width, size.w, gap, squeeze, area.width);
  const height = rows.length * size.h + Math.max(0, rows.length - 1) * rowGap;
  // In the middle, but with room for a card or two at the ends of the lines and for one row more below: nothing moves when
  // somebody builds there.
  const most = Math.max(0, ...rows.map((row) => extent(row, gap * size.w)));
  const x0 = Math.max(0, Math.floor(Math.min((area.width - most) / 2, area.width - most - 2 * size.w)));
  const y0 = Math.max(0, Math.floor(Math.min((area.height - height) / 2, area.height - height - size.h - rowGap)));
  return {
    step,
    w: size.w,
    h: size.h,
    rowGap,
    gap: gap * size.w,
    x0,
    y0,
    ids: rows.map((row) => [...new Set(row.map((piece) => piece.pile))]),
    rows: rows.map((row, number) => line(row, x0, y0 + number * (size.h + rowGap), gap * size.w)),
  };
}

/** Fill line after line, the piles in their order. A pile is broken only if it is longer than a whole line. */
function breakLines(sizes, width, w, gap, squeeze, most = width) {
  const rows = [];
  let room = -1;
  sizes.forEach((count, pile) => {
    for (const piece of cut(count, pile, w, most, squeeze)) {
      const need = (piece.to - piece.from) * piece.w;
      if (!rows.length || need > room) {
        rows.push([]);
        room = width;
      }
      rows[rows.length - 1].push(piece);
      room -= need + gap * w;
    }
  });
  return rows;
}

/** Give a pile as the pieces in which it is drawn: one, unless it is longer than a line even when squeezed. */
function cut(count, pile, w, width, squeeze) {
  const narrow = count >= LONG ? w * squeeze : w;
  if (count * narrow <= width) return [{ pile, from: 0, to: count, w: narrow }];
  if (count * w * SQUEEZED <= width) return [{ pile, from: 0, to: count, w: width / count }];
  const most = Math.max(1, Math.floor(width / (w * SQUEEZED)));
  const parts = Math.ceil(count / most);
  const each = Math.ceil(count / parts);
  return Array.from({ length: parts }, (_, part) => ({
    pile,
    from: part * each,
    to: Math.min(count, (part + 1) * each),
    w: Math.min(w, width / each),
  }));
}

function extent(pieces, gap) {
  return pieces.reduce((sum, piece) => sum + (piece.to - piece.from) * piece.w, 0) + gap * (pieces.length - 1);
}

function line(pieces, x0, y, gap) {
  let x = x0;
  return pieces.map((piece) => {
    const placed = { ...piece, x: Math.round(x), y };
    x += (piece.to - piece.from) * piece.w + gap;
    return placed;
  });
}

/** Tiles of one size for a page that scrolls: as many rows as it takes. */
export function flow(sizes, width, w) {
  const size = { w, h: Math.round(w * 1.5) };
  const gap = Math.min(10, width / 30) / w;
  const rowGap = 10;
  const rows = breakLines(sizes, width, w, gap, 1);
  return {
    step: 0,
    ...size,
    rowGap,
    gap: gap * w,
    x0: 0,
    y0: 0,
    ids: rows.map((row) => row.map((piece) => piece.pile)),
    rows: rows.map((row, number) => line(row, 0, number * (size.h + rowGap), gap * w)),
  };
}

const BEFORE_MS = 1200; // how long the table before a turn is shown
const AFTER_MS = 1900; // and the table after it
const TURN_MS = 620; // how long a card takes to turn over and slide home
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Let a tile grow or shrink to its new size; its place changes by itself. */
function grow(el, from, to) {
  const shift = `translate(${(from.w - to.w) / 2}px, ${(from.h - to.h) / 2}px)`;
  el.animate([{ transform: `${shift} scale(${from.w / to.w}, ${from.h / to.h})` }, { transform: "none" }], 250);
}

export default {
  template: `
    <div class="tvt" :class="['chair-' + chair, {'tvt-flow': tile, 'tvt-still': still}]" data-zone="table" :role="frames.length ? 'list' : 'group'"
         :aria-label="label" :style="box">
      <div v-for="f in frames" :key="f.key" class="tvt-pile" :class="f.cls" :style="f.style" role="listitem"
           :data-pile="f.id" :data-size="f.size" :aria-label="f.label"></div>
      <div v-for="c in cards" :key="c.id" class="tvt-card" :class="c.cls" :style="c.style" aria-hidden="true"
           :data-card="c.card" :data-in="c.pile">
        <div class="card" :class="c.face">
          <template v-if="c.open">
            <span v-if="c.rank" class="rank" translate="no">{{ c.rank }}</span>
            <i v-if="c.suit" class="pip" :class="'pip-' + c.suit"></i>
            <i v-if="c.star" class="pip pip-star"></i>
          </template>
        </div>
      </div>
      <div ref="ghosts" class="tvt-ghosts" aria-hidden="true"></div>
      <p v-if="frame" class="tvt-caption">{{ replay[0] }}</p>
      <p v-if="!lying.length && empty" class="tvt-empty">{{ empty }}</p>
    </div>`,
  props: {
    piles: { type: Array, default: () => [] }, // [id, label, classes, [[card id, rank, suit, kind, mark], ...]]
    epoch: { type: String, default: "" }, // changes with the turn: then the tiles may change their size
    chair: { type: Number, default: 0 }, // whose colour what is being built has
    label: { type: String, default: "" },
    empty: { type: String, default: "" },
    tile: { type: Number, default: 0 }, // width of a tile on a page that scrolls; 0 fills the box
    reserve: { type: Number, default: 4 },
    by: { type: Number, default: -1 }, // who laid last
    replay: { type: Array, default: () => [] }, // [caption, piles before, piles after] of a turn to be shown again
    shows: { type: Number, default: 0 }, // counts the turns shown again: props come anew with every change of one
    moment: { type: String, default: "" }, // changes whenever somebody does something that the piles may not show
  },
  data: () => ({ area: { width: 0, height: 0 }, places: null, still: true, frame: 0 }),
  watch: {
    happened([, , shows], [, , before]) {
      const was = this.frame;
      this.frame = 0;
      clearTimeout(this.replayTimer);
      if (shows !== before && !this.still) this.show(1);
      else this.arrange(was > 0);
    },
    epoch() {
      this.arrange(true);
    },
  },
  mounted() {
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.$el);
    this.measure();
    // The first sight of the table is no news: cards glide and turn over only from then on.
    this.timer = setTimeout(() => (this.still = false), 400);
  },
  beforeUnmount() {
    this.observer.disconnect();
    clearTimeout(this.timer);
    clearTimeout(this.replayTimer);
  },
  updated() {
    const now = new Map(this.cards.map((card) => [card.id, card]));
    if (this.at && !this.still && !this.tile && this.$el.animate && !calm.matches) this.move(this.at, now);
    this.at = now;
  },
  methods: {
    /** Show the table before a turn, then after it, then as it lies. */
    show(frame) {
      this.frame = frame;
      this.arrange(frame !== 2);
      if (frame) this.replayTimer = setTimeout(() => this.show((frame + 1) % 3), frame === 1 ? BEFORE_MS : AFTER_MS);
    },
    /** Cards that lay face down turn over while they slide home; others come from their player; tiles grow or shrink. */
    move(before, now) {
      const blanks = [...before.values()].filter((card) => !card.open && !now.has(card.id));
      const els = new Map([...this.$el.querySelectorAll("[data-card]")].map((el) => [el.dataset.card, el]));
      let fan = null;
      for (const card of now.values()) {
        const el = els.get(card.id);
        const old = before.get(card.id);
        if (!el) continue;
        if (old) {
          if (old.w !== card.w || old.h !== card.h) grow(el.firstElementChild, old, card);
          continue;
        }
        if (this.frame) continue;
        const near = blanks.findIndex((blank) => blank.pile === card.pile);
        const from = blanks.splice(Math.max(0, near), 1)[0] || (fan = fan || this.fan());
        if (from) this.turnOver(el, from, card);
      }
    },
    fan() {
      const fan = document.querySelector(`.tv-foot [data-seat="${this.by}"] .fan`);
      if (!fan) return null;
      const [box, own] = [fan.getBoundingClientRect(), this.$el.getBoundingClientRect()];
      return { x: box.left - own.left, y: box.top - own.top, w: box.width, h: box.height };
    },
    turnOver(el, from, to) {
      const glide = [{ transform: `translate(${from.x}px,${from.y}px)` }, { transform: `translate(${to.x}px,${to.y}px)` }];
      const timing = { duration: TURN_MS, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)" };
      const away = { transform: "rotateY(90deg)" };
      const ghost = document.createElement("div");
      ghost.className = "tvt-card tvt-ghost";
      ghost.style.width = `${to.w}px`;
      ghost.innerHTML = '<div class="card back"></div>';
      this.$refs.ghosts.append(ghost);
      el.animate(glide, timing);
      el.firstElementChild.animate([away, { ...away, offset: 0.5 }, { transform: "none" }], TURN_MS);
      ghost.firstElementChild.animate([{ transform: "none" }, { ...away, offset: 0.5 }, away], TURN_MS);
      ghost.animate(glide, timing).onfinish = () => ghost.remove();
    },
    measure() {
      const area = { width: this.$el.clientWidth, height: this.$el.clientHeight };
      if (area.width === this.area.width && (this.tile || area.height === this.area.height)) return;
      this.area = area;
      this.arrange(true);
    },
    arrange(fresh) {
      const sizes = this.lying.map((pile) => pile[3].length);
      const ids = this.lying.map((pile) => pile[0]);
      if (!this.area.width) return;
      if (this.tile) {
        this.places = flow(sizes, this.area.width, this.tile);
        return;
      }
      // Piles and epoch may come in one message: the size is chosen anew, not kept from the turn before.
      fresh = fresh || this.epoch !== this.chosenFor;
      const kept = !fresh && this.places ? hold(this.places, ids, sizes, this.area) : null;
      if (kept) {
        this.places = kept;
        return;
      }
      const from = fresh || !this.places ? 0 : this.places.step;
      const made = pack(sizes, this.area, { from, reserve: this.reserve });
      this.places = { ...made, ids: made.ids.map((row) => row.map((index) => ids[index])) };
      this.chosenFor = this.epoch;
    },
  },
  computed: {
    happened() {
      return [this.piles, this.moment, this.shows];
    },
    lying() {
      return this.frame ? this.replay[this.frame] : this.piles;
    },
    pieces() {
      const known = this.lying.length;
      return this.places ? this.places.rows.flat().filter((piece) => piece.pile < known) : [];
    },
    box() {
      const at = this.places;
      if (!at) return {};
      const style = { "--w": `${at.w}px`, "--h": `${at.h}px` };
      if (this.tile) style.height = `${at.rows.length * (at.h + at.rowGap)}px`;
      return style;
    },
    frames() {
      return this.pieces.map((piece) => {
        const [id, label, classes, cards] = this.lying[piece.pile];
        const width = (piece.to - piece.from) * piece.w;
        return {
          key: `${id}.${piece.from}`,
          id,
          label: piece.from ? null : label,
          size: cards.length,
          cls: [classes, { "cut-left": piece.from > 0, "cut-right": piece.to < cards.length }],
          style: { transform: `translate(${piece.x}px,${piece.y}px)`, width: `${width}px` },
        };
      });
    },
    cards() {
      const found = [];
      for (const piece of this.pieces) {
        const [id, , , cards] = this.lying[piece.pile];
        for (let nth = piece.from; nth < Math.min(piece.to, cards.length); nth++) {
          const [name, rank, suit, kind, mark] = cards[nth];
          const left = Math.round((nth - piece.from) * piece.w);
          const right = Math.round((nth - piece.from + 1) * piece.w);
          const open = kind !== "back";
          found.push({
            id: name,
            card: open ? name : null,
            pile: id,
            rank,
            suit,
            open,
            x: piece.x + left,
            y: piece.y,
            w: right - left,
            h: this.places.h,
            star: kind === "joker",
            cls: { first: nth === piece.from, last: nth === piece.to - 1, laid: mark === "laid", added: mark === "added", moved: mark === "moved" },
            face: [
              kind,
              suit ? `suit-${suit}` : "",
              rank.length > 1 ? "ten" : "",
              open && !suit ? "wild" : "",
              piece.w < this.places.w * 0.9 ? "narrow" : "",
            ],
            style: {
              transform: `translate(${piece.x + left}px,${piece.y}px)`,
              width: `${right - left}px`,
            },
          });
        }
      }
      // The same order in the page whatever the pile: an element that moves in it would lose its glide.
      return found.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  },
};
