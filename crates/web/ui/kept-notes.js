// Small notes about games, kept in this browser: a reload finds them there.

/** Notes about more games than this are forgotten, the oldest first. */
const MOST_KEPT = 30;

/**
 * Notes under a name: one for each game, by its key.
 * @template T @param {string} name @param {(value: any) => value is T} isNote what a stored value must be
 */
export function keptNotes(name, isNote) {
  /** @returns {Record<string, any>} */
  const all = () => {
    try {
      const known = JSON.parse(localStorage.getItem(name) ?? "{}");
      return known && typeof known === "object" ? known : {};
    } catch {
      return {};
    }
  };
  return {
    /** @param {string | undefined} key @returns {T | undefined} */
    get(key) {
      const value = all()[key ?? ""];
      return isNote(value) ? value : undefined;
    },
    /** @param {string} key @param {T} note */
    set(key, note) {
      try {
        const others = Object.entries(all()).filter(([other]) => other !== key).slice(-MOST_KEPT);
        localStorage.setItem(name, JSON.stringify(Object.fromEntries([...others, [key, note]])));
      } catch {
        // It holds until the page is left.
      }
    },
  };
}
