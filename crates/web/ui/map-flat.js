// Points and lines without WebGL: enough for small maps; of large ones the points alone.

/**
 * @typedef {import("./map-data.js").StateMap} StateMap
 * @typedef {import("./map-gl.js").Look} Look
 */

/** More lines than this would take longer than a frame. */
const MOST_LINES = 60000;

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

  /** Draws, and says how many points are in view. @param {Look} look */
  paint(look) {
    const { canvas, map } = this;
    const [width, height] = [Math.round(look.width * look.dense), Math.round(look.height * look.dense)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    if (!context) return 0;
    let count = 0;
    context.setTransform(look.dense, 0, 0, look.dense, 0, 0);
    context.clearRect(0, 0, look.width, look.height);
    const x = (/** @type {number} */ node) => look.dx + map.x[node] * look.scale;
    const y = (/** @type {number} */ node) => look.dy + map.y[node] * look.scale;
    const isShown = (/** @type {number} */ node) => map.depth[node] >= look.from && map.depth[node] <= look.to;
    if (look.lines && map.edges.length < 2 * MOST_LINES) {
      const [red, green, blue, solid] = look.line;
      context.strokeStyle = `rgb(${255 * red} ${255 * green} ${255 * blue} / ${solid})`;
      context.lineWidth = look.lineWidth;
      context.beginPath();
      for (let i = 0; i + 1 < map.edges.length; i += 2) {
        const [a, b] = [map.edges[i], map.edges[i + 1]];
        if (!isShown(a) || !isShown(b)) continue;
        context.moveTo(x(a), y(a));
        context.lineTo(x(b), y(b));
      }
      context.stroke();
    }
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
