// Says once that this page was touched, wherever that was but on an answer: whoever does so is there.

const NAMES = ["pointerdown", "keydown"];

export default {
  template: `<i class="nothing" hidden></i>`,
  emits: ["touched"],
  mounted() {
    this.hear = (event) => {
      const at = event.target instanceof Element ? event.target : null;
      if (this.told || (at && at.closest("[data-zone=asked] button"))) return;
      this.told = true;
      this.$emit("touched");
    };
    for (const name of NAMES) document.addEventListener(name, this.hear, true);
  },
  beforeUnmount() {
    for (const name of NAMES) document.removeEventListener(name, this.hear, true);
  },
};
