// One game at the table: what the server last said, what is asked of it next, and the state that the page is in.
//
// Everything that changes the game goes through one queue, so that fast fingers never overtake the server. The page
// never works out a position itself: it asks, and shows what comes back.

import { Refusal, Silence, get, post, put } from "./api.js";

/**
 * @typedef {import("../types.js").Game} GameState
 * @typedef {import("../types.js").Play} Play
 * @typedef {import("../types.js").Attempt} Attempt
 *
 * idle: waiting for a hand. holding: a piece is picked up. dragging: it follows a finger. animating: pieces travel.
 * solving: a search runs. replaying: the player bar walks a line.
 * @typedef {"idle" | "holding" | "dragging" | "animating" | "solving" | "replaying"} State
 *
 * Why the game changed, and the play that was made or taken back, so that the board can show the way.
 * @typedef {{ cause: "open" | "move" | "undo" | "redo" | "restart" | "level" | "go" | "reply" | "sync", play?: Play, back?: boolean, from?: GameState }} Change
 */

export class Table extends EventTarget {
  /** @type {GameState | undefined} */ game;
  /** @type {State} */ state = "idle";
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  #waiting = 0;
  /** What hands and keys want while an answer is awaited. @type {(() => void)[]} */ #later = [];
  #slow = 0;
  /** When the page's clock began to count on from the server's. */
  #since = performance.now();
  /** The most seconds that were shown of this game. */
  #shown = 0;

  /** Enters a state; says whether it did. While a piece is dragged, no search and no replay begins. @param {State} next */
  enter(next) {
    if (next === this.state) return true;
    if (this.state === "dragging" && (next === "solving" || next === "replaying")) return false;
    this.state = next;
    document.documentElement.dataset.state = next;
    this.dispatchEvent(new CustomEvent("state", { detail: next }));
    return true;
  }

  /** Leaves a state, unless another has taken its place. @param {State} state */
  leave(state) {
    if (this.state === state) this.enter("idle");
  }

  /** Tells that a hand does something, by pointer or by key: whatever plays by itself ends. */
  touched() {
    this.dispatchEvent(new Event("hand"));
  }

  /** Whether an answer is awaited. */
  get busy() {
    return this.#waiting > 0;
  }

  /** Settles when everything asked so far is answered. */
  get settled() {
    return this.#queue.then(() => {}, () => {});
  }

