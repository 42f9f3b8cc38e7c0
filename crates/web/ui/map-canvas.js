// Drawing a map on a canvas: points, lines, a way, a search that spreads; zoom by wheel or pinch, move by dragging.

import { h, later } from "./dom.js";
import { say } from "./i18n.js";

/** @typedef {import("../types.js").StateMap} StateMap */

/** From the goal to the farthest: light to dark and round the colours, readable without seeing hues. */
const SCALE = { light: ["#0b6e74", "#2a9d8f", "#8ab17d", "#e9c46a", "#f4a261", "#d1603d", "#8f2d3f"], dark: ["#7fe3df", "#3fb8ae", "#8fbf7f", "#ecd27a", "#f2a65e", "#dd6b4d", "#b04a63"] };

export class MapCanvas {
  here = 0;
  /** @type {number[]} */ #path = [];
  /** @type {number[]} */ #order = [];
  /** @type {number[]} */ #way = [];
  /** How many of the order are met, how many are marked as such, and which points those are. */
  #met = 0;
  #marked = 0;
  #isMet = new Uint8Array(0);
  #frame = 0;
  #scale = 1;
  #dx = 0;
  #dy = 0;
  #chosen = -1;
  /** @type {Map<number, { x: number, y: number }>} */ #fingers = new Map();

  /** @param {StateMap} map @param {(node: number) => void} onchoose */
  constructor(map, onchoose) {
    this.map = map;
    this.here = map.here ?? 0;
    this.far = Math.max(1, map.distance.reduce((most, distance) => Math.max(most, distance), 0));
    this.onchoose = onchoose;
    this.node = h("canvas", { class: "map-canvas", role: "img", tabindex: 0, "aria-label": say("map-label", { n: map.nodes }) });
    const redraw = later(() => this.fit(), 30);
    this.watch = new ResizeObserver(redraw);
    this.watch.observe(this.node);
    this.#listen();
  }

