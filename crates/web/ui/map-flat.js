// Points and lines without WebGL. Where points are as small as they are many, each is a few bytes of an image.

import { linesInView, pointsInView } from "./map-data.js";

/**
 * @typedef {import("./map-data.js").StateMap} StateMap
 * @typedef {import("./map-gl.js").Look} Look
 */

/** More lines in view than this would take longer than a frame. */
const MOST_LINES = 8000;
/** Milliseconds that a frame may take while the picture moves; the browser needs the rest. */
const FRAME = 10;
/** Of so many points one is drawn at least. */
const MOST_LEFT_OUT = 8;
/** More points than this are written into the image, without soft edges. */
const MOST_SOFT = 5000;

export class FlatPainter {
  canvas = document.createElement("canvas");
  /** One number for each point: red, green, blue, how solid, as they lie in an image. */ #colours = new Uint32Array(0);
  /** What points are written into. @type {ImageData | undefined} */ #image;
  #pixels = new Uint32Array(0);
  /** Milliseconds that a frame with everything took last. */ #whole = 0;

  /** The numbers of what is in view, anew for every frame. @type {Uint32Array} */ #inView;

  /** @param {StateMap} map */
  constructor(map) {
    this.map = map;
    this.#inView = new Uint32Array(Math.max(map.nodes, 2 * MOST_LINES + 2));
  }

  stop() {}

  /** @param {Uint8Array} colours */
  colour(colours) {
    this.#colours = new Uint32Array(colours.slice().buffer);
  }

  /** An image of this size, empty; the same one as before where that fits. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height */
  #empty(context, width, height) {
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = context.createImageData(width, height);
      this.#pixels = new Uint32Array(this.#image.data.buffer);
    } else this.#pixels.fill(0);
    return this.#image;
  }

  /** Writes every so many of the points into the image, row by row; how many. @param {CanvasRenderingContext2D} context @param {Look} look @param {number} width @param {number} height @param {boolean} over whether something lies below @param {number} every */
  #scatter(context, look, width, height, over, every) {
    const { map } = this;
    const { x, y, depth, nodes } = map;
    const image = over ? context.getImageData(0, 0, width, height) : this.#empty(context, width, height);
    const pixels = over ? new Uint32Array(image.data.buffer) : this.#pixels;
    // A number for each colour, as it lies in the image; hollow is solid at this size.
    const colours = this.#colours;
    const side = Math.max(1, Math.round(2 * look.radius * look.dense));
    // How far each row is from the left edge: a disc, or where it is tiny a square.
    const inset = Array.from({ length: side }, (_, row) => (side < 4 ? 0 : Math.round(side / 2 - Math.sqrt(Math.max(0, (side / 2) ** 2 - (row + 0.5 - side / 2) ** 2)))));
    const { from, to } = look;
    const [scale, dx, dy] = [look.scale * look.dense, look.dx * look.dense - side / 2, look.dy * look.dense - side / 2];
    const [right, bottom] = [width - side, height - side];
    let count = 0;
    for (let node = 0; node < nodes; node += every) {
      const left = dx + x[node] * scale;
      const top = dy + y[node] * scale;
      if (left < 0 || top < 0 || left > right || top > bottom || depth[node] < from || depth[node] > to) continue;
      const colour = colours[node];
      let at = (top | 0) * width + (left | 0);
      count += 1;
      if (side === 2) {
        pixels[at] = colour;
        pixels[at + 1] = colour;
        pixels[at + width] = colour;
        pixels[at + width + 1] = colour;
      } else for (let row = 0; row < side; row += 1, at += width) for (let i = inset[row]; i < side - inset[row]; i += 1) pixels[at + i] = colour;
    }
    context.putImageData(image, 0, 0);
    return count;
  }

  /** Draws, and says how many points are in view. While the picture moves, a machine that is too slow for all of it draws every so many points, and no lines. @param {Look} look */
  paint(look) {
    const began = performance.now();
    const every = look.moves ? Math.min(MOST_LEFT_OUT, Math.max(1, Math.ceil(this.#whole / FRAME))) : 1;
    const count = this.#draw(look, every);
    // A busy moment is no measure for long.
    if (every === 1) this.#whole = performance.now() - began;
    else this.#whole *= 0.98;
    return count;
  }

  /** @param {Look} look @param {number} every */
  #draw(look, every) {
    const { canvas, map } = this;
    const [width, height] = [Math.round(look.width * look.dense), Math.round(look.height * look.dense)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return 0;
    context.setTransform(look.dense, 0, 0, look.dense, 0, 0);
    context.clearRect(0, 0, look.width, look.height);
    const x = (/** @type {number} */ node) => look.dx + map.x[node] * look.scale;
    const y = (/** @type {number} */ node) => look.dy + map.y[node] * look.scale;
    const inView = this.#inView;
    const crossing = look.lines && every === 1 ? linesInView(map, look, inView.subarray(0, 2 * MOST_LINES + 2), 0) : 0;
    const lines = crossing > 2 * MOST_LINES ? 0 : crossing;
    if (lines > 0) {
      const [red, green, blue, solid] = look.line;
      context.strokeStyle = `rgb(${red} ${green} ${blue} / ${solid})`;
      context.lineWidth = look.lineWidth;
      context.beginPath();
      for (let i = 0; i < lines; i += 2) {
        context.moveTo(x(inView[i]), y(inView[i]));
        context.lineTo(x(inView[i + 1]), y(inView[i + 1]));
      }
      context.stroke();
    }
    // Large points are few: the view does not hold more.
    if (map.nodes > MOST_SOFT && look.radius < 4) return this.#scatter(context, look, width, height, lines > 0, every);
    /** Points of one colour are drawn at once. @type {Map<number, Path2D>} */ const paths = new Map();
    const count = pointsInView(map, look, inView, 9);
    for (const node of inView.subarray(0, count)) {
      const key = this.#colours[node];
      let path = paths.get(key);
      if (!path) paths.set(key, (path = new Path2D()));
      dot(path, x(node), y(node), look.radius, key >>> 24 === 254);
    }
    for (const [key, path] of paths) {
      const solid = key >>> 24;
      context.fillStyle = `rgb(${key & 255} ${(key >>> 8) & 255} ${(key >>> 16) & 255} / ${solid > 253 ? 1 : solid / 255})`;
      context.fill(path, "evenodd");
    }
    return count;
  }
}

/** A point; where it is small, a square looks the same and is drawn sooner. @param {Path2D} path @param {number} x @param {number} y @param {number} radius @param {boolean} hollow */
function dot(path, x, y, radius, hollow) {
  if (radius < 1.8) {
    path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
  if (!hollow) return;
  path.moveTo(x + radius * 0.55, y);
  path.arc(x, y, radius * 0.55, 0, 2 * Math.PI);
}
