/* Waits for the answer to a question and tells how it goes on; then goes to the seat by itself. */
(function () {
  "use strict";
  var form = document.getElementById("enter");
  var says = document.getElementById("says");
  if (form.dataset.answer === "granted") form.submit();
  if (form.dataset.answer !== "waiting") return;
  (function ask() {
    fetch(form.dataset.ask, { cache: "no-store" })
      .then(function (response) { return response.json(); })
      .then(function (found) {
        if (found.says && found.says !== says.textContent) says.textContent = found.says;
        if (found.answer === "granted") form.submit();
        else if (found.answer !== "waiting") window.location.reload();
        else setTimeout(ask, 1000);
      })
      .catch(function () { setTimeout(ask, 1500); });
  })();
})();
