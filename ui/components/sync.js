import { act, pickedNow, sync, whenLive } from "/static/wire.js";

const KEPT = "manipulation-picked"; // in this tab only
const KEPT_MS = 120000; // what was picked longer ago was meant for another moment

export default {
  template: `<span hidden></span>`,
  props: ["position", "revision", "ack", "picked", "letters", "dimmed", "size", "theme", "colours", "side", "plan", "turn"],
  emits: ["act"],
  created() {
    this.tell();
    window.addEventListener("pagehide", this.keep);
    window.addEventListener("drawn", this.restore);
  },
  beforeUpdate() {
    this.tell();
  },
  unmounted() {
    delete document.body.dataset.plan;
    window.removeEventListener("pagehide", this.keep);
    window.removeEventListener("drawn", this.restore);
  },
  methods: {
    // A page that is loaded anew (pulled down, thrown out by a phone that is short of memory) still has picked what it had.
    keep() {
      const cards = pickedNow();
      if (cards.length) sessionStorage.setItem(KEPT, JSON.stringify({ turn: this.turn, cards, at: Date.now() }));
    },
    restore() {
      const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
      sessionStorage.removeItem(KEPT);
      if (!kept || kept.turn !== this.turn || Date.now() - kept.at > KEPT_MS) return;
      const lies = (card) => document.querySelector(`.play [data-card="${CSS.escape(card)}"]:not(.back)`);
      if (kept.cards.every(lies)) whenLive(() => act(this, "take", { cards: kept.cards }));
    },
    tell() {
      sync(this.$props);
      const look = document.body.dataset;
      look.size = this.size;
      look.theme = this.theme;
      look.colours = this.colours;
      look.hand = this.side;
      look.plan = this.plan ? "on" : "off";
    },
  },
};
