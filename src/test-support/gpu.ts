// A graphics card (or its emulation) as an independent decoder of compressed textures.

/** Whether there is one: in browsers, not in Node. */
export const hasGpu = typeof document !== 'undefined';

const VERTEX_SHADER = `#version 300 es
void main() { gl_Position = vec4(vec2[](vec2(-1, -1), vec2(3, -1), vec2(-1, 3))[gl_VertexID], 0, 1); }`;
const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform sampler2D image;
out vec4 color;
void main() { color = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }`;

/**
 * Decodes a compressed texture: r g b a of each pixel as floats, rows in the order of the blocks. `extension` and
 * `format` are WebGL's names.
 */
export function decodeOnGpu(
  extension: string,
  format: string,
  bytes: Uint8Array,
  width: number,
  height: number,
): Float32Array {
  const gl = new OffscreenCanvas(width, height).getContext('webgl2')!;
  const formats = gl.getExtension(extension) as Record<string, number> | null;
  if (formats === null || gl.getExtension('EXT_color_buffer_float') === null) throw new Error(`no ${extension} here`);
  gl.viewport(0, 0, width, height);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.compressedTexImage2D(gl.TEXTURE_2D, 0, formats[format]!, width, height, 0, bytes);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA32F, width, height);
  gl.framebufferRenderbuffer(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.RENDERBUFFER,
    gl.getParameter(gl.RENDERBUFFER_BINDING),
  );
  gl.useProgram(program(gl));
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixels = new Float32Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, pixels);
  if (gl.getError() !== gl.NO_ERROR) throw new Error(`the graphics card refused ${format}`);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return pixels;
}

function program(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const;
  for (const [type, source] of sources) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}
