// The sounds of the big screen, made of a few waves; silent where the browser wants a touch first, or when muted.

const Context = window.AudioContext || window.webkitAudioContext;
let audio = null;
export const sounds = { muted: new URLSearchParams(location.search).get("mute") === "1" };

function ready() {
  if (sounds.muted || !Context) return null;
  audio = audio || new Context();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio.state === "running" ? audio : null;
}
for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, () => ready(), { passive: true });

/** Play notes [hertz, start, length in seconds]. */
function tones(notes, loudness = 0.14, type = "triangle") {
  const context = ready();
  if (!context) return;
  for (const [hertz, start, length] of notes) {
    const from = context.currentTime + start;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = type;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + length + 0.05);
  }
}

export const chime = () => tones([[523, 0, 0.5], [784, 0.13, 0.7]], 0.1);
export const drawn = (nth) => tones([[[587, 494, 415][Math.min(nth, 3) - 1], 0, 0.18]], 0.09);
export const laid = () => tones([[880, 0, 0.08], [988, 0.07, 0.08], [1175, 0.14, 0.16]], 0.07);
export const low = () => tones([[147, 0, 0.9], [110, 0.02, 1]], 0.16);
export const lap = () => tones([[440, 0, 0.25], [349, 0.22, 0.25], [262, 0.44, 0.7]], 0.1);
export const opened = () => tones([[330, 0, 0.12]], 0.08);
export const won = () => tones([[523, 0, 0.3], [659, 0.12, 0.3], [784, 0.24, 0.3], [1047, 0.36, 0.9]], 0.1);
export const pop = () => tones([[700, 0, 0.06], [1000, 0.04, 0.08]], 0.05);

/** Two knocks on wood. */
export function thump() {
  tones([[95, 0, 0.18], [70, 0.01, 0.22], [95, 0.24, 0.18], [70, 0.25, 0.26]], 0.4, "sine");
}

/** The key m silences everything, and lets it sound again; `tell` is given what was chosen. */
export function muteByKey(tell) {
  const onKey = (event) => {
    if (event.key !== "m" && event.key !== "M") return;
    sounds.muted = !sounds.muted;
    tell(sounds.muted);
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
