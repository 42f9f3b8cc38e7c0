// Drawing a level on its picture: what a pointer does there becomes another level text. Whether that is a level is for the
// server to say; the fields beside the picture do the same by keyboard.

import { s } from "./dom.js";
import { painted, poured, readBlocks, readPegs, readPiles, readTiles, readTubes, swapped, writeBlocks, writePegs, writeTiles, writeTubes } from "./level-text.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {{ x: number, y: number, id: string, key: string }} Spot where a pointer is: in the picture's units, and on which item
 * @typedef {(text: string, from: Spot, to: Spot) => string | undefined} Pen what a stroke makes of a text, if anything
 */

/** Options under which an unfinished drawing can be shown. @type {Record<string, Record<string, string>>} */
export const UNFINISHED = { klotski: { goal: "none" } };

/** @type {Record<string, Pen>} */
const PENS = {
  klotski(text, from, to) {
    const rows = readBlocks(text);
    const isInside = (/** @type {Spot} */ { x, y }) => rows[y]?.[x] !== undefined;
    return isInside(from) && isInside(to) ? writeBlocks(painted(rows, from, to)) : undefined;
  },

  // Tiles change places along a stroke.
  tiles(text, from, to) {
    const rows = readTiles(text);
    const [one, other] = [rows[from.y]?.[from.x], rows[to.y]?.[to.x]];
    return one === undefined || other === undefined ? undefined : writeTiles(swapped(rows, one, other));
  },

  // A click pours the chosen colour into a tube, or takes its top unit away.
  water(text, _from, to) {
    const number = Number(/^(?:tube|unit)-(\d+)/.exec(to.key || to.id)?.[1]);
    return number ? writeTubes(readTubes(text).map((tube, i) => (i === number - 1 ? poured(tube) : tube))) : undefined;
  },

  // A disc goes to the peg where the stroke ends.
  hanoi(text, from, to) {
    const disc = Number(/^disc-(\d+)/.exec(from.id)?.[1]);
    const peg = "ABCDEFGHIJKLMNOP".indexOf(/^(?:peg|goal)-([A-P])/.exec(to.key)?.[1] ?? "?");
    const pegs = readPegs(text);
    if (!disc || !(peg in pegs)) return undefined;
    return writePegs(pegs.map((discs, i) => [...discs.filter((other) => other !== disc), ...(i === peg ? [disc] : [])]));
  },

  // A click on a stone leaves the pile that high; a click beside the stones adds one.
  stones(text, _from, to) {
    const piles = readPiles(text);
    const [, pile, stone] = /^(?:pile|stone)-(\d+)(?:-(\d+))?/.exec(to.id || to.key) ?? [];
    const index = Number(pile) - 1;
    if (!(index in piles)) return undefined;
    piles[index] = stone ? Math.max(0, Math.min(piles[index], Number(stone)) - (Number(stone) === piles[index] ? 1 : 0)) : piles[index] + 1;
    return piles.join(" ");
  },
};

/** Whether a puzzle's picture can be drawn on. @param {string} puzzle */
export const hasPen = (puzzle) => puzzle in PENS;

/** Lets pointers draw on a board. @param {Board} board @param {string} puzzle @param {() => string} text @param {(text: string) => void} write */
export function drawOn(board, puzzle, text, write) {
  const pen = PENS[puzzle];
  if (!pen) return;
  const { host, svg } = board;
  host.classList.add("drawn-on");
  /** @param {PointerEvent} event @returns {Spot} */
  const spotOf = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    const under = document.elementsFromPoint(event.clientX, event.clientY).filter((node) => svg.contains(node));
    const id = under.map((node) => /** @type {HTMLElement | null} */ (node.closest("[data-id]"))?.dataset.id).find(Boolean) ?? "";
    // Where nothing is drawn, the place for it counts.
    const away = (/** @type {import("./board.js").Zone} */ { rect }) => Math.max(rect.x - at.x, at.x - rect.x - rect.w, 0);
    const zone = [...(board.scene?.zones ?? [])].sort((one, other) => away(one) - away(other))[0];
    const key = under.map((node) => /** @type {HTMLElement | null} */ (node.closest("[data-key]"))?.dataset.key).find((key) => key && /^(tube|peg|pile)/.test(key)) ?? zone?.id ?? "";
    return { x: Math.floor(at.x), y: Math.floor(at.y), id, key };
  };
  /** @type {Spot | undefined} */ let from;
  const mark = s("rect", { class: "pen-mark" });
  const show = (/** @type {Spot} */ to) => {
    if (!from || puzzle !== "klotski") return;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    for (const [name, value] of Object.entries({ x, y, width: Math.abs(from.x - to.x) + 1, height: Math.abs(from.y - to.y) + 1 })) mark.setAttribute(name, String(value));
    board.over.append(mark);
  };
  const end = () => {
    from = undefined;
    mark.remove();
  };
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = spotOf(event);
    host.setPointerCapture(event.pointerId);
    show(from);
    event.preventDefault();
  });
  host.addEventListener("pointermove", (event) => { if (from) show(spotOf(event)); });
  host.addEventListener("pointerup", (event) => {
    if (!from) return;
    const changed = pen(text(), from, spotOf(event));
    end();
    if (changed !== undefined && changed !== text()) write(changed);
  });
  host.addEventListener("pointercancel", end);
}
