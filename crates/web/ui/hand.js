// A hand at the board: mouse, finger or pen take hold, drag and put down. The hand knows no rules: it takes only what has
// a play, moves only along plays, and asks the server about everything else, whose answer says why not.

import { Silence, granted } from "./api.js";
import { say } from "./i18n.js";
import { Ways } from "./ways.js";
import { sum } from "./marks.js";
import { contains } from "./scene.js";

/**
 * @typedef {import("./api.js").Refusal} Refusal
 * @typedef {import("./game.js").Table} Table
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("../types.js").Play} Play
 * @typedef {import("../types.js").Attempt} Attempt
 * @typedef {{ x: number, y: number }} Point
 *
 * What is held: the item, its plays, and for sliding pieces its ways and where on them it is.
 * @typedef {{ grip: string, plays: Play[], ways?: Ways, at: Point }} Held
 * @typedef {{ id: number, x: number, y: number, view: Point, grip?: string, items: string[], zone?: string, dragging: boolean, base: Point, wish: Point }} Press
 */

/** How far a finger may tremble before a click becomes a drag, in pixels. */
const TREMBLE = { mouse: 5, pen: 7, touch: 9 };
/** Fastest slide, in cells per millisecond: quick, but never a jump. */
const FASTEST = 0.06;

export class Hand {
  /** @type {Held | undefined} */ held;
  /** @type {Press | undefined} */ #press;
  #frame = 0;
  #last = 0;

