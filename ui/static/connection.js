/* Keeps a page alive: says when the server is lost, and comes back by itself to the same seat.
 *
 * NiceGUI creates the socket and answers its troubles with a small popup and location.reload(), which ends on the
 * browser's error page while the server is away. Here both are replaced: the overlay of the page is shown at once, taps
 * made meanwhile are forgotten, and the page is loaded anew only when the server answers again.
 */
(function () {
  "use strict";
  var RETRY = 1000; // ms, about the longest pause between two attempts
  var PROBE = 1500; // ms in which a living server answers
  var ATTEMPT = 6000; // ms after which an attempt is given up: a network that swallows packets answers never
  var LONG = 12000; // ms after which the overlay says more
  var overlay = document.getElementById("connection");
  var socket = null;
  var online = true;
  var wasConnected = false;
  var reloading = false;
  var longTimer = 0;

  function setOnline(value) {
    if (online === value) return;
    online = value;
    document.body.classList.toggle("offline", !value);
    overlay.classList.remove("long");
    clearTimeout(longTimer);
    if (value) {
      overlay.close();
    } else {
      longTimer = setTimeout(function () { overlay.classList.add("long"); }, LONG);
      if (document.activeElement && document.activeElement.blur) document.activeElement.blur();
      cover();
    }
    window.dispatchEvent(new CustomEvent(value ? "server-found" : "server-lost"));
    import("/static/wire.js").then(function (wire) { if (wire.setOnline) wire.setOnline(value); }, function () {});
  }

  // Over everything, open sheets too; on a TV it lies over nothing that can be touched.
  function cover() {
    if (overlay.classList.contains("tv")) overlay.show();
    else overlay.showModal();
    overlay.focus();
  }

  overlay.addEventListener("cancel", function (event) { event.preventDefault(); });
  overlay.addEventListener("close", function () { if (!online) cover(); }); // a browser may insist on closing it

  function answers() {
    var stop = new AbortController();
    var timer = setTimeout(function () { stop.abort(); }, PROBE);
    return fetch("/healthz", { cache: "no-store", signal: stop.signal }).then(
      function (response) { clearTimeout(timer); return response.ok; },
      function () { clearTimeout(timer); return false; });
  }

  // The server does not know this page any more: it was started anew, or the page slept too long.
  function reloadWhenItAnswers() {
    if (reloading) return;
    reloading = true;
    setOnline(false);
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
    manager.reconnectionDelay(250);
    manager.reconnectionDelayMax(RETRY);
    manager.randomizationFactor(0.2);
    manager.timeout(ATTEMPT);
    manager.on("open", function () {
      // What was tapped while the server was away is not played later (the buffer is socket.io's own).
      if (wasConnected) socket.sendBuffer.length = 0;
    });
    socket.off("connect_error");
    socket.off("try_reconnect");
    socket.on("connect", function () { wasConnected = true; setOnline(true); });
    socket.on("disconnect", function () { setOnline(false); });
    socket.on("connect_error", function (error) {
      setOnline(false);
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
    if (!document.hidden) navigator.wakeLock.request("screen").catch(function () {});
  }
  if (navigator.wakeLock) {
    document.body.classList.add("stays-awake");
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
  }
  if (window.isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("/sw.js").catch(function () {});

  // A page that is left says goodbye, or the server would wait a quarter of an hour for it.
  window.addEventListener("pagehide", function () {
    if (window.clientId && navigator.sendBeacon) navigator.sendBeacon("/bye", window.clientId);
  });
})();
