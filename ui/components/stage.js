// Cards that fly from the stock to their player, and the sounds of the table. Everything said by it stands elsewhere too.

import { chime, drawn, laid, lap, low, muteByKey } from "/static/sounds.js";

const LOW = 5; // so few cards in the stock are pointed out
const FLIGHT = 250; // ms from the stock to the hand
const MOST = 8; // so many cards fly at once at most

export default {
  template: `
    <div class="stage" aria-hidden="true">
      <div ref="air" class="stage-air"></div>
      <p v-if="said" class="stage-said">{{ said }}</p>
    </div>`,
  props: {
    turn: { type: String, default: "" },
    seat: { type: Number, default: -1 },
    draws: { type: Number, default: 0 },
    stock: { type: Number, default: 0 },
    lap: { type: Boolean, default: false },
    few: { type: Array, default: () => [] },
    lay: { type: String, default: "" },
    words: { type: Object, default: () => ({}) },
  },
  data: () => ({ said: "" }),
  watch: {
    turn() {
      chime();
    },
    draws(now, before) {
      const count = now > before ? now - before : 0;
      for (let nth = 0; nth < Math.min(count, MOST); nth++) {
        setTimeout(() => {
          drawn(before + nth + 1);
          this.fly();
        }, nth * 140);
      }
    },
    stock(now, before) {
      if (before > LOW && now <= LOW && now > 0) {
        low();
        this.pulse(document.querySelector(".tv-stock .deck"));
      }
    },
    lap(now) {
      if (now) {
        lap();
        this.pulse(document.querySelector(".tv-stock"));
      }
    },
    few(now, before) {
      const fresh = now.filter((seat) => !before.includes(seat));
      if (fresh.length) low();
    },
    lay(now) {
      if (now) laid();
    },
  },
  mounted() {
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.endKey = muteByKey((muted) => {
      this.said = muted ? this.words.muted : this.words.sounds;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => (this.said = ""), 1500);
    });
  },
  beforeUnmount() {
    this.endKey();
    clearTimeout(this.timer);
  },
  methods: {
    fly() {
      const deck = document.querySelector(".tv-stock .deck, .tv-stock");
      const fan = document.querySelector(`.tv-foot [data-seat="${this.seat}"] .fan`);
      if (this.calm.matches || !deck || !fan || !this.$refs.air || !this.$el.animate) return;
      const [from, to] = [deck.getBoundingClientRect(), fan.getBoundingClientRect()];
      const card = document.createElement("div");
      card.className = "card back";
      card.style.cssText = `left:${from.left}px;top:${from.top}px;width:${from.width}px;height:${from.height}px`;
      this.$refs.air.append(card);
      const dx = to.left + to.width / 2 - from.left - from.width / 2;
      const dy = to.top + to.height / 2 - from.top - from.height / 2;
      const lift = -0.9 * from.height;
      card.animate(
        [
          { transform: "none", opacity: 1 },
          { transform: `translate(${dx * 0.5}px, ${dy * 0.5 + lift}px) rotate(-14deg)`, opacity: 1, offset: 0.5 },
          { transform: `translate(${dx}px, ${dy}px) scale(${to.height / from.height}) rotate(-4deg)`, opacity: 0.9 },
        ],
        { duration: FLIGHT, easing: "ease-in-out" },
      ).onfinish = () => card.remove();
    },
    pulse(el) {
      if (this.calm.matches || !el || !el.animate) return;
      el.animate([{ transform: "none" }, { transform: "scale(1.3)" }, { transform: "none" }], { duration: 700, iterations: 2, easing: "ease-in-out" });
    },
  },
};