  stop() {
    this.watch.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  /** Fits the whole map into the canvas. */
  fit() {
    const { clientWidth, clientHeight } = this.node;
    if (!clientWidth || !clientHeight) return;
    const dense = window.devicePixelRatio || 1;
    this.node.width = clientWidth * dense;
    this.node.height = clientHeight * dense;
    const margin = 18;
    this.#scale = Math.min(clientWidth, clientHeight) - 2 * margin;
    this.#dx = (clientWidth - this.#scale) / 2;
    this.#dy = (clientHeight - this.#scale) / 2;
    this.#least = this.#scale;
    this.draw();
  }

  #least = 1;

  /** One's own way. @param {number[]} path */
  path(path) {
    this.#path = path;
    this.here = path[path.length - 1] ?? this.here;
    this.draw();
  }

  clear() {
    cancelAnimationFrame(this.#frame);
    this.#order = [];
    this.#way = [];
    this.#chosen = -1;
    this.fit();
  }

  /** Lets a search spread within some time, then shows its way. @param {number[]} order @param {number[]} way @param {number} ms @param {() => void} done */
  spread(order, way, ms, done) {
    cancelAnimationFrame(this.#frame);
    this.#order = order;
    this.#way = [];
    this.#marked = 0;
    this.#isMet = new Uint8Array(this.map.nodes);
    const began = performance.now();
    const run = (/** @type {number} */ now) => {
      const part = ms <= 0 ? 1 : Math.min(1, (now - began) / ms);
      this.#met = Math.ceil(part * order.length);
      if (part >= 1) this.#way = way;
      this.draw();
      if (part < 1) this.#frame = requestAnimationFrame(run);
      else done();
    };
    this.#frame = requestAnimationFrame(run);
  }

  /** @param {number} node @returns {[number, number]} */
  #at(node) {
    return [this.#dx + this.map.x[node] * this.#scale, this.#dy + this.map.y[node] * this.#scale];
  }

  draw() {
    const context = this.node.getContext("2d");
    if (!context) return;
    const { map } = this;
    const dense = window.devicePixelRatio || 1;
    const style = getComputedStyle(document.documentElement);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, this.node.clientWidth, this.node.clientHeight);
    const radius = Math.max(1.1, Math.min(7, ((map.nodes > 200 ? 0.26 : 0.34) * this.#scale) / Math.sqrt(map.nodes + 1)));
    context.strokeStyle = ink("--map-line");
    context.lineWidth = Math.max(0.4, Math.min(1.4, radius * 0.35));
    context.beginPath();
    for (let i = 0; i + 1 < map.edges.length; i += 2) {
      const [ax, ay] = this.#at(map.edges[i]);
      const [bx, by] = this.#at(map.edges[i + 1]);
      context.moveTo(ax, ay);
      context.lineTo(bx, by);
    }
    context.stroke();
    this.#points(context, radius, ink("--map-dead"), ink("--well"));
    for (const goal of map.goals.length > 16 ? [] : map.goals) this.#ringed(context, goal, radius + 2.5, ink("--good"), 2);
    this.#walk(context, this.#path, ink("--ink"), 2.4);
    this.#walk(context, this.#way, ink("--accent"), 4);
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

  /** All points, those of one colour at once. @param {CanvasRenderingContext2D} context @param {number} radius @param {string} dead @param {string} ground */
  #points(context, radius, dead, ground) {
    const { map } = this;
    const { clientWidth, clientHeight } = this.node;
    /** @type {Path2D[][]} */ const paths = [[], []];
    const hollow = map.verdict && new Path2D();
    const faint = this.#order.length > 0;
    if (faint) for (; this.#marked < this.#met; this.#marked += 1) this.#isMet[this.#order[this.#marked]] = 1;
    for (let node = 0; node < map.nodes; node += 1) {
      const [x, y] = this.#at(node);
      if (x < -9 || y < -9 || x > clientWidth + 9 || y > clientHeight + 9) continue;
      const path = (paths[faint && !this.#isMet[node] ? 1 : 0][map.distance[node] + 1] ??= new Path2D());
      dot(path, x, y, radius);
      // In a game, positions that are lost for the player to move are hollow.
      if (hollow && map.verdict?.[node] === "loss") dot(hollow, x, y, radius * 0.55);
    }
    paths.forEach((group, i) => {
      context.globalAlpha = i === 0 ? 1 : 0.16;
      group.forEach((path, distance) => {
        context.fillStyle = distance === 0 ? dead : this.#colour(distance - 1);
        context.fill(path);
      });
    });
    context.globalAlpha = 1;
    context.fillStyle = ground;
    if (hollow) context.fill(hollow);
  }

  /** @param {number} distance */
  #colour(distance) {
    const scale = SCALE[document.documentElement.dataset.theme === "dark" ? "dark" : "light"];
    const place = (distance / this.far) * (scale.length - 1);
    const low = Math.min(scale.length - 2, Math.floor(place));
    return mixed(scale[low], scale[low + 1], place - low);
  }

  /** The point nearest to a place on the canvas, if one is near. @param {number} x @param {number} y */
  #nearest(x, y) {
    let best = -1;
    let least = 18;
    for (let node = 0; node < this.map.nodes; node += 1) {
      const [px, py] = this.#at(node);
      const away = Math.hypot(px - x, py - y);
      if (away < least) [best, least] = [node, away];
    }
    return best;
  }

  /** @param {number} factor @param {number} x @param {number} y */
  #zoom(factor, x, y) {
    const next = Math.max(this.#least, Math.min(this.#least * 40, this.#scale * factor));
    const real = next / this.#scale;
    this.#dx = x - (x - this.#dx) * real;
    this.#dy = y - (y - this.#dy) * real;
    this.#scale = next;
    this.draw();
  }

  #listen() {
    const { node } = this;
    const place = (/** @type {{ clientX: number, clientY: number }} */ event) => {
      const box = node.getBoundingClientRect();
      return { x: event.clientX - box.x, y: event.clientY - box.y };
    };
    let travelled = 0;
    node.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      this.#zoom(Math.exp(-event.deltaY * 0.0016), x, y);
    }, { passive: false });
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      this.#fingers.set(event.pointerId, place(event));
      if (this.#fingers.size === 1) travelled = 0;
    });
    node.addEventListener("pointermove", (event) => {
      const before = this.#fingers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
      this.#fingers.set(event.pointerId, now);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (others[0]) {
        const [other] = others;
        this.#zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), other.x, other.y);
      } else if (travelled > 4) {
        this.#dx += now.x - before.x;
        this.#dy += now.y - before.y;
        this.draw();
      }
    });
    const lift = (/** @type {PointerEvent} */ event) => {
      const was = this.#fingers.get(event.pointerId);
      this.#fingers.delete(event.pointerId);
      if (!was || travelled > 6 || event.type !== "pointerup") return;
      this.#choose(this.#nearest(was.x, was.y));
    };
    node.addEventListener("pointerup", lift);
    node.addEventListener("pointercancel", lift);
    node.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {number} chosen */
  #choose(chosen) {
    if (chosen < 0) return;
    this.#chosen = chosen;
    this.draw();
    this.onchoose(chosen);
  }

  /** Arrows walk from point to point, + and - zoom. @param {KeyboardEvent} event */
  #key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "+" || event.key === "-") this.#zoom(event.key === "+" ? 1.3 : 1 / 1.3, this.node.clientWidth / 2, this.node.clientHeight / 2);
    else if (way) {
      const from = this.#chosen < 0 ? this.here : this.#chosen;
      const beside = [];
      for (let i = 0; i + 1 < this.map.edges.length; i += 2) {
        if (this.map.edges[i] === from) beside.push(this.map.edges[i + 1]);
        if (this.map.edges[i + 1] === from) beside.push(this.map.edges[i]);
      }
      const pull = (/** @type {number} */ to) => (this.map.x[to] - this.map.x[from]) * way[0] + (this.map.y[to] - this.map.y[from]) * way[1];
      const best = beside.sort((a, b) => pull(b) - pull(a))[0];
      if (best !== undefined && pull(best) > 0) this.#choose(best);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** A point; where it is small, a square looks the same and is drawn sooner. @param {Path2D} path @param {number} x @param {number} y @param {number} radius */
function dot(path, x, y, radius) {
  if (radius < 1.8) {
    path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/** @param {string} a @param {string} b @param {number} part */
function mixed(a, b, part) {
  const channel = (/** @type {string} */ colour, /** @type {number} */ i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `rgb(${[0, 1, 2].map((i) => Math.round(channel(a, i) + (channel(b, i) - channel(a, i)) * part)).join(" ")})`;
}
