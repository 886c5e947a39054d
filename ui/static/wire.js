// What every page of a player shares: taps and their numbers, what is picked, guards, sounds.
//
// Every tap goes to the server as one event {name, data, id, seq, on, rev}: `id` is unguessable and lets a repeated tap
// get its first answer; `seq` numbers the taps of this page; `on` and `rev` say what the tap was made on.

import { reactive, h } from "vue";

const STEPS = new Set(["put", "onto", "new", "back", "cut", "arrange", "undo", "redo", "goto", "over", "show_play"]);
const TURNS = new Set(["draw", "done", "knock"]);

const TAP_MS = 600; // a finger that stays longer does not tap
const LONG_MS = 450; // until a press is a long one
const TWICE_MS = 250; // the same card tapped twice within this counts once
const MOVED_MS = 250; // what came under the finger this short ago cannot be tapped
const TWICE_OPEN_MS = 500; // a tap this short after another, in the same place, is meant for what lay there before
const TWICE_PX = 24; // how far apart the two may be
const REST_MS = 400; // how long the turn's buttons rest after their effect was shown
const SCROLLED_MS = 120; // a touch this short after scrolling stops it, and taps nothing
const CREEP_PX = 4; // what moves less from frame to frame does not scroll for the eye
const STUCK_MS = 8000; // a turn command without an answer is forgotten after this

// One store for the page, even if this module is loaded under two addresses.
export const wire = (window.manipulation =
  window.manipulation ||
  reactive({
    online: Boolean(window.isLive),
    seq: 0,
    ack: 0,
    position: 0,
    revision: 0,
    picked: [], // as the server knows it
    letters: {}, // pile → letter: targets of the chips
    dimmed: [], // piles that have nothing to do with what is picked
    toggles: [], // [card, seq]: picks that the server has not taken in yet
    steps: [], // seq of building steps that the server has not taken in yet
    pending: "", // the turn command on its way
    pendingSeq: 0,
    resting: false, // the turn's buttons rest
    sound: true,
    menu: "", // which sheet is open
    sorting: false,
    hand: [], // ids of the hand in the order shown
    order: null, // {seq, cards}: an order of the hand that the server has not taken in yet
  }));

// --- what the server knows -----------------------------------------------------------------------------------------

let restTimer = 0;
let stuckTimer = 0;

/** Take in what the server says; picks and steps that it has taken in are no longer replayed on top. */
export function sync({ position, revision, ack, picked, letters, dimmed }) {
  wire.ack = ack;
  wire.toggles = wire.toggles.filter(([, seq]) => seq > ack);
  wire.steps = wire.steps.filter((seq) => seq > ack);
  if (wire.order && wire.order.seq <= ack) wire.order = null;
  if (position !== wire.position) {
    wire.resting = true;
    clearTimeout(restTimer);
    restTimer = setTimeout(() => (wire.resting = false), REST_MS);
  }
  if (wire.pendingSeq <= ack) free();
  wire.position = position;
  wire.revision = revision;
  wire.picked = picked;
  wire.letters = letters;
  wire.dimmed = dimmed;
}

function free() {
  wire.pending = "";
  clearTimeout(stuckTimer);
}

/** Tell whether the table can be reached; while it cannot, no tap does anything. */
function setOnline(online) {
  wire.online = online;
  document.body.classList.toggle("offline", !online);
  if (!online) {
    wire.toggles = [];
    wire.steps = [];
    wire.order = null;
    free();
    for (const dialog of document.querySelectorAll(".play dialog[open]")) dialog.close();
  }
}

window.addEventListener("server-found", () => setOnline(true));
window.addEventListener("server-lost", () => setOnline(false));

/** Do something as soon as the server can hear of it: at once, or when the page is connected. */
export function whenLive(run) {
  if (window.isLive) run();
  else window.addEventListener("server-found", run, { once: true });
}

/** Which cards are picked, with the player's latest taps: a list, in the order of picking. */
export function pickedNow() {
  const cards = [...wire.picked];
  for (const [card] of wire.toggles) {
    const at = cards.indexOf(card);
    if (at < 0) cards.push(card);
    else cards.splice(at, 1);
  }
  return cards;
}

