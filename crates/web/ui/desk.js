// The desk: table, board, hand and cursor together, and everything that a player can ask for. Views listen to it.

import { Refusal, Silence, drawFor, get, granted, post } from "./api.js";
import { Board } from "./board.js";
import { Cursor } from "./cursor.js";
import { find, later, still, touches } from "./dom.js";
import { Hand } from "./hand.js";
import { say, sentence } from "./i18n.js";
import { Marks } from "./marks.js";
import { Table, isPerson } from "./game.js";
import { onSettings, pace, settings } from "./settings.js";

/**
 * @typedef {import("../types.js").Puzzle} Puzzle
 * @typedef {import("../types.js").Analysis} Analysis
 * @typedef {import("../types.js").Hint} Hint
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("./game.js").Change} Change
 * @typedef {import("./player.js").Player} Player
 */

/** A machine thinks for a moment, so that one sees that it does. */
const THINKING = 450;

export class Desk extends EventTarget {
  table = new Table();
  // Where the space has another form, the server lays the board out anew.
  board = new Board(find("board"), () => this.#layOut());
  marks = new Marks(this.board);
  hand = new Hand(this.table, this.board, this.marks, (text, kind) => this.tell(text, kind));
  cursor = new Cursor(this.hand, (text) => this.whisper(text));
  /** @type {Puzzle[]} */ puzzles = [];
  /** @type {Analysis | undefined} */ analysis;
  /** @type {Player | undefined} */ player;
  /** Why the last request was refused, if it was. */ refusal = "";
  /** The hint for the position now, and how many of its stages were shown. @type {{ game: Game, hint: Hint, shown: number } | undefined} */ #hint;
  /** @type {AbortController | undefined} */ #asking;
  #analyse = later(() => this.#askAnalysis(), 60);

  constructor() {
    super();
    drawFor(() => this.board.aspect);
    // Whoever touches the board while a solution plays takes over from there.
    this.board.host.addEventListener("pointerdown", () => this.player?.pause(), { capture: true });
    this.table.addEventListener("hand", () => this.player?.pause());
    // A position that stays after all is looked at like any other.
    let played = false;
    this.table.addEventListener("state", (event) => {
      const plays = /** @type {CustomEvent} */ (event).detail === "replaying";
      if (played && !plays) this.#analyse();
      played = plays;
    });
    this.table.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent<Change>} */ (event).detail));
    onSettings((changed) => {
      if ("analysis" in changed) {
        if (!settings.analysis) this.analysis = undefined;
        this.#tint();
      }
      if ("analysis" in changed || "language" in changed) this.#analyse();
      // Names and sentences about the position are the server's.
      if ("language" in changed && this.game) this.#try(() => this.table.refresh());
    });
  }

  /** The game at the table. */
  get game() {
    return this.table.game;
  }

  /** The catalogue entry that is played. */
  get puzzle() {
    return this.puzzles.find((puzzle) => puzzle.name === this.game?.puzzle);
  }

  /** @param {Change} change */
  async #changed(change) {
    const { game } = this;
    if (!game) return;
    this.analysis = undefined;
    this.marks.hint(undefined);
    this.marks.judge([], new Map());
    const { position } = game;
    find("description").textContent = position.picture.description;
    this.board.host.setAttribute("aria-label", say("board-of", { title: this.puzzle?.title ?? game.puzzle }));
    this.hand.locked = !isPerson(game, position.turn) || position.status !== "playing";
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
    this.#speak(change);
    const replaying = this.table.state === "replaying";
    const time = replaying ? pace() : Math.min(pace(), 420);
    const quiet = change.cause === "open" || change.cause === "level" || (change.cause === "sync" && !change.play);
    if (!quiet && !replaying) this.table.enter("animating");
    const shown = this.board.show(game.puzzle, position, { play: change.play, back: change.back, pace: time, quiet });
    if (!replaying) this.#analyse();
    await shown;
    if (this.game !== game) return;
    if (!replaying) this.table.leave("animating");
    if (position.status !== "playing" && ["move", "reply", "redo"].includes(change.cause)) this.#ended(game);
    else if (position.status === "playing" && !isPerson(game, position.turn)) this.#letMachineMove(game);
  }

  /** Asks for the same position, drawn for a space of another form; no hand is disturbed by it. */
  async #layOut() {
    const { game, table } = this;
    if (!game) return;
    if (table.busy || this.hand.held || this.board.moving) {
      setTimeout(() => { if (this.game === game) this.#layOut(); }, 150);
      return;
    }
    // Until the server answers again, the board stays as it is.
    const same = /** @type {Game | undefined} */ (await granted(get(`/api/games/${game.key}`)));
    if (!same || this.game !== game || same.node !== game.node || table.busy || this.hand.held) return;
    game.position.scene = same.position.scene;
    await this.board.show(game.puzzle, game.position, { quiet: true, pace: 0 });
    this.#tint();
  }

  /** @param {Game} game */
  async #letMachineMove(game) {
    if (this.table.state === "replaying") return;
    await new Promise((resolve) => setTimeout(resolve, still() ? 60 : THINKING));
    if (this.game !== game || this.table.busy) return;
    this.#try(() => this.table.reply());
  }

  /** @param {Game} game */
  async #ended(game) {
    // The board has its moment first; whatever comes next cuts it short.
    const level = this.puzzle?.levels.find((level) => level.name === game.level);
    if (level && game.position.status === "solved") level.solved = true;
    if (game.position.status !== "stuck") await this.board.celebrate();
    if (this.game === game) this.dispatchEvent(new CustomEvent("ended", { detail: game }));
  }

  /** Says a change aloud. @param {Change} change */
  #speak(change) {
    const { game } = this;
    if (!game) return;
    const items = [game, change.from].flatMap((one) => one?.position.picture.items ?? []);
    const name = (/** @type {string | undefined} */ id) => items.find((item) => item.id === id)?.name ?? "";
    const { play } = change;
    const grip = play?.grips.find((id) => this.board.pieceOf(id)?.piece.furniture === false) ?? play?.grips[0];
    if (change.cause === "undo") this.whisper(say("undone"));
    else if (change.cause === "restart") this.whisper(say("restarted"));
    else if (change.cause === "level") this.whisper(say("level-changed"));
    else if (play?.onto) this.whisper(say("moved-onto", { name: name(grip), to: name(play.onto[0]) }));
    else if (play?.by) this.whisper(say("moved-by", { name: name(grip), way: play.by.map(wayName).join(", ") }));
    else if (play?.tap) this.whisper(say("took", { text: play.text }));
    else this.whisper(game.position.picture.description);
    this.line("");
  }

  /** Shows a sentence below the board. @param {string} text @param {"refusal" | "note"} kind */
  tell(text, kind) {
    this.line(sentence(text), kind);
  }

  /** @param {string} text @param {"refusal" | "note" | "welcome"} [kind] */
  line(text, kind = "note") {
    const line = find("line");
    line.textContent = text;
    line.dataset.kind = kind;
  }

  /** Says something to screen readers only. @param {string} text */
  whisper(text) {
    find("whisper").textContent = text;
  }

  /** Does what may be refused; the reason goes to the line. @template T @param {() => Promise<T>} work @returns {Promise<T | undefined>} */
  #try(work) {
    this.refusal = "";
    return granted(work(), (why) => {
      this.refusal = why.message;
      if (!(why instanceof Silence)) this.tell(why.message, "refusal");
    });
  }

  /** Does what leaves the position: hands are emptied, and the player pauses, or closes if its line is left too. @template T @param {() => Promise<T>} work @param {boolean} [leaves] */
  #depart(work, leaves = false) {
    if (leaves) this.player?.close();
    else this.player?.pause();
    this.hand.letGo();
    return this.#try(work);
  }

  /** Opens another game. @param {Record<string, unknown> | { key: string }} request */
  async open(request) {
    // Whoever plays here plays the next level too.
    const after = "key" in request || request.seats ? undefined : this.game?.key;
    return this.#depart(() => this.table.open(after ? { ...request, after } : request), true);
  }

  /** Goes on with another level of the puzzle, with this one otherwise, or with a variant. @param {{ level?: string, options?: Record<string, string>, variant?: string }} level */
  change(level) {
    return this.#depart(() => this.table.change(level), true);
  }

  /** Takes back a move; the server takes a machine's answer back with it. */
  async undo() {
    if (this.game?.undo) await this.#depart(() => this.table.undo());
  }

  async redo() {
    if (this.game?.redo) await this.#depart(() => this.table.redo());
  }

  async restart() {
    if (this.game?.undo) await this.#depart(() => this.table.restart(), true);
  }

  /** @param {number} node @param {"forward" | "back"} [way] */
  go(node, way) {
    return this.#try(() => this.table.go(node, way));
  }

  /** Makes a move by its text, as from a list. @param {string} text */
  playText(text) {
    const play = this.game?.position.plays.find((play) => play.text === text);
    if (play && !this.hand.locked) this.hand.play(play);
  }

  /** Shows a hint, or more of the one that was given: whether it can be solved, how many moves, which move. */
  async hint() {
    const { game } = this;
    if (!game || game.position.status !== "playing") return;
    this.hand.letGo();
    if (this.#hint?.game !== game) {
      this.line(say("thinking"));
      const hint = /** @type {Hint | undefined} */ (await this.#try(() => post(`/api/games/${game.key}/hint`)));
      if (!hint || this.game !== game) return;
      this.#hint = { game, hint, shown: 0 };
    }
    const { hint, shown } = this.#hint;
    const last = hint.stages.length - 1;
    const stage = Math.min(shown, last);
    this.#hint.shown = stage + 1;
    if (stage === last) this.marks.hint(game.position.plays.find((play) => play.text === hint.move));
    this.line([hint.stages[stage], stage < last ? say(touches() ? "more-hint-touch" : "more-hint") : ""].filter(Boolean).join(" "));
  }

  async #askAnalysis() {
    const { game } = this;
    this.#asking?.abort();
    if (!game || game.position.status !== "playing" || !settings.analysis) return;
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const analysis = /** @type {Analysis} */ (await get(`/api/games/${game.key}/analysis`, asking.signal));
      if (this.game !== game) return;
      this.analysis = analysis;
      this.#tint();
      this.dispatchEvent(new Event("analysis"));
    } catch (error) {
      if (!(error instanceof Refusal) && !asking.signal.aborted) throw error;
    }
  }

  #tint() {
    const plays = this.game?.position.plays ?? [];
    const judged = settings.analysis ? (this.analysis?.moves ?? []) : [];
    this.marks.judge(plays, new Map(judged.map((move) => [move.text, move.judgement])));
    this.dispatchEvent(new Event("analysis"));
  }
}

/** @param {[number, number]} step */
function wayName([dx, dy]) {
  return say(dx > 0 ? "right" : dx < 0 ? "left" : dy > 0 ? "down" : "up");
}
