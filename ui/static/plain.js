/* The shared table for browsers of television sets, Chromium 66 and older: ES5, no words of its own, never a reload.
 *
 * Three parts: `pack` and `hold` find sizes and places for the tiles (the rules are those of components/tv_table.js);
 * `draw` makes a screen of what the server has told; `listen` hears from the server, and says when it is gone.
 */
(function () {
  "use strict";

  // --- places: numbers in, numbers out ---------------------------------------------------------------------------------

  var ASPECT = 1.41; // a tile's height over its width
  var ROW_GAP = 0.12; // between two rows, in tile heights
  var STEPS = [4, 5, 6]; // the three sizes: so many rows fill the height
  var GAPS = [0.55, 0.42, 0.28]; // between two piles, in tile widths
  var TIGHT = [[0.2, 1], [0.2, 0.85], [0.16, 0.75]]; // gap and width of the tiles of a long pile, when room is short
  var LONG = 6; // from here on a pile may be squeezed
  var SQUEEZED = 0.75; // narrower than this a tile cannot be read
  var LEGIBLE = 12; // pixels: smaller than this nothing is written
  var FAIR = 0.72; // wider than this share of a row, a half-empty table is not spread out any more

  function tile(rows, height) {
    var h = height / (rows + (rows - 1) * ROW_GAP);
    return { w: Math.floor(h / ASPECT), h: Math.floor(h) };
  }

  // The largest of the three sizes, from `from` on, at which all piles fit, and their places: {w, h, rowGap, gap, x0, y0,
  // ids: indices of the piles in each row, rows: pieces {pile, from, to, x, y, w}}. `reserve` keeps room for a pile more.
  function pack(sizes, area, from, reserve) {
    var wanted = reserve ? sizes.concat([reserve]) : sizes;
    var size, step, nth, ways;
    for (step = from || 0; step < STEPS.length; step++) {
      size = tile(STEPS[step], area.height);
      for (nth = 0; nth < GAPS.length; nth++) {
        if (fits(wanted, area, size, GAPS[nth], 1)) return layout(sizes, area, size, GAPS[nth], 1, step);
      }
    }
    step = STEPS.length - 1;
    size = tile(STEPS[step], area.height);
    ways = [[GAPS[2], 1]].concat(TIGHT);
    for (nth = 0; nth < ways.length; nth++) {
      if (fits(sizes, area, size, ways[nth][0], ways[nth][1])) {
        return layout(sizes, area, size, ways[nth][0], ways[nth][1], step);
      }
    }
    // Nobody plays on such a screen, but nothing may be cut off there either.
    var last = TIGHT[TIGHT.length - 1];
    for (var h = size.h - 1; h > 8; h--) {
      size = { w: Math.max(5, Math.floor(h / ASPECT)), h: h };
      if (fits(sizes, area, size, last[0], last[1])) break;
    }
    return layout(sizes, area, size, last[0], last[1], step);
  }

  // Keep a layout while somebody builds: same size, every pile in its row, new piles at the end; null without room.
  function hold(before, ids, sizes, area) {
    var place = {};
    var known = {};
    var rows = [];
    var done = [];
    ids.forEach(function (id, index) { place[id] = index; });
    before.ids.forEach(function (row) {
      row.forEach(function (id) { known[id] = true; });
      rows.push(row.filter(function (id) { return place[id] !== undefined; }));
    });
    while (rows.length && !rows[rows.length - 1].length) rows.pop();
    ids.forEach(function (id) {
      if (known[id]) return;
      var last = rows[rows.length - 1];
      if (last && tightest(last.concat([id]), GAPS[0])) last.push(id);
      else rows.push([id]);
    });
    var height = rows.length * before.h + (rows.length - 1) * before.rowGap;
    if (height > area.height) return null;
    var y0 = Math.min(before.y0, area.height - height);
    for (var number = 0; number < rows.length; number++) {
      var way = tightest(rows[number], before.gap / before.w);
      if (!way) return null;
      var x0 = Math.max(0, Math.min(before.x0, area.width - way.width));
      done.push(line(way.pieces, x0, y0 + number * (before.h + before.rowGap), way.gap * before.w));
    }
    return { step: before.step, w: before.w, h: before.h, rowGap: before.rowGap, gap: before.gap, x0: before.x0, y0: y0,
      ids: rows, rows: done };

    function tightest(row, gap) {
      var ways = [[gap, 1]];
      GAPS.forEach(function (each) { if (each < gap) ways.push([each, 1]); });
      ways = ways.concat(TIGHT);
      for (var nth = 0; nth < ways.length; nth++) {
        var pieces = [];
        for (var at = 0; at < row.length; at++) {
          pieces = pieces.concat(cut(sizes[place[row[at]]], place[row[at]], before.w, area.width, ways[nth][1]));
        }
        var width = extent(pieces, ways[nth][0] * before.w);
        if (pieces.length === row.length && width <= area.width) return { pieces: pieces, width: width, gap: ways[nth][0] };
      }
      return null;
    }
  }

  function fits(sizes, area, size, gap, squeeze) {
    var rows = breakLines(sizes, area.width, size.w, gap, squeeze, area.width).length;
    return rows * size.h + (rows - 1) * Math.floor(size.h * ROW_GAP) <= area.height;
  }

  function layout(sizes, area, size, gap, squeeze, step) {
    var rowGap = Math.floor(size.h * ROW_GAP);
    var count = breakLines(sizes, area.width, size.w, gap, squeeze, area.width).length;
    // The narrowest block with as many rows: even lines, and room at their ends for what will be built.
    var narrow = 0;
    var wide = area.width;
    while (wide - narrow > 1) {
      var middle = Math.floor((narrow + wide) / 2);
      var tried = breakLines(sizes, middle, size.w, gap, squeeze, area.width);
      if (tried.length <= count && widest(tried, gap * size.w) <= middle) wide = middle;
      else narrow = middle;
    }
    var rows = breakLines(sizes, Math.max(wide, Math.min(area.width, area.width * FAIR)), size.w, gap, squeeze, area.width);
    var height = rows.length * size.h + Math.max(0, rows.length - 1) * rowGap;
    var x0 = Math.max(0, Math.floor((area.width - widest(rows, gap * size.w)) / 2));
    // In the middle, but with room for one row more below, so that nothing moves when somebody builds it.
    var y0 = Math.max(0, Math.floor(Math.min((area.height - height) / 2, area.height - height - size.h - rowGap)));
    return {
      step: step, w: size.w, h: size.h, rowGap: rowGap, gap: gap * size.w, x0: x0, y0: y0,
      ids: rows.map(function (row) {
        var seen = [];
        row.forEach(function (piece) { if (seen.indexOf(piece.pile) < 0) seen.push(piece.pile); });
        return seen;
      }),
      rows: rows.map(function (row, number) { return line(row, x0, y0 + number * (size.h + rowGap), gap * size.w); })
    };
  }

  // Fill line after line, the piles in their order. A pile is broken only if it is longer than a whole line.
  function breakLines(sizes, width, w, gap, squeeze, most) {
    var rows = [];
    var room = -1;
    sizes.forEach(function (count, pile) {
      cut(count, pile, w, most, squeeze).forEach(function (piece) {
        var need = (piece.to - piece.from) * piece.w;
        if (!rows.length || need > room) {
          rows.push([]);
          room = width;
        }
        rows[rows.length - 1].push(piece);
        room -= need + gap * w;
      });
    });
    return rows;
  }

  // A pile as the pieces in which it is drawn: one, unless it is longer than a line even when squeezed.
  function cut(count, pile, w, width, squeeze) {
    var narrow = count >= LONG ? w * squeeze : w;
    if (count * narrow <= width) return [{ pile: pile, from: 0, to: count, w: narrow }];
    if (count * w * SQUEEZED <= width) return [{ pile: pile, from: 0, to: count, w: width / count }];
    var most = Math.max(1, Math.floor(width / (w * SQUEEZED)));
    var each = Math.ceil(count / Math.ceil(count / most));
    var pieces = [];
    for (var from = 0; from < count; from += each) {
      pieces.push({ pile: pile, from: from, to: Math.min(count, from + each), w: Math.min(w, width / each) });
    }
    return pieces;
  }

  function extent(pieces, gap) {
    return pieces.reduce(function (sum, piece) { return sum + (piece.to - piece.from) * piece.w; }, gap * (pieces.length - 1));
  }

  function widest(rows, gap) {
    return rows.reduce(function (most, row) { return Math.max(most, extent(row, gap)); }, 0);
  }

  function line(pieces, x0, y, gap) {
    var x = x0;
    return pieces.map(function (piece) {
      var placed = { pile: piece.pile, from: piece.from, to: piece.to, w: piece.w, x: Math.round(x), y: y };
      x += (piece.to - piece.from) * piece.w + gap;
      return placed;
    });
  }

  window.plainTable = { pack: pack, hold: hold };

  // --- drawing ---------------------------------------------------------------------------------------------------------

  var SVG = "http://www.w3.org/2000/svg";
  var ICONS = {
    computer: "M5 8h14v11H5zM12 8V4M9 12v2M15 12v2M2 12v4M22 12v4",
    away: "M2 9a14 14 0 0 1 20 0M5.5 13a9 9 0 0 1 13 0M9 16.7a4 4 0 0 1 6 0M12 20.5v.01M4 3l16 18"
  };
  var stage = document.getElementById("stage");
  var pen = document.createElement("canvas").getContext("2d");
  var shown = {}; // what is on the screen now: the face, and its parts as texts to be compared
  var told = null; // what the server has told last
  var places = null;
  var chosenFor = "";
  var cards = {}; // the elements of the cards by their ids: one that moves keeps its element, and glides
  var endsAt = 0; // of the turn's time, by this device's clock
  var frozen = 0;
  var leavingTimer = 0;
  var timers = []; // of the hands that are still to be opened
  var BEFORE_MS = 1200; // how long the table before a turn is shown, and the table after it
  var AFTER_MS = 1900;
  var IDLE_MS = 40000; // after so long without a change somebody is thinking
  var lastTurn = null; // as the server has told it last
  var replay = null; // what is shown instead of the table: its piles and a caption
  var replayTimer = 0;
  var idleTimer = 0;
  var lastThrown = 0; // number of the face that was thrown last
  var calm = Boolean(window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches);

  function el(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined && text !== null) made.textContent = text;
    return made;
  }

  function add(parent) {
    for (var nth = 1; nth < arguments.length; nth++) if (arguments[nth]) parent.appendChild(arguments[nth]);
    return parent;
  }

  function clear(parent) {
    while (parent.firstChild) parent.removeChild(parent.firstChild);
    return parent;
  }

  // A sentence or a picture that the page brought with it.
  function copy(id, className) {
    var made = document.getElementById(id).cloneNode(true);
    made.removeAttribute("id");
    if (className) made.className = className;
    return made;
  }

  function words(id) {
    return document.getElementById(id).textContent;
  }

  function icon(name) {
    var svg = document.createElementNS(SVG, "svg");
    var path = document.createElementNS(SVG, "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", "icon");
    path.setAttribute("d", ICONS[name]);
    svg.appendChild(path);
    return svg;
  }

  // Do something with a part of the screen only when what it shows is not what it showed.
  function fresh(part, value, make) {
    var text = JSON.stringify(value);
    if (shown[part] === text) return;
    shown[part] = text;
    make();
  }

  function without(data, names) {
    var rest = {};
    Object.keys(data).forEach(function (name) { if (names.indexOf(name) < 0) rest[name] = data[name]; });
    return rest;
  }

  // Who comes is invited to sit down, or once the host has locked the table, to watch.
  function invite(data) {
    if (!data.invites) return;
    document.getElementById("scan").textContent = data.invites[0];
    Array.prototype.forEach.call(document.querySelectorAll("#at, .at"), function (one) { one.textContent = data.invites[1]; });
  }

  function draw(data) {
    if (data.version && data.version !== document.body.getAttribute("data-version")) {
      window.location.reload(); // the server was given a new script meanwhile
      return;
    }
    if (data.go) {
      window.location.replace(data.go);
      return;
    }
    told = data;
    invite(data);
    if (shown.face !== data.face) {
      shown = { face: data.face };
      clear(stage).className = "stage " + data.face;
      cards = {};
      places = null;
      endReplay();
      clearTimeout(idleTimer);
      if (data.face === "play") frame();
    }
    if (data.face === "play") play(data);
    else fresh("all", without(data, ["clock", "leaving", "starting", "thrown"]), function () {
      clear(stage);
      timers.forEach(clearTimeout);
      timers = [];
      if (data.face === "lobby") lobby(data);
      else if (data.face === "score") score(data);
      else if (data.face === "podium") podium(data);
      else choose(data);
    });
    fresh("starting", data.starting, function () { starting(data.starting); });
    fresh("leaving", data.leaving && data.leaving.slice(1), function () { leaving(data.leaving); });
    if (data.thrown && data.thrown[0] > lastThrown && document.body.className !== "still") thrown(data.thrown);
    if (data.thrown) lastThrown = data.thrown[0];
  }

  // --- before the game

  function lobby(data) {
    var some = data.seats.length >= 2;
    var side = el("div", "invite");
    var code = add(el("div", "code"), copy("qr", "qr"));
    var row = el("div", some ? "lobby-row some" : "lobby-row");
    if (some) {
      add(side, code, el("h1", "", words("scan")), copy("address", "address"), copy("wifi", "quiet"));
      add(stage, add(row, side, ring(data)), el("p", "status", data.status));
    } else {
      add(side, copy("game", "game"), el("h1", "", words("scan")), copy("address", "address"), copy("wifi", "quiet"));
      add(side, data.reached ? el("p", "quiet", data.reached) : null, el("p", "quiet", data.rules));
      data.seats.forEach(function (seat) { add(side, add(el("p", "here"), el("span", "chair-" + seat[1], seat[0]))); });
      add(side, el("p", "status", data.status), data.seats.length ? null : copy("help", "help"));
      add(stage, add(row, code, side));
    }
    shrink(stage.querySelector(".address"), 0.5);
  }

  function ring(data) {
    var box = el("div", "ring");
    var seats = data.seats.slice();
    box.setAttribute("role", "list");
    box.setAttribute("aria-label", data.chairs);
    if (data.free) seats.push([data.free, "", "free"]);
    seats.forEach(function (seat, nth) {
      var turn = 2 * Math.PI * nth / seats.length;
      var chair = el("div", "seat chair-" + seat[1] + " " + seat[2], seat[0]);
      chair.setAttribute("role", "listitem");
      chair.style.left = (50 - 35 * Math.sin(turn)).toFixed(1) + "%";
      chair.style.top = (50 + 42 * Math.cos(turn)).toFixed(1) + "%";
      add(box, chair);
    });
    return add(box, add(el("div", "ring-table"), el("b", "", data.game[0]), el("span", "", data.game[1])));
  }

  function choose(data) {
    var row = el("div", "choose-row");
    var side = el("div", "invite");
    add(side, el("h1", "", data.title), el("p", "quiet", data.how));
    if (data.code) add(side, el("p", "letters", data.code), el("p", "quiet", data.type));
    var list = el("ul", "tables");
    data.tables.forEach(function (table) {
      var link = el("a", "table-link");
      link.href = "/plain/" + table[0];
      add(list, add(el("li"), add(link, el("b", "", table[0]), el("span", "", table[1]))));
    });
    add(side, list);
    add(stage, add(row, data.code ? add(el("div", "code"), copy("qr", "qr")) : null, side));
  }

  // A seat goes to another device unless its page comes back: [seconds left, title, about], or null.
  function leaving(told) {
    var box = clear(document.getElementById("leaving"));
    clearInterval(leavingTimer);
    box.className = told ? "leaving on" : "leaving";
    if (!told) return;
    var end = new Date().getTime() + told[0] * 1000;
    var number = el("b", "countdown");
    function tick() {
      var left = String(Math.max(0, Math.ceil((end - new Date().getTime()) / 1000)));
      if (number.textContent !== left) number.textContent = left;
    }
    tick();
    leavingTimer = setInterval(tick, 200);
    add(box, add(el("div"), el("b", "", told[1]), el("p", "", told[2])), number);
  }

  function starting(who) {
    var box = clear(document.getElementById("starting"));
    box.className = who ? "starting on" : "starting";
    if (!who) return;
    var count = el("div", "count");
    count.setAttribute("aria-hidden", "true");
    for (var number = who[2]; number > 0; number--) {
      var digit = el("i", number === 1 ? "last" : "", number);
      digit.style.animationDelay = (who[2] - number) + "s";
      add(count, digit);
    }
    add(box, el("p", "", who[0]), count, el("p", "quiet", who[1]));
  }

  // --- the table

  function frame() {
    var head = add(el("div", "head"), el("h1", "line"), add(el("div", "aside"), el("p", "news"), copy("at", "at")));
    var foot = add(el("div", "foot"), el("div", "players"), el("div", "timer"), el("div", "stock"), copy("qr", "qr"));
    head.firstChild.setAttribute("aria-live", "polite");
    var table = el("div", "table");
    table.setAttribute("data-zone", "table");
    add(table, el("div", "piles"), el("div", "cards"), el("p", "empty"), el("p", "caption"));
    add(stage, el("div", "rim"), head, table, foot, el("div", "flash"));
  }

  function find(selector) {
    return stage.querySelector(selector);
  }

  function play(data) {
    stage.className = "stage play chair-" + data.chair;
    fresh("happened", [data.piles, data.epoch, data.line], function () {
      endReplay();
      wait(data.idle);
    });
    fresh("line", data.line, function () {
      var line = clear(find(".line"));
      add(line, el("span", "", data.line[0]), data.line[1] ? el("span", "counted", data.line[1]) : null);
    });
    if (data.news !== null) find(".news").textContent = data.news;
    fresh("head", [data.line, find(".news").textContent], function () {
      // Where the line would become too small to be read, what stands beside it makes room.
      fitHeadline();
    });
    lookBack(data);
    drawPiles(data);
    fresh("players", data.players, function () { players(data); });
    fresh("stock", [data.stock, data.lap], function () { stock(data); });
    fresh("turn", data.turn, function () { flash(data.name); });
    clock(data.clock);
  }

  function drawPiles(data) {
    var piles = replay ? replay.piles : data.piles;
    fresh("piles", [piles, data.epoch, Boolean(replay)], function () {
      find(".table").setAttribute("role", piles.length ? "list" : "group");
      find(".caption").textContent = replay ? replay.caption : "";
      table(data, piles);
    });
  }

  // Show the last turn again, as the table was before it and then after it: unasked if it moved many cards.
  function lookBack(data) {
    var now = data.again;
    var before = lastTurn;
    lastTurn = now;
    if (!before || document.body.className === "still") return;
    if (now[1] === before[1] && (now[0] === before[0] || !now[2])) return;
    if (now[4].length + now[5].length === 0) return;
    lookAt(now[4]);
    replayTimer = setTimeout(function () {
      lookAt(now[5]);
      drawPiles(told);
      replayTimer = setTimeout(function () {
        endReplay();
        drawPiles(told);
      }, AFTER_MS);
    }, BEFORE_MS);

    function lookAt(piles) {
      chosenFor = ""; // places and sizes are chosen anew
      replay = { piles: piles, caption: now[3] };
    }
  }

  function endReplay() {
    clearTimeout(replayTimer);
    replay = null;
    chosenFor = "";
  }

  // When nothing has happened for a while, somebody is thinking; beside it stands the last turn.
  function wait(idle) {
    clearTimeout(idleTimer);
    shown.line = shown.head = "";
    if (!idle) return;
    idleTimer = setTimeout(function () {
      find(".line").textContent = idle[0];
      if (idle[1]) find(".news").textContent = idle[1];
      fitHeadline();
    }, IDLE_MS);
  }

  // Beside a long line the rest makes room, and at last goes.
  function fitHeadline() {
    if (headline("head") < 0.7 && headline("head tight") < 0.7) headline("head tight alone");
  }

  function headline(look) {
    var head = find(".head"), news = find(".news");
    head.className = look;
    // What is long takes two lines rather than letters of half the size, and meanwhile the place of the address.
    if (shrink(news, 0.5) < 0.86) {
      head.className = look + " two";
      shrink(news, 0.5);
      var size = parseFloat(window.getComputedStyle(news).fontSize);
      var least = Math.max(LEGIBLE, size / 2);
      for (; size > least && news.offsetHeight > head.clientHeight; size *= 0.96) news.style.fontSize = size + "px";
    }
    shrink(find(".at"), 0.5);
    if (news.parentNode.offsetHeight > head.clientHeight) head.className += " full";
    return shrink(find(".line"), 0.5);
  }

  function table(data, shownPiles) {
    var box = find(".table");
    var area = { width: box.clientWidth, height: box.clientHeight };
    var sizes = shownPiles.map(function (pile) { return pile[3].length; });
    var ids = shownPiles.map(function (pile) { return pile[0]; });
    var isNew = data.epoch !== chosenFor || !places || places.width !== area.width || places.height !== area.height;
    var kept = isNew ? null : hold(places, ids, sizes, area);
    if (!kept) {
      kept = pack(sizes, area, isNew ? 0 : places.step, 4);
      kept.ids = kept.ids.map(function (row) { return row.map(function (index) { return ids[index]; }); });
    }
    places = kept;
    places.width = area.width;
    places.height = area.height;
    chosenFor = data.epoch;
    box.setAttribute("aria-label", data.label);
    box.style.fontSize = places.h + "px";
    var there = {};
    var piles = clear(find(".piles"));
    places.rows.forEach(function (row) {
      row.forEach(function (piece) { add(piles, pile(shownPiles[piece.pile], piece, there)); });
    });
    Object.keys(cards).forEach(function (id) {
      if (there[id]) return;
      cards[id].parentNode.removeChild(cards[id]);
      delete cards[id];
    });
    find(".empty").textContent = shownPiles.length ? "" : data.empty;
  }

  // Place a piece of a pile and its cards: [id, label, classes, [[card id, rank, suit, kind, mark], ...]].
  function pile(told, piece, there) {
    var edges = (piece.from > 0 ? " cut-left" : "") + (piece.to < told[3].length ? " cut-right" : "");
    var box = el("div", "pile " + told[2] + edges);
    box.setAttribute("data-pile", told[0]);
    box.setAttribute("data-size", told[3].length);
    box.setAttribute("role", "listitem");
    if (!piece.from) box.setAttribute("aria-label", told[1]);
    put(box, piece.x, piece.y, (piece.to - piece.from) * piece.w);
    for (var nth = piece.from; nth < piece.to; nth++) {
      var left = Math.round((nth - piece.from) * piece.w);
      var right = Math.round((nth - piece.from + 1) * piece.w);
      var card = cardOf(told[3][nth], told[0]);
      var ends = (nth === piece.from ? " first" : "") + (nth === piece.to - 1 ? " last" : "");
      card.className = card.kind + ends + (piece.w < places.w * 0.9 ? " narrow" : "") + (card.turns ? " turns" : "");
      card.turns = false;
      put(card, piece.x + left, piece.y, right - left);
      there[told[3][nth][0]] = true;
    }
    return box;
  }

  function put(box, x, y, width) {
    box.style.transform = "translate(" + x + "px," + y + "px)";
    box.style.width = width + "px";
    box.style.height = places.h + "px";
  }

  function cardOf(told, pile) {
    var card = cards[told[0]];
    var open = told[3] !== "back";
    var look = told.slice(1).join(" ");
    if (!card) {
      card = cards[told[0]] = el("div");
      card.setAttribute("aria-hidden", "true");
      card.turns = open && document.body.className !== "still"; // it lay face down until now
      add(find(".cards"), card);
    }
    card.setAttribute("data-in", pile);
    if (card.look === look) return card;
    card.look = look;
    card.kind = "card " + told[3] + (told[2] ? " suit-" + told[2] : open ? " wild" : "") + (told[4] ? " " + told[4] : "") +
      (told[1].length > 1 ? " ten" : "");
    if (open) card.setAttribute("data-card", told[0]);
    clear(card);
    if (!open) return card;
    if (told[1]) add(card, el("span", "rank", told[1])).lastChild.setAttribute("translate", "no");
    if (told[2]) add(card, el("i", "pip pip-" + told[2]));
    if (told[3] === "joker") add(card, el("i", "pip pip-star"));
    return card;
  }

  // [seat, chair, name, cards, score, note, classes, unit, label]
  function players(data) {
    var box = clear(find(".players"));
    box.setAttribute("role", "list");
    box.setAttribute("aria-label", data.who);
    box.className = "players";
    data.players.forEach(function (p) {
      var one = el("div", "player chair-" + p[1] + " " + p[6]);
      var row = el("div", "player-row");
      var has = function (flag) { return (" " + p[6] + " ").indexOf(" is-" + flag + " ") >= 0; };
      one.setAttribute("role", "listitem");
      one.setAttribute("aria-label", p[8]);
      one.setAttribute("data-seat", p[0]);
      if (has("turn")) add(one, el("i", "arrow"));
      if (p[3] !== null) add(row, add(el("span", "held"), el("i", "back-mark"), el("b", "", p[3])));
      if (has("star")) add(row, el("i", "pip pip-gold"));
      if (has("computer")) add(row, icon("computer"));
      if (has("dealer")) add(row, el("i", "dealer"));
      if (has("away")) add(row, icon("away"));
      if (p[5]) add(row, el("span", "note", p[5]));
      if (p[4] !== null) add(row, add(el("span", "points"), el("b", "", p[4]), el("small", "", " " + p[7])));
      add(box, add(one, el("div", "player-name", p[2]), row));
    });
    fitPlayers(box);
  }

  // Names in one large line if all of them fit, else in two smaller ones; whoever has a long name gets more room.
  function fitPlayers(box) {
    var all = Array.prototype.slice.call(box.children);
    var tooWide = function (one) {
      var name = one.querySelector(".player-name");
      var row = one.querySelector(".player-row");
      return name.scrollWidth > name.clientWidth || row.scrollWidth > row.clientWidth;
    };
    if (!all.some(tooWide)) return;
    box.className = "players small";
    var rem = parseFloat(document.documentElement.style.fontSize);
    pen.font = "700 " + 0.34 * rem + "px " + window.getComputedStyle(box).fontFamily;
    all.forEach(function (one) {
      var row = one.querySelector(".player-row");
      var parts = 0;
      Array.prototype.forEach.call(row.children, function (part) { parts += part.getBoundingClientRect().width + 0.1 * rem; });
      parts = Math.max(parts, inTwoLines(one.querySelector(".player-name").textContent)) + 0.22 * rem;
      one.style.flex = "1 1 " + Math.ceil(parts) + "px";
    });
    all.forEach(function (one) {
      var name = one.querySelector(".player-name");
      for (var size = 0.34 * rem; size > 0.15 * rem; size -= 0.017 * rem) {
        if (fitsNarrow(name, size)) break;
      }
    });
  }

  // Whether a name fits into two lines of this size; before it is written smaller, it is written narrower.
  function fitsNarrow(name, size) {
    name.style.fontSize = size + "px";
    for (var narrow = 1; narrow > 0.7; narrow -= 0.04) {
      name.style.width = 100 / narrow + "%";
      name.style.transform = "scaleX(" + narrow + ")";
      if (name.clientHeight < 2.6 * size && name.scrollWidth <= name.clientWidth) return true;
    }
    return false;
  }

  // The least width at which a name fits into two lines; a single word may be broken in the middle.
  function inTwoLines(name) {
    var words = name.split(/[ -]/);
    var whole = pen.measureText(name).width;
    var best = whole;
    var at = 0;
    if (words.length < 2) return whole / 2 + pen.measureText("m").width;
    for (var nth = 0; nth < words.length - 1; nth++) {
      at += words[nth].length + 1;
      var lines = [name.slice(0, at).trim(), name.slice(at)];
      best = Math.min(best, Math.max(pen.measureText(lines[0]).width, pen.measureText(lines[1]).width));
    }
    return best;
  }

  function stock(data) {
    var box = clear(find(".stock"));
    box.className = data.lap ? "stock pulse" : "stock";
    if (!data.lap) {
      var deck = el("b", data.stock[0] ? "deck" : "deck none", data.stock[0]);
      deck.setAttribute("role", "img");
      deck.setAttribute("aria-label", data.stock[1]);
      add(box, deck);
      return;
    }
    var dots = el("span", "dots");
    data.lap[1].forEach(function (who) { add(dots, el("i", "dot chair-" + who[0] + (who[1] ? "" : " over"))); });
    add(box, el("b", "lap", data.lap[0]), dots);
  }

  function flash(name) {
    var old = find(".flash");
    var made = add(el("div", "flash"), el("b", "", name));
    made.setAttribute("aria-hidden", "true");
    stage.replaceChild(made, old);
    shrink(made, 0.4);
    if (name && document.body.className !== "still") made.className = "flash on";
  }

  // [number, seat, face, name, chair]: it rises from its player.
  function thrown(told) {
    var player = stage.querySelector('[data-seat="' + told[1] + '"]');
    var box = player ? player.getBoundingClientRect() : { left: window.innerWidth / 2, width: 0, top: window.innerHeight * 0.8 };
    var svg = document.createElementNS(SVG, "svg");
    var use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#face-" + told[2]);
    svg.setAttribute("viewBox", "0 0 48 48");
    svg.appendChild(use);
    var made = add(el("div", "thrown chair-" + told[4]), svg, el("b", "", told[3]));
    made.setAttribute("data-face", told[2]);
    made.style.left = box.left + box.width / 2 + "px";
    made.style.bottom = window.innerHeight - box.top + "px";
    document.body.appendChild(made);
    setTimeout(function () { document.body.removeChild(made); }, 2800);
  }

  // [seconds left when it was told, whether it runs, number of the reading, what it is in words]
  function clock(reading) {
    fresh("clock", reading && reading.slice(1), function () {
      endsAt = reading && reading[1] ? Date.now() + reading[0] * 1000 : 0;
      frozen = reading && !reading[1] ? reading[0] : 0;
    });
    tick();
  }

  function tick() {
    var box = find(".timer");
    if (!box || !told) return;
    var left = endsAt ? Math.max(0, Math.ceil((endsAt - Date.now()) / 1000 - 0.05)) : Math.ceil(frozen);
    var text = told.clock ? Math.floor(left / 60) + ":" + (left % 60 < 10 ? "0" : "") + left % 60 : "";
    if (box.textContent === text) return;
    box.textContent = text;
    box.className = text ? "timer on" : "timer";
    if (text) box.setAttribute("aria-label", told.clock[3] + " " + text);
  }

  // --- the score sheet

  function score(data) {
    var sheet = el("section", "sheet rows-" + data.rows.length);
    var side = add(el("div", "side"), el("p", "", data.side), copy("qr", "qr"));
    var list = el("ol", "rows");
    sheet.setAttribute("aria-label", data.title);
    add(sheet, el("h1", "verdict", data.verdict));
    data.rows.forEach(function (row) { add(list, scoreRow(row)); });
    add(sheet, list, data.next ? el("p", "next", data.next) : null);
    add(stage, sheet, side, copy("at", "at"));
    fitVerdict(find(".verdict"), 0.62);
    // Many reasons and full hands: everything a little smaller, until all of it is to be seen.
    var written = parseFloat(window.getComputedStyle(list).fontSize);
    for (var scale = 1; scale > 0.4 && written * scale > LEGIBLE && list.scrollHeight > list.clientHeight + 1; scale -= 0.05) {
      list.style.fontSize = scale + "em";
    }
    if (data.show && !calm) show(data, sheet, list);
  }

  // Open the hands one after the other, then say who has won: [what is said before, when each row opens, when it is over].
  function show(data, sheet, list) {
    var verdict = find(".verdict");
    var look = sheet.className;
    sheet.className = look + " showing";
    verdict.textContent = data.show[0];
    fitVerdict(verdict, 0.62);
    data.show[1].forEach(function (at, nth) {
      timers.push(setTimeout(function () { list.children[nth].className += " open"; }, at));
    });
    timers.push(setTimeout(function () {
      sheet.className = look;
      verdict.textContent = data.verdict;
      fitVerdict(verdict, 0.62);
    }, data.show[2]));
  }

  // --- the end of a game: lines are [chair, place, name, points, place in words], records [chair, what, whose]

  function podium(data) {
    var box = el("section", "podium");
    var steps = el("ol", "steps");
    var below = el("ul", "below");
    box.setAttribute("aria-label", data.title);
    data.steps.forEach(function (line) {
      var block = el("span", "block", line[1]);
      block.setAttribute("aria-hidden", "true");
      add(steps, add(el("li", "step place-" + line[1] + " chair-" + line[0]), el("b", "", line[2]), el("span", "", line[3]), block));
    });
    data.others.forEach(function (line) {
      add(below, add(el("li", "chair-" + line[0]), el("span", "", line[4] + " "), el("b", "", line[2]), el("span", "", " " + line[3])));
    });
    data.records.forEach(function (one) {
      add(below, add(el("li", "record chair-" + one[0]), el("span", "", one[1]), el("b", "", one[2])));
    });
    add(box, el("h1", "verdict", data.verdict), steps, below);
    add(stage, box, add(el("div", "side"), el("p", "", data.side), copy("qr", "qr")));
    fitVerdict(find(".verdict"), 0.5);
    var high = 4.4 * parseFloat(document.documentElement.style.fontSize); // the highest step with its name
    for (var scale = 1; scale > 0.4 && steps.clientHeight < high; scale -= 0.05) below.style.fontSize = scale + "em";
  }

  function scoreRow(row) {
    var line = el("li", "row chair-" + row.chair + (row.won ? " winner" : ""));
    var who = add(el("div", "row-who"), el("b", "row-name", row.name), row.won ? el("span", "crown", row.won) : null);
    var reasons = el("ul", row.lines.length > 3 ? "reasons many" : "reasons");
    if (row.held) add(who, el("p", "row-held", row.held));
    if (row.hand.length) {
      var hand = el("p", row.hand.length > 12 ? "row-hand many" : "row-hand");
      row.hand.forEach(function (card) {
        var mini = add(el("i", "mini suit-" + card[1]), card[0] ? el("b", "", card[0]) : null);
        add(hand, add(mini, el("i", "pip pip-" + (card[1] || "star"))));
      });
      add(who, hand);
    }
    row.lines.forEach(function (reason) { add(reasons, add(el("li"), el("span", "", reason[0]), el("b", "", reason[1]))); });
    var sums = add(el("div", "sums"), el("b", "change", row.change), el("span", "", row.total));
    return add(line, el("span", "place", row.place), who, reasons, sums);
  }

  // --- sizes

  // Write smaller, at least at `least` of the size and in LEGIBLE pixels, until the text fits into its line; gives how
  // large it is written.
  function shrink(box, least) {
    if (!box) return 1;
    box.style.fontSize = "";
    var size = parseFloat(window.getComputedStyle(box).fontSize);
    var scale = 1;
    least = Math.max(least, Math.min(1, LEGIBLE / size));
    while (scale > least && box.scrollWidth > box.clientWidth) {
      // The box may become narrower with its text, so once is not always enough.
      scale = Math.max(least, scale * Math.min(0.97, box.clientWidth / box.scrollWidth));
      box.style.fontSize = size * scale + "px";
    }
    return scale;
  }

  // One line if it can be read, or else as many as it needs.
  function fitVerdict(box, least) {
    box.className = "verdict";
    shrink(box, least);
    if (box.scrollWidth <= box.clientWidth) return;
    box.style.fontSize = "";
    box.className = "verdict broken";
  }

  // One rem is a tenth of the height of a 16:9 screen, so that everything looks alike on every TV.
  function measure() {
    document.documentElement.style.fontSize = Math.min(window.innerHeight, window.innerWidth * 0.5625) / 10 + "px";
  }

  function resized() {
    measure();
    if (!told) return;
    shown = {};
    document.body.className = "still";
    draw(told);
    setTimeout(moving, 50);
  }

  function moving() {
    document.body.className = "";
  }

  // --- listening -------------------------------------------------------------------------------------------------------

  var QUIET = 4000; // ms without a sign after which the server counts as gone; it beats every 1.5 s
  var ASKING = 1000; // ms between two questions, where nothing comes by itself
  var TRIES = 2; // so often may a stream bring nothing, although the server answers
  var path = document.body.getAttribute("data-path");
  var query = document.body.getAttribute("data-query");
  var lost = document.getElementById("lost");
  var source = null;
  var brought = false; // whether the stream has brought anything yet
  var heard = Date.now();
  var silent = 0;

  function take(text) {
    heard = Date.now();
    lost.hidden = true;
    if (text) draw(JSON.parse(text));
  }

  function listen() {
    if (!window.EventSource || silent >= TRIES) {
      setTimeout(ask, ASKING);
      return;
    }
    var own = new window.EventSource(path + "/events" + query);
    source = own;
    brought = false;
    function came(text) {
      if (source !== own) return;
      brought = true;
      silent = 0;
      take(text);
    }
    own.onmessage = function (event) { came(event.data); };
    own.addEventListener("beat", function () { came(""); });
    own.onerror = function () { if (source === own) broken(); };
  }

  // The stream has ended, or nothing comes: is the server there at all?
  function broken() {
    source.close();
    source = null;
    silent = brought ? 0 : silent + 1;
    ask();
  }

  function ask() {
    var request = new XMLHttpRequest();
    var done = false;
    request.open("GET", path + "/state" + query + (query ? "&" : "?") + "at=" + Date.now());
    request.timeout = 3000;
    request.onload = function () { end(request.status === 200 ? request.responseText : ""); };
    request.onerror = request.ontimeout = function () { end(""); };
    request.send();

    function end(text) {
      if (done) return;
      done = true;
      if (text) {
        take(text);
        listen();
      } else {
        lost.hidden = false;
        if (silent && silent < TRIES) silent = 0; // that nothing came says nothing about streams
        setTimeout(ask, ASKING);
      }
    }
  }

  function watch() {
    tick();
    if (Date.now() - heard <= QUIET) return;
    lost.hidden = false;
    if (source) broken();
  }

  window.addEventListener("resize", resized);
  measure();
  document.body.className = "still"; // the first sight of the table is no news: cards glide only from then on
  draw(JSON.parse(document.getElementById("first").textContent));
  setTimeout(moving, 400);
  setInterval(watch, 250);
  listen();
})();
