// Two small charts: states per depth while a search runs, and bars that compare algorithms.

import { h, s } from "./dom.js";
import { brief, say } from "./i18n.js";

/** Most bars that a chart of depths shows; deeper searches put several depths into one. */
const MOST_BARS = 160;

/**
 * States per depth, as a hill. Where the search went very deep, each number stands for several depths.
 * @param {(number | string)[]} depths @param {number} [each]
 */
export function depthChart(depths, each = 1) {
  const per = Math.max(1, Math.ceil(depths.length / MOST_BARS));
  /** @type {number[]} */ const bars = [];
  depths.forEach((value, depth) => { bars[Math.floor(depth / per)] = (bars[Math.floor(depth / per)] ?? 0) + Number(value); });
  const most = Math.max(1, ...bars);
  let peak = 0;
  depths.forEach((value, depth) => { if (Number(value) > Number(depths[peak])) peak = depth; });
  const width = 320;
  const height = 110;
  const step = width / Math.max(1, bars.length);
  const chart = s(
    "svg",
    { class: "depth-chart", viewBox: `0 0 ${width} ${height + 16}`, role: "img", "aria-label": say("depth-chart", { depths: (depths.length - 1) * each, peak: peak * each, most: brief(depths[peak] ?? 0) }) },
    ...bars.map((value, i) => {
      const high = Math.max(value > 0 ? 1 : 0, (height * value) / most);
      return s("rect", { class: "depth-bar", x: i * step, y: height - high, width: Math.max(0.6, step - Math.min(1.5, step * 0.25)), height: high, rx: Math.min(1.5, step / 3) });
    }),
    s("line", { class: "axis", x1: 0, y1: height + 0.5, x2: width, y2: height + 0.5 }),
    axisLabel("0", 0, height + 13, "start"),
    axisLabel(String(Math.max(0, depths.length - 1) * each), width, height + 13, "end"),
    axisLabel(say("most", { n: brief(most) }), 0, 9, "start"),
  );
  return h("figure", { class: "chart" }, chart, h("figcaption", {}, say("states-per-depth")));
}

/** @param {string} text @param {number} x @param {number} y @param {string} anchor */
function axisLabel(text, x, y, anchor) {
  const node = s("text", { class: "axis-label", x, y, "text-anchor": anchor });
  node.textContent = text;
  return node;
}

/**
 * Bars, the largest value as long as possible; on a logarithmic scale, and saying so, where values are far apart.
 * @param {{ name: string, value: number | undefined, text: string, best?: boolean }[]} rows @param {string} caption
 */
export function barChart(rows, caption) {
  const known = rows.flatMap((row) => (row.value !== undefined && row.value > 0 ? [row.value] : []));
  const most = Math.max(...known, 0);
  const low = Math.log10(Math.min(...known, Infinity));
  const span = Math.log10(most) - low;
  const far = span > 1.2;
  const part = (/** @type {number | undefined} */ value) => {
    if (value === undefined || most === 0) return 0;
    if (value <= 0) return 1;
    return far ? 8 + (92 * (Math.log10(value) - low)) / span : Math.max(1, (100 * value) / most);
  };
  return h(
    "figure",
    { class: "chart bars" },
    h(
      "ol",
      {},
      ...rows.map((row) => {
        const bar = h("span", { class: "bar-fill", "aria-hidden": "true" });
        bar.style.width = `${part(row.value)}%`;
        return h("li", { class: row.best ? "best" : undefined }, h("span", { class: "bar-name" }, row.name), h("span", { class: "bar-track" }, bar), h("span", { class: "bar-text" }, row.text));
      }),
    ),
    h("figcaption", {}, [caption, far ? say("log-scale") : ""].filter(Boolean).join(", ")),
  );
}
