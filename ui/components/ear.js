import { play, vibrate, wire } from "/static/wire.js";

// Notes [hertz, start, length in seconds], and milliseconds of trembling and rest.
const SOUNDS = {
  draw: [[[587, 0, 0.16]], []], // a finger on Draw has felt it already
  lay: [[[880, 0, 0.1], [988, 0.07, 0.1], [1175, 0.14, 0.2]], [20]],
  knock: [[[95, 0, 0.2], [140, 0, 0.12], [95, 0.24, 0.28], [140, 0.24, 0.14]], [70, 120, 70]],
  end: [[[659, 0, 0.3], [523, 0.18, 0.3], [392, 0.36, 0.6]], [40, 80, 120]],
  no: [[[220, 0, 0.12], [185, 0.11, 0.18]], [30, 60, 30]],
};

export default {
  template: `<span hidden></span>`,
  props: ["sound", "heard", "refused", "refusal", "said", "did", "now"], // heard: a name, and what tells it from one heard before
  emits: ["act"],
  watch: {
    sound: {
      immediate: true,
      handler: (on) => (wire.sound = on),
    },
    heard: (now) => tell(now.split(" ")[0]),
    refused(now) {
      tell(now ? "no" : "");
      if (now) window.hear("refusals", this.refusal);
    },
    said: { immediate: true, handler: (now) => window.hear("said", now) },
    did: (now) => now && window.hear("said", now[2]),
    now: (now) => window.hear("said", now),
  },
};

function tell(name) {
  if (!name) return;
  const [notes, trembling] = SOUNDS[name];
  play(notes);
  if (trembling.length) vibrate(trembling);
}