  /**
   * Seconds played: the server's count and ours since, as far as it says that the clock runs. Within a game the clock never
   * runs backwards, whatever another window has played.
   */
  get seconds() {
    if (!this.game) return 0;
    const since = (performance.now() - this.#since) / 1000;
    this.#shown = Math.max(this.#shown, Math.min(this.game.seconds + since, this.game.most_seconds));
    return this.#shown;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #enqueue(work) {
    this.#waiting += 1;
    document.documentElement.dataset.asks = "";
    // Nothing is shown of a wait that nobody notices.
    this.#slow ||= setTimeout(() => { document.documentElement.dataset.busy = ""; }, 350);
    const run = this.#queue.then(work, work).finally(() => {
      this.#waiting -= 1;
      if (this.#waiting > 0) return;
      clearTimeout(this.#slow);
      this.#slow = 0;
      delete document.documentElement.dataset.busy;
      // After whoever waited for the answer: a drag that goes on takes hold again first.
      setTimeout(() => this.#goOn());
    });
    this.#queue = run.catch(() => {});
    return run;
  }

  /** Acts now, or when the server has answered, after what came before. @param {() => void} action */
  soon(action) {
    this.#later.push(action);
    if (!this.busy && this.#later.length === 1) this.#goOn();
  }

  /** Whether gestures have to wait. */
  get waits() {
    return this.busy || this.#later.length > 0;
  }

  #goOn() {
    while (this.#later.length > 0 && !this.busy) this.#later.shift()?.();
    if (!this.busy) delete document.documentElement.dataset.asks;
  }

  /** @param {GameState} game @param {Change} change */
  #take(game, change) {
    const from = this.game?.key === game.key ? this.game : undefined;
    this.#shown = from ? this.seconds : 0;
    this.game = game;
    this.#since = performance.now();
    this.dispatchEvent(new CustomEvent("change", { detail: { ...change, from } }));
  }

  /** @param {string} path @param {unknown} body @param {(before: GameState, after: GameState) => Change} change */
  #tell(path, body, change) {
    return this.#enqueue(async () => {
      const before = this.#here();
      try {
        const game = await post(`/api/games/${before.key}/${path}`, body);
        this.#take(game, change(before, game));
        return /** @type {GameState} */ (game);
      } catch (error) {
        // Another window has moved on: show where the game is now.
        const present = error instanceof Refusal && error.status === 409 ? error.body?.game : undefined;
        if (present) this.#take(present, { cause: "sync" });
        if (error instanceof Silence) this.#comeBack();
        throw error;
      }
    });
  }

  #here() {
    if (!this.game) throw new Error("no game is open");
    return this.game;
  }

  /** After the server was away the game is as the server has it. */
  #comeBack() {
    const key = this.game?.key;
    const again = () => get(`/api/games/${key}`).then(
      (game) => { if (this.game?.key === key && !this.busy) this.#take(game, { cause: "sync" }); },
      (error) => { if (error instanceof Silence && this.game?.key === key) setTimeout(again, 1000); },
    );
    setTimeout(again, 500);
  }

  /** Asks for a game, and shows it. @param {() => Promise<GameState>} ask @param {Change["cause"]} cause */
  #show(ask, cause) {
    return this.#enqueue(async () => {
      const game = await ask();
      this.#take(game, { cause });
      return game;
    });
  }

  /** Opens a game from a level, an id or a key. @param {Record<string, unknown> | { key: string }} request */
  open(request) {
    return this.#show(() => ("key" in request ? get(`/api/games/${request.key}`) : post("/api/games", request)), "open");
  }

  /** Asks for the game again, as after a change of language. */
  refresh() {
    return this.#show(() => get(`/api/games/${this.#here().key}`), "sync");
  }

  /** Makes a legal move. @param {Play} play */
  move(play) {
    return this.#tell("moves", { moves: [play.text], node: this.game?.node }, () => ({ cause: "move", play }));
  }

  /** Tries what a hand tried; the server plays it or says which rule forbids it. @param {Attempt} attempt */
  attempt(attempt) {
    return this.#tell("moves", { attempt, node: this.game?.node }, (before, after) => ({ cause: "move", play: stepOf(before, after.undo) }));
  }

  undo() {
    return this.#tell("undo", {}, (before, after) => ({ cause: "undo", play: singleStep(after, before), back: true }));
  }

  redo() {
    return this.#tell("redo", {}, (before, after) => ({ cause: "redo", play: singleStep(before, after) }));
  }

  /** Goes on with another level of the puzzle; undo takes it back. @param {Record<string, unknown>} level */
  change(level) {
    return this.#tell("level", level, () => ({ cause: "level" }));
  }

  restart() {
    return this.#tell("restart", {}, () => ({ cause: "restart" }));
  }

  /** Goes to a node of the tree. @param {number} node @param {"forward" | "back"} [way] */
  go(node, way) {
    return this.#tell("go", { node }, (before, after) => {
      const play = way === "back" ? stepOf(after, before.undo) : stepOf(before, after.undo);
      return { cause: "go", play: way ? play : undefined, back: way === "back" };
    });
  }

  /** Lets the machine move. */
  reply() {
    return this.#tell("reply", {}, (before, after) => ({ cause: "reply", play: stepOf(before, after.undo) }));
  }

  /** Adds a solution as a branch. @param {string[]} moves @returns {Promise<number[]>} its nodes, the present one first */
  async line(moves) {
    const game = await this.#tell("line", { moves }, () => ({ cause: "sync" }));
    return game.line ?? [];
  }

  /** Says who sits where. @param {string[]} seats */
  seats(seats) {
    return this.#show(() => put(`/api/games/${this.#here().key}/seats`, { seats }), "sync");
  }
}

/** Whether a person has a seat of a game; where nobody has said who sits there, one does. @param {GameState | undefined} game @param {number | null | undefined} seat */
export const isPerson = (game, seat) => (game?.seats?.[seat ?? 0] ?? "person") === "person";

/** The play that leads from one position to another, if a single one does: a solution or a turn is undone as a whole. @param {GameState} from @param {GameState} to */
const singleStep = (from, to) => (to.moves_made === from.moves_made + 1 ? stepOf(from, to.undo) : undefined);

/** The play by which a step was made. @param {GameState} at @param {string | null} step */
const stepOf = (at, step) => at.position.plays.find((play) => play.text === step);
