// What is wrong with the geometry of a page: [what is cut off, covered or unreadable, what is too small to be touched].
// `kind` is what it is seen on: "phone", "tv", "laptop". Runs inside the page.
(kind) => {
  const SLACK = 1.5; // px that roundings may take
  const PUTS = 48; // what puts, moves or ends
  const LINKS = 44; // what leads elsewhere, and fields
  const STATUS = 36; // the line on top, as wide as the screen
  const ROW = 56; // of a list in a sheet
  const LEAST = 24; // anything at all (WCAG 2.2), where there is a mouse
  const CONTROLS = "button, a[href], input:not([type=hidden]), select, textarea, summary, label, [role=button]";
  const CARDS = '[data-zone="table"] [data-card], [data-zone="hand"] [data-card]';
  const AWAY = '[data-act="later"], [data-act="play-on"]';
  const BOXES = "button, .button, .card, .player, .chair, .tv-seat, .tile, .line, .pick, .entry, .note, .mini, .seat, li";

  const clipped = new Set();
  const small = new Set();
  const styles = new Map();
  const style = (el) => {
    if (!styles.has(el)) {
      const { position, overflowX, overflowY, fontSize, fontWeight, fontFamily, display } = getComputedStyle(el);
      styles.set(el, { position, overflowX, overflowY, fontSize, fontWeight, fontFamily, display });
    }
    return styles.get(el);
  };
  const nameOf = (el) => {
    const kind = el.dataset.act || el.dataset.card || el.dataset.zone || String(el.className.baseVal ?? el.className);
    return `<${el.tagName.toLowerCase()} ${kind.trim()}> ${el.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}`;
  };
  const isShown = (el) => {
    const box = el.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) return false;
    return el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !el.closest(".sr-only");
  };

  // Where a modal layer is open, the rest can neither be read nor touched.
  const layers = ["dialog[open]", ".connection:not(.tv)", ".starting", ".tv-start"];
  const root = layers.flatMap((layer) => [...document.querySelectorAll(layer)].filter(isShown)).pop() || document.body;

  // --- cut off ------------------------------------------------------------------------------------------------------

  // Whether a box is cut by what is around it. Scrolling down to it is fine, sideways is not.
  const isCut = (el, rect) => {
    let { left, right, top, bottom } = rect;
    let { position } = style(el);
    for (let up = el.parentElement; up && position !== "fixed"; up = up.parentElement) {
      const around = style(up);
      if (position === "absolute" && around.position === "static") continue;
      position = around.position;
      const outer = up.getBoundingClientRect();
      const frame = { left: outer.left + up.clientLeft, top: outer.top + up.clientTop };
      frame.right = frame.left + up.clientWidth;
      frame.bottom = frame.top + up.clientHeight;
      if (up === document.body || up === document.documentElement || !up.clientWidth) continue;
      if (around.overflowX !== "visible" && (left < frame.left - SLACK || right > frame.right + SLACK)) return true;
      if (/hidden|clip/.test(around.overflowY)) {
        if (top < frame.top - SLACK || bottom > frame.bottom + SLACK) return true;
      } else if (around.overflowY !== "visible") {
        if (top < frame.top - up.scrollTop - SLACK) return true;
        top = Math.min(Math.max(top, frame.top), frame.bottom);
        bottom = Math.max(Math.min(bottom, frame.bottom), frame.top);
      }
    }
    if (left < -SLACK || right > innerWidth + SLACK) return true;
    const page = document.scrollingElement;
    const [above, below] = position === "fixed" ? [0, innerHeight] : [-page.scrollTop, page.scrollHeight - page.scrollTop];
    return top < above - SLACK || bottom > below + SLACK;
  };

  // A text that ends in "…" says so only by its width.
  const isShortened = (el) => {
    for (let up = el; up && up !== root; up = up.parentElement) {
      if (style(up).overflowX !== "visible" && up.scrollWidth > up.clientWidth + SLACK && up.clientWidth) return true;
    }
    return false;
  };
  const NUMBERS = ".player-cards, .player-score, .score-place, .place, .cards, .points, .stock, .score-sums, .score-line-points, .tv-stock, .held, .sums";
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const el = node.parentElement;
    if (!node.data.trim() || !isShown(el) || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/.test(el.tagName) || el.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = parseFloat(style(el).fontSize);
    if ((/^[+−-]?\d+\.?$/.test(node.data.trim()) || el.closest(NUMBERS)) && range.getClientRects().length > 1) {
      clipped.add(`a broken number ${nameOf(el)}`);
    }
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 1) continue;
      const middle = (top + bottom) / 2; // of a line only where letters are, not the room around them
      texts.push({ el, left, right, top: middle - size * 0.36, bottom: middle + size * 0.36 });
    }
  }
  // Of a name in the line on top a beginning is enough.
  const isEnoughOf = (el) => el.matches(".who .name") && el.textContent !== el.parentElement.textContent
    && el.clientWidth >= 2.4 * parseFloat(style(el).fontSize);
  const spare = texts.filter(({ el }) => isEnoughOf(el));
  texts.splice(0, texts.length, ...texts.filter(({ el }) => !isEnoughOf(el)), ...spare.flatMap(({ el, top, bottom }) => {
    const { left, right } = el.getBoundingClientRect();
    return [{ el: el.parentElement, left, right, top, bottom }];
  }));
  for (const text of texts) {
    if (isCut(text.el, text) || isShortened(text.el)) clipped.add(`cut ${nameOf(text.el)}`);
    const box = text.el.closest(BOXES);
    if (!box) continue;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const leaks = text.left < left - 2 || text.right > right + 2 || text.top < top - 2 || text.bottom > bottom + 2;
    if (leaks && style(box).display !== "inline") clipped.add(`does not hold its text ${nameOf(box)}`);
  }

  const controls = [...root.querySelectorAll(CONTROLS)].filter((el) => isShown(el) && !el.matches(CARDS) && !el.disabled);
  const cards = [...root.querySelectorAll(`${CARDS}, .tvt-card, .table .card`)].filter(isShown);
  for (const el of [...controls, ...cards, ...root.querySelectorAll(".player, .tv-qr svg, .qr-card svg")]) {
    if (isShown(el) && isCut(el, el.getBoundingClientRect())) clipped.add(`cut ${nameOf(el)}`);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) clipped.add("the page scrolls sideways");

  // --- on top of one another ----------------------------------------------------------------------------------------

  // What scrolls together, or stays where it is.
  const moverOf = (el) => {
    for (let up = el; up; up = up.parentElement) {
      const { position, overflowY } = style(up);
      if (position === "fixed" || position === "sticky" || (up !== el && /auto|scroll/.test(overflowY))) return up;
    }
    return null;
  };
  const overlap = (all) => {
    const boxes = all.map(([el, box]) => [el, box, moverOf(el)]);
    boxes.forEach(([one, a, mover], nth) => {
      for (const [two, b, other] of boxes.slice(nth + 1)) {
        if (mover !== other || one.contains(two) || two.contains(one)) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > SLACK && high > SLACK) clipped.add(`overlap ${nameOf(one)} | ${nameOf(two)}`);
      }
    });
  };
  overlap(controls.filter((el) => el.tagName !== "LABEL").map((el) => [el, el.getBoundingClientRect()]));
  overlap(texts.filter(({ el }) => !el.closest(`${CARDS}, .fan, .connection, #lost`)).map((text) => [text.el, text]));
  const parts = ".tvt-card, .tvh-line, .tvh-aside, .tv-foot .player, .tv-qr, .table .card";
  overlap([...root.querySelectorAll(parts)].filter(isShown).map((el) => [el, el.getBoundingClientRect()]));

  // --- the reach of fingers -----------------------------------------------------------------------------------------

  // How far one can go from a point, in both directions of a line, and still touch the same thing; `enough` is enough.
  const reach = (is, at, low, high, enough) => {
    if (!is(at)) return 0;
    let [from, to] = [at, at];
    while (to - from < enough && from - 1 >= low && is(from - 1)) from -= 1;
    while (to - from < enough && to + 1 <= high && is(to + 1)) to += 1;
    return to - from + 1;
  };
  // Whether there is enough on both sides of a point, asked at a few places; most often there is.
  const spans = (is, at, enough) => {
    const far = enough / 2 - 1;
    return [far, -far, far / 2, -far / 2, 0].every((away) => is(at + away));
  };
  const lines = (el) => {
    const box = el.getBoundingClientRect();
    const on = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return Boolean(hit) && (el.contains(hit) || (hit.closest("label") || {}).control === el);
    };
    const middle = (box.left + box.right) / 2;
    const line = el.matches('[data-zone="hand"] [data-card]') ? box.top + 23 : (box.top + box.bottom) / 2;
    return { box, middle, line, across: (x) => on(x, line), down: (y) => on(middle, y) };
  };
  const isEnough = (el, least, tall) => {
    const { middle, line, across, down } = lines(el);
    return spans(across, middle, least) && spans(down, line, tall);
  };
  const probe = (el, least, tall) => {
    if (isEnough(el, least, tall)) return;
    el.scrollIntoView({ block: "center", inline: "nearest" });
    if (isEnough(el, least, tall)) return;
    const { box, middle, line, across, down } = lines(el);
    const wide = reach(across, middle, box.left, box.right, least);
    const high = reach(down, line, box.top, box.bottom, tall);
    const over = document.elementFromPoint(middle, line);
    if (!wide && over && !el.contains(over)) clipped.add(`covered ${nameOf(el)} by ${nameOf(over)}`);
    else if (wide < least - 2 || high < tall - 2) small.add(`${Math.round(wide)}x${Math.round(high)} ${nameOf(el)}`);
  };
  const scrolled = [...document.querySelectorAll("*")].filter((el) => el.scrollTop).map((el) => [el, el.scrollTop]);
  for (const el of controls) {
    if (el.matches('label, [aria-hidden="true"]') && !(el.control && !isShown(el.control))) continue;
    if (el.tagName === "INPUT" && el.closest("label")) continue;
    const puts = el.matches("button, .button, label, [role=button]");
    const least = kind !== "phone" ? LEAST : puts ? PUTS : LINKS;
    const row = el.matches("dialog .line:not(.quiet)");
    probe(el, least, el.matches(".status-line") ? STATUS : row ? ROW : least);
  }
  if (kind === "phone") {
    // What a person can put away covers nothing for good.
    const passing = [...document.querySelectorAll(".notice, .offer")].filter((el) => el.querySelector(AWAY));
    for (const el of passing) el.style.visibility = "hidden";
    for (const el of root.querySelectorAll(CARDS)) {
      if (!isShown(el) || el.tagName !== "BUTTON" || el.closest(".covered")) continue; // covered, the hand is one button
      if (el.closest('[data-zone="hand"]')) probe(el, 44, 46);
      else probe(el, el.closest(".row").style.getPropertyValue("--tile-w") ? 27 : 36, 54); // a long row is squeezed
    }
    for (const el of passing) el.style.visibility = "";
  }
  for (const el of document.querySelectorAll("*")) if (el.scrollTop) el.scrollTop = 0;
  for (const [el, top] of scrolled) el.scrollTop = top;

  // --- read from the sofa ---------------------------------------------------------------------------------------------

  if (kind === "tv") {
    const [x, y] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
    const outside = ({ left, top, right, bottom }) => left < x || top < y || right > innerWidth - x || bottom > innerHeight - y;
    for (const text of texts) {
      if (!text.el.closest(".full-screen, .tvh-flash, .flash") && outside(text)) clipped.add(`in the margin ${nameOf(text.el)}`);
    }
    for (const el of [...cards, ...root.querySelectorAll(".player, svg")]) {
      if (isShown(el) && !el.closest(".fan, .thrown-one") && outside(el.getBoundingClientRect())) clipped.add(`in the margin ${nameOf(el)}`);
    }
    const pen = document.createElement("canvas").getContext("2d");
    const capital = (el) => {
      pen.font = `${style(el).fontWeight} 100px ${style(el).fontFamily}`;
      return (pen.measureText("K").actualBoundingBoxAscent / 100) * parseFloat(style(el).fontSize);
    };
    const size = (el) => parseFloat(style(el).fontSize);
    const readable = (selector, measure, least) => {
      for (const el of root.querySelectorAll(selector)) {
        const share = (measure(el) / innerHeight) * 100;
        if (isShown(el) && share < least - 0.005) clipped.add(`${share.toFixed(2)} % high ${nameOf(el)}`);
      }
    };
    const ranks = ".tvt-card:not(.tvt-ghost) .rank, .table .card .rank";
    readable(ranks, capital, root.querySelectorAll(ranks).length <= 60 ? 3.8 : 3);
    readable(".tv-foot .player-name, .stage .player-name", size, 3.3);
    readable(".tvh-line, .stage .line", size, 4.5);
  }
  return [[...clipped], [...small]];
}
