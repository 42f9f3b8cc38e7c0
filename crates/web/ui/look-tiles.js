// Sliding tiles: their colours run smoothly over the board when, and only when, they are in order.

import { bounds, box, label } from "./shapes.js";

/** @typedef {import("./board.js").Look} Look */

const MARGIN = 0.32;

/** @type {Look} */
export const tiles = {
  scene(picture) {
    const { width, height } = picture;
    const last = Math.max(1, width * height - 1);
    return {
      box: { x: -MARGIN, y: -MARGIN, w: width + 2 * MARGIN, h: height + 2 * MARGIN },
      pieces: picture.items.map((item) => ({
        key: item.id,
        ids: [item.id],
        kind: "tile",
        furniture: false,
        rect: bounds(item),
        sign: `${item.label} ${item.colour} ${last}`,
        draw: (group) => {
          group.dataset.id = item.id;
          group.style.setProperty("--tone", String(item.colour / last));
          const body = { x: 0.035, y: 0.035, w: 0.93, h: 0.93 };
          group.append(box({ ...body, y: body.y + 0.035 }, 0.13, "edge"), box(body, 0.13, "body"), box(body, 0.13, "gloss"), label(item.label, 0.5, 0.51, 0.78));
        },
      })),
      zones: [],
      step: 1,
      backSign: `${width}x${height}`,
      drawBack: (layer) => layer.append(
        box({ x: -0.26, y: -0.26, w: width + 0.52, h: height + 0.52 }, 0.3, "frame"),
        box({ x: -0.06, y: -0.06, w: width + 0.12, h: height + 0.12 }, 0.17, "well"),
      ),
    };
  },
};
