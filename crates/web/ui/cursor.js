// The keyboard at the board: a cursor that walks over places or pieces, picks up and puts down, and numbers that name a
// move outright.

import { say } from "./i18n.js";

/**
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./scene.js").Rect} Rect
 * @typedef {import("../types.js").Play} Play
 * @typedef {{ id: string, name: string, rect: Rect }} Stop
 */

export class Cursor {
  /** @type {string | undefined} */ at;
  /** The number that says where from, when it is to be followed by another. @type {number | undefined} */ #number;
  /** A number that may have more digits. @type {number | undefined} */ #typed;

  /** @param {Hand} hand @param {(text: string) => void} whisper says something to screen readers only */
  constructor(hand, whisper) {
    this.hand = hand;
    this.whisper = whisper;
    hand.board.host.addEventListener("pointerdown", () => this.hide());
    hand.board.host.addEventListener("blur", () => hand.marks.ring(undefined));
    hand.table.addEventListener("change", (event) => {
      this.#forget();
      if (/** @type {CustomEvent} */ (event).detail.cause === "open") this.hide();
      // The cursor stays where it is, unless that is gone.
      queueMicrotask(() => { if (this.at !== undefined && this.visible) this.#show(); });
    });
  }

  visible = false;

  hide() {
    this.visible = false;
    this.#forget();
    this.hand.marks.ring(undefined);
    this.hand.board.preview(undefined);
    this.hand.board.host.dataset.cursor = "";
  }

  get #plays() {
    return this.hand.table.game?.position.plays ?? [];
  }

  get #zones() {
    return this.hand.board.scene?.zones ?? [];
  }

