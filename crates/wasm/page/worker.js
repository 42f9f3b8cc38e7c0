// A worker with the engine inside: takes a request with what the database has changed meanwhile, answers it, and takes the
// next. While it works it hears nobody; whoever wants it to end ends the worker.
"use strict";

(() => {
  /** @type {any} */ let engine;
  /** The request that is being answered. @type {number} */ let current = 0;
  const write = new TextEncoder();
  const read = new TextDecoder();
  /** @param {number} place @param {number} length */
  const bytes = (place, length) => new Uint8Array(engine.memory.buffer, place, length);

  /** What the engine is lent. */
  const telusur = {
    clock: () => performance.now(),
    date: () => Date.now(),
    entropy: () => crypto.getRandomValues(new Uint32Array(1))[0],
    /** @param {number} place @param {number} length */
    event: (place, length) => postMessage({ id: current, event: JSON.parse(read.decode(bytes(place, length))) }),
  };

  /** @param {string} text */
  function give(text) {
    const coded = write.encode(text);
    const place = engine.input(coded.length);
    bytes(place, coded.length).set(coded);
  }

  /** @param {string} asked */
  function answer(asked) {
    give(asked);
    engine.answer();
    const place = engine.output();
    const length = new DataView(engine.memory.buffer, place, 4).getUint32(0, true);
    const head = JSON.parse(read.decode(bytes(place + 4, length)));
    // A copy of its own: the engine's memory is for the next request.
    const body = bytes(place + 4 + length, engine.output_length() - 4 - length).slice().buffer;
    postMessage({ id: current, answer: { ...head, body } }, { transfer: [body] });
  }

  addEventListener("message", async ({ data: { id, module, kept, asked } }) => {
    try {
      if (module) {
        engine = (await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), { telusur })).exports;
        engine.start();
        return;
      }
      current = id;
      if (kept) {
        give(kept);
        engine.take();
      }
      answer(asked);
    } catch (error) {
      // Whatever it was, the engine's memory can't be trusted any more.
      postMessage({ id: current, broken: String(error) });
    }
  });
})();
