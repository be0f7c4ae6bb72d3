/** An SVG as a PNG of twice its size, drawn by a headless browser. */
import { BrowserError, BrowserPipe } from './browser-pipe.ts';
import { findBrowser, RenderError } from './render-film.ts';

const pixelsPerUnit = 2;

/** Throws a RenderError that says what to install where there is no browser. */
export async function drawSvgPicture(svg: string): Promise<Uint8Array> {
  const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/u.exec(svg) ?? [];
  if (width === undefined || height === undefined) throw new TypeError('The svg says no width and height.');
  const browser = new BrowserPipe(findBrowser());
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const html = `<!doctype html><style>body{margin:0}svg{display:block}</style>${svg}`;
    await browser.send('Page.setDocumentContent', { frameId: targetId, html }, sessionId as string);
    const clip = { x: 0, y: 0, width: Number(width), height: Number(height), scale: pixelsPerUnit };
    const options = { format: 'png', clip, captureBeyondViewport: true };
    const { data } = await browser.send('Page.captureScreenshot', options, sessionId as string);
    return Buffer.from(data as string, 'base64');
  } catch (error) {
    throw error instanceof BrowserError ? new RenderError('browser-failed', error.message) : error;
  } finally {
    await browser.close();
  }
}
