// Two small charts: states per depth while a search runs, and bars that compare algorithms.

import { h, s } from "./dom.js";
import { brief, say } from "./i18n.js";

/**
 * States per depth, as a hill. Where the search went very deep, each number stands for several depths.
 * @param {number[]} depths @param {number} [each]
 */
export function depthChart(depths, each = 1) {
  const most = Math.max(1, ...depths);
  const peak = Math.max(0, depths.indexOf(most));
  const width = 320;
  const height = 110;
  const step = width / Math.max(1, depths.length);
  const chart = s(
    "svg",
    { class: "depth-chart", viewBox: `0 0 ${width} ${height + 16}`, role: "img", "aria-label": say("depth-chart", { depths: (depths.length - 1) * each, peak: peak * each, most: brief(depths[peak] ?? 0) }) },
    ...depths.map((value, i) => {
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
 * An axis from a number on, in equal steps of a factor.
 * @typedef {{ first: number, base: number, unit: (value: number) => string }} LogAxis
 */

/**
 * Bars. On a logarithmic axis it begins at the same number and ends at a whole step, so it stays as it is while more rows
 * come; without one, the largest value is as long as possible.
 * @param {{ name: string, value: number | undefined, text: string, best?: boolean }[]} rows @param {string} caption @param {LogAxis} [axis]
 */
export function barChart(rows, caption, axis) {
  const most = Math.max(...rows.flatMap((row) => (row.value === undefined ? [] : [row.value])), axis ? axis.first * axis.base ** 3 : 0);
  const steps = axis ? Math.ceil(Math.log(most / axis.first) / Math.log(axis.base) - 1e-9) : 0;
  const place = (/** @type {number} */ value) => {
    if (!axis) return most > 0 ? (100 * value) / most : 0;
    return (100 * Math.log(Math.max(axis.first, value) / axis.first)) / Math.log(axis.base) / steps;
  };
  return h(
    "figure",
    { class: "chart bars" },
    h(
      "ol",
      {},
      ...rows.map((row) => {
        const bar = h("span", { class: "bar-fill", "aria-hidden": "true" });
        bar.style.width = row.value === undefined ? "0" : `${Math.max(1, place(row.value))}%`;
        return h("li", { class: row.best ? "best" : undefined }, h("span", { class: "bar-name" }, row.name), h("span", { class: "bar-track" }, bar), h("span", { class: "bar-text" }, row.text));
      }),
    ),
    axis && ticks(axis, steps, place),
    h("figcaption", {}, axis ? `${caption}, ${say("log-scale")}` : caption),
  );
}

/** The numbers below a logarithmic axis, as many as can be read. @param {LogAxis} axis @param {number} steps @param {(value: number) => number} place */
function ticks({ first, base, unit }, steps, place) {
  const every = Math.max(1, Math.ceil(steps / 4));
  const marks = Array.from({ length: Math.floor(steps / every) + 1 }, (_, i) => first * base ** (i * every));
  return h("div", { class: "bar-axis", "aria-hidden": "true" }, h("span", { class: "bar-ticks" }, ...marks.map((value) => {
    const mark = h("span", {}, unit(value));
    mark.style.left = `${place(value)}%`;
    return mark;
  })));
}
