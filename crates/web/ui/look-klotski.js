// Klotski: blocks in a tray. Where the goal touches the edge the frame has a door, and a solved block leaves through it.

import { s, still } from "./dom.js";
import { bounds, box, label, outline } from "./shapes.js";
import { at } from "./board.js";

/**
 * @typedef {import("./board.js").Look} Look
 * @typedef {import("./board.js").Piece} Piece
 * @typedef {import("../types.js").Rect} Rect
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {[number, number][]} Cells
 */

const FRAME = 0.34;

/** @type {Look} */
export const klotski = {
  scene(picture) {
    const door = doorOf(picture);
    /** @type {Piece[]} */ const pieces = [];
    for (const item of picture.items) {
      if (item.form !== "cells" || item.kind === "floor") continue;
      const rect = bounds(item);
      /** @type {Cells} */ const cells = item.cells.map(([x, y]) => [x - rect.x, y - rect.y]);
      const furniture = item.kind !== "piece";
      pieces.push({
        key: item.id,
        ids: [item.id],
        kind: item.kind,
        furniture,
        rect,
        sign: `${item.colour} ${item.label} ${cells.join(" ")}`,
        draw: (group) => {
          if (furniture) {
            group.append(s("path", { class: item.kind, d: outline(cells, item.kind === "goal" ? 0.12 : 0.03, 0.16) }));
            return;
          }
          group.dataset.id = item.id;
          group.classList.toggle("chief", item.colour === 0);
          group.style.setProperty("--body", item.colour === 0 ? "var(--chief)" : `var(--block-${(item.colour - 1) % 8})`);
          const d = outline(cells, 0.035, 0.15);
          const [x, y] = labelPlace(cells);
          group.append(s("path", { class: "edge", d, transform: "translate(0 0.035)" }), s("path", { class: "body", d }), s("path", { class: "gloss", d }), label(item.label, x, y, 0.5));
        },
      });
    }
    const rim = FRAME + 0.1;
    return {
      box: { x: -rim, y: -rim, w: picture.width + 2 * rim, h: picture.height + 2 * rim },
      pieces,
      zones: [],
      step: 1,
      backSign: JSON.stringify([picture.width, picture.height, door, picture.items.find((item) => item.kind === "floor")]),
      drawBack: (layer) => {
        layer.append(
          box({ x: -FRAME, y: -FRAME, w: picture.width + 2 * FRAME, h: picture.height + 2 * FRAME }, 0.36, "frame"),
          box({ x: -0.07, y: -0.07, w: picture.width + 0.14, h: picture.height + 0.14 }, 0.2, "well"),
        );
        if (door) layer.append(...leaves(door));
      },
    };
  },

  // A move goes along its path, corner by corner.
  travel(piece, from, to, journey) {
    const steps = journey.play?.by;
    if (piece.furniture || !steps || steps.length < 2) return undefined;
    const walk = journey.back ? [...steps].reverse().map(([x, y]) => [-x, -y]) : steps;
    let { x, y } = from;
    const frames = [at(from)];
    for (const [dx, dy] of walk) {
      x += dx;
      y += dy;
      frames.push({ transform: `translate(${x}px, ${y}px)` });
    }
    return Math.abs(x - to.x) + Math.abs(y - to.y) < 1e-6 ? frames : undefined;
  },

  win(board) {
    const door = board.picture && doorOf(board.picture);
    const chief = [...board.drawn.values()].find((drawn) => drawn.group.classList.contains("chief"));
    if (!door || !chief || still()) return [];
    const { rect } = chief.piece;
    const far = door.dx ? rect.w + FRAME + 0.4 : rect.h + FRAME + 0.4;
    const opening = [...board.back.querySelectorAll(".leaf")].map((leaf, i) => {
      const side = i === 0 ? -1 : 1;
      const shift = door.dx ? `translate(0, ${side * door.long * 0.5}px)` : `translate(${side * door.long * 0.5}px, 0)`;
      return leaf.animate([{ transform: "none" }, { transform: shift }], { duration: 380, easing: "ease-in-out", fill: "forwards" });
    });
    const leave = chief.group.animate(
      [at(rect), { transform: `translate(${rect.x + door.dx * far}px, ${rect.y + door.dy * far}px)`, opacity: 1, offset: 0.7 }, { transform: `translate(${rect.x + door.dx * far}px, ${rect.y + door.dy * far}px)`, opacity: 0 }],
      { duration: 1100, delay: 320, easing: "cubic-bezier(0.5, 0, 0.6, 1)", fill: "forwards" },
    );
    return [...opening, leave];
  },
};

/**
 * The side of the frame where the only goal touches it: where the door begins, how long it is, which way it leads.
 * @param {Picture} picture
 * @returns {{ x: number, y: number, dx: number, dy: number, long: number } | undefined}
 */
function doorOf(picture) {
  const goals = picture.items.filter((item) => item.kind === "goal");
  if (goals.length !== 1) return undefined;
  const { x, y, w, h } = bounds(goals[0]);
  if (y + h === picture.height) return { x, y: picture.height, dx: 0, dy: 1, long: w };
  if (x + w === picture.width) return { x: picture.width, y, dx: 1, dy: 0, long: h };
  if (y === 0) return { x, y: 0, dx: 0, dy: -1, long: w };
  if (x === 0) return { x: 0, y, dx: -1, dy: 0, long: h };
  return undefined;
}

/** Two leaves that close the door. @param {{ x: number, y: number, dx: number, dy: number, long: number }} door */
function leaves({ x, y, dx, dy, long }) {
  const thick = FRAME - 0.06;
  const half = long / 2;
  return [0, 1].map((i) => {
    const rect = dx
      ? { x: dx > 0 ? x + 0.05 : x - 0.05 - thick, y: y + i * half + 0.02, w: thick, h: half - 0.04 }
      : { x: x + i * half + 0.02, y: dy > 0 ? y + 0.05 : y - 0.05 - thick, w: half - 0.04, h: thick };
    return box(rect, 0.09, "leaf");
  });
}

/** The middle of a block, or of its first cell if the middle is a hole. @param {Cells} cells @returns {[number, number]} */
function labelPlace(cells) {
  const x = cells.reduce((sum, cell) => sum + cell[0] + 0.5, 0) / cells.length;
  const y = cells.reduce((sum, cell) => sum + cell[1] + 0.5, 0) / cells.length;
  const inside = cells.some(([cx, cy]) => x >= cx + 0.2 && x <= cx + 0.8 && y >= cy + 0.2 && y <= cy + 0.8);
  const whole = (Math.max(...cells.map((cell) => cell[0])) + 1) * (Math.max(...cells.map((cell) => cell[1])) + 1) === cells.length;
  return inside || whole ? [x, y] : [cells[0][0] + 0.5, cells[0][1] + 0.5];
}
