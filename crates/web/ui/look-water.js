// Water Sort: glass tubes. A tube and what stands in it are one drawing; a pour tips the tube and lets the water run.

import { s, still } from "./dom.js";
import { settings } from "./settings.js";
import { bounds, label, sign } from "./shapes.js";

/**
 * @typedef {import("./board.js").Look} Look
 * @typedef {import("./board.js").Piece} Piece
 * @typedef {import("./board.js").Scene} Scene
 * @typedef {import("../types.js").Item} Item
 * @typedef {import("../types.js").Rect} Rect
 */

/** Height of a unit, thickness of the glass, height of the lip, room for the number below. */
const UNIT = 0.82;
const WALL = 0.07;
const LIP = 0.42;
const FOOT = 0.72;
/** From a tube to the next, at least. */
const PITCH = 1.42;
const COLOURS = 16;

/** @type {Look} */
export const water = {
  scene(picture, aspect) {
    const tubes = picture.items.filter((item) => item.kind === "tube");
    const units = picture.items.filter((item) => item.kind === "unit");
    const capacity = tubes[0] ? bounds(tubes[0]).h : 4;
    const tall = capacity * UNIT + LIP;
    const columns = columnsFor(tubes.length, PITCH, tall + FOOT + 0.5, aspect);
    const rows = Math.ceil(tubes.length / columns) || 1;
    // Where height is what lacks, tubes stand farther apart.
    const pitch = Math.max(PITCH, Math.min(2.1, (aspect * (rows * (tall + FOOT + 0.5) + 0.7) - 0.6) / columns));
    const width = Math.max(columns * pitch, 3);
    /** @type {Piece[]} */
    const pieces = tubes.map((tube, i) => {
      const row = Math.floor(i / columns);
      const inRow = Math.min(columns, tubes.length - row * columns);
      const here = bounds(tube);
      const inside = units
        .filter((unit) => {
          const { x, y } = bounds(unit);
          return Math.abs(x - here.x) < 0.1 && y >= here.y - 0.1 && y < here.y + here.h;
        })
        .sort((a, b) => bounds(b).y - bounds(a).y);
      return {
        key: tube.id,
        ids: [tube.id, ...inside.map((unit) => unit.id)],
        kind: "tube",
        // The glass itself is what a hand takes.
        furniture: false,
        rect: { x: (width - inRow * pitch) / 2 + (i % columns) * pitch + (pitch - 1) / 2, y: row * (tall + FOOT + 0.5), w: 1, h: tall },
        sign: JSON.stringify([tube.label, tube.colour, capacity, settings.symbols, inside.map((unit) => [unit.id, unit.colour])]),
        draw: (group) => drawTube(group, tube, inside, capacity),
      };
    });
    return {
      box: { x: -0.3, y: -1.0, w: width + 0.6, h: rows * (tall + FOOT + 0.5) + 0.7 },
      pieces,
      zones: tubes.map((item, i) => ({ id: item.id, name: item.name, rect: grown(pieces[i].rect) })),
      step: 1,
      backSign: "",
      drawBack: () => {},
      lift: () => ({ x: 0, y: -0.38 }),
    };
  },

  perform(board, before, after, journey) {
    const pour = pourBetween(before, after);
    return pour && journey.play ? animatePour(board, pour, journey.pace) : [];
  },
};

/** @param {Rect} rect */
const grown = ({ x, y, w, h }) => ({ x: x - 0.2, y: y - 0.6, w: w + 0.4, h: h + 0.6 + FOOT });

/** How many tubes stand in a row, so that they become as large as the space allows. @param {number} count @param {number} w @param {number} h @param {number} aspect */
function columnsFor(count, w, h, aspect) {
  let best = Math.max(1, count);
  let largest = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(aspect / (columns * w + 0.6), 1 / (rows * h + 0.7));
    if (scale > largest * 1.001) {
      largest = scale;
      best = columns;
    }
  }
  // Rows of nearly equal length are calmer than a full one and a rest.
  return Math.ceil(count / Math.ceil(count / best)) || 1;
}

