// The board: any scene of the server as SVG. Pieces are groups keyed by id; when a position changes they travel
// with the Web Animations API, and whatever comes next finishes the journey at once. There are no rules and no looks here.

import { s, still } from "./dom.js";
import { at, leave, passing, perform, wayOf } from "./motions.js";
import { contains, drawParts, drawPiece, placeOf, provideShades, rectOf } from "./scene.js";

/**
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("./scene.js").Rect} Rect
 * @typedef {import("../types.js").Play} Play
 *
 * A drawn thing: one item, or several that are drawn as one (a tube with its water). `rect` is its place in the view;
 * `sign` tells whether it must be drawn anew; `lift` is how far it is raised while it is held.
 * @typedef {{ key: string, ids: string[], kind: string, rect: Rect, sign: string, furniture: boolean, on?: string, lift: { x: number, y: number }, source: Piece }} Shown
 *
 * A place where things can be put down: its item and its area in the view.
 * @typedef {{ id: string, name: string, rect: Rect }} Zone
 *
 * Zones are where the cursor walks, too; `spots` are squares that it walks to as pieces.
 * @typedef {{ box: Rect, pieces: Shown[], zones: Zone[], spots: Zone[], step: number, source: Scene }} Layout
 *
 * The play that led here, if one did, and whether it was taken back.
 * @typedef {{ play?: Play, back?: boolean, quiet?: boolean, pace: number }} Journey
 *
 * @typedef {{ group: SVGGraphicsElement, piece: Shown, x: number, y: number }} Drawn
 */

/** How much the form of the space may change, in parts of it, before the board is laid out anew. */
const TOLERANCE = 0.03;
const GLIDE = "cubic-bezier(0.3, 0.7, 0.2, 1)";

export class Board {
  /** @type {Map<string, Drawn>} */ drawn = new Map();
  /** @type {Layout | undefined} */ scene;
  /** @type {Picture | undefined} */ picture;
  /** @type {Animation[]} */ #running = [];
  /** What a win has changed for as long as it is shown. @type {Animation[]} */ #lasting = [];

  /** @param {HTMLElement} host @param {() => void} [relayout] asks for the scene again, when the space has another form */
  constructor(host, relayout) {
    this.host = host;
    this.back = s("g", { class: "back" });
    this.under = s("g", { class: "under" });
    this.layer = s("g", { class: "pieces" });
    this.over = s("g", { class: "over" });
    this.svg = s("svg", { "aria-hidden": "true", focusable: "false" }, this.back, this.under, this.layer, this.over);
    host.append(this.svg);
    let pending = 0;
    // A board fills the space that it has, whatever its form. Until it is laid out anew it is shown smaller.
    new ResizeObserver(() => {
      clearTimeout(pending);
      if (this.scene && Math.abs(Math.log(this.aspect / this.scene.source.aspect)) > TOLERANCE) pending = setTimeout(() => relayout?.(), 60);
    }).observe(host);
  }

  /** The width of the space for the board, in heights. */
  get aspect() {
    const { width, height } = this.svg.getBoundingClientRect();
    return width && height ? width / height : 1.45;
  }

