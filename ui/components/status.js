import { act, afterChange, closeBeside, callToTurn, taps } from "/static/wire.js";
import { FacePicture, FACES } from "/static/faces.js";
import { Icon } from "/static/icons.js";

export default {
  components: { FacePicture, Icon },
  template: `
    <header class="status" data-zone="status" :class="{ mine }">
      <button type="button" class="status-line" data-act="players" aria-haspopup="dialog">
        <b class="who"><span v-for="(part, nth) in whoParts" :key="nth" :class="{ name: nth === 1 }">{{ part }}</span></b>
        <span v-if="lap[0]" class="lap"><span>{{ lap[0] }}</span><i v-for="(me, nth) in lap[1]" :key="nth" :class="{ me }"></i></span>
        <span v-if="ladder[1]" class="ladder" role="img" :aria-label="ladder[2]" :title="ladder[2]"><i v-for="nth in ladder[1]" :key="nth"
              :class="{ on: nth <= ladder[0], last: nth === 3 }"></i></span>
        <span v-else-if="ladder[2]" class="part">{{ ladder[2] }}</span>
        <span v-if="laid" class="part laid"><span class="full">{{ laid[0] }}</span><span class="short" aria-hidden="true">{{ laid[1] }}</span></span>
        <span v-if="then" class="part then">{{ then }}</span>
        <span class="space"></span>
        <slot></slot>
        <span class="stock" role="img" :aria-label="stockName" :title="stockName" :class="{ low: stock <= 5 }"><i class="deck"></i><b>{{ stock }}</b></span>
        <Icon name="players" />
      </button>
      <div v-if="calling" class="call" aria-hidden="true"><span>{{ words.yours }}</span></div>
      <dialog ref="sheet" class="sheet top" @close="open = false" :aria-label="words.players">
        <div v-if="open" class="sheet-body">
          <h2>{{ words.players }}</h2>
          <ul class="people">
            <li v-for="(player, nth) in players" :key="nth" :class="{ turn: player[3], away: player[4] }">
              <span class="names"><b class="name">{{ player[0] }}</b>
                <small v-if="player[5]">{{ words.you }}</small>
                <small v-if="player[6]">{{ words.dealer }}</small>
                <small v-if="player[4]">{{ words.away }}</small>
                <small v-if="player[7]">{{ player[7] }}</small>
                <small v-if="player[8]" class="has-star"><i class="pip pip-star" aria-hidden="true"></i>{{ words.star }}</small></span>
              <span class="cards"><i class="deck"></i><span>{{ player[1] }}</span></span>
              <span class="points">{{ player[2] }}</span>
            </li>
          </ul>
          <div v-if="!mine" class="face-row" role="group" :aria-label="words.faces">
            <button v-for="face in faces" :key="face" type="button" :data-face="face" :data-act="'face-' + face" :aria-label="words[face]"><FacePicture :name="face" /></button>
          </div>
          <button type="button" class="line" data-do="log" data-act="log"><Icon name="log" /><span>{{ words.log }}</span></button>
          <button type="button" class="line" data-do="table" data-act="table"><Icon name="settings" /><span>{{ words.table }}</span></button>
          <button type="button" class="line quiet" data-do="close"><Icon name="close" /><span>{{ words.close }}</span></button>
        </div>
      </dialog>
    </header>`,
  props: ["who", "name", "mine", "then", "ladder", "laid", "stock", "stockName", "lap", "players", "words"],
  emits: ["act", "table", "log"],
  data() {
    return { open: false, calling: false, faces: FACES };
  },
  computed: {
    // What stands before the name, the name, and what follows: where there is no room, the name alone is shortened.
    whoParts() {
      const at = this.name ? this.who.indexOf(this.name) : -1;
      if (at < 0) return ["", this.who];
      return [this.who.slice(0, at), this.name, this.who.slice(at + this.name.length)];
    },
  },
  mounted() {
    closeBeside(this.$refs.sheet);
    this.endTaps = taps(this.$el, "status", {
      selector: "button",
      tap: (el) => {
        if (el.dataset.face) act(this, "face", { face: el.dataset.face });
        if (!el.dataset.do && !el.dataset.face) return this.show();
        this.$refs.sheet.close();
        if (el.dataset.do && el.dataset.do !== "close") this.$emit(el.dataset.do);
      },
    });
    if (this.mine) this.call();
  },
  beforeUnmount() {
    this.endTaps();
    clearTimeout(this.timer);
  },
  watch: {
    mine(now) {
      if (now) this.call();
      else this.calling = false;
    },
  },
  methods: {
    call() {
      callToTurn();
      this.calling = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => (this.calling = false), 1600);
    },
    show() {
      this.open = true;
      this.$refs.sheet.showModal();
      this.$nextTick(() => afterChange(this.$el, "status"));
    },
  },
};
