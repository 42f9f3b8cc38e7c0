// Forms that looks share: outlines of cell unions with round corners, labels, and small signs for colours.

import { s } from "./dom.js";

/**
 * @typedef {import("../types.js").Item} Item
 * @typedef {import("../types.js").Rect} Rect
 */

/** Kinds that stand still. */
export const FURNITURE = new Set(["floor", "wall", "door", "goal", "peg", "tube", "pile", "name", "bar"]);

/** @param {Item} item @returns {Rect} */
export function bounds(item) {
  switch (item.form) {
    case "rect": return { x: item.x, y: item.y, w: item.w, h: item.h };
    case "circle": return { x: item.x - item.r, y: item.y - item.r, w: 2 * item.r, h: 2 * item.r };
    case "cells": {
      const xs = item.cells.map(([x]) => x);
      const ys = item.cells.map(([, y]) => y);
      const x = Math.min(...xs);
      const y = Math.min(...ys);
      return { x, y, w: Math.max(...xs) + 1 - x, h: Math.max(...ys) + 1 - y };
    }
  }
}

/**
 * The outline of a union of unit squares, drawn in by `inset` and with round corners.
 * @param {[number, number][]} cells @param {number} inset @param {number} radius
 */
export function outline(cells, inset, radius) {
  return loops(cells).map((loop) => rounded(loop.map((corner, i) => shifted(loop, i, corner, inset)), radius)).join("");
}

/**
 * The boundary as closed walks with the inside on the right hand, corners only.
 * @param {[number, number][]} cells @returns {[number, number][][]}
 */
function loops(cells) {
  const own = new Set(cells.map(([x, y]) => `${x},${y}`));
  const has = (/** @type {number} */ x, /** @type {number} */ y) => own.has(`${x},${y}`);
  /** @type {Map<string, [number, number, number, number][]>} */
  const edges = new Map();
  const edge = (/** @type {number} */ ax, /** @type {number} */ ay, /** @type {number} */ bx, /** @type {number} */ by) => {
    const from = `${ax},${ay}`;
    edges.set(from, [...(edges.get(from) ?? []), [ax, ay, bx, by]]);
  };
  for (const [x, y] of cells) {
    if (!has(x, y - 1)) edge(x, y, x + 1, y);
    if (!has(x + 1, y)) edge(x + 1, y, x + 1, y + 1);
    if (!has(x, y + 1)) edge(x + 1, y + 1, x, y + 1);
    if (!has(x - 1, y)) edge(x, y + 1, x, y);
  }
  const walks = [];
  for (;;) {
    const first = [...edges.values()].find((list) => list.length > 0)?.pop();
    if (!first) return walks;
    /** @type {[number, number][]} */ const corners = [];
    let [ax, ay, bx, by] = first;
    const begin = `${ax},${ay}`;
    for (;;) {
      const here = edges.get(`${bx},${by}`) ?? [];
      // Where two squares touch at a corner only, turn right, so that each keeps its own outline.
      const right = [-(by - ay), bx - ax];
      const at = Math.max(0, here.findIndex(([, , cx, cy]) => cx - bx === right[0] && cy - by === right[1]));
      const next = `${bx},${by}` === begin && here.length === 0 ? undefined : here.splice(at, 1)[0];
      if (!next) break;
      if (next[2] - next[0] !== bx - ax || next[3] - next[1] !== by - ay) corners.push([bx, by]);
      [ax, ay, bx, by] = next;
    }
    const [fx, fy, gx, gy] = first;
    if (gx - fx !== bx - ax || gy - fy !== by - ay) corners.push([fx, fy]);
    if (corners.length > 2) walks.push(corners);
  }
}

/** A corner drawn in on both of its sides. @param {[number, number][]} loop @param {number} i @param {[number, number]} corner @param {number} inset @returns {[number, number]} */
function shifted(loop, i, [x, y], inset) {
  const before = loop[(i + loop.length - 1) % loop.length];
  const after = loop[(i + 1) % loop.length];
  const inward = (/** @type {[number, number]} */ a, /** @type {[number, number]} */ b) => [-Math.sign(b[1] - a[1]), Math.sign(b[0] - a[0])];
  const [ux, uy] = inward(before, [x, y]);
  const [vx, vy] = inward([x, y], after);
  return [x + inset * (ux + vx), y + inset * (uy + vy)];
}

