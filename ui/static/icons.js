// The few pictures on buttons, drawn as lines in a field of 24 by 24.

import { h } from "vue";

const LINES = {
  draw: "M4 5.5h9a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 18ZM19 9v8M15.5 13.5 19 17l3-3.5",
  undo: "M9 6 4.5 10.5 9 15M5 10.5h9a5 5 0 0 1 0 10h-3",
  redo: "M15 6l4.5 4.5L15 15M19 10.5h-9a5 5 0 0 0 0 10h3",
  knock: "M7 13V8.5a1.75 1.75 0 0 1 3.5 0V8a1.75 1.75 0 0 1 3.5 0v.5a1.75 1.75 0 0 1 3.5 0V15c0 3.3-2.2 5.5-5.5 5.5S7 18.5 7 15.5L5.5 13M10.5 8.5V12M14 8.5V12M4 5 2.5 3.5M8 3.5V1.8M20 5l1.5-1.5",
  done: "M4 12.5 9.5 18 20.5 6.5",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  new: "M12 5v14M5 12h14",
  back: "M12 3v10M8 9.5l4 4 4-4M4 15v4.5h16V15",
  elsewhere: "M4 12h11M11 7.5l4.5 4.5-4.5 4.5M19.5 5v14",
  whole: "M4 6h5v12H4ZM9.5 6h5v12h-5ZM15 6h5v12h-5Z",
  arrange: "M4 5h6v6H4ZM14 13h6v6h-6ZM14 5h6M14 8.5h6M4 15.5h6M4 19h6",
  "cut-left": "M9 4v16M12.5 7H20v10h-7.5M5.5 9.5 3 12l2.5 2.5",
  "cut-right": "M15 4v16M11.5 7H4v10h7.5M18.5 9.5 21 12l-2.5 2.5",
  over: "M4.5 12a7.5 7.5 0 1 0 2.5-5.6M7 2.5v4.2h4.2",
  sort: "M7 5v13M3.5 14.5 7 18l3.5-3.5M13 6h8M13 11h6M13 16h4",
  cover: "M3 3l18 18M10 6.3A9 9 0 0 1 12 6c5 0 8.5 4 9.5 6a13 13 0 0 1-2.7 3.5M6.5 7.5C4.4 8.9 3 10.9 2.5 12c1 2 4.5 6 9.5 6 1.6 0 3-.4 4.3-1M10 10a2.8 2.8 0 0 0 4 4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 8h6",
  invite: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2h-2ZM18 18h2v2h-2ZM18 14h2M14 18v2",
  move: "M4 4.5h8v15H4ZM7 17h2M15 12h6M18.5 9 21.5 12l-3 3",
  plan: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3",
  last: "M4.5 12a7.5 7.5 0 1 0 2.5-5.6M7 2.5v4.2h4.2M12 8v4.5l3 2",
  log: "M5 4h14v16H5ZM8.5 8.5h7M8.5 12h7M8.5 15.5h4",
  before: "M15 5 8 12l7 7",
  after: "M9 5l7 7-7 7",
  next: "M9 5l7 7-7 7",
  hints: "M9 18h6M10 21h4M8.500 15c0-2-2.500-3-2.500-6.500a6 6 0 0 1 12 0c0 3.500-2.500 4.500-2.500 6.500Z",
  quiet: "M4 9.5h3.5L12 5v14l-4.5-4.5H4ZM16 9.5l5 5M21 9.5l-5 5",
  loud: "M4 9.5h3.5L12 5v14l-4.5-4.5H4ZM15.500 9a4.200 4.200 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  players: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.7 3.5 5.5",
};

/** A picture by its name; the words beside it say what it means. */
export function Icon({ name }) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, [
    h("path", { d: LINES[name] || "" }),
  ]);
}
Icon.props = ["name"];
