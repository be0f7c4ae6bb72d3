/** Headless rendering: the studio page in a headless browser draws the film, and this writes the bytes that it sends. */
import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { findChrome } from '../../../tools/find-chrome.mjs';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { Change } from '../../engine/sim/replay.ts';
import { attemptFile } from '../file-error.ts';
import { makeRunFolder } from '../run-folder.ts';
import { startStudioServer } from '../server.ts';
import { BrowserError, BrowserPipe } from './browser-pipe.ts';
import { nameOwner, removeLeftovers } from './leftovers.ts';

/** As the page takes it (src/studio/export/film-hook.ts). */
export interface RenderRequest {
  readonly desc: AnimalDesc;
  readonly seed: number;
  /** What was changed on the way. */
  readonly changes: readonly Change[];
  readonly from: number;
  readonly fps: number;
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly camera: 'follow' | 'orbit' | 'top';
  readonly theme: 'light' | 'dark';
  readonly scaleBar: boolean;
  readonly quality: 'draft' | 'normal' | 'best';
  readonly out: 'mp4' | 'webm' | 'frames';
}

export interface RenderPlan {
  readonly request: RenderRequest;
  /** The file of the film, or the folder of the frames. */
  readonly target: string;
  /** The folder of the built studio. */
  readonly studio: string;
  readonly onProgress: (pictures: number) => void;
  /** Checked regularly. */
  readonly isInterrupted: () => boolean;
}

/** Why the film failed: a code and a sentence. */
export class RenderError extends Error {
  readonly code: 'no-browser' | 'cannot-encode' | 'browser-failed' | 'interrupted';

  constructor(code: RenderError['code'], message: string) {
    super(message);
    this.name = 'RenderError';
    this.code = code;
  }
}

const noBrowser =
  'No Chrome, Chromium or Edge found, and films and pictures are drawn by one. Install Google Chrome, or Chromium (Debian and Ubuntu: apt-get install chromium), or set CHROME_PATH to its program.';

const interrupted = 'Interrupted before the last picture.';

/** The browser that draws. Throws a RenderError that says what to install. */
export function findBrowser(): string {
  let found: string | undefined;
  try {
    found = findChrome();
  } catch (error) {
    throw new RenderError('no-browser', error instanceof Error ? error.message : String(error));
  }
  if (found === undefined) throw new RenderError('no-browser', noBrowser);
  return found;
}

/** Writes what the page sends, atomically: a film is written to a temporary file and then renamed. */
class Receiver {
  readonly #target: string;
  readonly #partial: string;
  readonly #onProgress: (pictures: number) => void;
  #file: number | undefined;
  #pictures = 0;

  constructor({ request, target, onProgress }: RenderPlan) {
    this.#target = target;
    this.#partial = `${target}.${nameOwner()}.tmp`;
    this.#onProgress = onProgress;
    makeRunFolder({ folder: request.out === 'frames' ? target : path.dirname(target) });
    if (request.out !== 'frames') removeLeftovers(path.dirname(target), /\.(?:mp4|webm)(?:\.(\d+@[^/]+))?\.tmp$/u);
    if (request.out !== 'frames') this.#file = attemptFile('write', target, () => openSync(this.#partial, 'w'));
  }

  get pictures(): number {
    return this.#pictures;
  }

  take(text: string): void {
    const message = JSON.parse(text) as { kind: string; index: number; done: number; data: string };
    if (message.kind === 'progress') this.#count(message.done);
    else if (message.kind === 'bytes')
      attemptFile('write', this.#target, () => writeSync(this.#file!, Buffer.from(message.data, 'base64')));
    else {
      const name = path.join(this.#target, `frame-${String(message.index).padStart(5, '0')}.png`);
      attemptFile('write', name, () => writeFileSync(name, Buffer.from(message.data, 'base64')));
      this.#count(message.index + 1);
    }
  }

  finish(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    attemptFile('write', this.#target, () => renameSync(this.#partial, this.#target));
  }

  abandon(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    rmSync(this.#partial, { force: true });
  }

  #count(pictures: number): void {
    this.#pictures = pictures;
    this.#onProgress(pictures);
  }
}

/** Throws a RenderError or a FileError. Gives the codec's name and the number of pictures drawn. */
export async function renderFilm(plan: RenderPlan): Promise<{ readonly codec: string; readonly pictures: number }> {
  const program = findBrowser();
  const server = await startStudioServer({ root: plan.studio, port: 0 });
  const browser = new BrowserPipe(program);
  try {
    const receiver = new Receiver(plan);
    try {
      const codec = await drive(browser, server.url, plan, receiver);
      receiver.finish();
      return { codec, pictures: receiver.pictures };
    } catch (error) {
      receiver.abandon();
      throw error;
    }
  } catch (error) {
    // Ctrl-C reaches the browser too.
    if (plan.isInterrupted()) throw new RenderError('interrupted', interrupted);
    throw error instanceof BrowserError ? new RenderError('browser-failed', error.message) : error;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Name of the function that the page sends through. */
const binding = 'bestiarySend';

type SendToPage = (
  method: string,
  params?: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** The studio's page in which nothing runs but what it is asked for. */
export async function openFilmPage(browser: BrowserPipe, url: string): Promise<SendToPage> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send: SendToPage = (method, params = {}) => browser.send(method, params, sessionId as string);
  const loaded = new Promise<void>((resolve) => {
    browser.listen('Page.loadEventFired', () => resolve());
  });
  await send('Page.enable');
  await send('Runtime.enable');
  await send('Runtime.addBinding', { name: binding });
  await send('Page.navigate', { url: `${url}#/film` });
  await loaded;
  return send;
}

async function drive(browser: BrowserPipe, url: string, plan: RenderPlan, receiver: Receiver): Promise<string> {
  const stopped = new Promise<never>((_, reject) => {
    browser.listen('Runtime.bindingCalled', ({ name, payload }) => {
      try {
        if (name === binding) receiver.take(payload as string);
        if (plan.isInterrupted()) throw new RenderError('interrupted', interrupted);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
  // Handled where it is raced; prevents an unhandled rejection.
  stopped.catch(() => undefined);
  const send = await openFilmPage(browser, url);
  const expression = `bestiary.film(${JSON.stringify(plan.request)}, (message) => ${binding}(JSON.stringify(message)))`;
  const made = send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  return readOutcome(await Promise.race([made, stopped]), plan.request);
}

interface Outcome {
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text?: string;
    readonly exception?: { readonly description?: string };
  };
}

/** The value of an expression. Throws a RenderError with what the page said. */
export function readAnswer({ exceptionDetails: problem, result }: Outcome): string {
  if (problem === undefined) return String(result?.value);
  throw new RenderError('browser-failed', `The picture could not be made: ${readComplaint(problem)}`);
}

function readComplaint(problem: NonNullable<Outcome['exceptionDetails']>): string {
  const said = problem.exception?.description?.split('\n')[0] ?? problem.text ?? 'without a word';
  return said.replace(/^Error: /u, '');
}

function readOutcome(outcome: Outcome, { out, width, height }: RenderRequest): string {
  const { exceptionDetails: problem } = outcome;
  if (problem === undefined) return String(outcome.result?.value);
  const said = readComplaint(problem);
  if (said.includes('cannot-encode'))
    throw new RenderError(
      'cannot-encode',
      `This browser encodes no ${out} of ${width} × ${height} pixels. Write ${out === 'mp4' ? '.webm, or ' : ''}frames (--out with a folder), or use Google Chrome.`,
    );
  throw new RenderError('browser-failed', `The film could not be made: ${said}`);
}
