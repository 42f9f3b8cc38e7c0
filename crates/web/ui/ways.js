// Where a sliding piece can go: the places that its plays name, as a graph of unit steps. A dragged piece is always on
// an edge of this graph, so it follows a finger round corners and never passes through anything.

/**
 * @typedef {import("../types.js").Play} Play
 * @typedef {{ x: number, y: number }} Point
 */

const NEAR = 1e-6;
const key = (/** @type {number} */ x, /** @type {number} */ y) => `${x},${y}`;
/** @type {[number, number][]} */
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]];

export class Ways {
  /** Places by offset, with the play that ends there. @type {Map<string, { x: number, y: number, play?: Play }>} */
  places = new Map([[key(0, 0), { x: 0, y: 0 }]]);

  /** @param {Play[]} plays */
  constructor(plays) {
    for (const play of plays) {
      let x = 0;
      let y = 0;
      for (const [dx, dy] of play.by ?? []) {
        x += dx;
        y += dy;
        if (!this.places.has(key(x, y))) this.places.set(key(x, y), { x, y });
      }
      const end = this.places.get(key(x, y));
      if (end && !end.play && (x !== 0 || y !== 0)) end.play = play;
    }
  }

  /** @param {number} x @param {number} y */
  has(x, y) {
    return this.places.has(key(x, y));
  }

  /** The place nearest to a point, among those where the piece can stay. @param {Point} point */
  nearest(point) {
    let best = { x: 0, y: 0, play: /** @type {Play | undefined} */ (undefined) };
    let least = Infinity;
    for (const place of this.places.values()) {
      if (!place.play && (place.x !== 0 || place.y !== 0)) continue;
      const away = Math.hypot(place.x - point.x, place.y - point.y);
      if (away < least) [best, least] = [{ play: undefined, ...place }, away];
    }
    return best;
  }

  /**
   * Moves from `here` towards `wish`, at most `most` far, along the graph only.
   * @param {Point} here @param {Point} wish @param {number} most @returns {Point}
   */
  toward(here, wish, most) {
    let { x, y } = here;
    let left = most;
    for (let turn = 0; turn < 12 && left > NEAR; turn += 1) {
      const step = this.#step({ x, y }, wish);
      if (!step) break;
      const far = Math.min(step.far, left);
      x += step.dx * far;
      y += step.dy * far;
      left -= far;
      [x, y] = [x, y].map((n) => (Math.abs(n - Math.round(n)) < NEAR ? Math.round(n) : n));
    }
    return { x, y };
  }

  /** The next straight piece of way. @param {Point} here @param {Point} wish @returns {{ dx: number, dy: number, far: number } | undefined} */
  #step({ x, y }, wish) {
    const onPlace = Number.isInteger(x) && Number.isInteger(y);
    const want = [wish.x - x, wish.y - y];
    if (onPlace) {
      const open = SIDES.filter(([dx, dy]) => this.has(x + dx, y + dy));
      const pull = ([dx, dy] = [0, 0]) => dx * want[0] + dy * want[1];
      const best = open.sort((a, b) => pull(b) - pull(a))[0];
      if (best && pull(best) > NEAR) return { dx: best[0], dy: best[1], far: Math.min(1, pull(best)) };
      return this.#detour({ x, y }, wish);
    }
    // On an edge: along it, or to its nearer end first if the way turns there.
    const along = Number.isInteger(y) ? 0 : 1;
    const place = along === 0 ? x : y;
    const other = want[1 - along];
    for (const end of [Math.floor(place), Math.ceil(place)]) {
      const gap = Math.abs(place - end);
      const [ex, ey] = along === 0 ? [end, y] : [x, end];
      const [tx, ty] = along === 0 ? [ex, ey + Math.sign(other)] : [ex + Math.sign(other), ey];
      if (gap < 0.45 && Math.abs(other) > gap + 0.2 && this.has(tx, ty)) return toward(along, end - place);
    }
    const goal = Math.max(Math.floor(place), Math.min(Math.ceil(place), place + want[along]));
    return Math.abs(goal - place) > NEAR ? toward(along, goal - place) : undefined;
  }

  /** The first step of a shortest walk to the place under the finger, where the straight way is closed. @param {Point} here @param {Point} wish */
  #detour(here, wish) {
    const goal = { x: Math.round(wish.x), y: Math.round(wish.y) };
    if (!this.has(goal.x, goal.y) || (goal.x === here.x && goal.y === here.y)) return undefined;
    /** @type {Map<string, [number, number]>} */ const first = new Map();
    const queue = [here];
    for (let i = 0; i < queue.length; i += 1) {
      const at = queue[i];
      for (const side of SIDES) {
        const to = { x: at.x + side[0], y: at.y + side[1] };
        const name = key(to.x, to.y);
        if (!this.has(to.x, to.y) || first.has(name) || (to.x === here.x && to.y === here.y)) continue;
        first.set(name, first.get(key(at.x, at.y)) ?? side);
        if (to.x === goal.x && to.y === goal.y) {
          const [dx, dy] = first.get(name) ?? side;
          return { dx, dy, far: 1 };
        }
        queue.push(to);
      }
    }
    return undefined;
  }
}

/** @param {number} along @param {number} by */
function toward(along, by) {
  const direction = Math.sign(by);
  return { dx: along === 0 ? direction : 0, dy: along === 1 ? direction : 0, far: Math.abs(by) };
}
