// Points and lines by WebGL, for maps with hundreds of thousands of them.

/**
 * @typedef {import("./map-data.js").StateMap} StateMap
 * @typedef {{ width: number, height: number, dense: number, scale: number, dx: number, dy: number, radius: number, from: number, to: number, line: number[], lineWidth: number, lines: boolean, moves: boolean }} Look
 */

import { linesInView, pointsInView } from "./map-data.js";

/** Pixels around the view: points there may reach into it. */
const MARGIN = 8;

const VERTEX = `#version 300 es
in vec2 place; in vec4 colour;
uniform vec4 view; uniform float size;
out vec4 ink;
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0.0, 1.0);
  gl_PointSize = size;
  ink = colour;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec4 ink; uniform float size; out vec4 pixel;
void main() {
  vec2 from = gl_PointCoord * 2.0 - 1.0;
  float away = size < 3.5 ? 0.0 : length(from);
  // Lines have no size, and no soft edge.
  float edge = size == 0.0 ? 1.0 : clamp((1.0 - away) * size * 0.5 + 0.5, 0.0, 1.0);
  // Alpha 254 of 255 is a ring.
  if (ink.a > 0.99 && ink.a < 0.999) edge *= clamp((away - 0.55) * size * 0.5, 0.0, 1.0);
  if (edge <= 0.0) discard;
  float alpha = (ink.a > 0.99 ? 1.0 : ink.a) * edge;
  pixel = vec4(ink.rgb * alpha, alpha);
}`;

export class GlPainter {
  /**
   * Nothing where there is no WebGL, or only one that a processor does: then drawing on the plain canvas is faster.
   * @param {StateMap} map @param {boolean} [slow] whether that will do @returns {GlPainter | undefined}
   */
  static of(map, slow = false) {
    const canvas = document.createElement("canvas");
    const gl = canvas.getContext("webgl2", { antialias: map.nodes < 20000, alpha: true, premultipliedAlpha: true });
    if (!gl) return undefined;
    if (slow || !isSlow(gl)) return new GlPainter(map, canvas, gl);
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return undefined;
  }

  /** @param {StateMap} map @param {HTMLCanvasElement} canvas @param {WebGL2RenderingContext} gl */
  constructor(map, canvas, gl) {
    this.canvas = canvas;
    this.gl = gl;
    const made = program(gl);
    gl.useProgram(made);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.view = gl.getUniformLocation(made, "view");
    this.size = gl.getUniformLocation(made, "size");
    const places = new Uint16Array(2 * map.nodes);
    for (let node = 0; node < map.nodes; node += 1) {
      places[2 * node] = Math.round(map.x[node] * 65535);
      places[2 * node + 1] = Math.round(map.y[node] * 65535);
    }
    // Of each list, the largest number of its type is 1. The colours are the last list: its buffer stays bound.
    const list = (/** @type {string} */ name, /** @type {ArrayBufferView<ArrayBuffer>} */ data, /** @type {number} */ each, /** @type {number} */ type) => {
      const place = gl.getAttribLocation(made, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, each, type, true, 0, 0);
      return place;
    };
    list("place", places, 2, gl.UNSIGNED_SHORT);
    this.ink = list("colour", new Uint8Array(4 * map.nodes), 4, gl.UNSIGNED_BYTE);
    this.map = map;
    /** The numbers of what is in view, anew for every frame. */
    this.numbers = gl.createBuffer();
    this.inView = new Uint32Array(Math.max(map.nodes, map.edges.length));
  }

  /** Puts the points, or the ends of the lines, that are in view into the buffer of numbers; how many. @param {Look} look @param {boolean} lines */
  #cull(look, lines) {
    const { map, inView, gl } = this;
    const count = (lines ? linesInView : pointsInView)(map, look, inView, MARGIN);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.numbers);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, inView.subarray(0, count), gl.STREAM_DRAW);
    return count;
  }

  /** Gives the machine back what it holds. */
  stop() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  /** Four bytes for each point: red, green, blue, how solid. @param {Uint8Array<ArrayBuffer>} colours */
  colour(colours) {
    this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, colours);
  }

  /** Draws, and says how many points are in view. @param {Look} look */
  paint(look) {
    const { gl, canvas } = this;
    const [width, height] = [Math.round(look.width * look.dense), Math.round(look.height * look.dense)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform4f(this.view, (2 * look.scale) / look.width, (-2 * look.scale) / look.height, (2 * look.dx) / look.width - 1, 1 - (2 * look.dy) / look.height);
    if (look.lines) {
      const [red, green, blue, solid] = look.line;
      // All lines have one colour.
      gl.disableVertexAttribArray(this.ink);
      gl.vertexAttrib4f(this.ink, red / 255, green / 255, blue / 255, solid);
      gl.uniform1f(this.size, 0);
      gl.drawElements(gl.LINES, this.#cull(look, true), gl.UNSIGNED_INT, 0);
      gl.enableVertexAttribArray(this.ink);
    }
    gl.uniform1f(this.size, 2 * look.radius * look.dense);
    const count = this.#cull(look, false);
    gl.drawElements(gl.POINTS, count, gl.UNSIGNED_INT, 0);
    return count;
  }
}

/** Whether a processor does the work; browsers that are asked to fail then don't always do so. @param {WebGL2RenderingContext} gl */
function isSlow(gl) {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

/** @param {WebGL2RenderingContext} gl */
function program(gl) {
  const made = gl.createProgram();
  for (const [type, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error("no shader");
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(made) ?? "shaders");
  return made;
}