/** @param {[number, number][]} corners @param {number} radius */
function rounded(corners, radius) {
  const n = corners.length;
  return `${corners.map(([x, y], i) => {
    const [px, py] = corners[(i + n - 1) % n];
    const [qx, qy] = corners[(i + 1) % n];
    const toward = (/** @type {number} */ tx, /** @type {number} */ ty) => {
      const long = Math.hypot(tx - x, ty - y) || 1;
      const part = Math.min(radius, long / 2) / long;
      return `${round(x + (tx - x) * part)} ${round(y + (ty - y) * part)}`;
    };
    return `${i === 0 ? "M" : "L"}${toward(px, py)}Q${round(x)} ${round(y)} ${toward(qx, qy)}`;
  }).join("")}Z`;
}

const round = (/** @type {number} */ n) => Math.round(n * 1000) / 1000;

/** A short mark in the middle of a room, which may be wider than high. @param {string} text @param {number} x @param {number} y @param {number} room @param {string} [name] @param {number} [width] */
export function label(text, x, y, room, name = "label", width = room) {
  const size = Math.min(room * 0.55, (width * 0.92) / Math.max(1, [...text].length * 0.6));
  const node = s("text", { class: name, x, y, "font-size": round(size) });
  node.textContent = text;
  return node;
}

/** @param {Rect} rect @param {number} radius @param {string} name */
export const box = ({ x, y, w, h }, radius, name) => s("rect", { class: name, x, y, width: w, height: h, rx: radius });

/** Signs that double colours, in a square from -1 to 1. */
const SIGNS = [
  "M0-.8A.8.8 0 1 0 0 .8A.8.8 0 1 0 0-.8Z",
  "M0-.85L.9.7H-.9Z",
  "M-.7-.7H.7V.7H-.7Z",
  "M0-.95L.8 0L0 .95L-.8 0Z",
  "M-.27-.85H.27V-.27H.85V.27H.27V.85H-.27V.27H-.85V-.27H-.27Z",
  "M0-.95L.26-.3L.95-.28L.4.14L.6.82L0 .42L-.6.82L-.4.14L-.95-.28L-.26-.3Z",
  "M-.62-.9L0-.28L.62-.9L.9-.62L.28 0L.9.62L.62.9L0 .28L-.62.9L-.9.62L-.28 0L-.9-.62Z",
  "M-.45-.8H.45L.9 0L.45.8H-.45L-.9 0Z",
  "M.35-.85A.88.88 0 1 0 .35.85A.7.7 0 1 1 .35-.85Z",
  "M0 .85C-1.3-.1-.75-.9-.35-.8C-.1-.75 0-.5 0-.4C0-.5.1-.75.35-.8C.75-.9 1.3-.1 0 .85Z",
  "M0-.95C.5-.3.7 0 .7.3A.7.65 0 1 1-.7.3C-.7 0-.5-.3 0-.95Z",
  "M-.8-.7H.8V-.35H-.8ZM-.8-.17H.8V.17H-.8ZM-.8.35H.8V.7H-.8Z",
  "M0-.85A.85.85 0 1 0 0 .85A.85.85 0 1 0 0-.85ZM0-.42A.42.42 0 1 1 0 .42A.42.42 0 1 1 0-.42Z",
  "M0 .85L.9-.7H-.9Z",
  "M-.75-.85H.75L.12 0L.75.85H-.75L-.12 0Z",
  "M-.8-.8H.1V-.1H.8V.8H-.1V.1H-.8Z",
];

/** A colour's own sign, or nothing where there are more colours than signs. @param {number} colour @param {number} x @param {number} y @param {number} size */
export function sign(colour, x, y, size) {
  const path = SIGNS[colour];
  return path ? s("path", { class: "sign", d: path, transform: `translate(${x} ${y}) scale(${size})`, "fill-rule": "evenodd" }) : undefined;
}
