// The faces that phones throw onto the big screen, drawn in a field of 48 by 48, and how one appears.

import { h } from "vue";

const INK = "#3a2600";
const EYES = [h("circle", { cx: 17, cy: 20, r: 3, fill: INK }), h("circle", { cx: 31, cy: 20, r: 3, fill: INK })];
const line = (d, more = {}) => h("path", { d, fill: "none", stroke: INK, "stroke-width": 3, "stroke-linecap": "round", ...more });

const DRAWN = {
  laugh: () => [line("M12 21l5-4 5 4M26 21l5-4 5 4"), h("path", { d: "M12 27h24a12 12 0 0 1-24 0Z", fill: INK }), h("path", { d: "M17 36a9 6 0 0 1 14 0a12 12 0 0 1-14 0Z", fill: "#e0564a" })],
  wow: () => [...EYES, line("M13 13l6-2M35 13l-6-2"), h("ellipse", { cx: 24, cy: 33, rx: 5.5, ry: 7, fill: INK })],
  love: () => [
    h("path", { d: "M16 26l-6-6a3.6 3.6 0 0 1 6-4 3.6 3.6 0 0 1 6 4ZM32 26l-6-6a3.6 3.6 0 0 1 6-4 3.6 3.6 0 0 1 6 4Z", fill: "#d3301f" }),
    line("M14 31a11 9 0 0 0 20 0"),
  ],
  cry: () => [...EYES, line("M16 36a9 7 0 0 1 16 0"), h("path", { d: "M34 25c3 5 4 7 4 9a4 4 0 0 1-8 0c0-2 1-4 4-9Z", fill: "#3f8fe0" })],
  angry: () => [...EYES, line("M11 12l9 5M37 12l-9 5"), line("M16 35a9 6 0 0 1 16 0")],
  sleepy: () => [line("M12 20h9M27 20h9"), h("ellipse", { cx: 24, cy: 33, rx: 4, ry: 3.4, fill: INK }), line("M36 4h7l-7 8h7", { "stroke-width": 2.6, stroke: "#3f8fe0" })],
};
const SKIN = { angry: "#ff9f7a", cry: "#ffe08a" };

export const FACES = Object.keys(DRAWN);

/** A face by its name. */
export function FacePicture({ name }) {
  if (!DRAWN[name]) return null;
  return h("svg", { class: "face", viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, [
    h("circle", { cx: 24, cy: 25, r: 21, fill: SKIN[name] || "#ffd166", stroke: INK, "stroke-width": 2.5 }),
    ...DRAWN[name](),
  ]);
}
FacePicture.props = ["name"];
