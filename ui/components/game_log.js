// The log of the game in words; suits are drawn, not left to the phone's font.

import { Pips } from "/static/wire.js";

export default {
  components: { Pips },
  template: `
    <div class="log" data-zone="log">
      <p v-if="!rounds.length">{{ empty }}</p>
      <section v-for="round in rounds" :key="round[0]">
        <h3>{{ round[0] }}</h3>
        <ol reversed>
          <li v-for="(turn, nth) in round[1]" :key="round[1].length - nth" :class="'chair-' + turn[0]"><Pips :text="turn[1]" /></li>
        </ol>
      </section>
    </div>`,
  props: {
    rounds: { type: Array, default: () => [] }, // [title, [[chair, text], ...]], the latest first
    empty: { type: String, default: "" },
  },
};
