// How each puzzle looks. A look knows forms and colours, never rules; a puzzle without one of its own is drawn plainly.

import { s } from "./dom.js";
import { FURNITURE, bounds, box, label, outline } from "./shapes.js";
import { hanoi } from "./look-hanoi.js";
import { klotski } from "./look-klotski.js";
import { stones } from "./look-stones.js";
import { tiles } from "./look-tiles.js";
import { water } from "./look-water.js";

/** @typedef {import("./board.js").Look} Look */

/** Every item as it is, for puzzles that have no look yet. @type {Look} */
const plain = {
  scene(picture) {
    const pieces = picture.items.map((item) => {
      const rect = bounds(item);
      return {
        key: item.id,
        ids: [item.id],
        kind: item.kind,
        rect,
        furniture: FURNITURE.has(item.kind),
        sign: `${item.form}${item.label}${item.colour}${rect.w}x${rect.h}`,
        draw: (/** @type {SVGGraphicsElement} */ group) => {
          group.dataset.id = item.id;
          group.style.setProperty("--hue", String((195 + item.colour * 137.508) % 360));
          if (item.form === "cells") group.append(s("path", { class: "body", d: outline(item.cells.map(([x, y]) => [x - rect.x, y - rect.y]), 0.04, 0.14) }));
          else group.append(box({ x: 0.04, y: 0.04, w: rect.w - 0.08, h: rect.h - 0.08 }, item.form === "circle" ? rect.w / 2 : 0.14, "body"));
          if (item.label) group.append(label(item.label, rect.w / 2, rect.h / 2, rect.h, "label", rect.w));
        },
      };
    });
    const margin = 0.3;
    return {
      box: { x: -margin, y: -margin, w: picture.width + 2 * margin, h: picture.height + 2 * margin },
      pieces,
      zones: picture.items.filter((item) => ["peg", "tube", "pile"].includes(item.kind)).map((item) => ({ id: item.id, name: item.name, rect: bounds(item) })),
      step: 1,
      backSign: "plain",
      drawBack: () => {},
    };
  },
};

/** @type {Record<string, Look>} */
const LOOKS = { hanoi, klotski, stones, tiles, water };

/** @param {string} puzzle @returns {Look} */
export const lookOf = (puzzle) => LOOKS[puzzle] ?? plain;
