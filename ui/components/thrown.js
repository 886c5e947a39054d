// Faces that phones throw: on the big screen they rise from their player, on a phone they show small at the upper edge.

import { FacePicture } from "/static/faces.js";
import { pop } from "/static/sounds.js";

const STAYS = 2800; // milliseconds

export default {
  components: { FacePicture },
  template: `
    <div class="thrown" :class="{ 'thrown-big': big }" data-zone="thrown">
      <div v-for="one in shown" :key="one.number" class="thrown-one" :class="'chair-' + one.chair" :data-face="one.face" :style="one.style">
        <FacePicture :name="one.face" /><b>{{ one.name }}</b>
      </div>
    </div>`,
  props: {
    last: { type: Array, default: () => [] }, // [number, seat, face, name, chair], empty before the first
    big: { type: Boolean, default: false },
  },
  data: () => ({ shown: [] }),
  watch: {
    last(now, before) {
      if (now.length && now[0] !== before[0]) this.show(now);
    },
  },
  beforeUnmount() {
    for (const one of this.shown) clearTimeout(one.timer);
  },
  methods: {
    show([number, seat, face, name, chair]) {
      const one = { number, face, name, chair, style: this.big ? this.above(seat) : {} };
      one.timer = setTimeout(() => (this.shown = this.shown.filter((other) => other.number !== number)), STAYS);
      this.shown = [...this.shown.slice(-4), one];
      if (this.big) pop();
    },
    above(seat) {
      const player = document.querySelector(`.tv-foot [data-seat="${seat}"]`);
      if (!player) return { left: `${20 + 60 * Math.random()}%`, bottom: "16%" };
      const box = player.getBoundingClientRect();
      return { left: `${box.left + box.width / 2}px`, bottom: `${window.innerHeight - box.top}px` };
    },
  },
};
