// Games, bests, settings and texts in the browser's own database. Where there is none they last as long as the page.

/** @typedef {import("./engine.js").Change} Change */

const NAME = "telusur";
const STORES = /** @type {const} */ (["games", "bests", "settings", "texts", "dailies"]);

/** Other windows tell what they have changed. */
const others = typeof BroadcastChannel === "function" ? new BroadcastChannel("telusur") : undefined;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
});

/** @returns {Promise<IDBDatabase | undefined>} */
async function open() {
  try {
    const opening = indexedDB.open(NAME, 3);
    opening.addEventListener("upgradeneeded", () => {
      // The first version had no texts, the second no puzzles of the day.
      const missing = STORES.filter((store) => !opening.result.objectStoreNames.contains(store));
      for (const store of missing) opening.result.createObjectStore(store);
    });
    return await done(opening);
  } catch {
    return undefined;
  }
}

export class Keep {
  #database = open();
  /** What this window's memory may have otherwise than the database. @type {Set<string>} */ #stale = new Set();

  constructor() {
    others?.addEventListener("message", ({ data }) => { for (const key of data) this.#stale.add(key); });
  }

  /** Everything, as the engine takes it. */
  async all() {
    const database = await this.#database;
    if (!database) return undefined;
    const transaction = database.transaction(STORES);
    const stores = STORES.map(async (store) => (await done(transaction.objectStore(store).getAll())).map((value) => ({ store, value })));
    return JSON.stringify({ records: (await Promise.all(stores)).flat() });
  }

  /** What is to be taken again from the database before the engine goes on. @returns {Promise<string | undefined>} */
  async fresh() {
    const database = await this.#database;
    if (!database || this.#stale.size === 0) return undefined;
    const keys = [...this.#stale].map((text) => /** @type {[string, string]} */ (JSON.parse(text)));
    this.#stale.clear();
    const transaction = database.transaction(STORES);
    const read = keys.map(async ([store, key]) => ({ store, key, value: await done(transaction.objectStore(store).get(key)) }));
    const found = await Promise.all(read);
    return JSON.stringify({
      records: found.filter(({ value }) => value !== undefined).map(({ store, value }) => ({ store, value })),
      gone: found.filter(({ value }) => value === undefined).map(({ store, key }) => [store, key]),
    });
  }

  /**
   * Writes changes down, all or none. If another window was faster with a game, or the database has no room, nothing is
   * written, and the engine must take again what the database has.
   * @param {Change[]} changes @returns {Promise<"kept" | "late" | "refused">}
   */
  async write(changes) {
    const database = await this.#database;
    if (!database || changes.length === 0) return "kept";
    const names = changes.map(({ store, key }) => JSON.stringify([store, key]));
    const transaction = database.transaction(STORES, "readwrite");
    const end = new Promise((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve(undefined));
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
    let late = false;
    try {
      for (const { store, key, value } of changes) {
        const objects = transaction.objectStore(store);
        if (value === null) objects.delete(key);
        else {
          const before = store === "games" ? await done(objects.get(key)) : undefined;
          if (store === "games" && (before?.edition ?? -1) !== value.value.edition - 1) late = true;
          else objects.put(value.value, key);
        }
      }
      if (late) transaction.abort();
      await end;
      others?.postMessage(names);
      return "kept";
    } catch {
      end.catch(() => {});
      for (const name of names) this.#stale.add(name);
      return late ? "late" : "refused";
    }
  }
}
