// Drawing a level instead of writing it. Each puzzle's drawing reads the level text, changes it as a pen would, and writes
// it again; whether the result is a level is for the server to say.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { stepper } from "./widgets.js";

/** @typedef {(text: string) => void} Write */

/** What the pens have: of sliding blocks what they paint, of water the colour, or nothing to take a unit away. */
export const pens = { block: /** @type {"piece" | "erase" | "wall" | "door"} */ ("piece"), colour: "1" };

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

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** The cells of a board of blocks. @param {string} text */
export const rowsOf = (text) => text.split(/[/\n]/).map((row) => [...row]);

/** What the pen for blocks leaves: a letter that no other block has, or no block. @param {string[][]} rows */
export function signToPaint(rows) {
  const used = new Set(rows.flat());
  return { piece: [...LETTERS].find((letter) => !used.has(letter)) ?? "a", erase: ".", wall: "#", door: "-" }[pens.block];
}

/** How a cell of blocks is shown. @param {string} word */
const sign = (word) => ("#.-_ ".includes(word) ? { "#": "■", "-": "▭" }[word] ?? "" : word);

/** @type {Record<string, (text: string, options: Record<string, string>, write: Write) => Node[]>} */
const DRAWINGS = {
  hanoi(text, _options, write) {
    const pegs = text.split("|").map((peg) => peg.trim().split(/\s+/).filter(Boolean).map(Number));
    const discs = pegs.flat().filter((disc) => disc > 0).length;
    const place = (/** @type {number} */ disc) => pegs.findIndex((peg) => peg.includes(disc));
    const build = (/** @type {(disc: number) => number} */ where, /** @type {number} */ count, /** @type {number} */ wide) => {
      const rows = Array.from({ length: wide }, () => /** @type {number[]} */ ([]));
      for (let disc = count; disc >= 1; disc -= 1) rows[Math.max(0, Math.min(wide - 1, where(disc)))].push(disc);
      write(rows.map((row) => row.join(" ")).join(" | ").trim());
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
    const piles = (text.match(/\d+/g) ?? []).map(Number);
    return [
      stepper(say("piles"), piles.length, 1, 9, (count) => write(Array.from({ length: count }, (_, i) => piles[i] ?? 3).join(" "))),
      ...piles.slice(0, 9).map((size, i) => stepper(say("pile-n", { n: i + 1 }), size, 0, 99, (value) => write(piles.map((old, j) => (j === i ? value : old)).join(" ")))),
    ];
  },

  water(text, options, write) {
    const tubes = text.split(/[|\n]/).map((tube) => tube.trim().split(/\s+/).filter((word) => word && word !== "-"));
    const capacity = Number(options.capacity) || Math.max(4, ...tubes.map((tube) => tube.length));
    const colours = [...new Set(tubes.flat())].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b));
    const more = String(Math.max(0, ...colours.map((name) => Number(name) || 0)) + 1);
    const put = (/** @type {string[][]} */ next) => write(next.map((tube) => tube.join(" ") || "-").join(" | "));
    const pick = (/** @type {string} */ name) => h("button", { type: "button", class: "chip", "aria-pressed": String(pens.colour === name), onclick: () => { pens.colour = name; put(tubes); } }, swatch(name), name);
    return [
      stepper(say("tubes"), tubes.length, 2, 24, (count) => put(Array.from({ length: count }, (_, i) => tubes[i] ?? []))),
      h("div", { class: "row wrap", role: "group", "aria-label": say("colour") }, ...colours.map(pick), ...(colours.length < 16 ? [pick(more)] : []), h("button", { type: "button", class: "chip", "aria-pressed": String(pens.colour === ""), onclick: () => { pens.colour = ""; put(tubes); } }, say("erase"))),
      h("div", { class: "row wrap tubes" }, ...tubes.map((tube, i) => h("button", { type: "button", class: "cell wide", "aria-label": say("tube-holds", { n: i + 1, what: tube.join(" ") || "–" }), onclick: () => put(tubes.map((old, j) => (j !== i ? old : pens.colour === "" ? old.slice(0, -1) : old.length < capacity ? [...old, pens.colour] : old))) }, tube.join(" ") || "–"))),
    ];
  },

  tiles(text, options, write) {
    const rows = tileRows(text, options.size);
    const put = (/** @type {string[][]} */ next) => write(next.map((row) => row.join(" ")).join("/"));
    const solved = (/** @type {number} */ high, /** @type {number} */ wide) => put(Array.from({ length: high }, (_, y) => Array.from({ length: wide }, (_, x) => (y === high - 1 && x === wide - 1 ? "." : String(y * wide + x + 1)))));
    const wide = rows[0]?.length ?? 3;
    const swap = (/** @type {string} */ tile) => {
      const other = touched;
      touched = other ? "" : tile;
      put(other && other !== tile ? rows.map((row) => row.map((word) => (word === tile ? other : word === other ? tile : word))) : rows);
    };
    return [
      stepper(say("rows"), rows.length, 2, 6, (high) => solved(high, wide)),
      stepper(say("columns"), wide, 2, 6, (next) => solved(rows.length, next)),
      h("p", { class: "note" }, say("swap-note")),
      grid(rows, (word) => ({ text: word === "." ? "" : word, name: word === "." ? say("blank") : say("tile-n", { n: word }), pressed: word === touched, act: () => swap(word) })),
    ];
  },

  klotski(text, _options, write) {
    const rows = rowsOf(text);
    const wide = Math.max(1, ...rows.map((row) => row.length));
    const put = (/** @type {string[][]} */ next) => write(next.map((row) => row.join("")).join("/"));
    const kinds = /** @type {const} */ (["piece", "erase", "wall", "door"]);
    let letter = "";
    const paint = (/** @type {number} */ x, /** @type {number} */ y) => {
      letter ||= signToPaint(rows);
      rows[y][x] = letter;
    };
    const field = grid(rows, (word, x, y) => ({ text: sign(word), name: say("cell-n", { row: y + 1, column: x + 1, what: word }), pressed: false, act: () => { paint(x, y); put(rows); } }), true);
    // A stroke of the block pen makes one block of the rectangle between its ends, which no diagonal can split; other pens
    // paint what they touch.
    /** @type {{ x: number, y: number, before: string[][] } | undefined} */ let stroke;
    const show = () => {
      for (const cell of /** @type {NodeListOf<HTMLElement>} */ (field.querySelectorAll("[data-x]"))) cell.textContent = sign(rows[Number(cell.dataset.y)][Number(cell.dataset.x)] ?? "");
    };
    const restore = (/** @type {string[][]} */ before) => before.forEach((row, y) => { rows[y] = [...row]; });
    const paintAt = (/** @type {PointerEvent} */ event) => {
      const cell = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-x]") ?? null);
      if (!cell || !field.contains(cell) || !stroke) return;
      const [x, y] = [Number(cell.dataset.x), Number(cell.dataset.y)];
      if (pens.block === "piece") {
        restore(stroke.before);
        const between = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => Math.min(from, to) + i);
        for (const row of between(stroke.y, y)) for (const column of between(stroke.x, x)) paint(column, row);
      } else paint(x, y);
      show();
    };
    field.addEventListener("pointerdown", (event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("[data-x]");
      if (!(cell instanceof HTMLElement)) return;
      stroke = { x: Number(cell.dataset.x), y: Number(cell.dataset.y), before: rows.map((row) => [...row]) };
      paintAt(event);
      event.preventDefault();
    });
    field.addEventListener("pointermove", (event) => { if (stroke) paintAt(event); });
    field.addEventListener("pointerup", () => {
      if (!stroke) return;
      stroke = undefined;
      put(rows);
    });
    field.addEventListener("pointercancel", () => {
      if (!stroke) return;
      restore(stroke.before);
      stroke = undefined;
      show();
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
 * The rows of a board. A list without rows is a board of the size given, or a square one, as it is for the server.
 * @param {string} text
 * @param {string | undefined} size
 */
function tileRows(text, size) {
  const rows = text.split(/[/\n]/).map((row) => row.trim().split(/\s+/).filter(Boolean));
  const words = rows.flat();
  const isList = !text.includes("/") && (rows.length === 1 || rows.every((row) => row.length === 1));
  const wide = Number(size?.split(/[xX×]/)[1]) || Math.sqrt(words.length);
  if (!isList || !Number.isInteger(words.length / wide) || wide < 1) return rows;
  return Array.from({ length: words.length / wide }, (_, y) => words.slice(y * wide, (y + 1) * wide));
}

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
