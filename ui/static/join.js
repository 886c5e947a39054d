/* The page where a name is entered: remembers the name and how this person likes the cards. */
(function () {
  "use strict";
  var KEY = "manipulation-me";
  var form = document.querySelector("form.join");
  if (!form) return;
  var name = form.elements.name;

  // Said before a seat is taken: the game's own pages would stay empty here.
  if (!window.canPlay) {
    document.getElementById("too-old").hidden = false;
    form.hidden = true;
    return;
  }

  function remembered() {
    try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch (error) { return {}; }
  }

  function show() {
    var size = form.querySelector("input[name=size]:checked");
    var colours = form.querySelector("input[name=colours]:checked");
    if (size) document.body.dataset.size = size.value;
    if (colours) document.body.dataset.colours = colours.value;
  }

  if (form.dataset.fresh === "1" && form.dataset.another === "0") {
    var me = remembered();
    if (typeof me.name === "string" && !name.value) name.value = me.name;
    ["size", "colours"].forEach(function (field) {
      form.querySelectorAll("input[name=" + field + "]").forEach(function (input) {
        if (input.value === me[field]) input.checked = true;
      });
    });
    form.elements.left_hand.checked = me.left_hand === true;
  }
  form.addEventListener("change", show);
  show();

  var sent = false;
  form.addEventListener("submit", function (event) {
    if (sent) { event.preventDefault(); return; }
    if (!name.value.trim()) { event.preventDefault(); name.focus(); form.classList.add("nudge"); return; }
    sent = true;
    form.classList.add("sending");
    try {
      if (form.dataset.another === "0") localStorage.setItem(KEY, JSON.stringify({
        name: name.value.trim(),
        size: form.elements.size.value,
        colours: form.elements.colours.value,
        left_hand: form.elements.left_hand.checked,
      }));
    } catch (error) { /* a private window keeps nothing */ }
  });
  // Back on this page from the seat: it may be sent again (the same seat is given for the same id).
  window.addEventListener("pageshow", function () { sent = false; form.classList.remove("sending"); });
})();
