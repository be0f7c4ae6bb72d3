/** Whether WebGL is rendered in software, where every pixel costs CPU time. */
export function isSoftwareRendered(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info === null ? '' : String(context.getParameter(info.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/iu.test(name);
}

/** The browser cannot draw in 3-D. */
export class NoWebGlError extends Error {
  constructor() {
    super('This browser offers no WebGL 2: turn on hardware acceleration or use a current browser to see the animal.');
    this.name = 'NoWebGlError';
  }
}

export function openContext(canvas: HTMLCanvasElement, antialias: boolean): WebGL2RenderingContext {
  const context = canvas.getContext('webgl2', { antialias, alpha: false, powerPreference: 'high-performance' });
  if (context === null) throw new NoWebGlError();
  return context;
}
