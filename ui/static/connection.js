/* Keeps a page alive: says when it is not connected yet and when the server is lost, and comes back by itself.
 *
 * NiceGUI creates the socket and answers its troubles with a small popup and location.reload(), which ends on the
 * browser's error page while the server is away. Here both are replaced: the overlay of the page is shown at once, taps
 * made meanwhile are forgotten, and the page is loaded anew only when the server answers again.
 *
 * `window.isLive` tells whether taps reach the server. ES5: also a browser that is too old must be able to say so.
 */
(function () {
  "use strict";
  var RETRY = 1000; // ms, about the longest pause between two attempts
  var PROBE = 1500; // ms in which a living server answers
  var ATTEMPT = 6000; // ms after which an attempt is given up: a network that swallows packets answers never
  var LONG = 12000; // ms after which the overlay says more
  var SOON = 400; // ms after which a page that is drawn says that it is not connected yet
  var STUCK = 8000; // ms after which a page that is still not connected says what to do
  var POLLING = "manipulation-polling"; // remembered in the tab where no WebSocket comes through
  var overlay = document.getElementById("connection");
  var socket = null;
  var wasConnected = false;
  var handshaken = false;
  var reloading = false;
  var longTimer = 0;

  window.isLive = false;

  // Where a browser keeps no data for pages, reading its storage throws: what is kept is kept for as long as the page lives.
  function standIn(name) {
    try {
      window[name].getItem(POLLING);
      return;
    } catch (error) {
      overlay.classList.add("no-data");
    }
    var kept = Object.create({
      getItem: function (key) { return Object.prototype.hasOwnProperty.call(kept, key) ? kept[key] : null; },
      setItem: function (key, value) { kept[key] = String(value); },
      removeItem: function (key) { delete kept[key]; }
    });
    Object.defineProperty(window, name, { configurable: true, value: kept });
  }
  standIn("sessionStorage");
  standIn("localStorage");

  function setOnline(value) {
    if (window.isLive === value) return;
    window.isLive = value;
    document.body.classList.toggle("offline", !value);
    clearTimeout(longTimer);
    if (value) {
      say("");
    } else {
      longTimer = setTimeout(function () { overlay.classList.add("long"); }, LONG);
      say("lost");
    }
    window.dispatchEvent(new CustomEvent(value ? "server-found" : "server-lost"));
  }

  // Over everything, open sheets too; on a TV it lies over nothing that can be touched.
  function say(what) {
    if (overlay.getAttribute("data-says") === what) return;
    overlay.setAttribute("data-says", what);
    overlay.classList.remove("long");
    if (!what) {
      if (overlay.close) overlay.close();
      else overlay.removeAttribute("open");
      return;
    }
    overlay.setAttribute("aria-labelledby", "connection-" + what);
    if (document.activeElement && document.activeElement.blur) document.activeElement.blur();
    cover();
  }

  function cover() {
    if (overlay.open) return;
    if (!overlay.showModal) overlay.setAttribute("open", "");
    else if (overlay.classList.contains("tv")) overlay.show();
    else overlay.showModal();
    overlay.focus();
  }

  overlay.addEventListener("cancel", function (event) { event.preventDefault(); });
  // A browser may insist on closing it.
  overlay.addEventListener("close", function () { if (overlay.getAttribute("data-says")) cover(); });
  overlay.addEventListener("click", function (event) {
    var what = event.target.getAttribute("data-do");
    if (what === "again") window.location.reload();
    if (what === "watch") window.location.replace("/plain");
  });

  // --- before the first connection ---

  // Until the picture of the game goes, nothing looks live; a page that is drawn and cannot hear must not, either.
  window.addEventListener("drawn", function () {
    setTimeout(function () { if (!handshaken && !overlay.open) say("connecting"); }, SOON);
  });
  if (!(window.HTMLScriptElement && HTMLScriptElement.supports && HTMLScriptElement.supports("importmap"))) say("old");
  else setTimeout(function () { if (!handshaken) say("stuck"); }, STUCK);

  // NiceGUI notes here that the server has answered; taps count from then on.
  Object.defineProperty(window, "did_handshake", {
    configurable: true,
    get: function () { return handshaken; },
    set: function (value) {
      handshaken = handshaken || value;
      if (value) setOnline(true);
    }
  });

  // The page's own settings come too late for the first attempt, which begins as soon as the socket is made.
  var io = null;
  Object.defineProperty(window, "io", {
    configurable: true,
    get: function () { return io; },
    set: function (make) {
      io = function (url, options) {
        options.timeout = ATTEMPT;
        options.reconnectionDelay = 250;
        options.reconnectionDelayMax = RETRY;
        options.randomizationFactor = 0.2;
        if (window.sessionStorage.getItem(POLLING)) options.transports = ["polling", "websocket"];
        return make(url, options);
      };
    }
  });

  function answers() {
    var stop = new AbortController();
    var timer = setTimeout(function () { stop.abort(); }, PROBE);
    return fetch("/healthz", { cache: "no-store", signal: stop.signal }).then(
      function (response) { clearTimeout(timer); return response.ok; },
      function () { clearTimeout(timer); return false; });
  }

  // Before there was a connection, there is none to be lost.
  function lost() {
    if (handshaken) setOnline(false);
  }

  // The server does not know this page any more: it was started anew, or the page slept too long.
  function reloadWhenItAnswers() {
    if (reloading) return;
    reloading = true;
    lost();
    (function again() {
      answers().then(function (yes) {
        if (yes) window.location.reload();
        else setTimeout(again, 500);
      });
    })();
  }

  // A phone that slept, or changed its network, holds a socket that looks alive and is dead.
  function probe() {
    if (!socket || reloading) return;
    if (!socket.connected) return;
    socket.timeout(PROBE).emit("alive", function (error) {
      if (error && socket.connected && socket.io.engine) socket.io.engine.close();
    });
  }

  function adopt() {
    var manager = socket.io;
    // What was tapped while the server was away is not played later (the buffer is socket.io's own).
    manager.on("open", function () { socket.sendBuffer.length = 0; });
    socket.off("connect_error");
    socket.off("try_reconnect");
    socket.on("connect", function () {
      wasConnected = true;
      remember(manager.engine);
    });
    socket.on("disconnect", lost);
    socket.on("connect_error", function (error) {
      lost();
      if (error.message === "Implicit handshake failed") reloadWhenItAnswers();
      // Where something between us lets no WebSocket through, plain requests do.
      else if (error.message === "timeout" && !wasConnected) manager.opts.transports = ["polling", "websocket"];
    });
    socket.on("try_reconnect", reloadWhenItAnswers);
    document.addEventListener("visibilitychange", function () { if (!document.hidden) probe(); });
    window.addEventListener("pageshow", probe);
    window.addEventListener("online", probe);
    window.addEventListener("offline", function () { if (socket.connected) probe(); });
  }

  // Where only plain requests came through, the next page of this tab begins with them; not for longer than that is so.
  function remember(engine) {
    if (engine.transport.name === "polling") window.sessionStorage.setItem(POLLING, "yes");
    else window.sessionStorage.removeItem(POLLING);
    engine.once("upgrade", function () { window.sessionStorage.removeItem(POLLING); });
  }

  // NiceGUI puts the socket here, then adds its handlers in the same breath; ours come right after them.
  Object.defineProperty(window, "socket", {
    configurable: true,
    get: function () { return socket; },
    set: function (value) {
      socket = value;
      if (value) Promise.resolve().then(adopt);
    },
  });

  // Only over https, or on this computer itself, does a browser let a page keep the screen on and be an app.
  function stayAwake() {
    if (!document.hidden) navigator.wakeLock.request("screen")["catch"](function () {});
  }
  if (navigator.wakeLock) {
    document.body.classList.add("stays-awake");
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  }
  try {
    if (window.isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("/sw.js")["catch"](function () {});
  } catch (error) { /* where no data is kept, it must not even be asked for */ }

  // A page that is left says goodbye, or the server would wait a quarter of an hour for it.
  window.addEventListener("pagehide", function () {
    if (window.clientId && navigator.sendBeacon) navigator.sendBeacon("/bye", window.clientId);
  });
})();
