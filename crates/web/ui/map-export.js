// A map as a file: a picture for print, a graph for other programs.

/**
 * @typedef {import("./map-data.js").StateMap} StateMap
 * @typedef {import("./map-canvas.js").MapCanvas} MapCanvas
 */

/** Sides of the picture. */
const SIDE = 1000;

/** A drawing of points and lines. @param {MapCanvas} canvas */
export function asSvg(canvas) {
  const { map } = canvas;
  const x = (/** @type {number} */ node) => (map.x[node] * SIDE).toFixed(1);
  const y = (/** @type {number} */ node) => (map.y[node] * SIDE).toFixed(1);
  const radius = Math.max(0.4, Math.min(7, (0.3 * SIDE) / Math.sqrt(map.nodes + 1)));
  const lines = [];
  for (let i = 0; i + 1 < map.edges.length; i += 2) lines.push(`M${x(map.edges[i])} ${y(map.edges[i])}L${x(map.edges[i + 1])} ${y(map.edges[i + 1])}`);
  /** Points of one colour belong together. @type {Map<string, string[]>} */ const points = new Map();
  for (let node = 0; node < map.nodes; node += 1) {
    const colour = canvas.colourOf(map.distance[node]);
    if (!points.has(colour)) points.set(colour, []);
    points.get(colour)?.push(`M${x(node)} ${y(node)}h0`);
  }
  const groups = [...points].map(([colour, places]) => `<path d="${places.join("")}" stroke="${colour}"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
    `<path d="${lines.join("")}" fill="none" stroke="#888" stroke-opacity="0.35" stroke-width="${(radius * 0.25).toFixed(2)}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-width="${(2 * radius).toFixed(2)}">`,
    ...groups,
    "</g></svg>\n",
  ].join("\n");
}

/** A graph with the place, the depth and the distance of every position. @param {StateMap} map */
export function asGraphml(map) {
  const oneWay = new Set(map.one_way);
  const keys = [["x", "double"], ["y", "double"], ["depth", "int"], ["distance", "int"]].map(([name, type]) => `<key id="${name}" for="node" attr.name="${name}" attr.type="${type}"/>`);
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">', ...keys, '<graph edgedefault="undirected">'];
  for (let node = 0; node < map.nodes; node += 1) {
    const distance = map.distance[node] < 0 ? "" : `<data key="distance">${map.distance[node]}</data>`;
    lines.push(`<node id="n${node}"><data key="x">${map.x[node].toFixed(5)}</data><data key="y">${map.y[node].toFixed(5)}</data><data key="depth">${map.depth[node]}</data>${distance}</node>`);
  }
  for (let i = 0; i + 1 < map.edges.length; i += 2) lines.push(`<edge source="n${map.edges[i]}" target="n${map.edges[i + 1]}"${oneWay.has(i / 2) ? ' directed="true"' : ""}/>`);
  return `${lines.join("\n")}\n</graph></graphml>\n`;
}
