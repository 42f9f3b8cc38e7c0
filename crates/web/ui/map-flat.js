// Points and lines without WebGL. Where points are as small as they are many, each is a few bytes of an image.

/**
 * @typedef {import("./map-data.js").StateMap} StateMap
 * @typedef {import("./map-gl.js").Look} Look
 */

/** More lines in view than this would take longer than a frame. */
const MOST_LINES = 8000;
/** More points than this are written into the image, without soft edges. */
const MOST_SOFT = 5000;

export class FlatPainter {
  canvas = document.createElement("canvas");
  /** @type {Uint8Array} */ #colours = new Uint8Array(0);

  /** @param {StateMap} map */
  constructor(map) {
    this.map = map;
  }

  stop() {}

  /** @param {Uint8Array} colours */
  colour(colours) {
    this.#colours = colours.slice();
  }

  /** The ends of all lines that cross the view; none where there are too many. @param {Look} look */
  #linesInView(look) {
    const { x, y, depth, edges } = this.map;
    const [left, right, top, bottom] = [-look.dx / look.scale, (look.width - look.dx) / look.scale, -look.dy / look.scale, (look.height - look.dy) / look.scale];
    const isShown = (/** @type {number} */ node) => depth[node] >= look.from && depth[node] <= look.to;
    /** @type {number[]} */ const ends = [];
    for (let i = 0; i + 1 < edges.length; i += 2) {
      const [a, b] = [edges[i], edges[i + 1]];
      if ((x[a] < left && x[b] < left) || (x[a] > right && x[b] > right) || (y[a] < top && y[b] < top) || (y[a] > bottom && y[b] > bottom) || !isShown(a) || !isShown(b)) continue;
      if (ends.length >= 2 * MOST_LINES) return [];
      ends.push(a, b);
    }
    return ends;
  }

  /** Writes points into the image, row by row; how many. @param {CanvasRenderingContext2D} context @param {Look} look @param {number} width @param {number} height @param {boolean} over whether something lies below */
  #scatter(context, look, width, height, over) {
    const { map } = this;
    const { x, y, depth } = map;
    const image = over ? context.getImageData(0, 0, width, height) : context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    // A number for each colour, as it lies in the image; hollow is solid at this size.
    const colours = new Uint32Array(this.#colours.buffer);
    const side = Math.max(1, Math.round(2 * look.radius * look.dense));
    // How far each row is from the left edge: a disc, or where it is tiny a square.
    const inset = Array.from({ length: side }, (_, row) => (side < 4 ? 0 : Math.round(side / 2 - Math.sqrt(Math.max(0, (side / 2) ** 2 - (row + 0.5 - side / 2) ** 2)))));
    const { from, to } = look;
    let count = 0;
    for (let node = 0; node < map.nodes; node += 1) {
      if (depth[node] < from || depth[node] > to) continue;
      const left = ((look.dx + x[node] * look.scale) * look.dense - side / 2) | 0;
      const top = ((look.dy + y[node] * look.scale) * look.dense - side / 2) | 0;
      if (left < 0 || top < 0 || left + side > width || top + side > height) continue;
      const colour = colours[node];
      for (let row = 0, at = top * width + left; row < side; row += 1, at += width) for (let i = inset[row]; i < side - inset[row]; i += 1) pixels[at + i] = colour;
      count += 1;
    }
    context.putImageData(image, 0, 0);
    return count;
  }

  /** Draws, and says how many points are in view. @param {Look} look */
  paint(look) {
    const { canvas, map } = this;
    const [width, height] = [Math.round(look.width * look.dense), Math.round(look.height * look.dense)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return 0;
    let count = 0;
    context.setTransform(look.dense, 0, 0, look.dense, 0, 0);
    context.clearRect(0, 0, look.width, look.height);
    const x = (/** @type {number} */ node) => look.dx + map.x[node] * look.scale;
    const y = (/** @type {number} */ node) => look.dy + map.y[node] * look.scale;
    const isShown = (/** @type {number} */ node) => map.depth[node] >= look.from && map.depth[node] <= look.to;
    const lines = look.lines ? this.#linesInView(look) : [];
    if (lines.length > 0) {
      const [red, green, blue, solid] = look.line;
      context.strokeStyle = `rgb(${255 * red} ${255 * green} ${255 * blue} / ${solid})`;
      context.lineWidth = look.lineWidth;
      context.beginPath();
      for (let i = 0; i + 1 < lines.length; i += 2) {
        context.moveTo(x(lines[i]), y(lines[i]));
        context.lineTo(x(lines[i + 1]), y(lines[i + 1]));
      }
      context.stroke();
    }
    // Large points are few: the view does not hold more.
    if (map.nodes > MOST_SOFT && look.radius < 4) return this.#scatter(context, look, width, height, lines.length > 0);
    /** Points of one colour are drawn at once. @type {Map<number, Path2D>} */ const paths = new Map();
    for (let node = 0; node < map.nodes; node += 1) {
      const [px, py] = [x(node), y(node)];
      if (!isShown(node) || px < -9 || py < -9 || px > look.width + 9 || py > look.height + 9) continue;
      const c = this.#colours;
      const key = (c[4 * node] << 24) | (c[4 * node + 1] << 16) | (c[4 * node + 2] << 8) | c[4 * node + 3];
      let path = paths.get(key);
      if (!path) paths.set(key, (path = new Path2D()));
      dot(path, px, py, look.radius, c[4 * node + 3] === 254);
      count += 1;
    }
    for (const [key, path] of paths) {
      const solid = key & 255;
      context.fillStyle = `rgb(${(key >>> 24) & 255} ${(key >>> 16) & 255} ${(key >>> 8) & 255} / ${solid > 253 ? 1 : solid / 255})`;
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
