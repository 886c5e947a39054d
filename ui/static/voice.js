/*
 * The two places of a page from which voices that read the screen learn what is new: #said, and #refusals for refusals.
 * Whatever says data-say="said" or "refusals" is seen where it stands, and heard from there, once. A classic script, so
 * that it is there before the first component.
 */
(() => {
  const EMPTY_MS = 120;
  const LATEST_MS = 1200; // what is written while cards glide costs them frames, but nobody waits longer for words
  const UNSAID = "button, a, [aria-hidden=true], [hidden]";
  const regions = { said: document.getElementById("said"), refusals: document.getElementById("refusals") };
  const waiting = { said: [], refusals: [] };
  let shown = new Map(); // what stands on the page, and is not said again as long as it stands
  let dialogs = []; // those that are open, the uppermost last

  // A voice reads what comes into a region that was empty: the same words a second time, too.
  window.hear = (name, text) => {
    if (!text || waiting[name].includes(text)) return;
    if (!waiting[name].length) {
      regions[name].textContent = "";
      setTimeout(() => say(name, performance.now() + LATEST_MS), EMPTY_MS);
    }
    waiting[name].push(text);
  };

  function say(name, latest) {
    if (isMoving() && performance.now() < latest) setTimeout(() => say(name, latest), EMPTY_MS);
    else regions[name].textContent = waiting[name].splice(0).join(" ");
  }

  const isMoving = () => (document.getAnimations ? document.getAnimations() : []).some((one) => {
    return one.playState === "running" && one.effect && one.effect.getComputedTiming().endTime < LATEST_MS;
  });

  function words(el) {
    if (el.nodeType === Node.TEXT_NODE) return el.data;
    if (el.nodeType !== Node.ELEMENT_NODE || el.matches(UNSAID)) return "";
    return el.getAttribute("aria-label") || [...el.childNodes].map(words).join(" ");
  }

  function look() {
    const now = new Map();
    for (const el of document.querySelectorAll("[data-say]")) {
      const name = el.dataset.say;
      const text = words(el).replace(/\s+/g, " ").trim();
      const key = name === "refusals" ? el : text; // a refusal that comes again is a new one
      if (text && !now.has(key) && shown.get(key) !== text) window.hear(name, text);
      now.set(key, text);
    }
    shown = now;
  }

  // What lies behind a dialog is heard by nobody: the regions go into the uppermost, and come out before it goes.
  function rise() {
    const open = [...document.querySelectorAll("dialog[open]")];
    dialogs = [...dialogs.filter((one) => open.includes(one)), ...open.filter((one) => !dialogs.includes(one))];
    const top = dialogs[dialogs.length - 1] || document.body;
    for (const el of Object.values(regions)) if (el.parentNode !== top) top.append(el);
  }

  const watch = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["open"] };
  new MutationObserver(() => {
    rise();
    look();
  }).observe(document.body, watch);
})();
