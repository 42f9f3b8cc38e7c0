// Draws any picture that the server describes. There are no rules here: only shapes, colours and names.

/**
 * @typedef {{ id: string, kind: string, name: string, label: string, colour: number } & (
 *   { form: "rect", x: number, y: number, w: number, h: number } |
 *   { form: "circle", x: number, y: number, r: number } |
 *   { form: "cells", cells: [number, number][] })} Item
 * @typedef {{ width: number, height: number, description: string, items: Item[] }} Picture
 */

const SVG = "http://www.w3.org/2000/svg";
/** Kinds that are furniture, not pieces: drawn in one quiet colour. */
const FURNITURE = new Set(["floor", "wall", "door", "peg", "tube", "pile"]);
/** Golden angle: neighbours in number are far apart in hue, however many there are. */
const hue = (/** @type {number} */ colour) => (195 + colour * 137.508) % 360;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function element(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/** @param {Item} item */
function shape(item) {
  const gap = 0.04;
  switch (item.form) {
    case "rect": {
      const corner = Math.min(item.w, item.h) * 0.14;
      return element("rect", { x: item.x + gap, y: item.y + gap, width: Math.max(item.w - 2 * gap, gap), height: Math.max(item.h - 2 * gap, gap), rx: corner });
    }
    case "circle":
      return element("circle", { cx: item.x, cy: item.y, r: Math.max(item.r - gap, gap) });
    case "cells": {
      // Each square is drawn towards those neighbours that belong to the same piece, so that pieces stay whole.
      const own = new Set(item.cells.map(([x, y]) => `${x},${y}`));
      const has = (/** @type {number} */ x, /** @type {number} */ y) => own.has(`${x},${y}`);
      const squares = item.cells.map(([x, y]) => {
        const left = x + (has(x - 1, y) ? 0 : gap), right = x + 1 - (has(x + 1, y) ? 0 : gap);
        const top = y + (has(x, y - 1) ? 0 : gap), bottom = y + 1 - (has(x, y + 1) ? 0 : gap);
        return `M${left} ${top}H${right}V${bottom}H${left}Z`;
      });
      return element("path", { d: squares.join("") });
    }
  }
}

/** @param {Item} item @returns {[number, number, number]} centre and room for the label */
function middle(item) {
  switch (item.form) {
    case "rect": return [item.x + item.w / 2, item.y + item.h / 2, Math.min(item.w, item.h)];
    case "circle": return [item.x, item.y, 2 * item.r];
    case "cells": {
      const [x, y] = item.cells[0] ?? [0, 0];
      return [x + 0.5, y + 0.5, 1];
    }
  }
}

/**
 * @param {Picture} picture
 * @returns {SVGElement}
 */
export function draw(picture) {
  const margin = 0.12;
  const box = [-margin, -margin, picture.width + 2 * margin, picture.height + 2 * margin];
  const svg = element("svg", { viewBox: box.join(" "), role: "img", "aria-label": picture.description });
  for (const item of picture.items) {
    const group = element("g", { "data-id": item.id, "data-kind": item.kind });
    const title = element("title", {});
    title.textContent = item.name;
    const form = shape(item);
    const quiet = FURNITURE.has(item.kind);
    form.setAttribute("fill", quiet ? "rgb(128 128 128 / 0.25)" : `hsl(${hue(item.colour)} 38% 75%)`);
    group.append(title, form);
    if (item.label) {
      const [x, y, room] = middle(item);
      const text = element("text", { x, y, fill: quiet ? "currentColor" : "#1c2326" });
      const size = Math.min(0.42, (0.9 * room) / Math.max(item.label.length * 0.62, 1), room * 0.62);
      text.setAttribute("font-size", `${size}px`);
      text.textContent = item.label;
      group.append(text);
    }
    svg.append(group);
  }
  return /** @type {SVGElement} */ (svg);
}
