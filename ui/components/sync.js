import { sync } from "/static/wire.js";

export default {
  template: `<span hidden></span>`,
  props: ["position", "revision", "ack", "picked", "letters", "dimmed", "size", "theme", "colours", "side", "plan"],
  emits: ["act"],
  created() {
    this.tell();
  },
  beforeUpdate() {
    this.tell();
  },
  unmounted() {
    delete document.body.dataset.plan;
  },
  methods: {
    tell() {
      sync(this.$props);
      const look = document.body.dataset;
      look.size = this.size;
      look.theme = this.theme;
      look.colours = this.colours;
      look.hand = this.side;
      look.plan = this.plan ? "on" : "off";
    },
  },
};
