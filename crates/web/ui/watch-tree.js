// The tree of a recorded search on a canvas. The place of every node is known before it grows, so nothing jumps; the picture
// follows the node in work until somebody moves it.

import { PanZoomCanvas, inks } from "./pan-zoom.js";
import { CUT, EXPANDED, OPEN, UNSEEN } from "./watch-run.js";
import { factsOf, fateWord, watchSay } from "./watch-words.js";

/** @typedef {import("./watch-run.js").WatchRun} WatchRun */

/** Room for a node. */
const WIDE = 62;
const ROW = 64;
const BOX = { w: 54, h: 36 };
/** A smaller tree can't be read. */
const READABLE = 0.6;

export class TreeCanvas extends PanZoomCanvas {
  /** Whether the picture follows the node in work. */ #follows = true;
  #chosen = -1;
  /** @type {Float32Array} */ #x = new Float32Array(0);
  #width = 0;
  #rows = 0;
  /** For which roots the places are. */ #laid = "";
  /** The node under the mouse. */ #over = -1;
  /** @type {number[][]} */ #children = [];

  /** @param {WatchRun} run @param {(node: number, x: number) => void} onlook called with a node and where it is, or -1 */
  constructor(run, onlook) {
    super("tree-canvas", watchSay("tree-label"));
    this.run = run;
    this.onlook = onlook;
    this.#children = run.run.parent.map(() => []);
    run.run.parent.forEach((parent, node) => { if (parent >= 0) this.#children[parent].push(node); });
  }

  /** Whoever moves the picture wants to stay there. */
  moved() {
    this.#follows = false;
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    this.#choose(this.#nearest(x, y));
  }

  /** @param {number} x @param {number} y */
  hover(x, y) {
    const node = this.#nearest(x, y);
    if (node === this.#over) return;
    this.#over = node;
    this.onlook(node >= 0 ? node : this.#chosen, x);
  }

  leave() {
    this.#over = -1;
    this.onlook(this.#chosen, 0);
  }

  /** The whole tree at once. */
  whole() {
    this.#lay();
    const { clientWidth, clientHeight } = this.node;
    this.#follows = false;
    this.scale = Math.max(0.02, Math.min(1, (clientWidth - 24) / Math.max(1, this.#width), (clientHeight - 24) / Math.max(1, this.#rows * ROW)));
    this.dx = (clientWidth - this.#width * this.scale) / 2;
    this.dy = 12 + (BOX.h / 2) * this.scale;
    this.draw();
  }

  /** Goes with the node in work again. */
  follow() {
    this.#follows = true;
    this.draw();
  }

  /** Places for the trees that are grown now: leaves from left to right, parents above the middle of their children. */
  #lay() {
    const sign = this.run.roots.join();
    if (sign === this.#laid) return;
    this.#laid = sign;
    this.#x = new Float32Array(this.run.state.length);
    this.#rows = 1;
    let right = WIDE / 2;
    for (const root of this.run.roots) {
      /** @type {[number, number][]} */ const stack = [[root, 0]];
      while (stack.length > 0) {
        const top = stack[stack.length - 1];
        const below = this.#children[top[0]];
        if (top[1] < below.length) {
          stack.push([below[top[1]], 0]);
          top[1] += 1;
          continue;
        }
        stack.pop();
        this.#rows = Math.max(this.#rows, this.run.run.g[top[0]] + 1);
        if (below.length === 0) {
          this.#x[top[0]] = right;
          right += WIDE;
        } else this.#x[top[0]] = (this.#x[below[0]] + this.#x[below[below.length - 1]]) / 2;
      }
      right += WIDE / 2;
    }
    this.#width = right;
  }

  /** @param {number} node @returns {[number, number]} */
  #at(node) {
    return [this.dx + this.#x[node] * this.scale, this.dy + this.run.run.g[node] * ROW * this.scale];
  }

  /** Everything that has grown so far, if it can be read at that size; otherwise the node in work. @param {number} width @param {number} height */
  #frameUp(width, height) {
    const { run } = this;
    let [left, right, deepest] = [Infinity, -Infinity, 0];
    for (let node = 0; node < run.state.length; node += 1) {
      if (!this.#isShown(node)) continue;
      left = Math.min(left, this.#x[node]);
      right = Math.max(right, this.#x[node]);
      deepest = Math.max(deepest, run.run.g[node]);
    }
    const wanted = Math.min(1.15, (width - 16) / (right - left + BOX.w), (height - 16) / (deepest * ROW + BOX.h + 12));
    // At the end everything is seen at once, if only as dots.
    if (wanted >= (run.ended ? 0.12 : READABLE)) {
      this.scale = wanted;
      this.dx = width / 2 - ((left + right) / 2) * wanted;
      this.dy = 8 + (BOX.h / 2 + 12) * wanted;
      return;
    }
    const centre = this.#chosen >= 0 && document.activeElement === this.node ? this.#chosen : run.current;
    this.scale = 0.85;
    this.dx = width / 2 - this.#x[centre] * this.scale;
    this.dy = Math.min(34, height * 0.62 - run.run.g[centre] * ROW * this.scale);
  }

  /** @param {number} node */
  #isShown(node) {
    return this.run.state[node] !== UNSEEN && this.run.roots.includes(this.run.root[node]);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} clientWidth @param {number} clientHeight */
  paint(context, clientWidth, clientHeight) {
    this.#lay();
    const { run } = this;
    if (this.#follows && run.current >= 0) this.#frameUp(clientWidth, clientHeight);
    const ink = inks();
    const colours = { line: ink("--strong-line"), ink: ink("--ink"), soft: ink("--soft"), paper: ink("--paper"), accent: ink("--accent"), accentInk: ink("--accent-ink"), accentSoft: ink("--accent-soft"), open: ink("--open"), openSoft: ink("--open-soft"), good: ink("--good"), goodSoft: ink("--good-soft"), sans: ink("--sans") };
    const isNear = (/** @type {number} */ x, /** @type {number} */ y) => x > -90 && y > -90 && x < clientWidth + 90 && y < clientHeight + 90;
    for (const isPath of [false, true]) {
      for (const isCut of isPath ? [false] : [true, false]) {
        context.beginPath();
        context.setLineDash(isCut ? [3, 3] : []);
        context.strokeStyle = isPath ? colours.good : colours.line;
        context.lineWidth = isPath ? 3 : Math.max(0.5, Math.min(1.3, this.scale * 1.6));
        context.globalAlpha = isCut ? 0.55 : 1;
        for (let node = 0; node < run.state.length; node += 1) {
          const parent = run.run.parent[node];
          if (parent < 0 || !this.#isShown(node)) continue;
          if (Boolean(run.onPath[node] && run.onPath[parent]) !== isPath || (!isPath && (run.state[node] === CUT) !== isCut)) continue;
          const [x, y] = this.#at(node);
          const [px, py] = this.#at(parent);
          if (!isNear(x, y) && !isNear(px, py) && (x < 0) === (px < 0) && (x > clientWidth) === (px > clientWidth)) continue;
          context.moveTo(px, py);
          context.bezierCurveTo(px, py + (y - py) * 0.55, x, py + (y - py) * 0.45, x, y);
        }
        context.stroke();
      }
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
    for (let node = 0; node < run.state.length; node += 1) {
      if (!this.#isShown(node)) continue;
      const [x, y] = this.#at(node);
      if (isNear(x, y)) this.#box(context, node, x, y, colours);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node @param {number} x @param {number} y @param {Record<string, string>} colours */
  #box(context, node, x, y, colours) {
    const { run } = this;
    const scale = this.scale;
    const state = run.state[node];
    const isNow = node === run.current || node === run.expanding;
    const isPath = run.onPath[node] === 1;
    const fill = node === run.current ? colours.accent : isPath ? colours.goodSoft : state === EXPANDED ? colours.accentSoft : state === OPEN ? colours.openSoft : colours.paper;
    const stroke = isPath ? colours.good : isNow || state === EXPANDED ? colours.accent : state === OPEN ? colours.open : colours.line;
    const [w, high] = [BOX.w * scale, BOX.h * scale];
    context.globalAlpha = state === CUT && node !== run.current ? 0.75 : 1;
    context.fillStyle = fill;
    context.strokeStyle = stroke;
    context.lineWidth = node === this.#chosen ? 3.5 : isNow || isPath ? 2.2 : 1.2;
    context.beginPath();
    if (scale < 0.35) context.arc(x, y, Math.max(1.6, 14 * scale), 0, 2 * Math.PI);
    else context.roundRect(x - w / 2, y - high / 2, w, high, 9 * scale);
    context.fill();
    context.stroke();
    if (scale >= 0.35) {
      const text = node === run.current ? colours.accentInk : colours.ink;
      const small = node === run.current ? colours.accentInk : state === CUT ? colours.soft : colours.ink;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = text;
      context.font = `600 ${12 * scale}px ${colours.sans}`;
      const { name, g, h, f } = factsOf(run, node);
      context.fillText(name, x, y - 8 * scale, w - 4);
      context.fillStyle = small;
      context.font = `${10.5 * scale}px ${colours.sans}`;
      const why = state === CUT && run.fate[node] > 0 ? fateWord(run.fate[node], true) : `${g}+${h}=${f}`;
      context.fillText(why, x, y + 8 * scale, w - 4);
      if (state === EXPANDED) {
        context.fillStyle = colours.soft;
        context.font = `${9 * scale}px ${colours.sans}`;
        context.textAlign = "left";
        context.fillText(`#${run.order[node]}`, x - w / 2, y - high / 2 - 6 * scale);
      }
    }
    context.globalAlpha = 1;
  }

  /** The node at a place, if there is one. @param {number} x @param {number} y */
  #nearest(x, y) {
    let best = -1;
    let least = Math.max(14, (BOX.w / 2) * this.scale);
    for (let node = 0; node < this.run.state.length; node += 1) {
      if (!this.#isShown(node)) continue;
      const [px, py] = this.#at(node);
      const away = Math.max(Math.abs(px - x), Math.abs(py - y) * 1.2);
      if (away < least) [best, least] = [node, away];
    }
    return best;
  }

  /** @param {number} node */
  #choose(node) {
    this.#chosen = node;
    const [x] = node >= 0 ? this.#at(node) : [0];
    this.draw();
    this.onlook(node, x);
  }

  /** Arrows walk through the tree, Escape lets go. @param {string} key */
  key(key) {
    const { run } = this.run;
    const from = this.#chosen >= 0 && this.#isShown(this.#chosen) ? this.#chosen : this.run.current;
    if (from < 0) return false;
    const shown = (/** @type {number[]} */ nodes) => nodes.filter((node) => this.#isShown(node));
    const siblings = shown(run.parent[from] < 0 ? this.run.roots : this.#children[run.parent[from]]);
    const beside = (/** @type {number} */ by) => siblings[siblings.indexOf(from) + by] ?? -1;
    /** @type {Record<string, () => number>} */
    const ways = { ArrowUp: () => run.parent[from], ArrowDown: () => shown(this.#children[from])[0] ?? -1, ArrowLeft: () => beside(-1), ArrowRight: () => beside(1) };
    const way = ways[key];
    if (key === "Escape" && this.#chosen >= 0) this.#choose(-1);
    else if (!way) return false;
    else {
      const to = this.#chosen < 0 ? from : way();
      if (to >= 0) {
        this.#follows = true;
        this.#choose(to);
      }
    }
    return true;
  }
}
