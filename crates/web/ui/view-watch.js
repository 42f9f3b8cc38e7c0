// Watching searches: the engine records how it searches from this position, and here that is replayed, step by step, as a
// tree and on the map; one algorithm, or two side by side, in step.

import { algorithmName } from "./algorithms.js";
import { JobSlot } from "./job-slot.js";
import { h, later, sheets } from "./dom.js";
import { number, say, sentence } from "./i18n.js";
import { MapCanvas } from "./map-canvas.js";
import { unpacked } from "./map-data.js";
import { onSettings, settings } from "./settings.js";
import { Peek } from "./peek.js";
import { PlayerBar } from "./player-bar.js";
import { OPEN, WatchRun } from "./watch-run.js";
import { TreeCanvas } from "./watch-tree.js";
import { codeOf, factsOf, fateWord, lineOf, sentenceOf, watchSay } from "./watch-words.js";
import { button, choice, dialog, figure, select, waiting } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {{ runs: import("../types.js").WatchedRun[], map?: import("./map-data.js").StateMap }} Watch
 * @typedef {"tree" | "map"} Shown
 */

/** The algorithms that can be watched, in the order in which people learn them. */
const WATCHED = ["bfs", "dfs", "iddfs", "bidirectional", "greedy", "astar", "idastar"];
/** Nodes of the open list that are shown. */
const MOST_OPEN = 10;
/** Between two sentences that are read aloud while a search plays. */
const SPOKEN_EVERY = 1500;

/** One algorithm: its figures, its picture, its open list, its lines. */
class Lane {
  #sign = "";

  /** @param {WatchView} view @param {WatchRun} run */
  constructor(view, run) {
    this.view = view;
    this.run = run;
    this.tree = new TreeCanvas(run, (node, x) => this.look(node, x));
    const { map } = view.watch ?? {};
    this.map = map && new MapCanvas({ ...map, here: run.placeOf(0) }, (place) => this.look(run.run.state.findIndex((state, node) => run.run.place?.[state] === place && run.state[node] !== 0), 0));
    this.figures = h("dl", { class: "figures" });
    this.frame = h("div", { class: "map-frame" });
    this.peek = new Peek(view.desk, watchSay("peek-close"), () => view.close());
    this.sentence = h("p", { class: "watch-sentence" });
    this.openHead = h("h3", {});
    this.openList = h("ol", { class: "open-list" });
    this.code = h("ol", { class: "code" });
    this.node = h(
      "section",
      { class: "lane", "aria-label": algorithmName(run.run.algorithm) },
      h("div", { class: "lane-head" }, h("h2", {}, algorithmName(run.run.algorithm)), this.figures),
      this.frame,
      h(
        "div",
        { class: "lane-side" },
        this.sentence,
        h("div", { class: "code-box" }, h("h3", {}, watchSay("code")), this.code),
        h("div", { class: "open-box" }, this.openHead, this.openList, h("small", { class: "note" }, watchSay(run.stacks ? "open-stack" : run.run.algorithm === "astar" ? "open-f" : run.run.algorithm === "greedy" ? "open-h" : "open-queue"))),
      ),
    );
    this.code.replaceChildren(...codeOf(run.run.algorithm).map(([depth, text]) => indented(depth, text)));
  }

  stop() {
    this.tree.stop();
    this.map?.stop();
  }

  /** Puts the picture that was chosen into the frame. */
  frameUp() {
    const canvas = this.view.shown === "map" && this.map ? this.map : this.tree;
    this.frame.replaceChildren(...(canvas instanceof MapCanvas ? canvas.layers : [canvas.node]), this.peek.node);
    canvas.fit();
  }

