/* Sends what stands behind the # of the address, once, and takes it out of the address. */
(function () {
  "use strict";
  var form = document.getElementById("host");
  var secret = window.location.hash.slice(1);
  if (!secret) return;
  window.history.replaceState(null, "", window.location.pathname);
  if (form.dataset.wrong === "1") return;
  document.getElementById("secret").value = secret;
  form.submit();
})();
