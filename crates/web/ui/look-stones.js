// Stones: flat pebbles, stacked; the number of each pile stands below it.

import { s } from "./dom.js";
import { bounds, box, label } from "./shapes.js";

/**
 * @typedef {import("./board.js").Look} Look
 * @typedef {import("./board.js").Piece} Piece
 * @typedef {import("../types.js").Item} Item
 */

/** Height of a pebble and of the foot of a pile, in the view. */
const HIGH = 0.8;
const FOOT = 1.5;

/** @type {Look} */
export const stones = {
  // A touch takes a stone and all above it.
  taken(scene, id) {
    const [pile, from] = placeOf(id);
    return scene.pieces.map((piece) => piece.key).filter((key) => {
      const [other, number] = placeOf(key);
      return key.startsWith("stone-") && other === pile && number >= from;
    });
  },

  scene(picture, aspect) {
    const piles = picture.items.filter((item) => item.kind === "pile");
    // A few stones are not blown up to fill the board.
    const rows = Math.max(5, picture.height - 1);
    const first = piles[0] ? bounds(piles[0]) : { x: 0, y: 0, w: 1, h: 1 };
    const across = first.w;
    // A single column of pebbles may be broad; several beside each other are round.
    const broad = across === 1 ? Math.min(2.6, Math.max(1.5, ((rows * HIGH + FOOT + 1) * aspect) / Math.max(1, piles.length) - 0.9)) : across * 0.95;
    const pitch = broad + (across === 1 ? Math.max(0.7, broad * 0.35) : 0.9);
    const cell = broad / across;
    const ground = rows * HIGH;
    const left = (/** @type {number} */ i) => i * pitch + (pitch - broad) / 2;
    const pileOf = (/** @type {Item} */ item) => {
      const { x, w } = bounds(item);
      return Math.max(0, piles.findIndex((pile) => x + w / 2 > bounds(pile).x && x + w / 2 < bounds(pile).x + bounds(pile).w));
    };
    /** @type {Piece[]} */
    const pieces = piles.map((item, i) => ({
      key: item.id,
      ids: [item.id],
      kind: "pile",
      furniture: true,
      rect: { x: left(i) - 0.2, y: -0.3, w: broad + 0.4, h: ground + FOOT + 0.3 },
      sign: `${item.label} ${broad} ${ground}`,
      draw: (group) => {
        group.dataset.id = item.id;
        const middle = broad / 2 + 0.2;
        const wide = Math.max(1, 0.5 + 0.36 * item.label.length);
        group.append(
          s("rect", { class: "hit", x: 0, y: 0, width: broad + 0.4, height: ground + FOOT + 0.3 }),
          s("ellipse", { class: "ground", cx: middle, cy: ground + 0.36, rx: broad * 0.5, ry: 0.16 }),
          box({ x: middle - wide / 2, y: ground + 0.72, w: wide, h: 0.86 }, 0.43, "count-pill"),
          label(item.label, middle, ground + 1.17, Math.max(0.9, wide * 0.86), "count-label"),
        );
      },
    }));
    for (const item of picture.items) {
      if (item.kind !== "stone" || item.form !== "circle") continue;
      const i = pileOf(item);
      const pile = bounds(piles[i]);
      const column = Math.floor(item.x - pile.x);
      const row = Math.round(pile.y - item.y - 0.5);
      const seed = hash(item.id);
      const w = cell * (across === 1 ? 0.86 + 0.14 * seed - 0.012 * row : 0.92);
      pieces.push({
        key: item.id,
        ids: [item.id],
        kind: "stone",
        furniture: false,
        rect: { x: left(i) + column * cell + (cell - w) / 2 + (across === 1 ? (hash(`${item.id}x`) - 0.5) * 0.16 : 0), y: ground - (row + 1) * HIGH + 0.3, w, h: HIGH },
        sign: `${w} ${item.colour}`,
        draw: (group) => {
          group.dataset.id = item.id;
          group.style.setProperty("--shade", String(seed));
          group.style.setProperty("--pile", String(item.colour % 6));
          const form = { cx: w / 2, cy: HIGH / 2, rx: w / 2, ry: HIGH * 0.485 };
          group.append(s("ellipse", { ...form, class: "body" }), s("ellipse", { ...form, class: "pebble" }));
        },
      });
    }
    const width = Math.max(1, piles.length) * pitch;
    return {
      box: { x: 0, y: -0.5, w: width, h: ground + FOOT + 0.8 },
      pieces,
      zones: piles.map((item, i) => ({ id: item.id, name: item.name, rect: pieces[i].rect })),
      step: 1,
      backSign: "",
      drawBack: () => {},
    };
  },
};

/** @param {string} id @returns {[string, number]} the pile of a stone and its place in it */
function placeOf(id) {
  const [, pile = "", number = "0"] = id.split("-");
  return [pile, Number(number)];
}

/** The same text always gives the same number from 0 to 1. @param {string} text */
function hash(text) {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619);
  return ((value >>> 8) % 1000) / 999;
}
