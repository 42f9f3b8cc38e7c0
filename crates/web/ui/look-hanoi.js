// Tower of Hanoi: rods on a plank, discs as soft bars whose colour runs from light to deep with their size.

import { s } from "./dom.js";
import { bounds, box, label } from "./shapes.js";

/**
 * @typedef {import("./board.js").Look} Look
 * @typedef {import("./board.js").Piece} Piece
 * @typedef {import("../types.js").Rect} Rect
 */

const MARGIN = 0.8;
const PLANK = 0.7;

/** @param {SVGGraphicsElement} group @param {...(SVGElement | false)} parts */
const append = (group, ...parts) => group.append(...parts.filter((part) => part !== false));

/** @type {Look} */
export const hanoi = {
  scene(picture, aspect) {
    const pegs = picture.items.filter((item) => item.kind === "peg");
    const discs = picture.items.filter((item) => item.kind === "disc");
    const width = picture.width + 2 * MARGIN;
    // Discs are as thick as the space allows, but never thicker than looks like a disc.
    // On a narrow board everything is small, so letters are larger there.
    const letter = 1.9 * Math.max(1, width / 44) * (aspect < 1.1 ? 1.45 : 1);
    const foot = letter * 1.1;
    const room = width / aspect - PLANK - foot - 0.6;
    const thick = Math.max(0.7, Math.min(aspect < 1.1 ? 3.1 : 2.3, room / (discs.length + 2.4)));
    // Short towers stand on tall rods, so that the board keeps its proportions.
    const rod = Math.max((discs.length + 0.7) * thick, Math.min(0.62 * room, 12));
    const top = -1.7 * thick;
    const place = (/** @type {Rect} */ { x, y, w }) => ({ x, y: rod - (picture.height - y) * thick, w, h: thick });
    const goals = picture.items.filter((item) => item.kind === "goal").map((item) => item.id.replace("goal-", ""));
    /** @type {Piece[]} */
    const pieces = pegs.map((item) => {
      const { x, w } = bounds(item);
      const middle = x + w / 2;
      const isGoal = goals.includes(item.label);
      return {
        key: item.id,
        ids: [item.id],
        kind: "peg",
        furniture: true,
        rect: { x: middle - 5, y: top, w: 10, h: rod - top + PLANK },
        sign: `${rod} ${letter} ${item.label} ${isGoal} ${discs.length} ${thick}`,
        draw: (group) => {
          group.dataset.id = item.id;
          append(
            group,
            s("rect", { class: "hit", x: 0, y: 0, width: 10, height: rod - top + PLANK + foot }),
            // Where the tower must get to, its outline waits, and the letter of the peg stands out.
            isGoal && box({ x: 0.25, y: rod - top - discs.length * thick, w: 9.5, h: discs.length * thick }, Math.min(0.5, thick * 0.4), "goal"),
            isGoal && box({ x: 5 - letter * 0.72, y: rod - top + PLANK + foot * 0.02, w: letter * 1.44, h: foot }, foot * 0.3, "goal-label"),
            s("rect", { class: "rod", x: 4.72, y: -top, width: 0.56, height: rod, rx: 0.28 }),
            label(item.label, 5, rod - top + PLANK + foot * 0.55, letter, isGoal ? "peg-label is-goal" : "peg-label"),
          );
        },
      };
    });
    for (const item of discs) {
      const rect = place(bounds(item));
      pieces.push({
        key: item.id,
        ids: [item.id],
        kind: "disc",
        furniture: false,
        rect,
        sign: `${rect.w} ${thick} ${discs.length}`,
        draw: (group) => {
          group.dataset.id = item.id;
          group.style.setProperty("--tone", String(discs.length > 1 ? item.colour / (discs.length - 1) : 0.4));
          const gap = Math.min(0.05, thick * 0.04);
          const body = { x: 0, y: gap, w: rect.w, h: thick - 2 * gap };
          group.append(
            box(body, thick * 0.42, "body"),
            box(body, thick * 0.42, "gloss"),
            label(item.label, rect.w / 2, thick / 2 + 0.02, Math.min(thick * 1.15, Math.max(1.9, letter))),
          );
        },
      });
    }
    return {
      box: { x: -MARGIN, y: top, w: width, h: rod - top + PLANK + foot },
      pieces,
      zones: pegs.map((item, i) => ({ id: item.id, name: item.name, rect: pieces[i].rect })),
      step: 4,
      backSign: `${picture.width} ${rod}`,
      drawBack: (layer) => layer.append(
        box({ x: -0.2, y: rod, w: picture.width + 0.4, h: PLANK }, 0.35, "plank"),
        box({ x: -0.2, y: rod, w: picture.width + 0.4, h: PLANK }, 0.35, "gloss"),
      ),
      // A picked-up disc waits above its rod.
      lift: (piece) => ({ x: 0, y: top + 0.25 * thick - piece.rect.y }),
    };
  },

  // Up, across, down: discs go over the rods.
  travel(piece, from, to, _journey, scene) {
    if (piece.kind !== "disc" || from.x === to.x) return undefined;
    const high = scene.box.y + 0.25 * piece.rect.h;
    const up = Math.max(0.2, from.y - high);
    const across = Math.abs(from.x - to.x) * 0.8;
    const down = Math.max(0.2, to.y - high);
    const whole = up + across + down;
    const point = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ offset, /** @type {string} */ easing) => ({ transform: `translate(${x}px, ${y}px)`, offset, easing });
    return [
      point(from.x, from.y, 0, "ease-in"),
      point(from.x, high, up / whole, "ease-in-out"),
      point(to.x, high, (up + across) / whole, "cubic-bezier(0.4, 0, 0.9, 0.6)"),
      point(to.x, to.y, 1, "linear"),
    ];
  },
};