// --- sending -------------------------------------------------------------------------------------------------------

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Send a tap through the component `vm`; gives its number, or 0 if it was held back. */
export function act(vm, name, data = {}) {
  if (!wire.online) return 0;
  if (TURNS.has(name)) {
    if (wire.pending || wire.resting) return 0;
    wire.pending = name;
    wire.pendingSeq = wire.seq + 1;
    clearTimeout(stuckTimer);
    stuckTimer = setTimeout(free, STUCK_MS);
  }
  const seq = ++wire.seq;
  const message = { name, data, id: newId(), seq, on: wire.position, rev: wire.revision + wire.steps.length };
  if (STEPS.has(name)) wire.steps.push(seq);
  if (name === "unpick") wire.toggles.push(...pickedNow().map((card) => [card, seq]));
  vm.$emit("act", message);
  return seq;
}

const lastPick = new Map();

/** Pick or unpick a card, shown at once. */
export function togglePick(vm, card) {
  const now = performance.now();
  if (now - (lastPick.get(card) || -TWICE_MS) < TWICE_MS) return;
  lastPick.set(card, now);
  const seq = act(vm, "pick", { card });
  if (seq) wire.toggles.push([card, seq]);
}

/** Pick all cards of a pile, or unpick them if all are picked already, shown at once. */
export function pickPile(vm, pile, cards) {
  const before = new Set(pickedNow());
  const missing = cards.filter((card) => !before.has(card));
  const seq = act(vm, "pile", { pile });
  if (seq) wire.toggles.push(...(missing.length ? missing : cards).map((card) => [card, seq]));
}

/** Lay the hand in another order, shown at once. */
export function reorder(vm, cards) {
  const seq = act(vm, "order", { cards });
  if (seq) wire.order = { seq, cards };
}

// --- the moved-target guard and gliding ----------------------------------------------------------------------------

const TARGETS = "[data-card],[data-key],[data-act],[data-do]";
const places = new Map(); // name of a target → {x, y, at}: where it lies in its zone, and since when
const seen = new Map(); // card → {x, y, w, h, zone, at}: where it was on the screen before the present change
const flights = new Map(); // a card's element → what flies in its stead from zone to zone
const calm = window.matchMedia ? window.matchMedia("(prefers-reduced-motion: reduce)") : { matches: false };

function nameOf(zone, el) {
  const { card, key, act: name, do: what } = el.dataset;
  return zone + " " + (card || key || name || what);
}

/** Remember where the cards of a zone are, before it changes. */
export function beforeChange(root) {
  const at = performance.now();
  for (const el of root.querySelectorAll("[data-card]")) {
    const flight = flights.get(el);
    const box = (flight ? flight.ghost : el).getBoundingClientRect();
    seen.set(el.dataset.card, { x: box.left, y: box.top, w: box.width, h: box.height, zone: root.dataset.zone, at });
  }
}

/**
 * After a zone has changed: note which targets have moved (all of them where it was `scrolled`), and let moved cards
 * glide to their places.
 */
export function afterChange(root, zone, { glide = false, scrolled = false } = {}) {
  const now = performance.now();
  const scroller = root.querySelector(".scroller") || root;
  const { left, top } = root.getBoundingClientRect();
  const moves = [];
  const isShown = shownZones.has(root);
  shownZones.add(root);
  for (const el of root.querySelectorAll(TARGETS)) {
    if (el.getAnimations && glide) for (const running of el.getAnimations()) if (running.id === "glide") running.cancel();
    if (glide) land(el);
  }
  const here = new Set();
  const stock = glide && isShown && zone === "hand" ? stockBox() : null;
  for (const el of root.querySelectorAll(TARGETS)) {
    const box = el.getBoundingClientRect();
    const x = box.left - left + scroller.scrollLeft;
    const y = box.top - top + scroller.scrollTop;
    const name = nameOf(zone, el);
    const before = places.get(name);
    here.add(name);
    const moved = scrolled || !before || Math.abs(before.x - x) > 12 || Math.abs(before.y - y) > 12;
    places.set(name, { x, y, at: moved ? now : before.at });
    if (glide && el.dataset.card) {
      const last = seen.get(el.dataset.card);
      const from = last && now - last.at < 100 ? last : before ? null : stock;
      if (from && (Math.abs(from.x - box.left) > 2 || Math.abs(from.y - box.top) > 2)) moves.push([el, from, box]);
    }
  }
  // What is gone and comes back has moved, even if it comes to where it was.
  for (const name of places.keys()) if (name.startsWith(zone + " ") && !here.has(name)) places.delete(name);
  if (calm.matches || !root.animate) return;
  for (const [el, from, box] of moves) {
    if (from.zone === zone) slide(el, from, box);
    else fly(root, el, from, box);
  }
}

