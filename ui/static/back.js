/* Waits for those at the table to say that this is the right person; then goes to the seat by itself. */
(function () {
  "use strict";
  var form = document.getElementById("enter");
  if (form.dataset.answer === "granted") form.submit();
  if (form.dataset.answer !== "waiting") return;
  (function ask() {
    fetch(form.dataset.ask, { cache: "no-store" })
      .then(function (response) { return response.json(); })
      .then(function (found) {
        if (found.answer === "granted") form.submit();
        else if (found.answer === "declined") window.location.reload();
        else setTimeout(ask, 1000);
      })
      .catch(function () { setTimeout(ask, 1500); });
  })();
})();
