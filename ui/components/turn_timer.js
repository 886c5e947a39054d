// The time that is left for a turn. The server says how many seconds; what this device thinks the time is matters not.

const LITTLE = 30; // seconds from which on more can be asked for
const LAST = 10;
const REST = 800; // ms in which a second tap is the same tap
const APPEARED = 250; // ms in which nobody can have meant what has just come under the finger

export default {
  template: `
    <span v-if="!asks && seconds !== null" class="turn-timer" :class="{ last: seconds <= ${LAST}, rests: !runs }" role="timer"
          :aria-label="words.left + ' ' + text">{{ text }}</span>
    <button v-else-if="asks && runs && seconds !== null && seconds <= ${LITTLE}" type="button" class="more-time" data-act="more-time"
            @click="more">{{ words.more }}</button>
    <i v-else class="nothing" hidden></i>`,
  props: ["asks", "reading", "answer", "words"],
  emits: ["ask", "more"],
  data: () => ({ seconds: null }),
  computed: {
    runs() {
      return Boolean(this.reading && this.reading[2]);
    },
    text() {
      return `${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, "0")}`;
    },
    number() {
      return this.reading && this.reading[0];
    },
    isAsking() {
      return this.asks && this.runs && this.seconds !== null && this.seconds <= LITTLE;
    },
  },
  watch: {
    number() {
      this.begin();
    },
    isAsking() {
      this.since = performance.now();
    },
    answer(answer) {
      if (!answer || answer[0] !== this.asked) return;
      const now = performance.now();
      this.count(answer[1], (now - this.askedAt) / 2);
    },
  },
  mounted() {
    this.again = () => document.hidden || this.ask();
    this.events = [
      [document, "visibilitychange"],
      [window, "pageshow"],
      [window, "server-found"],
    ];
    for (const [target, name] of this.events) target.addEventListener(name, this.again);
    this.begin();
  },
  beforeUnmount() {
    for (const [target, name] of this.events) target.removeEventListener(name, this.again);
    clearInterval(this.ticking);
  },
  methods: {
    begin() {
      if (!this.reading) {
        clearInterval(this.ticking);
        this.seconds = null;
        return;
      }
      this.count(this.reading[3], 0);
      this.ask();
    },
    ask() {
      if (!this.reading) return;
      this.asked = (this.asked || 0) + 1;
      this.askedAt = performance.now();
      this.$emit("ask", this.asked);
    },
    count(left, late) {
      clearInterval(this.ticking);
      const end = performance.now() + left * 1000 - (this.runs ? late : 0);
      const tick = () => {
        const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000 - 0.05));
        if (seconds !== this.seconds) this.seconds = seconds;
      };
      tick();
      if (this.runs) this.ticking = setInterval(tick, 200);
    },
    more() {
      const now = performance.now();
      if (now - this.since < APPEARED || now - (this.tapped || 0) < REST) return;
      this.tapped = now;
      this.$emit("more", this.reading[1]);
    },
  },
};
