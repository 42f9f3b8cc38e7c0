// A canvas that is moved by dragging, and zoomed by the wheel or two fingers; a tap is told apart from both.

/**
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ zoom: (factor: number, x: number, y: number) => void, move: (dx: number, dy: number) => void, tap: (x: number, y: number) => void, hover?: (x: number, y: number) => void, leave?: () => void }} Moves
 */

/** @param {HTMLElement} node @param {Moves} on */
export function panZoom(node, on) {
  /** @type {Map<number, Place>} */ const fingers = new Map();
  const place = (/** @type {{ clientX: number, clientY: number }} */ event) => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  let travelled = 0;
  node.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    on.zoom(Math.exp(-event.deltaY * 0.0016), x, y);
  }, { passive: false });
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) travelled = 0;
  });
  node.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    const now = place(event);
    if (!before) {
      if (event.pointerType === "mouse") on.hover?.(now.x, now.y);
      return;
    }
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    fingers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (other) on.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), other.x, other.y);
    else if (travelled > 4) on.move(now.x - before.x, now.y - before.y);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    const was = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (was && travelled <= 6 && event.type === "pointerup") on.tap(was.x, was.y);
  };
  node.addEventListener("pointerup", lift);
  node.addEventListener("pointercancel", lift);
  node.addEventListener("pointerleave", () => on.leave?.());
}

/** The colours of the page by name, as they are now. */
export function inks() {
  const style = getComputedStyle(document.documentElement);
  return (/** @type {string} */ name) => style.getPropertyValue(name).trim();
}
