// How a search spreads over a map: the order in which it meets points, and the way that it finds. This is about points and
// lines only; no rule of any puzzle is here.

/**
 * @typedef {import("../types.js").StateMap} StateMap
 * @typedef {"bfs" | "dfs" | "bidirectional" | "greedy"} Search
 * @typedef {{ order: number[], way: number[], found: number | undefined }} Run
 */

/** Where moves lead from each point, or where they come from. @param {StateMap} map @param {boolean} [backward] @returns {number[][]} */
export function neighbours(map, backward = false) {
  /** @type {number[][]} */ const beside = Array.from({ length: map.nodes }, () => []);
  const oneWay = new Set(map.one_way);
  for (let i = 0; i + 1 < map.edges.length; i += 2) {
    const [from, to] = backward ? [map.edges[i + 1], map.edges[i]] : [map.edges[i], map.edges[i + 1]];
    beside[from]?.push(to);
    if (!oneWay.has(i / 2)) beside[to]?.push(from);
  }
  return beside;
}

/** @param {StateMap} map @param {number} start @param {Search} search @returns {Run} */
export function spread(map, start, search) {
  const goals = new Set(map.goals);
  if (search === "bidirectional") return fromBothSides(map, [neighbours(map), neighbours(map, true)], start, goals);
  return fromOneSide(map, neighbours(map), start, goals, search);
}

/** @param {StateMap} map @param {number[][]} beside @param {number} start @param {Set<number>} goals @param {Search} search @returns {Run} */
function fromOneSide(map, beside, start, goals, search) {
  const from = new Int32Array(map.nodes).fill(-2);
  from[start] = -1;
  const order = [];
  const open = [start];
  for (let head = 0; head < open.length || (search !== "bfs" && open.length > 0);) {
    const at = take();
    if (at === undefined) break;
    order.push(at);
    if (goals.has(at)) return { order, way: wayTo(at, from), found: at };
    for (const next of beside[at]) {
      if (from[next] !== -2) continue;
      from[next] = at;
      open.push(next);
    }
    function take() {
      if (search === "bfs") return open[head++];
      if (search === "dfs") return open.pop();
      // Greedy goes on at the point that seems nearest to the goal.
      let best = 0;
      for (let i = 1; i < open.length; i += 1) if (map.distance[open[i]] < map.distance[open[best]]) best = i;
      return open.splice(best, 1)[0];
    }
  }
  return { order, way: [], found: undefined };
}

/** @param {StateMap} map @param {number[][][]} beside forward and backward @param {number} start @param {Set<number>} goals @returns {Run} */
function fromBothSides(map, beside, start, goals) {
  const sides = [new Int32Array(map.nodes).fill(-2), new Int32Array(map.nodes).fill(-2)];
  let fronts = [[start], [...goals]];
  sides[0][start] = -1;
  for (const goal of goals) sides[1][goal] = -1;
  const order = [start, ...goals];
  if (goals.has(start)) return { order, way: [start], found: start };
  while (fronts[0].length > 0 && fronts[1].length > 0) {
    const side = fronts[0].length <= fronts[1].length ? 0 : 1;
    /** @type {number[]} */ const next = [];
    for (const at of fronts[side]) {
      for (const to of beside[side][at]) {
        if (sides[side][to] !== -2) continue;
        sides[side][to] = at;
        order.push(to);
        if (sides[1 - side][to] !== -2) return { order, way: [...wayTo(to, sides[0]), ...wayTo(to, sides[1]).reverse().slice(1)], found: to };
        next.push(to);
      }
    }
    fronts = side === 0 ? [next, fronts[1]] : [fronts[0], next];
  }
  return { order, way: [], found: undefined };
}

/** @param {number} end @param {Int32Array} from */
function wayTo(end, from) {
  const way = [];
  for (let at = end; at >= 0; at = from[at]) way.push(at);
  return way.reverse();
}
