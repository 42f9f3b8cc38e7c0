// How pieces travel. A scene names its way of moving; these are the ways. They move what is drawn and know no puzzle.

import { s, still } from "./dom.js";
import { drawPiece, placeOf } from "./scene.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Journey} Journey
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {{ x: number, y: number }} Point
 */

/** @param {Point} point @returns {Keyframe} */
export const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });

/**
 * The way of one piece from its old place to its new one; nothing where it goes straight.
 * @param {Scene} scene @param {Piece} piece @param {Point} from @param {Journey} journey @returns {Keyframe[] | undefined}
 */
export function wayOf(scene, piece, from, journey) {
  const to = placeOf(piece);
  if (scene.motion === "over" && !piece.furniture && from.x !== to.x) return over(from, to, scene.view[1] + 0.25 * to.h);
  if (scene.motion === "along" && !piece.furniture) return along(from, to, journey);
  return undefined;
}

/** Up, across, down. @param {Point} from @param {Point} to @param {number} high @returns {Keyframe[]} */
function over(from, to, high) {
  const up = Math.max(0.2, from.y - high);
  const across = Math.abs(from.x - to.x) * 0.8;
  const down = Math.max(0.2, to.y - high);
  const whole = up + across + down;
  const point = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ offset, /** @type {string} */ easing) => ({ ...at({ x, y }), offset, easing });
  return [
    point(from.x, from.y, 0, "ease-in"),
    point(from.x, high, up / whole, "ease-in-out"),
    point(to.x, high, (up + across) / whole, "cubic-bezier(0.4, 0, 0.9, 0.6)"),
    point(to.x, to.y, 1, "linear"),
  ];
}

/** Along the steps of the play, corner by corner. @param {Point} from @param {Point} to @param {Journey} journey */
function along(from, to, journey) {
  const steps = journey.play?.by;
  if (!steps || steps.length < 2) return undefined;
  const walk = journey.back ? [...steps].reverse().map(([x, y]) => [-x, -y]) : steps;
  let { x, y } = from;
  const frames = [at(from)];
  for (const [dx, dy] of walk) {
    x += dx;
    y += dy;
    frames.push(at({ x, y }));
  }
  return Math.abs(x - to.x) + Math.abs(y - to.y) < 1e-6 ? frames : undefined;
}

/** What stands in a piece, apart from what closes it. @param {Piece | undefined} piece */
const contents = (piece) => (piece?.parts.flatMap((part) => ("pieces" in part ? part.pieces : [])) ?? []).filter((inner) => inner.items?.length);

/** What a piece is closed with, once it is done. @param {Piece} piece */
const closing = (piece) => piece.parts.flatMap((part) => ("pieces" in part ? part.pieces : [])).find((inner) => !inner.items?.length);

/**
 * What else moves between two scenes: one vessel pours into another.
 * @param {Board} board @param {Scene} before @param {Scene} after @param {Journey} journey @returns {Animation[]}
 */
export function perform(board, before, after, journey) {
  if (after.motion !== "pour" || !journey.play || still()) return [];
  const old = new Map(before.pieces.map((piece) => [piece.key, piece]));
  const change = (/** @type {Piece} */ piece) => (old.has(piece.key) ? contents(piece).length - contents(old.get(piece.key)).length : 0);
  const giver = after.pieces.find((piece) => change(piece) < 0);
  const taker = after.pieces.find((piece) => change(piece) > 0);
  if (!giver || !taker) return [];
  return pour(board, { giver, taker, leaving: contents(old.get(giver.key)).slice(contents(giver).length), arriving: contents(taker).slice(contents(old.get(taker.key)).length) }, journey.pace);
}

/**
 * The giver goes over the taker, tips and comes back; what leaves shrinks, what arrives rises, a stream between them.
 * @param {Board} board @param {{ giver: Piece, taker: Piece, leaving: Piece[], arriving: Piece[] }} pouring @param {number} pace
 */
