// Points and lines by WebGL, for maps with hundreds of thousands of them.

/**
 * @typedef {import("./map-data.js").StateMap} StateMap
 * @typedef {{ width: number, height: number, dense: number, scale: number, dx: number, dy: number, radius: number, from: number, to: number, line: number[], lineWidth: number, lines: boolean, moves: boolean }} Look
 */

import { linesInView, pointsInView } from "./map-data.js";

/** Pixels around the view: points there may reach into it. */
const MARGIN = 8;

const POINTS = `#version 300 es
in vec2 place; in vec4 colour;
uniform vec4 view; uniform float size;
out vec4 ink;
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0.0, 1.0);
  gl_PointSize = size;
  ink = colour;
}`;

const DISC = `#version 300 es
precision highp float;
in vec4 ink; uniform float size; out vec4 pixel;
void main() {
  vec2 from = gl_PointCoord * 2.0 - 1.0;
  float away = size < 3.5 ? 0.0 : length(from);
  float edge = clamp((1.0 - away) * size * 0.5 + 0.5, 0.0, 1.0);
  // Alpha 254 of 255 is a ring.
  if (ink.a > 0.99 && ink.a < 0.999) edge *= clamp((away - 0.55) * size * 0.5, 0.0, 1.0);
  if (edge <= 0.0) discard;
  float alpha = (ink.a > 0.99 ? 1.0 : ink.a) * edge;
  pixel = vec4(ink.rgb * alpha, alpha);
}`;

const LINES = `#version 300 es
in vec2 place;
uniform vec4 view;
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0.0, 1.0);
}`;

const STROKE = `#version 300 es
precision highp float;
uniform vec4 line; out vec4 pixel;
void main() {
  pixel = vec4(line.rgb * line.a, line.a);
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
    this.points = program(gl, POINTS, DISC);
    this.strokes = program(gl, LINES, STROKE);
    const places = new Uint16Array(2 * map.nodes);
    for (let node = 0; node < map.nodes; node += 1) {
      places[2 * node] = Math.round(map.x[node] * 65535);
      places[2 * node + 1] = Math.round(map.y[node] * 65535);
    }
    const filled = (/** @type {ArrayBufferView<ArrayBuffer>} */ data) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      return buffer;
    };
    this.places = filled(places);
    this.colours = filled(new Uint8Array(4 * map.nodes));
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
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.colours);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, colours);
  }

  /** Draws, and says how many points are in view. @param {Look} look */
  paint(look) {
    const { gl, canvas } = this;
    const [width, height] = [Math.round(look.width * look.dense), Math.round(look.height * look.dense)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const view = [(2 * look.scale) / look.width, (-2 * look.scale) / look.height, (2 * look.dx) / look.width - 1, 1 - (2 * look.dy) / look.height];
    const begin = (/** @type {WebGLProgram} */ made) => {
      gl.useProgram(made);
      const at = (/** @type {string} */ name) => gl.getUniformLocation(made, name);
      gl.uniform4f(at("view"), view[0], view[1], view[2], view[3]);
      this.#list(made, "place", this.places, 2, gl.UNSIGNED_SHORT);
      return at;
    };
    if (look.lines) {
      const at = begin(this.strokes);
      const [red, green, blue, solid] = look.line;
      gl.uniform4f(at("line"), red / 255, green / 255, blue / 255, solid);
      gl.drawElements(gl.LINES, this.#cull(look, true), gl.UNSIGNED_INT, 0);
    }
    const at = begin(this.points);
    gl.uniform1f(at("size"), 2 * look.radius * look.dense);
    this.#list(this.points, "colour", this.colours, 4, gl.UNSIGNED_BYTE);
    const count = this.#cull(look, false);
    gl.drawElements(gl.POINTS, count, gl.UNSIGNED_INT, 0);
    return count;
  }

  /** @param {WebGLProgram} made @param {string} name @param {WebGLBuffer | null} buffer @param {number} each @param {number} type the largest number of it is 1 */
  #list(made, name, buffer, each, type) {
    const { gl } = this;
    const place = gl.getAttribLocation(made, name);
    if (place < 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, each, type, true, 0, 0);
  }
}

/** Whether a processor does the work; browsers that are asked to fail then don't always do so. @param {WebGL2RenderingContext} gl */
function isSlow(gl) {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

/** @param {WebGL2RenderingContext} gl @param {string} vertex @param {string} fragment */
function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [type, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
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
