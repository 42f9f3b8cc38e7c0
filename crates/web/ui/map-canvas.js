// A map on a canvas: points and lines (by WebGL where there is one), one's own way, how far a search has come; zoom by wheel
// or pinch, move by dragging, walk by arrow keys.

import { later, themeNow } from "./dom.js";
import { say } from "./i18n.js";
import { largest } from "./map-data.js";
import { FlatPainter } from "./map-flat.js";
import { GlPainter } from "./map-gl.js";
import { PanZoomCanvas, inks } from "./pan-zoom.js";

/** @typedef {import("./map-data.js").StateMap} StateMap */

/** From the goal to the farthest: light to dark and round the colours, readable without seeing hues. */
const SCALE = { light: ["#0b6e74", "#2a9d8f", "#8ab17d", "#e9c46a", "#f4a261", "#d1603d", "#8f2d3f"], dark: ["#7fe3df", "#3fb8ae", "#8fbf7f", "#ecd27a", "#f2a65e", "#dd6b4d", "#b04a63"] };
/** Points nearer to each other than this have lines that nobody can tell apart. */
const SEEN_LINES = 4;

export class MapCanvas extends PanZoomCanvas {
  here = 0;
  /** @type {number[]} */ #path = [];
  /** The path of a search. @type {number[]} */ #way = [];
  /** What a search has made of each point: 0 nothing, 1 visited, 2 waiting. @type {Uint8Array | undefined} */ #marks;
  /** The point that a search is at. */ #current = -1;
  #least = 1;
  #chosen = -1;
  /** The depths that are shown. */ #from = 0;
  #to = Infinity;
  /** For what the colours were made. */ #tinted = "";
  /** Whether the picture is being moved. */ #moves = false;
  #rest = later(() => {
    this.#moves = false;
    this.draw();
  }, 140);

  /** @param {StateMap} map @param {(node: number) => void} onchoose */
  constructor(map, onchoose) {
    super("", say("map-label", { n: map.nodes }));
    this.map = map;
    this.here = map.here ?? 0;
    this.far = Math.max(1, largest(map.distance));
    this.onchoose = onchoose;
    this.painter = GlPainter.of(map) ?? new FlatPainter(map);
    this.colours = new Uint8Array(4 * map.nodes);
    this.node.dataset.painter = this.painter instanceof GlPainter ? "webgl" : "flat";
    this.painter.canvas.className = "map-ground";
    /** What belongs into the page, from behind to before: points and lines, and what is drawn over them. */
    this.layers = [this.painter.canvas, this.node];
  }

  stop() {
    super.stop();
    this.painter.stop();
  }

  /** Fits the whole map into the canvas. */
  fit() {
    if (!this.resize()) return;
    const { clientWidth, clientHeight } = this.node;
    const margin = 18;
    this.scale = Math.min(clientWidth, clientHeight) - 2 * margin;
    this.dx = (clientWidth - this.scale) / 2;
    this.dy = (clientHeight - this.scale) / 2;
    this.#least = this.scale;
    this.draw();
  }

  /** One's own way. @param {number[]} path */
  path(path) {
    this.#path = path;
    this.here = path[path.length - 1] ?? this.here;
    this.draw();
  }

  clear() {
    this.#chosen = -1;
    this.fit();
  }

  /** Brings a point to the middle, so near that its neighbours can be told apart. @param {number} node */
  find(node) {
    const { clientWidth, clientHeight } = this.node;
    this.scale = Math.max(this.scale, Math.min(this.#least * 60, 26 * Math.sqrt(this.map.nodes)));
    this.dx = clientWidth / 2 - this.map.x[node] * this.scale;
    this.dy = clientHeight / 2 - this.map.y[node] * this.scale;
    this.draw();
  }

  /** Shows these depths only. @param {number} from @param {number} to */
  filter(from, to) {
    this.#from = from;
    this.#to = to;
    this.draw();
  }

  /** Shows how far a search has come: what it has made of each point, where it is, its path. @param {Uint8Array} marks @param {number} current @param {number[]} way */
  mark(marks, current, way) {
    this.#marks = marks;
    this.#current = current;
    this.#way = way;
    this.#tinted = "";
    this.draw();
  }

  /** @param {number} node @returns {[number, number]} */
  #at(node) {
    return [this.dx + this.map.x[node] * this.scale, this.dy + this.map.y[node] * this.scale];
  }

  /** @param {number} node */
  #isShown(node) {
    return this.map.depth[node] >= this.#from && this.map.depth[node] <= this.#to;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {number} dense */
  paint(context, width, height, dense) {
    const { map } = this;
    const ink = inks();
    this.#tint(ink);
    const apart = this.scale / Math.sqrt(map.nodes + 1);
    const radius = Math.max(map.nodes > 20000 ? 0.75 : 1.1, Math.min(7, (map.nodes > 200 ? 0.26 : 0.34) * apart));
    const points = this.painter.paint({ width, height, dense, scale: this.scale, dx: this.dx, dy: this.dy, radius, from: this.#from, to: Math.min(this.#to, 65535), line: rgba(ink("--map-line")), lineWidth: Math.max(0.4, Math.min(1.4, radius * 0.35)), lines: apart > SEEN_LINES || map.nodes < 5000, moves: this.#moves });
    this.node.dataset.points = String(points);
    if (map.goals.length <= 16) for (const goal of map.goals) if (this.#isShown(goal)) this.#ringed(context, goal, radius + 2.5, ink("--good"), 2);
    this.#walk(context, this.#path, ink("--ink"), 2.4);
    this.#walk(context, this.#way, ink(this.#marks ? "--good" : "--accent"), 4);
    if (this.#current >= 0) this.#ringed(context, this.#current, radius + 5, ink("--ink"), 3);
    if (this.#chosen >= 0) this.#ringed(context, this.#chosen, radius + 4, ink("--accent"), 2.5);
    const [x, y] = this.#at(this.here);
    context.fillStyle = ink("--ink");
    context.strokeStyle = ink("--paper");
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, Math.max(5.5, radius + 2), 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }

  /** Gives every point its colour; again only if something about it has changed. @param {(name: string) => string} ink */
  #tint(ink) {
    const theme = themeNow();
    if (this.#tinted === theme) return;
    this.#tinted = theme;
    const { map, colours } = this;
    const dead = rgba(ink("--map-dead"));
    const marked = [dead, rgba(ink("--accent")), rgba(ink("--map-open"))];
    const tones = Array.from({ length: this.far + 1 }, (_, distance) => tone(SCALE[theme], distance / this.far));
    for (let node = 0; node < map.nodes; node += 1) {
      const mark = this.#marks?.[node] ?? 0;
      const colour = mark > 0 ? marked[mark] : map.distance[node] < 0 ? dead : tones[map.distance[node]];
      colours[4 * node] = colour[0];
      colours[4 * node + 1] = colour[1];
      colours[4 * node + 2] = colour[2];
      // In a game, positions that are lost for the player to move are hollow; what a search has not touched is faint.
      colours[4 * node + 3] = this.#marks && mark === 0 ? 46 : map.verdict?.[node] === 2 ? 254 : 255;
    }
    this.painter.colour(colours);
  }

  /** @param {CanvasRenderingContext2D} context @param {number[]} nodes @param {string} colour @param {number} width */
  #walk(context, nodes, colour, width) {
    if (nodes.length < 2) return;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.beginPath();
    nodes.forEach((node, i) => {
      const [x, y] = this.#at(node);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.stroke();
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node @param {number} radius @param {string} colour @param {number} width */
  #ringed(context, node, radius, colour, width) {
    const [x, y] = this.#at(node);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }

  /** The point nearest to a place on the canvas, if one is near. @param {number} x @param {number} y */
  #nearest(x, y) {
    let best = -1;
    let least = 18;
    for (let node = 0; node < this.map.nodes; node += 1) {
      if (!this.#isShown(node)) continue;
      const away = Math.hypot(this.dx + this.map.x[node] * this.scale - x, this.dy + this.map.y[node] * this.scale - y);
      if (away < least) [best, least] = [node, away];
    }
    return best;
  }

  /** Everything is drawn again as soon as the picture rests. */
  moved() {
    this.#moves = true;
    this.#rest();
  }

  get scales() {
    return /** @type {[number, number]} */ ([this.#least, this.#least * Math.max(40, Math.sqrt(this.map.nodes) / 2)]);
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    this.#choose(this.#nearest(x, y));
  }

  /** @param {number} chosen */
  #choose(chosen) {
    if (chosen < 0) return;
    this.#chosen = chosen;
    this.draw();
    this.onchoose(chosen);
  }

  /** Arrows walk from point to point. @param {string} key */
  key(key) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!way) return false;
    const from = this.#chosen < 0 ? this.here : this.#chosen;
    const beside = [];
    for (let i = 0; i + 1 < this.map.edges.length; i += 2) {
      if (this.map.edges[i] === from) beside.push(this.map.edges[i + 1]);
      if (this.map.edges[i + 1] === from) beside.push(this.map.edges[i]);
    }
    const pull = (/** @type {number} */ to) => (this.map.x[to] - this.map.x[from]) * way[0] + (this.map.y[to] - this.map.y[from]) * way[1];
    const best = beside.sort((a, b) => pull(b) - pull(a))[0];
    if (best !== undefined && pull(best) > 0) {
      this.#choose(best);
      this.#keepInView(best);
    }
    return true;
  }

  /** @param {number} node */
  #keepInView(node) {
    const [x, y] = this.#at(node);
    const { clientWidth, clientHeight } = this.node;
    if (x > 12 && y > 12 && x < clientWidth - 12 && y < clientHeight - 12) return;
    this.dx += clientWidth / 2 - x;
    this.dy += clientHeight / 2 - y;
    this.draw();
  }

  /** The colour of a distance, for pictures that are saved. @param {number} distance */
  colourOf(distance) {
    const [red, green, blue] = distance < 0 ? rgba(inks()("--map-dead")) : tone(SCALE[themeNow()], distance / this.far);
    return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  }
}

/** The whole scale, from the goal on, as a background. */
export const scaleGradient = () => `linear-gradient(to right, ${SCALE[themeNow()].join(", ")})`;

/** A colour of a scale. @param {string[]} scale @param {number} part */
function tone(scale, part) {
  const place = part * (scale.length - 1);
  const low = Math.min(scale.length - 2, Math.floor(place));
  const [a, b] = [rgba(scale[low]), rgba(scale[low + 1])];
  return a.map((value, i) => Math.round(value + (b[i] - value) * (place - low)));
}

/** Red, green and blue up to 255, and how solid up to 1. @param {string} text `#rrggbb`, or `rgb(…)` with or without a part after a stroke */
function rgba(text) {
  if (text.startsWith("#")) return [...[1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)), 1];
  const [red = 0, green = 0, blue = 0, solid = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, solid];
}