  show() {
    const { run } = this;
    const bound = run.limit >= 0 ? figure(watchSay("limit"), `${run.run.algorithm === "idastar" ? "f ≤ " : "≤ "}${number(run.limit)}`) : undefined;
    this.figures.replaceChildren(...[figure(watchSay("expanded"), number(run.expanded)), figure(watchSay("open"), number(run.open)), figure(watchSay("generated"), number(run.generated)), bound].flatMap((node) => node ?? []));
    const part = run.ended && !run.run.whole ? (run.run.limit ? watchSay("part-limit", { limit: run.run.limit }) : watchSay("part", { n: number(run.steps) })) : "";
    this.sentence.textContent = [sentenceOf(run), part].filter(Boolean).join(" ");
    const line = lineOf(run);
    [...this.code.children].forEach((node, i) => {
      if (i === line) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    });
    this.#showOpen();
    if (this.view.shown === "map" && this.map) this.#showMap(this.map);
    else this.tree.draw();
  }

  #showOpen() {
    const { run } = this;
    const shown = run.openList(MOST_OPEN);
    const sign = JSON.stringify([shown, run.open]);
    if (sign === this.#sign) return;
    this.#sign = sign;
    this.openHead.textContent = `${watchSay("open")} (${number(run.open)})`;
    const chip = (/** @type {number} */ node) => {
      const { name, g, h: bound, f } = factsOf(run, node);
      return h("li", { class: run.backward[node] ? "from-goal" : undefined }, h("b", {}, name), h("small", {}, `${g}+${bound}=${f}`));
    };
    const rest = run.open - shown.length;
    this.openList.replaceChildren(...shown.map(chip), ...(rest > 0 ? [h("li", { class: "rest" }, watchSay("open-more", { n: number(rest) }))] : []), ...(run.open === 0 ? [h("li", { class: "rest" }, watchSay("open-none"))] : []));
  }

  /** @param {MapCanvas} map */
  #showMap(map) {
    const { run } = this;
    const way = run.ended && run.run.path.length > 0 ? run.run.path : pathTo(run, run.goal);
    map.mark(run.marks(map.map.nodes), run.placeOf(run.current), way.map((node) => run.placeOf(node)).filter((place) => place >= 0));
  }

  /** Shows the board of a node, or none. @param {number} node @param {number} x where it is */
  async look(node, x) {
    if (node < 0) {
      this.peek.hide();
      return;
    }
    const { run } = this;
    const state = node === run.goal ? watchSay("is-goal") : run.order[node] > 0 && run.state[node] === 2 ? watchSay("is-expanded", { order: run.order[node] }) : run.state[node] === OPEN ? watchSay("is-open") : fateWord(Math.max(0, run.fate[node]));
    const text = watchSay("node-text", { ...factsOf(run, node), state });
    const path = `/api/maps/${this.view.job}/${run.run.first + run.run.state[node]}`;
    if (await this.peek.show(path, x > this.frame.clientWidth / 2, text)) this.view.speak(text);
  }
}

/** A line of an algorithm. @param {number} depth @param {string} text */
function indented(depth, text) {
  const node = h("li", {}, h("code", {}, text));
  node.style.setProperty("--depth", String(depth));
  return node;
}

/** The nodes from the root to one. @param {WatchRun} run @param {number} node */
function pathTo(run, node) {
  const path = [];
  for (let at = node; at >= 0; at = run.run.parent[at]) path.push(at);
  return path.reverse();
}