/** The inside of the glass. @param {number} tall */
function inner(tall) {
  const r = 0.4;
  return `M${WALL} 0V${tall - r - WALL}Q${WALL} ${tall - WALL} ${WALL + r} ${tall - WALL}H${1 - WALL - r}Q${1 - WALL} ${tall - WALL} ${1 - WALL} ${tall - r - WALL}V0Z`;
}

/** Several boards can be on the page, and names of clips are the page's. */
let clips = 0;

/** @param {SVGGraphicsElement} group @param {Item} tube @param {Item[]} inside @param {number} capacity */
function drawTube(group, tube, inside, capacity) {
  const tall = capacity * UNIT + LIP;
  const clip = `tube-clip-${(clips += 1)}`;
  group.dataset.id = tube.id;
  const liquid = s("g", { class: "liquid", "clip-path": `url(#${clip})` });
  inside.forEach((unit, level) => {
    const top = inside[level + 1]?.colour !== unit.colour;
    liquid.append(drawUnit(unit, level, tall, top));
  });
  group.append(
    s("clipPath", { id: clip }, s("path", { d: inner(tall) })),
    s("path", { class: "hit", d: `M-.2-.6H1.2V${tall + FOOT}H-.2Z` }),
    s("path", { class: "glass-back", d: inner(tall) }),
    liquid,
    s("path", { class: "glass-front", d: inner(tall) }),
    s("path", { class: "glass-rim", d: `M-.04 .03Q-.04-.05 .06-.05H.94Q1.04-.05 1.04 .03Q1.04 .1 .95 .1H.05Q-.04 .1-.04 .03Z` }),
    label(tube.label, 0.5, tall + 0.42, 0.62, "tube-label"),
  );
  // A tube that is done is closed with a cork.
  if (tube.colour > 0) {
    const cork = s("path", { class: "cork", d: "M.1 .2L.05-.24Q.05-.32 .14-.32H.86Q.95-.32 .95-.24L.9 .2Z" });
    group.append(cork);
    if (!still()) cork.animate([{ transform: "translateY(-0.5px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 260, easing: "ease-in", delay: 120, fill: "backwards" });
  }
}

/** @param {Item} unit @param {number} level @param {number} tall @param {boolean} top whether the surface shows here */
function drawUnit(unit, level, tall, top) {
  const y = tall - WALL - (level + 1) * UNIT;
  const part = s("g", { class: "unit", "data-id": unit.id });
  const colour = (unit.colour - 1) % COLOURS;
  part.style.setProperty("--fill", unit.colour <= COLOURS ? `var(--liquid-${colour})` : `hsl(${(unit.colour * 137.508) % 360} 55% 60%)`);
  part.style.setProperty("--ink", unit.colour <= COLOURS ? `var(--liquid-ink-${colour})` : "#10181b");
  part.append(s("rect", { class: "body", x: 0, y: round(y), width: 1, height: round(UNIT + (level === 0 ? WALL : 0.02)) }));
  if (top) part.append(s("rect", { class: "surface", x: 0, y: round(y), width: 1, height: 0.09 }));
  const shape = settings.symbols === "shapes" && unit.colour <= COLOURS ? sign(colour, 0.5, y + UNIT / 2 + 0.02, 0.17) : undefined;
  part.append(shape ?? label(unit.label, 0.5, y + UNIT / 2 + 0.02, 0.6, "sign-label"));
  return part;
}

const round = (/** @type {number} */ n) => Math.round(n * 1000) / 1000;

/**
 * Which tube gave and which took, seen from the two scenes.
 * @param {Scene} before @param {Scene} after
 * @returns {{ from: Piece, to: Piece, count: number, had: number } | undefined}
 */
function pourBetween(before, after) {
  /** @type {Piece | undefined} */ let from;
  /** @type {Piece | undefined} */ let to;
  let count = 0;
  for (const piece of after.pieces) {
    const old = before.pieces.find((other) => other.key === piece.key);
    const gained = piece.ids.length - (old?.ids.length ?? piece.ids.length);
    if (gained > 0) [to, count] = [piece, gained];
    if (gained < 0) from = piece;
  }
  return from && to ? { from, to, count, had: from.ids.length - 1 } : undefined;
}

/** @param {import("./board.js").Board} board @param {{ from: Piece, to: Piece, count: number, had: number }} pour @param {number} pace @returns {Animation[]} */
function animatePour(board, { from, to, count, had }, pace) {
  const giver = board.drawn.get(from.key)?.group;
  const taker = board.drawn.get(to.key)?.group;
  if (!giver || !taker || still()) return [];
  const whole = Math.max(160, pace * 1.5);
  const tall = from.rect.h;
  const right = to.rect.x >= from.rect.x ? 1 : -1;
  // The mouth of the tipped tube stands over the mouth of the other.
  const tilt = 62 * right;
  const mouth = right > 0 ? 1 : 0;
  const x = to.rect.x + 0.5 - mouth;
  const y = to.rect.y - 0.55;
  const rest = `translate(${from.rect.x}px, ${from.rect.y}px)`;
  const tipped = `translate(${x}px, ${y}px) translate(${mouth}px, 0) rotate(${tilt}deg) translate(${-mouth}px, 0)`;
  const raised = `translate(${x}px, ${y}px)`;
  board.layer.append(giver);
  const timing = { duration: whole };
  const animations = [
    giver.animate(
      [
        { transform: giver.style.transform, easing: "cubic-bezier(0.3, 0, 0.3, 1)" },
        { transform: raised, offset: 0.2, easing: "ease-in-out" },
        { transform: tipped, offset: 0.36, easing: "linear" },
        { transform: tipped, offset: 0.72, easing: "ease-in-out" },
        { transform: rest, offset: 1 },
      ],
      timing,
    ),
  ];
  // What has left is still there at first, and runs out.
  const units = [...taker.querySelectorAll(".unit")].slice(-count);
  const leaving = units.map((unit, i) => {
    const copy = /** @type {SVGGElement} */ (unit.cloneNode(true));
    copy.removeAttribute("data-id");
    const level = had + i;
    const own = to.ids.length - 1 - count + i;
    copy.style.transform = `translate(0, ${round((own - level) * UNIT)}px)`;
    return copy;
  });
  const stay = s("g", {}, ...leaving);
  const surface = tall - WALL - had * UNIT;
  stay.style.transformOrigin = `0 ${surface}px`;
  giver.querySelector(".liquid")?.append(stay);
  const out = stay.animate([{ transform: "scaleY(1)", offset: 0 }, { transform: "scaleY(1)", offset: 0.36 }, { transform: "scaleY(0)", offset: 0.72 }, { transform: "scaleY(0)", offset: 1 }], timing);
  const clean = () => stay.remove();
  out.finished.then(clean, clean);
  animations.push(out);
  const old = to.ids.length - 1 - count;
  const rise = /** @type {SVGGElement[]} */ (units);
  for (const unit of rise) {
    unit.style.transformOrigin = `0 ${to.rect.h - WALL - old * UNIT}px`;
    animations.push(unit.animate([{ transform: "scaleY(0)", offset: 0 }, { transform: "scaleY(0)", offset: 0.38 }, { transform: "scaleY(1)", offset: 0.74 }, { transform: "scaleY(1)", offset: 1 }], timing));
  }
  const stream = s("rect", { class: "stream", x: to.rect.x + 0.46, y: y, width: 0.08, height: to.rect.y + to.rect.h - WALL - old * UNIT - y, rx: 0.04 });
  stream.style.fill = rise[0]?.style.getPropertyValue("--fill") ?? "";
  board.over.append(stream);
  const run = stream.animate([{ opacity: 0, offset: 0 }, { opacity: 0, offset: 0.35 }, { opacity: 1, offset: 0.37 }, { opacity: 1, offset: 0.7 }, { opacity: 0, offset: 0.73 }, { opacity: 0, offset: 1 }], timing);
  const dry = () => stream.remove();
  run.finished.then(dry, dry);
  animations.push(run);
  return animations;
}
