// A picture on a canvas that is moved by dragging, and zoomed by the wheel, two fingers or keys; a tap is told apart from
// them. What is drawn, and what arrows do, is up to the picture.

import { h, later, themeNow } from "./dom.js";

/** @typedef {{ x: number, y: number }} Place */

/** The colours of the page by name, as they are now: a canvas does not choose between day and night. */
export function inks() {
  const style = getComputedStyle(document.documentElement);
  return (/** @type {string} */ name) => {
    const value = style.getPropertyValue(name).trim();
    const [, day, night] = /^light-dark\((.*),\s*(.*)\)$/.exec(value) ?? ["", value, value];
    return themeNow() === "dark" ? night : day;
  };
}

export class PanZoomCanvas {
  /** Pixels of the page for one unit of the picture, and where its origin is. */ scale = 1;
  dx = 0;
  dy = 0;
  #frame = 0;

  /** @param {string} look @param {string} name what a screen reader says */
  constructor(look, name) {
    this.node = h("canvas", { class: `map-canvas ${look}`, role: "img", tabindex: 0, "aria-label": name });
    this.watch = new ResizeObserver(later(() => this.fit(), 30));
    this.watch.observe(this.node);
    this.#listen();
    this.node.addEventListener("keydown", (event) => {
      const centre = { x: this.node.clientWidth / 2, y: this.node.clientHeight / 2 };
      if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 1.3 : 1 / 1.3, centre.x, centre.y);
      else if (!this.key(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** The smallest and the largest scale. @returns {[number, number]} */
  get scales() {
    return [0.02, 2.5];
  }

  /** Draws now. @param {CanvasRenderingContext2D} _context empty, in pixels of the page @param {number} _width @param {number} _height @param {number} _dense */
  paint(_context, _width, _height, _dense) {}

  /** Somebody has moved or zoomed the picture. */
  moved() {}

  /** @param {number} _x @param {number} _y */
  tap(_x, _y) {}

  /** @param {number} _x @param {number} _y */
  hover(_x, _y) {}

  leave() {}

  /** A key other than those that zoom; whether it means something here. @param {string} _key */
  key(_key) {
    return false;
  }

  stop() {
    this.watch.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  /** Takes the size that the page gives; whether there is any. */
  resize() {
    const { clientWidth, clientHeight } = this.node;
    if (!clientWidth || !clientHeight) return false;
    const dense = window.devicePixelRatio || 1;
    this.node.width = clientWidth * dense;
    this.node.height = clientHeight * dense;
    return true;
  }

  /** Called when the page gives it another size. */
  fit() {
    if (this.resize()) this.draw();
  }

  /** Draws with the next frame. */
  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const context = this.node.getContext("2d");
      const { clientWidth, clientHeight } = this.node;
      if (!context || !clientWidth || !clientHeight) return;
      const dense = window.devicePixelRatio || 1;
      context.setTransform(dense, 0, 0, dense, 0, 0);
      context.clearRect(0, 0, clientWidth, clientHeight);
      this.paint(context, clientWidth, clientHeight, dense);
    });
  }

  /** Zooms around a place. @param {number} factor @param {number} x @param {number} y */
  zoom(factor, x, y) {
    this.moved();
    const [least, most] = this.scales;
    const next = Math.max(least, Math.min(most, this.scale * factor));
    const real = next / this.scale;
    this.dx = x - (x - this.dx) * real;
    this.dy = y - (y - this.dy) * real;
    this.scale = next;
    this.draw();
  }

  #listen() {
    const { node } = this;
    /** @type {Map<number, Place>} */ const fingers = new Map();
    const place = (/** @type {{ clientX: number, clientY: number }} */ event) => {
      const box = node.getBoundingClientRect();
      return { x: event.clientX - box.x, y: event.clientY - box.y };
    };
    let travelled = 0;
    node.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      this.zoom(Math.exp(-event.deltaY * 0.0016), x, y);
    }, { passive: false });
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      if (fingers.size === 1) travelled = 0;
    });
    node.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      const now = place(event);
      if (!before) {
        if (event.pointerType === "mouse") this.hover(now.x, now.y);
        return;
      }
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
      fingers.set(event.pointerId, now);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (other) this.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), other.x, other.y);
      else if (travelled > 4) {
        this.moved();
        this.dx += now.x - before.x;
        this.dy += now.y - before.y;
        this.draw();
      }
    });
    const lift = (/** @type {PointerEvent} */ event) => {
      const was = fingers.get(event.pointerId);
      fingers.delete(event.pointerId);
      if (was && travelled <= 6 && event.type === "pointerup") this.tap(was.x, was.y);
    };
    node.addEventListener("pointerup", lift);
    node.addEventListener("pointercancel", lift);
    node.addEventListener("pointerleave", () => this.leave());
  }
}
