// What is drawn over and under the pieces to help: the keyboard's ring, places to put down, hints, judgements.

import { s, still } from "./dom.js";
import { box } from "./scene.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("../types.js").Play} Play
 * @typedef {import("./scene.js").Rect} Rect
 * @typedef {import("../types.js").Judgement} Judgement
 */

/** How each judgement is written beside its colour. @type {Record<Judgement, string>} */
export const SIGN = { better: "▲", equal: "=", worse: "▼", loses: "✕", unknown: "?" };
/** @type {Judgement[]} */
const ORDER = ["better", "equal", "unknown", "worse", "loses"];

export class Marks {
  /** @type {Map<string, Judgement>} */ #judged = new Map();

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.places = s("g", { class: "places" });
    this.tints = s("g", { class: "tints" });
    this.hintLayer = s("g", { class: "hint" });
    this.ringLayer = s("g", { class: "ring" });
    board.under.append(this.places);
    board.over.append(this.tints, this.hintLayer, this.ringLayer);
  }

  /** The ring of the keyboard's cursor around an item, or none. @param {string | undefined} id */
  ring(id) {
    this.ringLayer.replaceChildren();
    const drawn = id === undefined ? undefined : this.board.pieceOf(id);
    const zone = this.board.scene?.zones.find((zone) => zone.id === id);
    const rect = zone?.rect ?? (drawn && { ...drawn.piece.rect, x: drawn.x, y: drawn.y });
    if (!rect) return;
    const gap = (this.board.scene?.step ?? 1) * 0.06;
    const around = zone ? rect : { x: rect.x - gap, y: rect.y - gap, w: rect.w + 2 * gap, h: rect.h + 2 * gap };
    this.ringLayer.append(box(around, Math.min(around.w, around.h) * 0.14, "ring-back"), box(around, Math.min(around.w, around.h) * 0.14, "ring-line"));
  }

  /** Shows where a held piece can go. @param {Play[]} plays @param {string} grip */
  where(plays, grip) {
    this.places.replaceChildren();
    const { scene } = this.board;
    const drawn = this.board.pieceOf(grip);
    if (!scene || !drawn) return;
    const { rect } = drawn.piece;
    for (const play of plays) {
      const judged = this.#judged.get(play.text);
      if (play.onto) {
        const zone = landings(scene).find((zone) => play.onto?.includes(zone.id));
        if (zone) this.places.append(mark(box(zone.rect, Math.min(zone.rect.w, 2.4) * 0.14, "place"), judged));
      } else if (play.by) {
        const [dx, dy] = sum(play.by);
        this.places.append(mark(s("circle", { class: "spot", cx: rect.x + dx + rect.w / 2, cy: rect.y + dy + rect.h / 2, r: 0.13 }), judged));
      }
    }
  }

  /** Highlights the zone that a drop would hit. @param {string | undefined} id @param {boolean} can */
  aim(id, can) {
    for (const node of this.places.querySelectorAll(".aim")) node.remove();
    const zone = landings(this.board.scene).find((zone) => zone.id === id);
    if (zone && can) this.places.append(box(zone.rect, Math.min(zone.rect.w, 2.4) * 0.14, "aim"));
  }

  nowhere() {
    this.places.replaceChildren();
  }

  /** Tints what can be moved by the best that it can do. @param {Play[]} plays @param {Map<string, Judgement>} judged */
  judge(plays, judged) {
    this.#judged = judged;
    this.tints.replaceChildren();
    const { scene } = this.board;
    if (!scene || judged.size === 0) return;
    /** @type {Map<string, Judgement>} */ const best = new Map();
    for (const play of plays) {
      const judgement = judged.get(play.text);
      const drawn = this.board.pieceOf(play.grips[0]);
      if (!judgement || !drawn) continue;
      const { key } = drawn.piece;
      const known = best.get(key);
      if (!known || ORDER.indexOf(judgement) < ORDER.indexOf(known)) best.set(key, judgement);
    }
    for (const [key, judgement] of best) {
      const drawn = this.board.drawn.get(key);
      if (drawn) this.tints.append(badge(drawn.piece.rect, judgement, scene.step));
    }
  }

  /** Points at a move. @param {Play | undefined} play */
  hint(play) {
    this.hintLayer.replaceChildren();
    const { scene } = this.board;
    const drawn = play && this.board.pieceOf(play.grips[0]);
    if (!play || !scene || !drawn) return;
    const { rect } = drawn.piece;
    const centre = { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
    const halo = box({ x: rect.x - 0.06 * scene.step, y: rect.y - 0.06 * scene.step, w: rect.w + 0.12 * scene.step, h: rect.h + 0.12 * scene.step }, Math.min(rect.w, rect.h) * 0.2, "halo");
    this.hintLayer.append(halo);
    const points = [play.onto ? { x: centre.x, y: rect.y - 0.02 * scene.step } : centre];
    const zone = scene.zones.find((zone) => play.onto?.includes(zone.id));
    const spot = scene.spots.find((spot) => play.onto?.includes(spot.id));
    if (spot) points.splice(0, 1, centre, { x: spot.rect.x + spot.rect.w / 2, y: spot.rect.y + spot.rect.h / 2 });
    if (play.by) for (const [dx, dy] of play.by) points.push({ x: points[points.length - 1].x + dx, y: points[points.length - 1].y + dy });
    else if (zone) points.splice(0, 1, ...wayOnto(rect, zone.rect, scene.box, points[0]));
    if (points.length > 1) {
      const line = s("polyline", { class: "arrow", points: points.map(({ x, y }) => `${x},${y}`).join(" "), "marker-end": "url(#tip)" });
      this.hintLayer.append(tip(), line);
      if (!still()) line.animate([{ opacity: 0 }, { opacity: 0.9 }], { duration: 300, easing: "ease-out" });
    }
    if (!still()) halo.animate([{ opacity: 0.2 }, { opacity: 1 }, { opacity: 0.2 }], { duration: 1400, iterations: 6 });
  }
}

