// A recorded search as it stands after any number of its steps. Everything follows from the recording: nothing is searched here.

/**
 * @typedef {import("../types.js").WatchedRun} WatchedRun
 * @typedef {"begin" | "layer" | "expand" | "generate" | "drop" | "goal" | "meet"} StepKind
 * @typedef {{ kind: StepKind, node: number, fate: number, other: number }} Step
 */

/** The kinds of steps, as the engine's recording numbers them. @type {StepKind[]} */
const KINDS = ["begin", "layer", "expand", "generate", "drop", "goal", "meet"];

/** What a node is at a moment. */
export const UNSEEN = 0;
export const OPEN = 1;
export const EXPANDED = 2;
export const CUT = 3;

/** Algorithms that begin again with a higher limit: one tree after another. */
const DEEPENING = ["iddfs", "idastar"];
/** Algorithms whose open list is a stack. */
const STACKS = ["dfs", "iddfs", "idastar"];

export class WatchRun {
  /** How many steps were taken. */ at = 0;
  #events = 0;
  #taken = 0;
  /** The node that the last step was about. */ current = -1;
  /** The node whose successors are listed. */ expanding = -1;
  /** The roots of the trees that are grown now. @type {number[]} */ roots = [];
  /** Limit on depth, or on f. */ limit = -1;
  open = 0;
  expanded = 0;
  generated = 0;
  goal = -1;
  /** What each side is at: its depth. @type {number[]} */ depth = [0, 0];

  /** @param {WatchedRun} run */
  constructor(run) {
    this.run = run;
    /** How many events each step ends after: all goals that a search begins at are one step. @type {number[]} */
    this.ends = [];
    this.#events = run.events.length / 4;
    for (let place = 0; place < this.#events; place += 1) {
      const isOne = this.#event(place).kind === "begin" && place + 1 < this.#events && this.#event(place + 1).kind === "begin" && place > 0;
      if (!isOne) this.ends.push(place + 1);
    }
    this.steps = this.ends.length;
    this.state = new Uint8Array(run.state.length);
    this.fate = new Int8Array(run.state.length).fill(-1);
    this.order = new Int32Array(run.state.length);
    this.onPath = new Uint8Array(run.state.length);
    this.backward = new Uint8Array(run.state.length);
    for (const node of run.backward ?? []) this.backward[node] = 1;
    /** The root of each node. */
    this.root = new Int32Array(run.state.length);
    run.parent.forEach((parent, node) => { this.root[node] = parent < 0 ? node : this.root[parent]; });
  }

  get deepens() {
    return DEEPENING.includes(this.run.algorithm);
  }

  get stacks() {
    return STACKS.includes(this.run.algorithm);
  }

  get ended() {
    return this.at >= this.steps;
  }

  /** What a step did last. @param {number} place @returns {Step} */
  step(place) {
    return this.#event(this.ends[place] - 1);
  }

  /** @param {number} place @returns {Step} */
  #event(place) {
    const { events } = this.run;
    return { kind: KINDS[events[4 * place]], node: events[4 * place + 1], fate: events[4 * place + 2], other: events[4 * place + 3] };
  }

  /** Goes to a moment; backwards from the beginning, which is soon done. @param {number} place */
  to(place) {
    const wanted = Math.max(0, Math.min(this.steps, place));
    if (wanted < this.at) this.#reset();
    const events = wanted === 0 ? 0 : this.ends[wanted - 1];
    for (; this.#taken < events; this.#taken += 1) this.#take(this.#event(this.#taken));
    this.at = wanted;
    if (this.ended && this.run.path.length > 0) for (const node of this.run.path) this.onPath[node] = 1;
  }

  #reset() {
    this.state.fill(UNSEEN);
    this.fate.fill(-1);
    this.onPath.fill(0);
    this.#taken = 0;
    Object.assign(this, { at: 0, current: -1, expanding: -1, limit: -1, open: 0, expanded: 0, generated: 0, goal: -1, roots: [], depth: [0, 0] });
  }

  /** @param {Step} step */
  #take({ kind, node, fate, other }) {
    if (kind === "layer") {
      this.depth[node] = fate;
      return;
    }
    this.current = node;
    if (kind === "begin") {
      if (this.deepens) this.roots = [];
      this.roots.push(node);
      this.limit = fate;
      this.#put(node, OPEN);
    } else if (kind === "expand") {
      this.expanded += 1;
      this.order[node] = this.expanded;
      this.expanding = node;
      this.#put(node, EXPANDED);
    } else if (kind === "generate") {
      this.generated += 1;
      this.fate[node] = fate;
      this.#put(node, fate === 0 || fate === 2 ? OPEN : CUT);
      // The longer way to the same state is given up.
      if (fate === 2 && this.state[other] === OPEN) this.#put(other, CUT);
    } else if (kind === "drop") {
      this.fate[node] = fate;
      this.#put(node, CUT);
    } else {
      this.goal = node;
      for (let at = node; at >= 0; at = this.run.parent[at]) this.onPath[at] = 1;
      for (let at = other; at >= 0; at = this.run.parent[at]) this.onPath[at] = 1;
    }
  }

  /** @param {number} node @param {number} state */
  #put(node, state) {
    this.open += Number(state === OPEN) - Number(this.state[node] === OPEN);
    this.state[node] = state;
  }

  /** g + h; nothing for a dead end. @param {number} node */
  f(node) {
    return this.run.h[node] < 0 ? Infinity : this.run.g[node] + this.run.h[node];
  }

  /** The nodes that wait, the next one first, at most so many. @param {number} most */
  openList(most) {
    const { h } = this.run;
    /** @type {number[]} */ const waiting = [];
    for (let node = 0; node < this.state.length; node += 1) if (this.state[node] === OPEN && (!this.deepens || this.root[node] === this.roots[0])) waiting.push(node);
    if (this.run.algorithm === "astar") waiting.sort((a, b) => this.f(a) - this.f(b) || h[a] - h[b] || b - a);
    else if (this.run.algorithm === "greedy") waiting.sort((a, b) => h[a] - h[b] || b - a);
    // On a stack the last one that came is next, and of the successors of one node the first.
    else if (this.stacks) waiting.sort((a, b) => this.run.g[b] - this.run.g[a] || a - b);
    return waiting.slice(0, most);
  }

  /** What each place of the map is now: 0 untouched, 1 visited, 2 waiting. @param {number} places */
  marks(places) {
    const marks = new Uint8Array(places);
    const { place, state } = this.run;
    if (!place) return marks;
    for (let node = 0; node < this.state.length; node += 1) {
      if (this.state[node] !== OPEN && this.state[node] !== EXPANDED) continue;
      if (this.deepens && !this.roots.includes(this.root[node])) continue;
      const at = place[state[node]];
      if (at >= 0 && marks[at] !== 1) marks[at] = this.state[node] === EXPANDED ? 1 : 2;
    }
    return marks;
  }

  /** Where a node is on the map, or -1. @param {number} node */
  placeOf(node) {
    return node < 0 ? -1 : (this.run.place?.[this.run.state[node]] ?? -1);
  }
}
