/* Leads a browser that cannot run this page to the plain one, before NiceGUI says that it is too old. ES5.
 *
 * On a page that names no plain one, it only tells in `window.canPlay` whether the pages of the game would run here.
 *
 * What is asked for: import maps, without which nothing runs; cascade layers, without which nothing is dressed; and what
 * the scripts call. (An attribute `nomodule` tells nothing: browsers know modules since Chromium 61.)
 */
(function () {
  "use strict";
  var plain = document.currentScript.getAttribute("data-plain");
  var PATIENCE = 15000; // ms after which a page that hears nothing is given up

  function lead() {
    window.location.replace(plain);
  }

  function canRun() {
    var script = window.HTMLScriptElement;
    return Boolean(
      script && script.supports && script.supports("importmap") && window.CSSLayerBlockRule && window.ResizeObserver &&
      Array.prototype.at && Object.fromEntries && window.structuredClone && window.CSS && CSS.supports("width", "min(1px, 1vh)"));
  }

  window.canPlay = canRun();
  if (!plain) return;
  if (!window.canPlay) {
    lead();
    return;
  }

  // Whatever else may be missing: a screen that hears nothing although the server answers is no use.
  window.addEventListener("load", function () {
    setTimeout(function () {
      if (window.did_handshake) return;
      var request = new XMLHttpRequest();
      request.open("GET", "/healthz");
      request.onload = function () {
        if (request.status === 200) lead();
      };
      request.send();
    }, PATIENCE);
  });
})();