  /**
   * @param {Table} table @param {Board} board @param {Marks} marks
   * @param {(text: string, kind: "refusal" | "note") => void} tell
   */
  constructor(table, board, marks, tell) {
    this.table = table;
    this.board = board;
    this.marks = marks;
    this.tell = tell;
    /** Whether hands are off the board, as during the machine's turn. */
    this.locked = false;
    const { host } = board;
    host.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const kind = /** @type {keyof typeof TREMBLE} */ (event.pointerType in TREMBLE ? event.pointerType : "mouse");
      host.setPointerCapture(event.pointerId);
      this.tremble = TREMBLE[kind];
      table.soon(() => this.#down(event.pointerId, event.clientX, event.clientY));
    });
    host.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 0) this.#hover(event.clientX, event.clientY);
    });
    host.addEventListener("pointerleave", () => board.preview(undefined));
    host.addEventListener("pointermove", (event) => { if (this.#press || !table.waits) table.soon(() => this.#move(event.pointerId, event.clientX, event.clientY)); });
    host.addEventListener("pointerup", (event) => table.soon(() => this.#up(event.pointerId, event.clientX, event.clientY)));
    host.addEventListener("pointercancel", () => table.soon(() => this.letGo()));
    // A finger on a piece is meant for it, also if it is blocked; anywhere else it scrolls the page.
    host.addEventListener("touchstart", (event) => {
      const touch = event.changedTouches[0];
      if (this.table.busy || this.held || (touch && this.#isPiece(touch.clientX, touch.clientY))) event.preventDefault();
    }, { passive: false });
    host.addEventListener("contextmenu", (event) => { if (this.held) event.preventDefault(); });
    table.addEventListener("change", () => this.forget());
  }

  /** @param {string} id */
  playsOf(id) {
    return this.table.game?.position.plays.filter((play) => play.grips.includes(id)) ?? [];
  }

  /** @param {number} x @param {number} y */
  #hover(x, y) {
    if (!this.table.game?.position.plays.some((play) => play.tap)) return;
    const item = this.locked ? undefined : this.board.itemsAt(x, y).find((id) => this.playsOf(id).some((play) => play.tap));
    this.board.preview(item);
  }

  /** The item at a place of the screen that can be taken hold of. @param {number} x @param {number} y */
  #gripAt(x, y) {
    if (this.locked) return undefined;
    const zone = this.board.zoneAt(this.board.toView(x, y))?.id;
    return [...this.board.itemsAt(x, y), ...(zone ? [zone] : [])].find((item) => this.playsOf(item).length > 0);
  }

  /** Whether a finger there is meant for a piece. @param {number} x @param {number} y */
  #isPiece(x, y) {
    return this.#gripAt(x, y) !== undefined || this.board.itemsAt(x, y).some((id) => this.board.pieceOf(id)?.piece.furniture === false);
  }

  /** @param {number} id @param {number} x @param {number} y */
  #down(id, x, y) {
    this.board.finish();
    if (this.locked) return;
    const view = this.board.toView(x, y);
    const items = this.board.itemsAt(x, y);
    const zone = this.board.zoneAt(view)?.id;
    const grip = this.#gripAt(x, y);
    this.#press = { id, x, y, view, grip, items, zone, dragging: false, base: { x: 0, y: 0 }, wish: { x: 0, y: 0 } };
  }

  /** @param {number} id @param {number} x @param {number} y */
  #move(id, x, y) {
    const press = this.#press;
    if (!press || press.id !== id) return;
    if (!press.dragging) {
      if (Math.hypot(x - press.x, y - press.y) < (this.tremble ?? 5) || !press.grip) return;
      const plays = this.playsOf(press.grip);
      if (plays.every((play) => play.tap)) return;
      if (this.held && !this.held.plays.some((play) => play.grips.includes(press.grip ?? ""))) this.letGo();
      if (!this.held) this.take(press.grip);
      if (!this.held || !this.table.enter("dragging")) return;
      press.dragging = true;
      press.base = this.held.ways ? { ...this.held.at } : this.#underPointer(this.held.grip, press);
    }
    const view = this.board.toView(x, y);
    press.wish = { x: press.base.x + view.x - press.view.x, y: press.base.y + view.y - press.view.y };
    if (this.held?.ways) this.#follow();
    else if (this.held) {
      this.board.hold(this.held.grip, press.wish.x, press.wish.y);
      const zone = this.board.zoneAt(view)?.id;
      this.marks.aim(zone, this.#ontoPlay(zone) !== undefined);
    }
  }

  /**
   * Where a dragged piece begins, relative to its place: so that the pointer keeps hold of it where it took it, also if it
   * stood elsewhere (lifted by a click before) or something else was gripped (the peg that it lies on).
   * @param {string} grip @param {Press} press @returns {Point}
   */
  #underPointer(grip, press) {
    const drawn = this.board.pieceOf(grip);
    if (!drawn) return { x: 0, y: 0 };
    const { rect } = drawn.piece;
    if (contains(rect, press.view)) return { x: 0, y: 0 };
    if (contains({ ...rect, x: drawn.x, y: drawn.y }, press.view)) return { x: drawn.x - rect.x, y: drawn.y - rect.y };
    return { x: press.view.x - rect.x - rect.w / 2, y: press.view.y - rect.y - rect.h / 2 };
  }

  /** Lets a sliding piece run after the finger, frame by frame. */
  #follow() {
    if (this.#frame) return;
    this.#last = performance.now();
    const run = (/** @type {number} */ now) => {
      this.#frame = 0;
      const press = this.#press;
      const held = this.held;
      if (!press?.dragging || !held?.ways) return;
      const most = Math.max(0.02, (now - this.#last) * FASTEST);
      this.#last = now;
      const next = held.ways.toward(held.at, press.wish, most);
      const moved = Math.hypot(next.x - held.at.x, next.y - held.at.y) > 1e-6;
      held.at = next;
      this.board.hold(held.grip, next.x, next.y);
      if (moved) this.#frame = requestAnimationFrame(run);
      else this.#continue(press, held);
    };
    this.#frame = requestAnimationFrame(run);
  }

  /** Where a move is a single step or line, a drag that goes on becomes the next move. @param {Press} press @param {Held} held */
  #continue(press, held) {
    if (this.table.game?.metric === "moves" || !Number.isInteger(held.at.x) || !Number.isInteger(held.at.y)) return;
    const place = held.ways?.nearest(held.at);
    if (!place?.play?.by || place.x !== held.at.x || place.y !== held.at.y) return;
    const rest = { x: press.wish.x - held.at.x, y: press.wish.y - held.at.y };
    const [dx] = place.play.by[0];
    const turning = this.table.game?.metric === "steps" ? Math.max(Math.abs(rest.x), Math.abs(rest.y)) : Math.abs(dx ? rest.y : rest.x);
    if (turning < 0.6) return;
    const grip = held.grip;
    const offset = { ...held.at };
    this.held = undefined;
    this.play(place.play).then(() => {
      if (this.#press !== press) return;
      press.base = { x: press.base.x - offset.x, y: press.base.y - offset.y };
      press.wish = { x: press.wish.x - offset.x, y: press.wish.y - offset.y };
      if (this.playsOf(grip).length === 0) return;
      this.board.finish();
      this.take(grip);
      this.table.enter("dragging");
      this.#follow();
    });
  }

  /** @param {number} id @param {number} x @param {number} y */
  #up(id, x, y) {
    const press = this.#press;
    if (!press || press.id !== id) return;
    this.#press = undefined;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!press.dragging) return this.#click(press);
    const held = this.held;
    if (!held) return undefined;
    if (held.ways) {
      held.at = held.ways.toward(held.at, press.wish, 2);
      this.putDown(held.ways);
      return undefined;
    }
    const view = this.board.toView(x, y);
    const zone = this.board.zoneAt(view)?.id;
    const rect = this.board.pieceOf(held.grip)?.piece.rect;
    const isBack = rect && contains(rect, view) && !this.#ontoPlay(zone);
    if (zone && !isBack) this.putOn(zone, true);
    else this.letGo();
    return undefined;
  }

  /** @param {Press} press */
  #click(press) {
    const held = this.held;
    if (held) return this.#clickHolding(press, held);
    const item = press.grip ?? press.items.find((id) => this.board.pieceOf(id)?.piece.furniture === false);
    if (item) this.begin(item);
  }

  /** @param {Press} press @param {Held} held */
  #clickHolding(press, held) {
    if (press.items.includes(held.grip) || held.plays.some((play) => play.grips.includes(press.zone ?? ""))) {
      this.letGo();
      return;
    }
    if (held.ways) {
      const play = this.#byPlay(held, press.view);
      if (play) this.play(play);
      else {
        this.letGo();
        if (press.grip) this.#click(press);
      }
      return;
    }
    if (press.zone) this.putOn(press.zone);
    else this.letGo();
  }

  /** The play that puts the held piece onto a zone. @param {string | undefined} zone */
  #ontoPlay(zone) {
    return zone === undefined ? undefined : this.held?.plays.find((play) => play.onto?.includes(zone));
  }

  /** The shortest play that brings the held piece over a point. @param {Held} held @param {Point} point */
  #byPlay(held, point) {
    const rect = this.board.pieceOf(held.grip)?.piece.rect;
    if (!rect) return undefined;
    const over = held.plays.filter((play) => {
      const [dx, dy] = sum(play.by ?? []);
      return contains({ ...rect, x: rect.x + dx, y: rect.y + dy }, point);
    });
    return over.sort((a, b) => (a.by?.length ?? 0) - (b.by?.length ?? 0))[0];
  }

  /** Does the only thing that can be done with an item, or picks it up, or says why not; whether it is held now. @param {string} id */
  begin(id) {
    this.table.touched();
    const plays = this.playsOf(id);
    if (plays.length === 0) this.refuse(id);
    else if (plays[0].tap || (plays.length === 1 && plays[0].by)) this.play(plays[0]);
    else return this.take(id);
    return false;
  }

  /** Leaves a sliding piece where it has come to, or puts it back. @param {Ways} ways */
  putDown(ways) {
    const place = this.held && ways.nearest(this.held.at);
    if (place?.play) this.play(place.play);
    else this.letGo();
  }

  /** Puts what is held onto a zone, or back where it was; or tries it, to hear why not. @param {string} zone @param {boolean} [drop] whether it is put back then */
  putOn(zone, drop = false) {
    const { held } = this;
    const play = this.#ontoPlay(zone);
    if (play) this.play(play);
    else if (held?.plays.some((play) => play.grips.includes(zone))) this.letGo();
    else if (held) this.try({ grip: held.grip, onto: zone }, drop);
  }

  /** Picks an item up. @param {string} id @returns {boolean} */
  take(id) {
    this.table.touched();
    const plays = this.playsOf(id);
    if (plays.length === 0 || this.locked || !this.table.enter("holding")) return false;
    // Of what can be gripped, the piece itself moves, not the furniture that it stands on.
    const grip = plays[0].grips.find((grip) => this.board.pieceOf(grip)?.piece.furniture === false) ?? id;
    const sliding = plays.some((play) => play.by);
    this.held = { grip, plays, ways: sliding ? new Ways(plays) : undefined, at: { x: 0, y: 0 } };
    const piece = this.board.pieceOf(grip)?.piece;
    this.board.hold(grip, piece?.lift.x ?? 0, piece?.lift.y ?? 0, true);
    this.marks.hint(undefined);
    this.marks.where(plays, grip);
    return true;
  }

  /** Puts what is held back where it was. */
  letGo() {
    if (this.held) this.board.release(this.held.grip);
    this.forget();
  }

  /** Holds nothing any more; the board takes care of the rest. */
  forget() {
    this.held = undefined;
    this.marks.nowhere();
    this.table.leave("holding");
    this.table.leave("dragging");
  }

  /** Makes a play that the server has offered. @param {Play} play */
  async play(play) {
    this.table.touched();
    this.held = undefined;
    this.marks.nowhere();
    await granted(this.table.move(play), (why) => this.#failed(why, play.grips[0]));
  }

  /** Tries what was not offered, to hear why not. @param {Attempt} attempt @param {boolean} drop whether to put back what is held */
  async try(attempt, drop) {
    this.table.touched();
    await granted(this.table.attempt(attempt), (why) => {
      if (drop) this.letGo();
      this.#failed(why, attempt.grip);
    });
  }

  /** Says no to an item that can't be moved. @param {string} id */
  refuse(id) {
    // A touch may stand for several moves, or for one that a rule forbids: the server knows which.
    this.try({ grip: id, tap: true }, true);
  }

  /** @param {Refusal} why @param {string} grip */
  #failed(why, grip) {
    this.table.leave("dragging");
    if (why instanceof Silence) {
      this.letGo();
      return;
    }
    this.board.shake(this.held?.grip ?? grip);
    this.tell(why.message, "refusal");
  }
}