export class WatchView {
  /** @type {Watch | undefined} */ watch;
  /** The job whose positions can be asked for. */ job = "";
  /** @type {Shown} */ shown = "tree";
  #first = "bfs";
  #second = "";
  /** @type {Lane[]} */ #lanes = [];
  at = 0;
  playing = false;
  #timer = 0;
  #spoken = 0;
  #open = false;
  /** What the recording is of. */ #sign = "";
  /** @type {HTMLDialogElement | undefined} */ #large;
  /** @type {JobSlot} */ #slot;

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.host = host;
    this.#slot = new JobSlot(desk);
    this.root = h("div", { class: "watch" });
    this.form = h("section", { class: "group watch-form" });
    this.body = h("div", { class: "watch-body" });
    this.live = h("p", { class: "unseen", "aria-live": "polite" });
    this.bar = new PlayerBar("watch", this, watchSay);
    this.barHost = h("div", { class: "watch-bar", role: "group" });
    this.root.append(this.form, this.body, this.live);
    host.append(this.root);
    const again = later(() => this.#record(), 250);
    desk.addEventListener("change", () => { if (this.#open && this.#signNow() !== this.#sign) again(); });
    onSettings((changed) => {
      if ("language" in changed && this.#open) { this.#showForm(); if (this.watch) this.#build(); }
      if ("theme" in changed) this.#lanes.forEach((lane) => lane.show());
      if ("speed" in changed) this.#showBar();
    });
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Called when the view is opened or left. @param {boolean} open */
  show(open) {
    this.#open = open;
    if (!open) {
      this.pause();
      this.#slot.cancel();
      return;
    }
    this.#showForm();
    if (this.#signNow() !== this.#sign) this.#record();
    else this.#lanes.forEach((lane) => lane.frameUp());
  }

  /** Says something to those who listen. @param {string} text */
  speak(text) {
    this.live.textContent = text;
  }

  /** Closes the large view. */
  close() {
    this.#large?.close();
  }

  #algorithms() {
    const offered = this.desk.game?.algorithms ?? [];
    return this.desk.game?.position.players ? [] : WATCHED.filter((name) => offered.includes(name));
  }

  #signNow() {
    const { game } = this.desk;
    return game ? JSON.stringify([game.key, game.node, game.position.text, this.#first, this.#second]) : "";
  }

  #showForm() {
    const algorithms = this.#algorithms();
    if (algorithms.length === 0) {
      this.form.replaceChildren(h("p", { class: "note" }, watchSay("is-game")));
      this.body.replaceChildren();
      return;
    }
    if (!algorithms.includes(this.#first)) [this.#first] = algorithms;
    if (!algorithms.includes(this.#second)) this.#second = "";
    const named = algorithms.map((name) => /** @type {[string, string]} */ ([name, algorithmName(name)]));
    const large = this.#large ? undefined : button("grid", watchSay("large"), () => this.#enlarge(), { words: true, class: "soft" });
    this.form.replaceChildren(
      h("p", { class: "note" }, watchSay("note")),
      h(
        "div",
        { class: "watch-choices" },
        select(watchSay("first"), named, this.#first, (name) => { this.#first = name; this.#record(); }),
        select(watchSay("second"), [["", watchSay("none")], ...named.filter(([name]) => name !== this.#first)], this.#second, (name) => { this.#second = name; this.#record(); }),
        choice(watchSay("shown"), [["tree", watchSay("tree")], ["map", watchSay("map")]], this.shown, (shown) => { this.shown = /** @type {Shown} */ (shown); this.#showNote(); this.#lanes.forEach((lane) => { lane.frameUp(); lane.show(); }); }),
        large,
      ),
      this.note = h("p", { class: "note", hidden: true }, watchSay("no-map")),
    );
    this.#showNote();
  }

  /** @type {HTMLElement | undefined} */ note;

  #showNote() {
    if (this.note) this.note.hidden = !(this.shown === "map" && this.watch && !this.watch.map);
  }

  async #record() {
    const { game } = this.desk;
    if (!game) return;
    this.pause();
    this.#slot.drop();
    this.#showForm();
    if (this.#algorithms().length === 0) return;
    this.#sign = this.#signNow();
    if (this.#lanes.length === 0) this.body.replaceChildren(h("section", { class: "group" }, waiting(watchSay("recording"))));
    const algorithms = [this.#first, this.#second].filter(Boolean);
    const done = await this.#slot.again({ kind: "watch", game: game.key, algorithms }, {
      refused: ({ reason }) => {
        this.#sign = "";
        this.#drop();
        this.body.replaceChildren(h("section", { class: "group" }, h("p", { class: "note" }, sentence(reason))));
      },
    });
    if (!done) return;
    const { result, id } = done;
    this.watch = /** @type {Watch} */ ({ runs: result.runs, map: result.map && unpacked(result.map) });
    this.job = id;
    this.at = 0;
    this.#build();
    this.root.dataset.job = id;
  }

  #drop() {
    this.#lanes.forEach((lane) => lane.stop());
    this.#lanes = [];
  }

  #build() {
    const { watch } = this;
    if (!watch) return;
    this.#drop();
    this.#lanes = watch.runs.map((run) => new Lane(this, new WatchRun(run)));
    const legend = h("div", { class: "legend watch-legend" }, ...["now", "expanded", "open", "cut", "path"].map((name) => h("span", { class: `legend-${name}` }, h("i", { "aria-hidden": "true" }), watchSay(/** @type {any} */ (`legend-${name}`)))));
    const tools = h(
      "div",
      { class: "row wrap" },
      button("restart", watchSay("follow"), () => this.#lanes.forEach((lane) => lane.tree.follow()), { words: true }),
      button("grid", watchSay("whole"), () => this.#lanes.forEach((lane) => { lane.tree.whole(); lane.map?.clear(); lane.show(); }), { words: true }),
      legend,
    );
    this.body.replaceChildren(h("section", { class: "group watch-stage", "data-lanes": this.#lanes.length }, this.barHost, h("div", { class: "lanes" }, ...this.#lanes.map((lane) => lane.node)), tools));
    this.#showNote();
    this.#showBar();
    this.#lanes.forEach((lane) => lane.frameUp());
    this.to(this.at);
    // In a sheet the form alone would fill the view.
    if (sheets.matches && !this.#large) this.body.scrollIntoView({ block: "start" });
  }

  get last() {
    return Math.max(0, ...this.#lanes.map((lane) => lane.run.steps));
  }

  /** Goes to a step, in all lanes. @param {number} place */
  to(place) {
    this.at = Math.max(0, Math.min(this.last, place));
    for (const lane of this.#lanes) {
      lane.run.to(this.at);
      lane.show();
    }
    this.bar.show(watchSay("step-n", { at: number(this.at), of: number(this.last) }));
    const now = performance.now();
    if (this.playing && now - this.#spoken < SPOKEN_EVERY && this.at < this.last) return;
    this.#spoken = now;
    this.speak(this.#lanes.map((lane) => (this.#lanes.length > 1 ? `${algorithmName(lane.run.run.algorithm)}: ` : "") + lane.sentence.textContent).join(" "));
  }

  play() {
    if (this.playing || this.last === 0) return;
    if (this.at >= this.last) this.to(0);
    this.playing = true;
    this.#showBar();
    let before = performance.now();
    let owed = 0;
    const run = (/** @type {number} */ now) => {
      if (!this.playing) return;
      // From two steps a second to more than four hundred.
      owed += ((now - before) / 1000) * 2 ** settings.speed;
      before = now;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps > 0) this.to(this.at + Math.min(steps, 400));
      if (this.at >= this.last) this.pause();
      else this.#timer = requestAnimationFrame(run);
    };
    this.#timer = requestAnimationFrame(run);
  }

  pause() {
    cancelAnimationFrame(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.#showBar();
  }

  #showBar() {
    if (this.#lanes.length === 0) return;
    this.barHost.setAttribute("aria-label", say("player"));
    this.bar.draw(this.barHost);
  }

  /** Shows the view over the whole page, and puts it back afterwards. */
  #enlarge() {
    if (this.#large) return;
    const large = dialog(say("tab-watch"), [this.root], { class: "lab" });
    this.#large = large;
    large.addEventListener("close", () => {
      this.#large = undefined;
      this.host.append(this.root);
      this.#showForm();
      this.#lanes.forEach((lane) => lane.frameUp());
    });
    this.#showForm();
    this.#lanes.forEach((lane) => lane.frameUp());
    document.getElementById("watch-play")?.focus({ preventScroll: true });
  }

  /** The keys of the player, where they are not needed otherwise. @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !settings.letters) return;
    if (/** @type {HTMLElement} */ (event.target).matches("select, input[type=radio]")) return;
    const action = this.bar.action(event.key);
    if (!action || this.#lanes.length === 0) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  }
}
