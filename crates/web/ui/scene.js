// Drawing scenes: forms, letters and shades as the server lays them out, as SVG. What a puzzle looks like is not known
// here; colours come with their day and their night, and the page's theme chooses.

import { s } from "./dom.js";

/**
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Part} Part
 * @typedef {import("../types.js").Colour} Colour
 * @typedef {import("../types.js").Gradient} Gradient
 * @typedef {{ x: number, y: number, w: number, h: number }} Rect
 */

/** A box that comes as four numbers. @param {number[]} box @returns {Rect} */
export const rectOf = ([x, y, w, h]) => ({ x, y, w, h });

/** Where a piece is in the view. @param {Piece} piece @returns {Rect} */
export const placeOf = ({ at, area }) => ({ x: at[0] + area[0], y: at[1] + area[1], w: area[2], h: area[3] });

/** Whether a point is in a rectangle. @param {Rect} rect @param {{ x: number, y: number }} point */
export const contains = ({ x, y, w, h }, point) => point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;

/** @param {Rect} rect @param {number} radius @param {string} name */
export const box = ({ x, y, w, h }, radius, name) => s("rect", { class: name, x, y, width: w, height: h, rx: radius });

/** @param {Colour} colour */
const paint = (colour) => (typeof colour === "string" ? colour : `light-dark(${colour.join(", ")})`);

/** Draws parts into a group. @param {SVGGraphicsElement} group @param {Part[]} parts */
export function drawParts(group, parts) {
  for (const part of parts) {
    if ("pieces" in part) for (const piece of part.pieces) group.append(drawPiece(piece));
    else if ("touch" in part) group.append(box(rectOf(part.touch), 0, "hit"));
    else if ("text" in part) group.append(drawText(part));
    else group.append(drawForm(part));
  }
}

/** A piece at its place. @param {Piece} piece */
export function drawPiece(piece) {
  const group = s("g", { class: "piece", "data-key": piece.key });
  if (piece.kind) group.dataset.kind = piece.kind;
  if (piece.items?.[0]) group.dataset.id = piece.items[0];
  const [x, y] = piece.at;
  if (x || y) group.style.transform = `translate(${x}px, ${y}px)`;
  drawParts(group, piece.parts);
  return group;
}

/** @param {import("../types.js").TextPart} part */
function drawText({ text, at: [x, y], size, weight, fill, opacity, role }) {
  const node = s("text", { class: role ?? "label", x, y, "font-size": size, "font-weight": weight });
  if (opacity !== undefined) node.setAttribute("opacity", String(opacity));
  node.style.fill = paint(fill);
  node.textContent = text;
  return node;
}

/** @param {import("../types.js").FormPart} part */
function drawForm(part) {
  const node = outlineOf(part);
  node.setAttribute("class", part.role ?? "form");
  if (part.shade) {
    node.classList.add("shade");
    node.style.fill = `url(#shade-${part.shade})`;
  } else node.style.fill = part.fill === undefined ? "none" : paint(part.fill);
  if (part.opacity !== undefined) node.style.fillOpacity = String(part.opacity);
  const { stroke } = part;
  if (stroke) {
    node.style.stroke = paint(stroke.colour);
    node.style.strokeWidth = `${stroke.width}px`;
    if (stroke.opacity !== undefined) node.style.strokeOpacity = String(stroke.opacity);
    if (stroke.dash) node.style.strokeDasharray = stroke.dash.join(" ");
  }
  return node;
}

/** @param {import("../types.js").FormPart} part @returns {SVGGraphicsElement} */
function outlineOf(part) {
  if (part.rect) {
    const [x, y, width, height, rx] = part.rect;
    return s("rect", { x, y, width, height, rx: Math.min(rx, width / 2, height / 2) });
  }
  if (part.ellipse) {
    const [cx, cy, rx, ry] = part.ellipse;
    return s("ellipse", { cx, cy, rx, ry });
  }
  return s("path", { d: part.path, "fill-rule": "evenodd" });
}

/** Light and shade that all boards of the page share, each drawn once. @param {Gradient[]} shades */
export function provideShades(shades) {
  let host = document.getElementById("shades");
  if (!host) {
    host = /** @type {any} */ (s("svg", { id: "shades", class: "unseen", "aria-hidden": "true", focusable: "false" }));
    document.body.append(/** @type {HTMLElement} */ (host));
  }
  for (const { name, round, way, stops } of shades) {
    const id = `shade-${name}`;
    if (document.getElementById(id)) continue;
    const drawn = stops.map(([offset, colour, cover]) => s("stop", { offset, "stop-color": colour, "stop-opacity": cover }));
    host?.append(round
      ? s("radialGradient", { id, cx: round[0], cy: round[1], r: round[2] }, ...drawn)
      : s("linearGradient", { id, x1: 0, y1: 0, x2: way?.[0] ?? 1, y2: way?.[1] ?? 0 }, ...drawn));
  }
}

/** A scene that only stands there, as in a list of levels. @param {Scene} scene */
export function stillLife(scene) {
  provideShades(scene.shades);
  const back = s("g", { class: "back" });
  drawParts(back, scene.back);
  return s("svg", { viewBox: scene.view.join(" "), "aria-hidden": "true", focusable: "false" }, back, ...scene.pieces.map(drawPiece));
}
