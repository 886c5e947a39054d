// A row of faces to throw onto the big screen.

import { act, taps } from "/static/wire.js";
import { FacePicture, FACES } from "/static/faces.js";

export default {
  components: { FacePicture },
  template: `
    <div class="face-row" role="group" :aria-label="words.faces" data-zone="faces">
      <button v-for="face in faces" :key="face" type="button" :data-act="'face-' + face" :data-face="face" :aria-label="words[face]"><FacePicture :name="face" /></button>
    </div>`,
  props: ["words"],
  emits: ["act"],
  data: () => ({ faces: FACES }),
  mounted() {
    this.endTaps = taps(this.$el, "faces", { selector: "button", tap: (el) => act(this, "face", { face: el.dataset.face }) });
  },
  beforeUnmount() {
    this.endTaps();
  },
};
