import { act, afterChange, closeBeside, taps, wire } from "/static/wire.js";
import { Icon } from "/static/icons.js";

const TILES = [
  ["back", "back"],
  ["elsewhere", "elsewhere"],
  ["pile", "whole"],
  ["arrange", "arrange"],
  ["hints", "hints"],
  ["cutLeft", "cut-left"],
  ["cutRight", "cut-right"],
  ["redo", "redo"],
  ["over", "over"],
  ["replay", "last"],
  ["sort", "sort"],
  ["cover", "cover"],
  ["rules", "rules"],
  ["invite", "invite"],
  ["move", "move"],
  ["table", "players"],
  ["quiet", "quiet"],
  ["screen", "settings"],
];
const CHOICES = [
  ["size", ["small", "medium", "large"]],
  ["colours", ["four", "two"]],
  ["side", ["right", "left"]],
  ["sound", ["on", "off"]],
  ["faces", ["on", "off"]],
  ["theme", ["dark", "light"]],
];

export default {
  components: { Icon },
  template: `
    <div data-zone="menu">
      <dialog ref="sheet" class="sheet" @close="closed" :aria-label="words.title">
        <div v-if="page === 'menu'" class="sheet-body">
          <div class="tiles">
            <button v-for="[name, icon] in tiles" :key="name" type="button" class="tile" :class="{ off: reasons[name] }" :data-act="name"
                    :aria-disabled="Boolean(reasons[name])"><Icon :name="name === 'quiet' && !sound ? 'loud' : icon" /><span>{{ words[name === "quiet" && !sound ? "loud" : name] }}</span></button>
          </div>
          <div v-if="steps" class="steps" role="group" :aria-label="words.steps">
            <button v-for="nth in steps + 1" :key="nth" type="button" :data-step="nth - 1" :class="{ here: nth - 1 === step }"
                    :aria-label="nth === 1 ? words.found : String(nth - 1)" :aria-current="nth - 1 === step ? 'step' : null"><i></i></button>
          </div>
          <p class="why" data-say="said">{{ why }}</p>
          <button type="button" class="line quiet" data-act="close"><Icon name="close" /><span>{{ words.close }}</span></button>
        </div>
        <div v-if="page === 'hints'" class="sheet-body">
          <h2>{{ words.hints }}</h2>
          <button v-for="nth in 3" :key="nth" type="button" class="line hint-line" :data-act="'hint-' + nth" :data-hint="nth"><b class="count">{{ nth }}</b><span>{{ words["hint" + nth] }}</span></button>
          <p class="hint-note">{{ words.counted }}</p>
          <button type="button" class="line quiet" data-act="close"><Icon name="close" /><span>{{ words.close }}</span></button>
        </div>
        <div v-if="page === 'screen'" class="sheet-body">
          <h2>{{ words.screen }}</h2>
          <div v-for="[name, values] in choices" :key="name" class="choice" role="group" :aria-label="words[name]">
            <span>{{ words[name] }}</span>
            <span class="segments"><button v-for="value in values" :key="value" type="button" :class="[value, { chosen: chosen[name] === value }]"
                  :data-choice="name" :data-value="value" :data-act="'choose-' + value" :aria-pressed="chosen[name] === value">{{ words[value] }}</button></span>
          </div>
          <button type="button" class="line quiet" data-act="close"><Icon name="close" /><span>{{ words.close }}</span></button>
        </div>
      </dialog>
    </div>`,
  props: ["reasons", "pile", "step", "steps", "size", "four", "left", "sound", "faces", "theme", "words"],
  emits: ["act", "rules", "invite", "move", "table"],
  data() {
    return { page: "", why: "", tiles: TILES, choices: CHOICES };
  },
  computed: {
    opened: () => wire.menu,
    chosen() {
      return {
        size: this.size,
        colours: this.four ? "four" : "two",
        side: this.left ? "left" : "right",
        sound: this.sound ? "on" : "off",
        faces: this.faces ? "on" : "off",
        theme: this.theme,
      };
    },
  },
  watch: {
    opened(now) {
      if (now) this.show();
      else if (this.$refs.sheet.open) this.$refs.sheet.close();
    },
  },
  mounted() {
    closeBeside(this.$refs.sheet);
    this.endTaps = taps(this.$el, "menu", { selector: "button", tap: (el) => this.tapped(el) });
  },
  beforeUnmount() {
    this.endTaps();
    wire.menu = "";
  },
  methods: {
    show() {
      this.page = wire.menu;
      this.why = "";
      this.$refs.sheet.showModal();
      this.settle();
    },
    settle() {
      this.$nextTick(() => afterChange(this.$el, "menu"));
    },
    closed() {
      this.page = "";
      wire.menu = "";
    },
    tapped(el) {
      const { act: name, step, choice, value, hint } = el.dataset;
      if (step !== undefined) act(this, "goto", { step: Number(step) });
      else if (choice) this.choose(choice, value);
      else if (hint) {
        this.$refs.sheet.close();
        act(this, "hint", { strength: Number(hint) });
      } else if (this.reasons[name]) this.why = this.reasons[name];
      else if (name === "screen" || name === "hints") {
        this.page = name;
        this.settle();
      } else {
        this.$refs.sheet.close();
        this.carryOut(name);
      }
    },
    carryOut(name) {
      if (name === "elsewhere") act(this, "naming", { on: true });
      else if (name === "pile") act(this, "pile", { pile: this.pile });
      else if (name === "cutLeft") act(this, "cut", { side: "left" });
      else if (name === "cutRight") act(this, "cut", { side: "right" });
      else if (name === "replay") act(this, "replay", { on: true });
      else if (name === "sort") wire.sorting = true;
      else if (name === "quiet") act(this, "prefs", { sound: !this.sound });
      else if (name === "cover") act(this, "cover", { on: true });
      else if (["rules", "invite", "move", "table"].includes(name)) this.$emit(name);
      else if (name !== "close") act(this, name);
    },
    choose(name, value) {
      const data = {
        size: { size: value },
        colours: { four_colours: value === "four" },
        side: { left_hand: value === "left" },
        sound: { sound: value === "on" },
        faces: { faces: value === "on" },
        theme: { theme: value },
      }[name];
      act(this, "prefs", data);
    },
  },
};
