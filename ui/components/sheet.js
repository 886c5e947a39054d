import { closeBeside } from "/static/wire.js";

export default {
  template: `<dialog class="panel-sheet" tabindex="-1" :aria-labelledby="titled" @close="$emit('closed')"><slot /></dialog>`,
  props: { titled: String, open: Boolean },
  emits: ["closed"],
  mounted() {
    closeBeside(this.$el);
    this.$el.showModal();
    document.documentElement.classList.add("with-sheet");
    this.$el.focus();
  },
  beforeUnmount() {
    this.$el.close(); // so that the focus goes back to where it was
    if (!document.querySelector(".panel-sheet[open]")) document.documentElement.classList.remove("with-sheet");
  },
  watch: {
    open(open) {
      if (!open) this.$el.close();
    },
  },
};