function pour(board, { giver, taker, leaving, arriving }, pace) {
  const giving = board.drawn.get(giver.key)?.group;
  const taking = board.drawn.get(taker.key)?.group;
  if (!giving || !taking) return [];
  const timing = { duration: Math.max(160, pace * 1.5) };
  const [from, to] = [placeOf(giver), placeOf(taker)];
  const right = to.x >= from.x ? 1 : -1;
  // The mouth of the tipped vessel stands over the mouth of the other.
  const mouth = right > 0 ? from.w : 0;
  const raised = { x: to.x + to.w / 2 - mouth, y: to.y - 0.55 };
  const tipped = { transform: `${at(raised).transform} translate(${mouth}px, 0) rotate(${62 * right}deg) translate(${-mouth}px, 0)` };
  board.layer.append(giving);
  const animations = [giving.animate([
    { transform: giving.style.transform, easing: "cubic-bezier(0.3, 0, 0.3, 1)" },
    { ...at(raised), offset: 0.2, easing: "ease-in-out" },
    { ...tipped, offset: 0.36, easing: "linear" },
    { ...tipped, offset: 0.72, easing: "ease-in-out" },
    { ...at(from), offset: 1 },
  ], timing)];
  // What has left is still there at first, and runs out.
  const stay = s("g", {}, ...leaving.map((piece) => { const group = drawPiece(piece); group.removeAttribute("data-id"); return group; }));
  const bottom = Math.max(...leaving.map(({ area }) => area[1] + area[3]));
  stay.style.transformOrigin = `0 ${bottom}px`;
  giving.querySelector(".hit")?.after(stay);
  animations.push(passing(stay, stay.animate(level([1, 1, 0, 0], [0, 0.36, 0.72, 1]), timing)));
  const surface = Math.max(...arriving.map(({ area }) => area[1] + area[3]));
  for (const { key } of arriving) {
    const group = /** @type {SVGGraphicsElement | null} */ (taking.querySelector(`[data-key="${CSS.escape(key)}"]`));
    if (!group) continue;
    group.style.transformOrigin = `0 ${surface}px`;
    animations.push(group.animate(level([0, 0, 1, 1], [0, 0.38, 0.74, 1]), timing));
  }
  animations.push(...stream(board, { x: to.x + to.w / 2, top: raised.y, bottom: to.y + surface }, arriving[0], timing));
  const lid = closing(taker);
  const closes = lid && taking.querySelector(`[data-key="${CSS.escape(lid.key)}"]`);
  if (closes) animations.push(closes.animate([{ transform: "translateY(-0.5px)", opacity: 0 }, { transform: "translateY(-0.5px)", opacity: 0, offset: 0.76, easing: "ease-in" }, { transform: "none", opacity: 1 }], timing));
  return animations;
}

/** Heights of something that shrinks or grows. @param {number[]} heights @param {number[]} offsets @returns {Keyframe[]} */
const level = (heights, offsets) => heights.map((height, i) => ({ transform: `scaleY(${height})`, offset: offsets[i] }));

/** Takes a node away when its animation has ended. @param {Element} node @param {Animation} animation */
export function passing(node, animation) {
  const remove = () => node.remove();
  animation.finished.then(remove, remove);
  return animation;
}

/** @param {Board} board @param {{ x: number, top: number, bottom: number }} place @param {Piece | undefined} liquid @param {KeyframeAnimationOptions} timing */
function stream(board, { x, top, bottom }, liquid, timing) {
  const body = liquid?.parts.find((part) => "role" in part && part.role === "body");
  if (!body) return [];
  const drop = { key: "stream", at: [x - 0.04, top], area: [0, 0, 0.08, bottom - top], parts: [{ ...body, path: undefined, rect: [0, 0, 0.08, bottom - top, 0.04] }] };
  const group = drawPiece(/** @type {any} */ (drop));
  board.over.append(group);
  return [passing(group, group.animate([0, 0, 1, 1, 0, 0].map((opacity, i) => ({ opacity, offset: [0, 0.35, 0.37, 0.7, 0.73, 1][i] })), timing))];
}

/** A piece that leaves when all is done; it stays away until the next position. @param {Board} board @param {Scene} scene @returns {Animation[]} */
export function leave(board, { exit }) {
  const drawn = exit && board.drawn.get(exit.piece);
  if (!drawn) return [];
  const { x, y } = drawn.piece.rect;
  const gone = at({ x: x + exit.by[0], y: y + exit.by[1] });
  const opening = exit.leaves.flatMap(([leaf, [dx, dy]]) => {
    const node = board.back.children[leaf];
    return node ? [node.animate([{ transform: "none" }, at({ x: dx, y: dy })], { duration: 380, easing: "ease-in-out", fill: /** @type {FillMode} */ ("forwards") })] : [];
  });
  return [...opening, drawn.group.animate(
    [at({ x, y }), { ...gone, opacity: 1, offset: 0.7 }, { ...gone, opacity: 0 }],
    { duration: 1100, delay: 320, easing: "cubic-bezier(0.5, 0, 0.6, 1)", fill: "forwards" },
  )];
}