/** Where things can be put down. @param {import("./board.js").Layout | undefined} scene */
const landings = (scene) => [...(scene?.zones ?? []), ...(scene?.spots ?? [])];

/**
 * The corners of an arrow from a piece onto a zone: over everything within a row, through the gap between two rows.
 * @param {Rect} from @param {Rect} zone @param {Rect} box @param {{ x: number, y: number }} above the point above the piece
 */
function wayOnto(from, zone, box, above) {
  const [x, end] = [from.x + from.w / 2, zone.x + zone.w / 2];
  const middle = zone.y + zone.h * 0.5;
  const isBelow = zone.y >= from.y + from.h;
  if (!isBelow && zone.y + zone.h > from.y) {
    const high = box.y + 0.12 * box.h;
    const centre = from.y + from.h / 2;
    return [above, { x, y: Math.min(high, centre) }, { x: end, y: high }, { x: end, y: Math.min(centre, middle) }];
  }
  const [edge, gap] = isBelow ? [from.y + from.h, (from.y + from.h + zone.y) / 2] : [from.y, (zone.y + zone.h + from.y) / 2];
  return [{ x, y: edge }, { x, y: gap }, { x: end, y: gap }, { x: end, y: middle }];
}

/** @param {SVGGraphicsElement} node @param {Judgement | undefined} judged */
function mark(node, judged) {
  if (judged) node.dataset.judged = judged;
  return node;
}

/** @param {Rect} rect @param {Judgement} judgement @param {number} step */
function badge(rect, judgement, step) {
  const size = Math.min(0.16 * step, rect.h * 0.32, rect.w * 0.32);
  const text = s("text", { x: 0, y: 0, "font-size": size * 1.15 });
  text.textContent = SIGN[judgement];
  return mark(s("g", { class: "badge", transform: `translate(${rect.x + rect.w - size * 0.9} ${rect.y + size * 0.9})` }, s("circle", { r: size }), text), judgement);
}

function tip() {
  return s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto-start-reverse" }, s("path", { class: "arrow-tip", d: "M0 0L10 5L0 10Z" })));
}

/** @param {[number, number][]} steps */
export const sum = (steps) => steps.reduce(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0]);