  /** Where the cursor can stand: places to put things on where there are such, pieces otherwise. @returns {Stop[]} */
  #stops() {
    const plays = this.#plays;
    const { scene, picture } = this.hand.board;
    if (!scene || !picture) return [];
    const tapped = plays.some((play) => play.tap);
    if (scene.zones.length > 0 && !tapped) return scene.zones;
    const used = new Set(plays.flatMap((play) => [...play.grips, ...(play.onto ?? [])]));
    const pieces = scene.pieces.filter((piece) => !piece.furniture && (!tapped || piece.ids.some((id) => used.has(id))));
    // What lies on a place covers it, if it is as large.
    const middle = (/** @type {import("./board.js").Shown} */ { rect }) => `${rect.x + rect.w / 2},${rect.y + rect.h / 2},${Math.round(rect.h)}`;
    const covering = new Set(pieces.filter((piece) => piece.kind !== "place").map(middle));
    return pieces
      .filter((piece) => piece.kind !== "place" || !covering.has(middle(piece)))
      .map((piece) => ({ id: piece.key, name: picture.items.find((item) => item.id === piece.key)?.name ?? "", rect: piece.rect }));
  }

  /** Walks, or moves what is held. @param {number} dx @param {number} dy */
  step(dx, dy) {
    this.#forget();
    const { hand } = this;
    const held = hand.held;
    if (held?.ways) {
      const to = { x: Math.round(held.at.x) + dx, y: Math.round(held.at.y) + dy };
      if (!held.ways.has(to.x, to.y)) {
        hand.board.shake(held.grip);
        this.whisper(say("blocked"));
        return;
      }
      held.at = to;
      hand.board.hold(held.grip, to.x, to.y, true);
      this.at = held.grip;
      this.#show();
      return;
    }
    const stops = this.#stops();
    const here = stops.find((stop) => stop.id === this.at);
    if (!here || !this.visible) {
      this.at = (here ?? this.#first(stops))?.id;
    } else {
      const centre = ({ x, y, w, h } = here.rect) => ({ x: x + w / 2, y: y + h / 2 });
      const from = centre();
      let best = here;
      let least = Infinity;
      for (const stop of stops) {
        const to = centre(stop.rect);
        const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
        const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
        if (stop.id !== here.id && along > 1e-3 && along + 2.2 * across < least) [best, least] = [stop, along + 2.2 * across];
      }
      this.at = best.id;
    }
    this.visible = true;
    this.#show();
    const name = stops.find((stop) => stop.id === this.at)?.name;
    if (name) this.whisper(hand.held || hand.playsOf(this.at ?? "").length > 0 ? name : say("fixed", { name }));
  }

  /** @param {Stop[]} stops */
  #first(stops) {
    return stops.find((stop) => this.hand.playsOf(stop.id).length > 0) ?? stops[0];
  }

  #show() {
    this.visible = true;
    if (!this.#stops().some((stop) => stop.id === this.at) && !this.hand.held?.ways) this.at = this.#first(this.#stops())?.id;
    const playing = this.hand.table.game?.position.status === "playing";
    this.hand.marks.ring(playing ? this.at : undefined);
    this.hand.board.preview(this.hand.locked ? undefined : this.at);
    this.hand.board.host.dataset.cursor = this.at ?? "";
  }

  /** Picks up, puts down, or takes; or ends a number. */
  press() {
    const { hand } = this;
    if (this.#typed !== undefined) {
      const number = this.#typed;
      this.#type(undefined);
      this.#take(number);
      return;
    }
    this.#number = undefined;
    const held = hand.held;
    if (held?.ways) {
      hand.putDown(held.ways);
      return;
    }
    if (!this.visible || this.at === undefined) {
      this.step(0, 0);
      return;
    }
    if (held) hand.putOn(this.at);
    else if (hand.begin(this.at)) this.whisper(say("picked", { name: hand.board.picture?.items.find((item) => item.id === hand.held?.grip)?.name ?? "" }));
  }

  /** A digit of a number: where a longer one begins with it, it waits for another digit or for Enter. @param {number} digit */
  digit(digit) {
    const number = (this.#typed ?? 0) * 10 + digit;
    const { hand } = this;
    const numbers = hand.table.game?.position.numbers;
    const unfinished = this.#number !== undefined && !hand.held ? numbers?.unfinished_counts[this.#number] : numbers?.unfinished;
    if (unfinished?.includes(number)) {
      this.#type(number);
      const numbered = this.#numbered(number);
      if (numbered !== undefined) hand.marks.ring(numbered);
      hand.tell(say("so-far", { n: number }), "note");
      return;
    }
    this.#type(undefined);
    this.#take(number);
  }

  /** Forgets the digits of a number that is not complete. */
  forgetDigits() {
    this.#type(undefined);
  }

  #forget() {
    this.#number = undefined;
    this.#type(undefined);
  }

  /** @param {number | undefined} number */
  #type(number) {
    this.#typed = number;
    this.hand.board.host.dataset.typed = number === undefined ? "" : String(number);
  }

  /** The place or piece with a number. @param {number} number @returns {string | undefined} */
  #numbered(number) {
    return this.hand.table.game?.position.numbers.items[number];
  }

  /** A whole number: the first names where from, the second where to or how many. @param {number} number */
  #take(number) {
    const { hand } = this;
    const plays = this.#plays;
    const zones = this.#zones;
    if (this.#number === undefined && hand.held && !hand.held.ways && zones[number - 1]) {
      this.at = zones[number - 1].id;
      hand.putOn(this.at);
      return;
    }
    if (this.#number === undefined) {
      const mine = plays.filter((play) => play.numbers?.[0] === number);
      const whole = mine.find((play) => play.numbers?.length === 1);
      if (whole) {
        hand.play(whole);
        return;
      }
      const zone = zones[number - 1];
      if (mine.length === 0) {
        const refused = plays.some((play) => play.numbers?.length) ? this.#numbered(number) : undefined;
        if (refused !== undefined) hand.refuse(refused);
        return;
      }
      this.#number = number;
      if (zone) this.at = zone.id;
      this.visible = true;
      if (mine[0].onto) hand.take(mine[0].grips[0]);
      else {
        hand.marks.ring(zone?.id);
        hand.tell(say("how-many", { name: zone?.name ?? "" }), "note");
      }
      return;
    }
    const first = this.#number;
    this.#number = undefined;
    const play = plays.find((play) => play.numbers?.[0] === first && play.numbers[1] === number);
    if (play) hand.play(play);
    else if (hand.held) {
      const zone = zones[number - 1];
      if (zone && first !== number) hand.try({ grip: hand.held.grip, onto: zone.id }, true);
      else hand.letGo();
    } else {
      hand.marks.ring(undefined);
      hand.tell(say("no-such-move", { numbers: `${first} ${number}` }), "refusal");
    }
  }

  /** Forgets a number and puts down what is held; says whether there was anything. */
  escape() {
    const had = this.#number !== undefined || this.#typed !== undefined || this.hand.held !== undefined;
    this.#forget();
    this.hand.letGo();
    if (this.visible) this.#show();
    return had;
  }
}