const shownZones = new WeakSet();
const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

/** Let a card glide within its zone. Only its transform moves, so that the browser need not lay anything out. */
function slide(el, from, box) {
  const start = `translate(${from.x - box.left}px, ${from.y - box.top}px)`;
  const running = el.animate([{ transform: start }, { transform: "none" }], GLIDE);
  running.id = "glide";
  el.style.zIndex = 5;
  running.onfinish = running.oncancel = () => (el.style.zIndex = "");
}

/** Let a card fly in from another zone: zones cut off what leaves them, so a likeness of the card flies over them. */
function fly(root, el, from, box) {
  const ghost = el.cloneNode(true);
  for (const name of ["data-card", "data-mark", "aria-label", "aria-pressed", "tabindex", "id"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  ghost.classList.remove("picked");
  const place = { position: "fixed", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` };
  Object.assign(ghost.style, place, { zIndex: 40, margin: 0, pointerEvents: "none", transformOrigin: "0 0", transition: "none" });
  let holder = ghost;
  for (let up = el.parentElement; up && up !== root; up = up.parentElement) {
    if (!up.matches(".hand, .row, .meld")) continue;
    const shell = document.createElement(up.tagName);
    shell.className = up.className;
    shell.style.cssText = up.style.cssText;
    shell.style.display = "contents";
    shell.append(holder);
    holder = shell;
  }
  root.append(holder);
  const start = `translate(${from.x - box.left}px, ${from.y - box.top}px) scale(${from.w / box.width}, ${from.h / box.height})`;
  const running = ghost.animate([{ transform: start }, { transform: "none" }], { ...GLIDE, duration: 240 });
  running.id = "flight";
  el.style.opacity = 0;
  flights.set(el, { ghost, holder });
  running.onfinish = () => land(el);
}

function land(el) {
  const flight = flights.get(el);
  if (!flight) return;
  flights.delete(el);
  el.style.opacity = "";
  flight.holder.remove();
}

/** Where cards come from that are drawn. */
function stockBox() {
  const deck = document.querySelector('[data-zone="status"] .deck');
  if (!deck) return null;
  const box = deck.getBoundingClientRect();
  return { x: box.left, y: box.top, w: box.width, h: box.height, zone: "stock" };
}

/** Whether a target lies where it lay a moment ago, so that a tap on it is meant. */
export function isSettled(zone, el, when = performance.now()) {
  const place = places.get(nameOf(zone, el));
  return !place || when - place.at >= MOVED_MS;
}

/** Whether a tap on `el` now would be the second of a double tap (for tests). */
window.isTwice = (el) => {
  const box = el.getBoundingClientRect();
  return isTwice(el, box.left + box.width / 2, box.top + box.height / 2, performance.now());
};

/** Whether a tap on `el` would count now, with nothing on its way; without `el`, whether nothing at all moves (for tests). */
window.isSettled = (el) => {
  const now = performance.now();
  if (wire.seq !== wire.ack || wire.pending || now - scrolledAt < SCROLLED_MS) return false;
  if (el) {
    const zone = el.closest("[data-zone]:not([data-zone=bench])").dataset.zone;
    if (window.isTwice(el)) return false;
    return isSettled(zone, el) && !(wire.resting && zone === "buttons");
  }
  return !wire.resting && [...places.values()].every((place) => now - place.at >= MOVED_MS);
};

// --- the recogniser of taps ----------------------------------------------------------------------------------------

let scrolledAt = -1e6;
let pointerAt = -1e6; // the last touch, anywhere: the click that follows it is no tap of its own
for (const name of ["pointerdown", "pointerup"]) {
  window.addEventListener(name, () => (pointerAt = performance.now()), { capture: true, passive: true });
}

// The second tap of a double tap must not reach what the first has opened, or uncovered by closing, under the finger.
const LAYERS = "dialog, [role=alertdialog]";
let down = { at: -1e6, x: 0, y: 0, layer: null };
let isSecond = false;
function isTwice(el, x, y, at) {
  return at - down.at < TWICE_OPEN_MS && Math.hypot(x - down.x, y - down.y) < TWICE_PX && el.closest(LAYERS) !== down.layer;
}
window.addEventListener(
  "pointerdown",
  ({ target, clientX: x, clientY: y, timeStamp: at }) => {
    isSecond = isTwice(target, x, y, at);
    down = { at, x, y, layer: isSecond ? down.layer : target.closest(LAYERS) };
  },
  { capture: true, passive: true },
);
for (const name of ["pointerdown", "pointerup", "click"]) {
  const swallow = (event) => {
    if (!isSecond) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  window.addEventListener(name, swallow, { capture: true });
}
const tops = new WeakMap(); // what scrolls → how far it was
window.addEventListener(
  "scroll",
  ({ target }) => {
    const top = target === document ? window.scrollY : target.scrollTop;
    // A list that creeps on after a swipe looks as if it stood still.
    if (Math.abs(top - (tops.get(target) || 0)) >= CREEP_PX) scrolledAt = performance.now();
    tops.set(target, top);
  },
  { capture: true, passive: true },
);

/**
 * Recognise taps and long presses on what `selector` names inside `root`; gives a function that ends this.
 * A wobble is still a tap, a swipe is none; Enter, Space and screen readers tap by their click.
 */
export function taps(root, zone, { selector, tap, hold, press }) {
  let down = null;

  const end = () => {
    if (!down) return;
    clearTimeout(down.timer);
    if (press) press(null);
    down = null;
  };
  const allowed = (el) => el && wire.online && el.getAttribute("aria-busy") !== "true";

  const onDown = (event) => {
    end();
    if (!event.isPrimary || event.button > 0) return;
    const el = event.target.closest(selector);
    // On a busy phone this runs late; what counts is when the finger came down.
    const at = event.timeStamp;
    if (!allowed(el) || at - scrolledAt < SCROLLED_MS || !isSettled(zone, el, at)) return;
    down = { el, x: event.clientX, y: event.clientY, at, held: false, timer: 0 };
    if (press) press(el, event);
    if (hold) {
      down.timer = setTimeout(() => {
        if (!down) return;
        down.held = hold(down.el) !== false;
        if (press) press(null);
      }, LONG_MS);
    }
  };
  const onMove = (event) => {
    if (!down) return;
    const slop = document.body.dataset.size === "large" ? 16 : 8;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > slop) end();
  };
  const onUp = (event) => {
    if (!down) return;
    const { el, at, held } = down;
    end();
    if (!held && event.timeStamp - at <= TAP_MS && el.isConnected && allowed(el)) tap(el, event);
  };
  const onClick = (event) => {
    if (performance.now() - pointerAt < 700) return;
    const el = event.target.closest(selector);
    if (allowed(el)) tap(el, event);
  };
  const onMenu = (event) => event.preventDefault();

  root.addEventListener("pointerdown", onDown);
  root.addEventListener("pointermove", onMove);
  root.addEventListener("pointerup", onUp);
  root.addEventListener("pointercancel", end);
  root.addEventListener("pointerleave", end);
  root.addEventListener("click", onClick);
  root.addEventListener("contextmenu", onMenu);
  return () => {
    end();
    root.removeEventListener("pointerdown", onDown);
    root.removeEventListener("pointermove", onMove);
    root.removeEventListener("pointerup", onUp);
    root.removeEventListener("pointercancel", end);
    root.removeEventListener("pointerleave", end);
    root.removeEventListener("click", onClick);
    root.removeEventListener("contextmenu", onMenu);
  };
}

/** Close whatever sheet is open, for the others ask something; what lies below it cannot be tapped in that moment. */
export function makeWay() {
  const now = performance.now();
  for (const place of places.values()) place.at = now;
  for (const dialog of document.querySelectorAll(".play dialog[open]")) dialog.close();
}

/** Close a dialog by a tap beside it: one that began there, not the end of the tap that opened it. */
export function closeBeside(dialog) {
  let beside = false;
  dialog.addEventListener("pointerdown", (event) => (beside = event.target === dialog));
  dialog.addEventListener("click", (event) => {
    if (beside && event.target === dialog) dialog.close();
    beside = false;
  });
}

/** Move the focus among the cards of a zone with the arrow keys; of all of them one is in the tab order. */
export function arrows(event, root, selector) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0, Home: 0, End: 0 }[event.key];
  if (step === undefined) return;
  const all = [...root.querySelectorAll(selector)];
  const at = all.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  let next = all[at + step];
  if (event.key === "Home") next = all[0];
  if (event.key === "End") next = all[all.length - 1];
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const here = all[at].getBoundingClientRect();
    const down = event.key === "ArrowDown" ? 1 : -1;
    let best = Infinity;
    for (const el of all) {
      const box = el.getBoundingClientRect();
      const dy = (box.top - here.top) * down;
      if (dy < 12) continue;
      const cost = dy * 4 + Math.abs(box.left - here.left);
      if (cost < best) [best, next] = [cost, el];
    }
    if (best === Infinity) next = undefined;
  }
  if (!next) return;
  for (const el of all) el.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// --- drawing -------------------------------------------------------------------------------------------------------

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "star" };

/** A text in which suits and stars are drawn instead of left to the phone's font. */
export function Pips({ text }) {
  const words = String(text).split(/( |\u200b)/);
  return h(
    "span",
    { class: "pips", key: text }, // drawn anew as a whole: a translation would stay where a part of it was
    words.map((word) => {
      if (!/[♠♥♦♣★]/.test(word)) return word;
      const parts = word.split(/([♠♥♦♣★])/).filter(Boolean);
      return h(
        "span",
        { class: "together" },
        parts.map((part) => {
          const suit = SUITS[part];
          return suit ? h("i", { class: `pip pip-${suit} suit-${suit}`, "aria-hidden": "true" }) : part;
        }),
      );
    }),
  );
}
Pips.props = ["text"];

/** What is printed on a card: [id, rank, suit, kind, mark, name]; an open joker on the table shows a question mark. */
export function faceOf(card, inHand = false) {
  const [, rank, suit, kind] = card;
  if (kind === "back") return [];
  if (kind === "joker") {
    const star = h("i", { class: "pip pip-star" });
    if (suit) {
      const stands = h("span", { class: `stands suit-${suit}`, "^translate": "no" }, [rank, h("i", { class: `pip pip-${suit}` })]);
      return [star, stands];
    }
    return inHand ? [star] : [star, h("span", { class: "stands open" }, "?")];
  }
  return [h("span", { class: "rank", "^translate": "no" }, rank), h("i", { class: `pip pip-${suit}` })];
}

/** The classes of a card. */
export function classesOf(card) {
  const [, rank, suit, kind] = card;
  return ["card", kind, kind === "card" ? `suit-${suit}` : "", kind === "card" && rank === "10" ? "ten" : ""];
}

// --- sounds --------------------------------------------------------------------------------------------------------

let audio = null;
let touched = false; // browsers want a touch first

function wake() {
  touched = true;
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  audio = audio || new Context();
  if (audio.state === "suspended") audio.resume().catch(() => {});
}
for (const name of ["pointerdown", "pointerup", "click"]) window.addEventListener(name, wake, { passive: true });

/** Play notes [hertz, start, length in seconds], softly; silent where sound is off or not allowed yet. */
export function play(notes, loudness = 0.12) {
  if (!wire.sound || !audio || audio.state !== "running") return;
  for (const [hertz, start, length] of notes) {
    const from = audio.currentTime + start;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length + 0.05);
  }
}

/** Tell by ear and hand that it is this player's turn. */
export function callToTurn() {
  play([[659, 0, 0.35], [880, 0.14, 0.5]]);
  vibrate([60, 50, 60]);
}

/** Vibrate, where the device can and the player wants it. */
export function vibrate(pattern) {
  if (wire.sound && touched && navigator.vibrate) navigator.vibrate(pattern);
}
