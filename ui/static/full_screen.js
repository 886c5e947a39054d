/* The button for full screen on a laptop: it comes with the pointer and goes with it, so that a TV never shows it. ES5. */
(function () {
  "use strict";
  var button = document.getElementById("full-screen");
  var root = document.documentElement;
  var open = root.requestFullscreen || root.webkitRequestFullscreen;
  var close = document.exitFullscreen || document.webkitExitFullscreen;
  var timer = 0;
  if (!button || !open || !(document.fullscreenEnabled || document.webkitFullscreenEnabled)) return;

  function isFull() {
    return Boolean(document.fullscreenElement || document.webkitFullscreenElement);
  }

  function toggle() {
    var going = isFull() ? close.call(document) : open.call(root);
    if (going && going["catch"]) going["catch"](function () {});
  }

  function hide() {
    button.hidden = true;
  }

  function show(event) {
    if (event.pointerType === "touch" && event.type === "pointermove") return;
    clearTimeout(timer);
    button.hidden = isFull();
    timer = setTimeout(hide, 4000);
  }

  button.addEventListener("click", toggle);
  document.addEventListener(window.PointerEvent ? "pointermove" : "mousemove", show);
  document.addEventListener(window.PointerEvent ? "pointerdown" : "mousedown", show);
  document.addEventListener("fullscreenchange", hide);
  document.addEventListener("webkitfullscreenchange", hide);
  document.addEventListener("keydown", function (event) {
    if ((event.key === "f" || event.key === "F") && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
  });
})();
