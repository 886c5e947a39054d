// The faces that phones throw onto the big screen; every page brings their drawings with it (faces.svg).

import { h } from "vue";

export const FACES = ["laugh", "wow", "love", "cry", "angry", "sleepy"];

/** A face by its name. */
export function FacePicture({ name }) {
  return h("svg", { class: "face", viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, [h("use", { href: `#face-${name}` })]);
}
FacePicture.props = ["name"];