  /**
   * Shows a position; pieces that were elsewhere travel there. Settles when they have arrived.
   * @param {string} puzzle @param {Position} position @param {Journey} journey
   */
  async show(puzzle, { picture, scene: source }, journey) {
    this.finish();
    for (const animation of this.#lasting.splice(0)) animation.cancel();
    const before = this.host.dataset.puzzle === puzzle ? this.scene : undefined;
    const scene = layOut(source, picture);
    if (!before) {
      this.layer.replaceChildren();
      this.drawn.clear();
    }
    this.picture = picture;
    this.scene = scene;
    provideShades(source.shades);
    this.svg.setAttribute("viewBox", source.view.join(" "));
    this.host.dataset.puzzle = puzzle;
    if (JSON.stringify(before?.source.back) !== JSON.stringify(source.back)) {
      this.back.replaceChildren();
      drawParts(this.back, source.back);
    }
    const movable = new Set(picture.items.filter((item) => item.movable).map((item) => item.id));
    const moving = !journey.quiet && !still() && before !== undefined;
    const animations = this.#arrange(scene, { ...journey, quiet: !moving });
    for (const { group, piece } of this.drawn.values()) group.toggleAttribute("data-movable", piece.ids.some((id) => movable.has(id)));
    if (moving && before) animations.push(...perform(this, before.source, source, journey));
    await this.run(animations);
  }

  /** @param {Layout} scene @param {Journey} journey @returns {Animation[]} */
  #arrange(scene, journey) {
    /** @type {Animation[]} */ const animations = [];
    const keep = new Set(scene.pieces.map((piece) => piece.key));
    for (const [key, old] of this.drawn) {
      if (keep.has(key)) continue;
      this.drawn.delete(key);
      if (journey.quiet) old.group.remove();
      else animations.push(this.#vanish(old, journey.pace));
    }
    let previous = /** @type {Element | null} */ (null);
    for (const piece of scene.pieces) {
      const old = this.drawn.get(piece.key);
      const drawn = old ?? { group: drawPiece(piece.source), piece, x: 0, y: 0 };
      if (old && old.piece.sign !== piece.sign) {
        drawn.group.replaceChildren();
        drawParts(drawn.group, piece.source.parts);
      }
      const from = { ...piece.rect, x: drawn.x, y: drawn.y };
      const direct = drawn.group.classList.contains("held");
      drawn.piece = piece;
      drawn.group.classList.remove("held");
      this.#put(drawn, piece.rect.x, piece.rect.y);
      this.drawn.set(piece.key, drawn);
      // Touching the order only where it changed keeps running gestures alive.
      const next = previous ? previous.nextElementSibling : this.layer.firstElementChild;
      if (next !== drawn.group) this.layer.insertBefore(drawn.group, next);
      previous = drawn.group;
      if (journey.quiet) continue;
      if (!old) animations.push(drawn.group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: Math.min(journey.pace, 240) }));
      else if (from.x !== piece.rect.x || from.y !== piece.rect.y) {
        const way = (direct ? undefined : wayOf(scene.source, piece.source, from, journey)) ?? [at(from), at(piece.rect)];
        const duration = direct ? Math.min(journey.pace, 160) : journey.pace;
        animations.push(drawn.group.animate(way, { duration, easing: way.length > 2 ? "linear" : GLIDE }));
      }
    }
    return animations;
  }

  /** @param {Drawn} old @param {number} pace */
  #vanish(old, pace) {
    const { group } = old;
    group.setAttribute("data-gone", "");
    this.layer.append(group);
    return passing(group, group.animate(
      [{ transform: group.style.transform, opacity: 1 }, { transform: `translate(${old.x}px, ${old.y - 0.9}px)`, opacity: 0 }],
      { duration: Math.max(120, Math.min(pace, 420)), easing: "ease-in" },
    ));
  }

  /** @param {Drawn} drawn @param {number} x @param {number} y */
  #put(drawn, x, y) {
    drawn.x = x;
    drawn.y = y;
    drawn.group.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Lets animations run and settles when all have ended. @param {Animation[]} animations */
  async run(animations) {
    this.#running.push(...animations);
    await Promise.all(animations.map((animation) => animation.finished.catch(() => {})));
    this.#running = this.#running.filter((animation) => !animations.includes(animation));
  }

  /** The puzzle's own way to celebrate, if it has one; it stays until the next position. */
  async celebrate() {
    const { scene } = this;
    if (!scene || still()) return;
    const own = leave(this, scene.source);
    this.#lasting.push(...own);
    const hops = own.length > 0 ? [] : this.#hops(scene);
    await this.run([...own, ...hops]);
  }

  /** Pieces hop one after another, left to right. @param {Layout} scene */
  #hops(scene) {
    const pieces = scene.pieces.filter((piece) => !piece.furniture).slice(0, 80);
    return pieces.flatMap((piece) => {
      const group = this.drawn.get(piece.key)?.group;
      const place = `translate(${piece.rect.x}px, ${piece.rect.y}px)`;
      const delay = ((piece.rect.x - scene.box.x) / scene.box.w + (piece.rect.y - scene.box.y) / scene.box.h) * 300;
      const high = { transform: `${place} translate(0, ${-0.28 * scene.step}px)` };
      return group ? [group.animate([{ transform: place }, high, { transform: place }], { duration: 420, delay, easing: "ease-in-out" })] : [];
    });
  }

  /** Ends every journey at its goal. */
  finish() {
    for (const animation of this.#running.splice(0)) {
      try {
        animation.finish();
      } catch {
        animation.cancel();
      }
    }
  }

  get moving() {
    return this.#running.length > 0;
  }

  /** The drawn thing that shows an item. @param {string} id */
  pieceOf(id) {
    for (const drawn of this.drawn.values()) if (drawn.piece.ids.includes(id)) return drawn;
    return undefined;
  }

  /** What moves together: a piece and what stands on it. @param {Drawn} drawn */
  #together(drawn) {
    const stands = (/** @type {Drawn} */ { piece: { on } }) => on !== undefined && drawn.piece.ids.includes(on);
    return [drawn, ...[...this.drawn.values()].filter(stands)];
  }

  /** Moves a piece away from its place while it is held. @param {string} id @param {number} dx @param {number} dy @param {boolean} [soft] */
  hold(id, dx, dy, soft = false) {
    const gripped = this.pieceOf(id);
    if (!gripped) return;
    // What is being lifted follows a hand that moves on at once.
    if (!soft) this.finish();
    for (const drawn of this.#together(gripped)) {
      const { rect } = drawn.piece;
      const from = drawn.group.style.transform;
      this.#put(drawn, rect.x + dx, rect.y + dy);
      drawn.group.classList.add("held");
      if (soft && !still()) this.run([drawn.group.animate([{ transform: from }, { transform: drawn.group.style.transform }], { duration: 140, easing: GLIDE })]);
    }
  }

  /** Puts a held piece back to its place. @param {string} id */
  release(id) {
    const gripped = this.pieceOf(id);
    if (!gripped?.group.classList.contains("held")) return;
    this.hold(id, 0, 0, true);
    for (const { group } of this.#together(gripped)) group.classList.remove("held");
  }

  /** Shakes a piece: no. @param {string} id */
  shake(id) {
    const drawn = this.pieceOf(id);
    if (!drawn) return;
    const place = drawn.group.style.transform;
    const step = (this.scene?.step ?? 1) * 0.09;
    drawn.group.classList.add("refused");
    setTimeout(() => drawn.group.classList.remove("refused"), 500);
    if (still()) return;
    const frames = [0, 1, -1, 0.7, -0.7, 0].map((n) => ({ transform: `${place} translate(${n * step}px, 0)` }));
    this.run([drawn.group.animate(frames, { duration: 320, easing: "ease-in-out" })]);
  }

  /** Shows what a touch would take, or nothing. @param {string | undefined} id */
  preview(id) {
    // A touch takes a piece and all that stands above it.
    const pieces = this.scene?.pieces ?? [];
    const touched = pieces.findIndex((piece) => piece.on !== undefined && piece.key === id);
    const taken = pieces.filter((piece, i) => touched >= 0 && i >= touched && piece.on === pieces[touched].on).map((piece) => piece.key);
    for (const [key, { group }] of this.drawn) group.toggleAttribute("data-would", taken.includes(key));
  }

  /** A point of the screen in the view. @param {number} clientX @param {number} clientY */
  toView(clientX, clientY) {
    const matrix = this.svg.getScreenCTM?.();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** The zone under a point of the view, with a little tolerance. @param {{ x: number, y: number }} point */
  zoneAt(point) {
    /** @type {Zone | undefined} */ let best;
    let least = this.scene ? this.scene.step * 0.75 : 0;
    for (const zone of this.scene?.zones ?? []) {
      const { x, y, w, h } = zone.rect;
      const away = Math.hypot(Math.max(x - point.x, 0, point.x - x - w), Math.max(y - point.y, 0, point.y - y - h));
      if (away < least || (away === 0 && !best)) {
        best = zone;
        least = away;
      }
      if (away === 0) return zone;
    }
    return best ?? this.scene?.spots.find(({ rect }) => contains(rect, point));
  }

  /** The items under a point of the screen, topmost first. @param {number} clientX @param {number} clientY @returns {string[]} */
  itemsAt(clientX, clientY) {
    /** @type {string[]} */ const ids = [];
    for (const node of document.elementsFromPoint(clientX, clientY)) {
      if (!this.svg.contains(node)) continue;
      const item = node.closest("[data-id]")?.getAttribute("data-id");
      const key = node.closest("[data-key]:not([data-gone])")?.getAttribute("data-key");
      for (const id of [item, key]) if (id && !ids.includes(id)) ids.push(id);
    }
    return ids;
  }
}

/** A scene as hands and marks see it. @param {Scene} source @param {Picture} picture @returns {Layout} */
function layOut(source, picture) {
  const names = new Map(picture.items.map((item) => [item.id, item.name]));
  return {
    source,
    box: rectOf(source.view),
    step: source.step,
    zones: source.zones.map(({ item, area }) => ({ id: item, name: names.get(item) ?? "", rect: rectOf(area) })),
    spots: source.pieces.filter((piece) => piece.kind === "place").map((piece) => ({ id: piece.key, name: names.get(piece.key) ?? "", rect: placeOf(piece) })),
    pieces: source.pieces.map((piece) => ({
      key: piece.key,
      ids: piece.items ?? [],
      kind: piece.kind ?? "",
      rect: placeOf(piece),
      sign: JSON.stringify(piece.parts),
      furniture: piece.furniture ?? false,
      on: piece.on,
      lift: { x: piece.lift?.[0] ?? 0, y: piece.lift?.[1] ?? 0 },
      source: piece,
    })),
  };
}
