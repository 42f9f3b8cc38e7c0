// Where the engine and the script of its workers are: beside the page. In the page that is one file they are inside it.

/** Compiles the engine, once for all workers. @returns {Promise<WebAssembly.Module>} */
export async function engine() {
  const response = await fetch("./telusur.wasm");
  if (!response.ok) throw new Error(`telusur.wasm: ${response.status}`);
  // A host that does not know what it serves needs another way.
  if (response.headers.get("content-type") !== "application/wasm") return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

/** The address of the workers' script. */
export const workerAddress = () => "./worker.js";

/** The script that makes the page work offline, where there is one. */
export const offlineAddress = () => "./service-worker.js";
