// Drawing a level instead of writing it, by fields: each puzzle's fields show its level text, and change it as a pen would.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { painted, pens, poured, readBlocks, readPegs, readPiles, readTiles, readTubes, swapped, writeBlocks, writePegs, writeTiles, writeTubes } from "./level-text.js";
import { stepper } from "./widgets.js";

/** @typedef {(text: string) => void} Write */

/** How the colours of water look that were seen on a picture. @type {Map<string, string>} */
const swatches = new Map();

/** Learns from a picture how colours look; says whether something is new. @param {ParentNode} host @param {import("../types.js").Picture} picture */
export function learnColours(host, picture) {
  const before = swatches.size;
  for (const item of picture.items.filter((item) => item.kind === "unit")) {
    const body = /** @type {SVGElement | null} */ (host.querySelector(`[data-id="${item.id}"] .body`));
    if (body?.style.fill) swatches.set(item.label, body.style.fill);
  }
  return swatches.size > before;
}

/** A spot of a colour. @param {string} name */
function swatch(name) {
  const node = h("i", { class: "swatch", "aria-hidden": "true" });
  node.style.background = swatches.get(name) ?? "transparent";
  return node;
}

/** The tile that was touched first. */
let touched = "";

/** How a cell of blocks is shown. @param {string} word */
const sign = (word) => ("#.-_ ".includes(word) ? { "#": "■", "-": "▭" }[word] ?? "" : word);

