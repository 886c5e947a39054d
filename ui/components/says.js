// A sentence in which suits are drawn.

import { Pips } from "/static/wire.js";

export default {
  components: { Pips },
  template: `<p class="says"><Pips :text="text" /></p>`,
  props: { text: { type: String, default: "" } },
};
