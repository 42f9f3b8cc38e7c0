// What is kept in this browser, so that a reload finds it there; among it small notes about games.

/** What is kept for all windows, or for this one. @typedef {"localStorage" | "sessionStorage"} Store */

/** Notes about more games than this are forgotten, the oldest first. */
const MOST_KEPT = 30;

/** What is kept under a name; nothing where this browser keeps nothing. @param {string} name @param {Store} [store] @returns {any} */
export function recall(name, store = "localStorage") {
  try {
    return JSON.parse(window[store].getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something under a name; without storage it holds until the page is left. @param {string} name @param {unknown} value @param {Store} [store] */
export function remember(name, value, store = "localStorage") {
  try {
    window[store].setItem(name, JSON.stringify(value));
  } catch {
    // What matters is in the address, or with the server.
  }
}

/**
 * Notes under a name: one for each game, by its key.
 * @template T @param {string} name @param {(value: any) => value is T} isNote what a stored value must be
 */
export function keptNotes(name, isNote) {
  /** @returns {Record<string, any>} */
  const all = () => Object(recall(name));
  return {
    /** @param {string | undefined} key @returns {T | undefined} */
    get(key) {
      const value = all()[key ?? ""];
      return isNote(value) ? value : undefined;
    },
    /** @param {string} key @param {T} note */
    set(key, note) {
      const others = Object.entries(all()).filter(([other]) => other !== key).slice(-MOST_KEPT);
      remember(name, Object.fromEntries([...others, [key, note]]));
    },
  };
}
