// The state map: every position of a space as a point, coloured by its distance to the goal, laid out by the server.
// One's own way lies on it; a click shows the board of a point. Searches on it are watched elsewhere (view-watch.js).

import { get, granted } from "./api.js";
import { h, later } from "./dom.js";
import { number, say, sentence } from "./i18n.js";
import { onSettings } from "./settings.js";
import { fileName, keepFile } from "./files.js";
import { JobSlot } from "./job-slot.js";
import { MapCanvas, scaleGradient } from "./map-canvas.js";
import { VERDICTS, largest, unpacked } from "./map-data.js";
import { asGraphml, asSvg } from "./map-export.js";
import { Peek } from "./peek.js";
import { button, waiting } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./map-data.js").StateMap} StateMap
 */

export class MapView {
  /** @type {JobSlot} */ #slot;
  /** Which level the map belongs to. */ #level = "";
  #mapId = "";
  /** @type {MapCanvas | undefined} */ #canvas;
  #shown = false;
  #path = later(() => this.#askPath(), 60);

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.host = host;
    this.#slot = new JobSlot(desk);
    desk.addEventListener("change", () => {
      if (!this.#shown) return;
      if (this.#levelNow() !== this.#level) this.#begin();
      else this.#path();
    });
    onSettings((changed) => {
      if (("language" in changed || "theme" in changed) && this.#shown) this.#canvas ? this.#build() : this.#begin();
    });
  }

  /** Called when the view is opened or left. @param {boolean} shown */
  show(shown) {
    this.#shown = shown;
    if (!shown) {
      this.#slot.cancel();
      this.#canvas?.stop();
      return;
    }
    if (this.#levelNow() !== this.#level || !this.#canvas) this.#begin();
    else this.#path();
  }

  #levelNow() {
    const { game } = this.desk;
    return game ? JSON.stringify([game.puzzle, game.level_text, game.level_options]) : "";
  }

  async #begin() {
    const { game } = this.desk;
    if (!game) return;
    this.#level = this.#levelNow();
    this.#canvas?.stop();
    this.#canvas = undefined;
    const note = waiting(say("map-making"));
    this.host.replaceChildren(h("section", { class: "group" }, note));
    const done = await this.#slot.again({ kind: "map", game: game.key }, {
      progress: ({ states }) => { if (states) note.lastChild?.replaceWith(say("map-states", { n: number(states) })); },
      refused: ({ reason }) => {
        this.#level = "";
        if (reason) this.host.replaceChildren(h("section", { class: "group" }, h("p", { class: "note" }, sentence(reason))));
      },
    });
    if (!done) return;
    this.#mapId = done.id;
    this.#map = unpacked(done.result);
    this.#build();
  }

  /** @type {StateMap | undefined} */ #map;

  #build() {
    const map = this.#map;
    if (!map) return;
    this.#canvas?.stop();
    const peek = new Peek(this.desk, say("close"));
    const canvas = new MapCanvas(map, (node) => peek.show(`/api/maps/${this.#mapId}/${node}`, map.x[node] > 0.5, wordsAbout(map, node)));
    this.#canvas = canvas;
    const farthest = largest(map.distance);
    const hasDead = map.distance.some((distance) => distance < 0);
    this.host.replaceChildren(
      h(
        "section",
        { class: "group map" },
        h("p", { class: "note" }, say("map-note", { n: number(map.nodes), edges: number(map.edges.length / 2), far: number(farthest) })),
        h("div", { class: "map-frame" }, ...canvas.layers, peek.node),
        legend(farthest, hasDead, map.verdict !== undefined),
        this.#filter(canvas, largest(map.depth)),
        h(
          "div",
          { class: "row wrap" },
          button("hint", say("map-find"), () => canvas.find(canvas.here), { words: true, class: "soft" }),
          button("restart", say("map-reset"), () => { canvas.clear(); peek.hide(); }, { words: true, class: "soft" }),
          button("down", "SVG", () => this.#save("image/svg+xml", ".svg", () => asSvg(canvas)), { words: true }),
          button("down", "GraphML", () => this.#save("application/xml", ".graphml", () => asGraphml(map)), { words: true }),
        ),
      ),
    );
    canvas.fit();
    this.#path();
  }

  /** Two sliders that say which depths are shown. @param {MapCanvas} canvas @param {number} deepest */
  #filter(canvas, deepest) {
    const shown = h("output", { class: "note" });
    const slider = (/** @type {"map-from" | "map-to"} */ name, /** @type {number} */ value) => h("input", { type: "range", class: "scrub", min: 0, max: deepest, value, "aria-label": say(name), oninput: () => change() });
    const [from, to] = [slider("map-from", 0), slider("map-to", deepest)];
    const change = () => {
      const [low, high] = [Number(from.value), Number(to.value)].sort((a, b) => a - b);
      canvas.filter(low, high);
      shown.textContent = say("map-depths", { from: number(low), to: number(high) });
      for (const node of [from, to]) node.style.setProperty("--done", `${(100 * Number(node.value)) / Math.max(1, deepest)}%`);
    };
    change();
    return h("div", { class: "map-filter", role: "group", "aria-label": say("depth") }, h("span", { class: "field-name" }, say("depth")), from, to, shown);
  }

  /** @param {string} type @param {string} ending @param {() => string} text */
  #save(type, ending, text) {
    const { game } = this.desk;
    if (game) keepFile(new Blob([text()], { type }), fileName(game, `-map${ending}`));
  }

  async #askPath() {
    const { game } = this.desk;
    const canvas = this.#canvas;
    if (!game || !canvas) return;
    const known = await granted(get(`/api/maps/${this.#mapId}/path?game=${encodeURIComponent(game.key)}`), (why) => {
      // The server keeps few maps; an old one is made again.
      if (why.status === 404 && this.#shown && this.#canvas === canvas) this.#begin();
    });
    if (known && this.#canvas === canvas) canvas.path(known.path);
  }
}

/** What a point stands for. @param {StateMap} map @param {number} node */
function wordsAbout(map, node) {
  const distance = map.distance[node];
  const verdict = VERDICTS[map.verdict?.[node] ?? 0];
  return verdict ? say(`verdict-${verdict}`) : distance === 0 ? say("map-goal") : distance < 0 ? say("map-dead") : say("map-distance", { n: distance });
}

/** @param {number} farthest @param {boolean} dead whether some positions have no way to the goal @param {boolean} game */
function legend(farthest, dead, game) {
  const scale = h("span", { class: "legend-scale", "aria-hidden": "true" });
  scale.style.background = scaleGradient();
  return h(
    "div",
    { class: "legend" },
    game && h("span", { class: "legend-dead" }, h("i", { class: "lost", "aria-hidden": "true" }), say("map-lost")),
    h("span", {}, say(game ? "map-end" : "map-goal")),
    scale,
    h("span", {}, say("map-far", { n: number(farthest) })),
    dead && h("span", { class: "legend-dead" }, h("i", { "aria-hidden": "true" }), say("map-dead")),
  );
}