/** @type {Record<string, (text: string, options: Record<string, string>, write: Write) => Node[]>} */
const DRAWINGS = {
  hanoi(text, _options, write) {
    const pegs = readPegs(text);
    const discs = pegs.flat().filter((disc) => disc > 0).length;
    const place = (/** @type {number} */ disc) => pegs.findIndex((peg) => peg.includes(disc));
    const build = (/** @type {(disc: number) => number} */ where, /** @type {number} */ count, /** @type {number} */ wide) => {
      const rows = Array.from({ length: wide }, () => /** @type {number[]} */ ([]));
      for (let disc = count; disc >= 1; disc -= 1) rows[Math.max(0, Math.min(wide - 1, where(disc)))].push(disc);
      write(writePegs(rows));
    };
    const rows = Array.from({ length: Math.min(discs, 16) }, (_, i) => i + 1).map((disc) =>
      h("tr", {}, h("th", { scope: "row" }, say("disc-n", { n: disc })), ...pegs.map((_, peg) => h("td", {}, h("button", { type: "button", class: "cell", "aria-pressed": String(place(disc) === peg), "aria-label": say("disc-on-peg", { n: disc, peg: String.fromCharCode(65 + peg) }), onclick: () => build((other) => (other === disc ? peg : place(other)), discs, pegs.length) })))));
    return [
      stepper(say("discs"), discs, 1, 16, (count) => build((disc) => (disc > discs ? 0 : place(disc)), count, pegs.length)),
      stepper(say("pegs"), pegs.length, 3, 8, (wide) => build(place, discs, wide)),
      h("table", { class: "peg-table" }, h("thead", {}, h("tr", {}, h("td", {}), ...pegs.map((_, peg) => h("th", { scope: "col" }, String.fromCharCode(65 + peg))))), h("tbody", {}, ...rows)),
    ];
  },

  stones(text, _options, write) {
    const piles = readPiles(text);
    return [
      stepper(say("piles"), piles.length, 1, 9, (count) => write(Array.from({ length: count }, (_, i) => piles[i] ?? 3).join(" "))),
      ...piles.slice(0, 9).map((size, i) => stepper(say("pile-n", { n: i + 1 }), size, 0, 99, (value) => write(piles.map((old, j) => (j === i ? value : old)).join(" ")))),
    ];
  },

  water(text, options, write) {
    const tubes = readTubes(text);
    const capacity = Number(options.capacity) || Math.max(4, ...tubes.map((tube) => tube.length));
    const colours = [...new Set(tubes.flat())].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b));
    const more = String(Math.max(0, ...colours.map((name) => Number(name) || 0)) + 1);
    const put = (/** @type {string[][]} */ next) => write(writeTubes(next));
    const pick = (/** @type {string} */ name) => h("button", { type: "button", class: "chip", "aria-pressed": String(pens.colour === name), onclick: () => { pens.colour = name; put(tubes); } }, swatch(name), name);
    return [
      stepper(say("tubes"), tubes.length, 2, 24, (count) => put(Array.from({ length: count }, (_, i) => tubes[i] ?? []))),
      h("div", { class: "row wrap", role: "group", "aria-label": say("colour") }, ...colours.map(pick), ...(colours.length < 16 ? [pick(more)] : []), h("button", { type: "button", class: "chip", "aria-pressed": String(pens.colour === ""), onclick: () => { pens.colour = ""; put(tubes); } }, say("erase"))),
      h("div", { class: "row wrap tubes" }, ...tubes.map((tube, i) => h("button", { type: "button", class: "cell wide", "aria-label": say("tube-holds", { n: i + 1, what: tube.join(" ") || "–" }), onclick: () => put(tubes.map((old, j) => (j !== i || (pens.colour !== "" && old.length >= capacity) ? old : poured(old)))) }, tube.join(" ") || "–"))),
    ];
  },

  tiles(text, options, write) {
    const rows = readTiles(text, options.size);
    const put = (/** @type {string[][]} */ next) => write(writeTiles(next));
    const solved = (/** @type {number} */ high, /** @type {number} */ wide) => put(Array.from({ length: high }, (_, y) => Array.from({ length: wide }, (_, x) => (y === high - 1 && x === wide - 1 ? "." : String(y * wide + x + 1)))));
    const wide = rows[0]?.length ?? 3;
    const swap = (/** @type {string} */ tile) => {
      const other = touched;
      touched = other ? "" : tile;
      put(other ? swapped(rows, tile, other) : rows);
    };
    return [
      stepper(say("rows"), rows.length, 2, 6, (high) => solved(high, wide)),
      stepper(say("columns"), wide, 2, 6, (next) => solved(rows.length, next)),
      h("p", { class: "note" }, say("swap-note")),
      grid(rows, (word) => ({ text: word === "." ? "" : word, name: word === "." ? say("blank") : say("tile-n", { n: word }), pressed: word === touched, act: () => swap(word) })),
    ];
  },

  klotski(text, _options, write) {
    const rows = readBlocks(text);
    const wide = Math.max(1, ...rows.map((row) => row.length));
    const put = (/** @type {string[][]} */ next) => write(writeBlocks(next));
    const kinds = /** @type {const} */ (["piece", "erase", "wall", "door"]);
    const field = grid(rows, (word, x, y) => ({ text: sign(word), name: say("cell-n", { row: y + 1, column: x + 1, what: word }), pressed: false, act: () => put(painted(rows, { x, y }, { x, y })) }), true);
    /** Where a stroke began, and what it has made so far. @type {{ from: import("./level-text.js").Cell, made: string[][] } | undefined} */ let stroke;
    const show = (/** @type {string[][]} */ shown) => {
      for (const cell of /** @type {NodeListOf<HTMLElement>} */ (field.querySelectorAll("[data-x]"))) cell.textContent = sign(shown[Number(cell.dataset.y)][Number(cell.dataset.x)] ?? "");
    };
    const follow = (/** @type {PointerEvent} */ event) => {
      const cell = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-x]") ?? null);
      if (!cell || !field.contains(cell)) return;
      const to = { x: Number(cell.dataset.x), y: Number(cell.dataset.y) };
      const from = stroke?.from ?? to;
      stroke = { from, made: painted(rows, from, to) };
      show(stroke.made);
    };
    field.addEventListener("pointerdown", (event) => {
      follow(event);
      if (stroke) event.preventDefault();
    });
    field.addEventListener("pointermove", (event) => { if (stroke) follow(event); });
    field.addEventListener("pointerup", () => { if (stroke) put(stroke.made); });
    field.addEventListener("pointercancel", () => {
      stroke = undefined;
      show(rows);
    });
    return [
      stepper(say("rows"), rows.length, 1, 12, (high) => put(Array.from({ length: high }, (_, y) => rows[y] ?? Array(wide).fill(".")))),
      stepper(say("columns"), wide, 1, 12, (next) => put(rows.map((row) => Array.from({ length: next }, (_, x) => row[x] ?? ".")))),
      h("div", { class: "row wrap", role: "group", "aria-label": say("pen") }, ...kinds.map((name) => h("button", { type: "button", class: "chip", "aria-pressed": String(pens.block === name), onclick: () => { pens.block = name; put(rows); } }, say(`pen-${name}`)))),
      field,
    ];
  },
};

/**
 * @param {string[][]} rows
 * @param {(word: string, x: number, y: number) => { text: string, name: string, pressed: boolean, act: () => void }} cell
 * @param {boolean} [painted] whether pointers paint, so that only the keyboard clicks
 */
function grid(rows, cell, painted = false) {
  return h(
    "div",
    { class: "grid-cells", role: "group", "aria-label": say("drawing") },
    ...rows.map((row, y) =>
      h("div", { class: "grid-row" }, ...row.map((word, x) => {
        const { text, name, pressed, act } = cell(word, x, y);
        return h("button", { type: "button", class: "cell", "data-x": x, "data-y": y, "aria-label": name, "aria-pressed": String(pressed), onclick: (/** @type {MouseEvent} */ event) => { if (event.detail === 0 || !painted) act(); } }, text);
      }))),
  );
}

/** @param {string} puzzle @param {string} text @param {Record<string, string>} options @param {Write} write @returns {Node[]} */
export const drawingOf = (puzzle, text, options, write) => DRAWINGS[puzzle]?.(text, options, write) ?? [];
