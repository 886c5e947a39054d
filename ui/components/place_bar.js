import { act, afterChange, closeBeside, pickedNow, Pips, reorder, taps, wire } from "/static/wire.js";
import { Icon } from "/static/icons.js";

/** How large the browser writes, against what is usual. */
const letters = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

const isTight = (el) => el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1;

export default {
  components: { Pips, Icon },
  template: `
    <section class="place-bar" data-zone="place-bar" :class="['is-' + mode, { many: shownOffers.length > 2 && !count }]" :aria-label="words.bar">
      <template v-if="mode === 'sorting'">
        <button type="button" class="btn slim" data-do="sorted" :aria-label="words.sorted"><Icon name="done" /></button>
        <button type="button" class="btn grow" data-act="sort-suit"><Pips :text="words.suit" /></button>
        <button type="button" class="btn grow" data-act="sort-rank"><Pips :text="words.rank" /></button>
        <button type="button" class="btn slim" data-act="before" :class="{ off: !movable.length }" :aria-label="words.before"
                :aria-disabled="!movable.length"><Icon name="before" /></button>
        <button type="button" class="btn slim" data-act="after" :class="{ off: !movable.length }" :aria-label="words.after"
                :aria-disabled="!movable.length"><Icon name="after" /></button>
      </template>

      <template v-else-if="mode === 'picks'">
        <button type="button" class="btn slim" data-act="unpick" :aria-label="words.clear"><Icon name="close" /><b class="count">{{ count }}</b></button>
        <div class="chips" ref="chips">
          <button v-for="chip in shown" :key="chip[0]" type="button" class="btn chip" :class="chipClass(chip)" :data-key="chip[0]"
                  :aria-label="chip[3]"><span v-if="chip[1]" class="letter" aria-hidden="true">{{ chip[1] }}</span
                  ><Pips :text="chip[2]" aria-hidden="true" /></button>
          <button v-if="rest" type="button" class="btn chip slim" data-do="more" :aria-label="words.moreChips"><b>+{{ rest }}</b></button>
          <button v-if="arranged && settled && !chips.length" type="button" class="btn again" data-act="arrange"><Icon name="arrange" /><span>{{ words.again }}</span></button>
          <p v-else-if="!chips.length" class="say"><span>{{ building ? (settled ? (made ? words.together : words.nowhere) : "") : text }}</span></p>
          <div class="measure" ref="measure" aria-hidden="true">
            <span v-for="chip in chips" :key="chip[0]" class="btn chip"><span v-if="chip[1]" class="letter">{{ chip[1] }}</span><Pips :text="chip[2]" /></span>
          </div>
        </div>
        <button v-if="building" type="button" class="btn new" data-act="new"><span>{{ words.new }}</span><small v-if="made"><Pips :text="made" /></small></button>
        <button v-else type="button" class="btn slim" data-do="sorting" :aria-label="words.hint"><Icon name="sort" /></button>
        <button type="button" class="btn slim" data-do="menu" data-act="menu" :aria-label="words.more"><Icon name="more" /></button>
      </template>

      <template v-else>
        <button v-if="count && mode !== 'refused'" type="button" class="btn slim" data-act="unpick" :aria-label="words.clear"><Icon name="close" /><b class="count">{{ count }}</b></button>
        <template v-if="isReady">
          <p class="say ready-say"><span class="on-dark">{{ words.ready }}</span></p>
          <div class="chips" ref="chips">
            <button v-for="chip in shown" :key="chip[0]" type="button" class="btn chip" :data-key="chip[0]" :aria-label="chip[3]"
                    ><Pips :text="chip[2]" aria-hidden="true" /></button>
            <button v-if="rest" type="button" class="btn chip slim" data-do="more" :aria-label="words.moreChips"><b>+{{ rest }}</b></button>
            <div class="measure" ref="measure" aria-hidden="true">
              <span v-for="chip in listed" :key="chip[0]" class="btn chip"><Pips :text="chip[2]" /></span>
            </div>
          </div>
        </template>
        <p v-else class="say" :data-do="mode === 'refused' ? 'dismiss' : null"><i v-if="mode === 'refused'" class="cross" aria-hidden="true"></i><span class="on-dark"><Pips :text="mode === 'refused' ? refusal : text" /></span></p>
        <button v-for="offer in shownOffers" :key="offer[0]" type="button" class="btn bar-offer" :data-offer="offer[0]" :data-act="offer[0]"><Icon v-if="offer[3]" :name="offer[3]" /><span><Pips :text="offer[2]" /></span></button>
        <button v-if="mode !== 'refused' && lamp && !shownOffers.length && !count" type="button" class="btn slim lamp" :class="{ working: thinking }" data-do="hints" data-act="hints"
                :aria-label="words.hints" :aria-busy="thinking"><Icon name="hints" /></button>
        <button v-if="mode !== 'refused' || !shownOffers.length" type="button" class="btn slim" data-do="menu" data-act="menu" :aria-label="words.more"><Icon name="more" /></button>
      </template>

      <dialog ref="sheet" class="sheet" @close="sheetOpen = false" :aria-label="words.moreChips">
        <div class="sheet-body" v-if="sheetOpen">
          <h2>{{ isReady ? words.ready : words.moreChips }}</h2>
          <button v-for="chip in listed" :key="chip[0]" type="button" class="line" :class="chipClass(chip)" :data-key="chip[0]" :aria-label="chip[3]">
            <span class="letter" :class="{ none: !chip[1] }" aria-hidden="true">{{ chip[1] }}</span><Pips :text="chip[2]" /></button>
          <button type="button" class="line quiet" data-do="closeSheet"><Icon name="close" /><span>{{ words.dismiss }}</span></button>
        </div>
      </dialog>
    </section>`,
  props: ["building", "naming", "chips", "arranged", "made", "text", "refusal", "refused", "offers", "ready", "lamp", "thinking", "words"],
  emits: ["act"],
  data() {
    return { fit: 99, sheetOpen: false, dismissed: 0 };
  },
  computed: {
    count: () => pickedNow().length,
    settled: () => wire.toggles.length === 0,
    movable: () => pickedNow().filter((card) => wire.hand.includes(card)),
    mode() {
      if (this.refused && this.refused !== this.dismissed) return "refused";
      if (wire.sorting) return "sorting";
      if (this.count && !this.naming) return "picks";
      return "saying";
    },
    shownOffers() {
      return this.refused && this.mode !== "refused" ? [] : this.offers;
    },
    // What lies ready in the hand of a seat with the star, while there is nothing else to offer.
    isReady() {
      return this.mode === "saying" && this.ready.length > 0 && !this.count && !this.shownOffers.length;
    },
    listed() {
      return this.isReady ? this.ready.map((meld) => [meld[0], "", meld[1], meld[2], false, true]) : this.chips;
    },
    shown() {
      return this.listed.slice(0, this.fit);
    },
    rest() {
      return Math.max(0, this.listed.length - this.fit);
    },
  },
  mounted() {
    closeBeside(this.$refs.sheet);
    this.endTaps = taps(this.$el, "place-bar", {
      selector: "button,[data-do]",
      tap: (el) => this.tapped(el),
    });
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.$el);
    this.measure();
    afterChange(this.$el, "place-bar");
  },
  beforeUpdate() {
    this.hadFocus = this.$el.contains(document.activeElement);
  },
  updated() {
    this.measure();
    if (this.hadFocus && document.activeElement === document.body) this.goOn();
    afterChange(this.$el, "place-bar");
  },
  beforeUnmount() {
    this.endTaps();
    this.watcher.disconnect();
    wire.sorting = false;
  },
  watch: {
    listed(now) {
      if (this.sheetOpen && now.length < 2) this.$refs.sheet.close();
    },
  },
  methods: {
    // What had the focus has done its work and is gone: whoever plays by keyboard goes on in the hand.
    goOn() {
      const next = document.querySelector('[data-zone="hand"] [tabindex="0"]') || this.$el.querySelector("button");
      if (next) next.focus({ preventScroll: true });
    },
    chipClass(chip) {
      return { mends: chip[4], loose: !chip[5] };
    },
    // As many chips as fit; where some do not, the last place is for "+n", which opens a sheet.
    measure() {
      this.fitSentence();
      const room = this.$refs.chips && this.$refs.chips.clientWidth;
      if (!room) return;
      const widths = [...this.$refs.measure.children].map((el) => el.offsetWidth);
      const gap = 6;
      const total = widths.reduce((sum, width) => sum + width + gap, -gap);
      let fit = widths.length;
      if (total > room) {
        let used = 48;
        fit = 0;
        for (const width of widths) {
          used += width + gap;
          if (used > room) break;
          fit += 1;
        }
        if (fit === 0 && (widths.length === 1 || room > 110)) fit = 1;
      }
      if (this.fit !== fit) this.fit = fit;
      this.fitChips(widths);
    },
    // On the narrowest phones the words on a chip become smaller rather than being cut.
    fitChips(widths) {
      for (const [nth, chip] of [...this.$refs.chips.children].entries()) {
        if (!chip.classList.contains("chip")) continue;
        if (!chip.classList.contains("slim")) chip.style.setProperty("--base", widths[nth] + "px");
        chip.style.fontSize = "";
        for (let size = 15 * letters(); size >= 11 && isTight(chip); size -= 0.5) chip.style.fontSize = size + "px";
      }
    },
    // A long sentence becomes smaller rather than being cut.
    fitSentence() {
      for (const say of this.$el.querySelectorAll(".say")) {
        const words = say.lastElementChild;
        for (let size = 17 * letters(); words && size >= 12; size -= 0.5) {
          say.style.fontSize = size + "px";
          if (words.offsetHeight <= say.clientHeight) break;
        }
      }
    },
    tapped(el) {
      const { key, act: name, do: what, offer } = el.dataset;
      if (what) this.local(what);
      else if (offer !== undefined) this.offered(offer);
      else if (key) this.putOn(key);
      else if (name === "sort-suit" || name === "sort-rank") act(this, "sort", { by: name.slice(5) });
      else if (name === "before" || name === "after") this.move(name === "before" ? -1 : 1);
      else act(this, name);
    },
    putOn(key) {
      if (this.sheetOpen) this.$refs.sheet.close();
      const meld = this.ready.find((one) => one[0] === key);
      if (meld) act(this, "take", { cards: meld[3] });
      else act(this, "put", { key });
    },
    local(what) {
      if (what === "menu" || what === "hints") {
        this.dismissed = this.refused;
        wire.menu = what;
      }
      if (what === "more") this.openSheet();
      if (what === "closeSheet") this.$refs.sheet.close();
      if (what === "sorting") wire.sorting = true;
      if (what === "sorted") wire.sorting = false;
      if (what === "dismiss") this.dismissed = this.refused;
    },
    offered(name) {
      const [, data] = this.offers.find((offer) => offer[0] === name);
      if (name === "sorting") wire.sorting = true;
      else act(this, name, data);
    },
    // Picked cards go one place to the left or right; from an end they come round to the other.
    move(step) {
      const hand = [...wire.hand];
      const moving = this.movable;
      if (!moving.length) return;
      const at = hand.indexOf(step < 0 ? hand.find((card) => moving.includes(card)) : [...hand].reverse().find((card) => moving.includes(card)));
      const others = hand.filter((card) => !moving.includes(card));
      const block = hand.filter((card) => moving.includes(card));
      const left = hand.slice(0, at).filter((card) => !moving.includes(card)).length;
      const first = step < 0 ? left : left - 0;
      let to = step < 0 ? first - 1 : first + 1;
      if (to < 0) to = others.length;
      if (to > others.length) to = 0;
      reorder(this, [...others.slice(0, to), ...block, ...others.slice(to)]);
    },
    openSheet() {
      this.sheetOpen = true;
      this.$refs.sheet.showModal();
      this.$nextTick(() => afterChange(this.$el, "place-bar"));
    },
  },
};
