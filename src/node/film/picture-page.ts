/**
 * Pictures of a simulation that runs here, drawn by the studio's page in a headless browser. The browser starts with the first
 * picture and stays, because starting it takes a second or more.
 */
import { encodeJson } from '../../engine/record/bytes.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { LearnError } from '../../learn/learn-error.ts';
import type { PictureSize } from '../learning/env-picture.ts';
import { startStudioServer } from '../server.ts';
import { BrowserPipe } from './browser-pipe.ts';
import { findBrowser, openFilmPage, RenderError, readAnswer } from './render-film.ts';

interface OpenPage {
  /** Value of an expression, awaited. */
  readonly evaluate: (expression: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export class PicturePage {
  readonly #studio: () => string;
  #page: Promise<OpenPage> | undefined;
  /** What the page's stage shows: a lane at a size, up to a time. */
  #shown = { lane: -1, width: 0, height: 0, time: Infinity };

  /** `studio` gives the folder of the built studio, or throws. */
  constructor(studio: () => string) {
    this.#studio = studio;
  }

  /** Throws a LearnError that says what to install where there is no browser. */
  async draw(simulation: Simulation, lane: number, { width, height }: PictureSize): Promise<Uint8Array> {
    try {
      this.#page ??= openPage(this.#studio());
      const { evaluate } = await this.#page;
      const { time } = simulation;
      const shown = this.#shown;
      // An animal that was put back to its start, or another one, is a new scene: the camera must not fly there.
      if (shown.lane !== lane || shown.width !== width || shown.height !== height || time < shown.time)
        await evaluate(`bestiary.pictures().then((page) => page.open(${describeScene(simulation, width, height)}))`);
      this.#shown = { lane, width, height, time };
      const pixels = await evaluate(`bestiary.pictures().then((page) => page.draw(${describeMoment(simulation)}))`);
      return Buffer.from(pixels, 'base64');
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      this.#page = undefined;
      throw new LearnError({ code: 'failed', path: 'picture', got: error.code, hint: error.message });
    }
  }

  async close(): Promise<void> {
    const page = this.#page;
    this.#page = undefined;
    await page?.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
}

/** Arguments as JavaScript; the layout's typed arrays travel as they do in recordings. */
function describeScene({ system }: Simulation, width: number, height: number): string {
  const scene = Buffer.from(encodeJson({ layout: system.frame, view: system.desc.view })).toString('latin1');
  return JSON.stringify({ scene, width, height });
}

function describeMoment(simulation: Simulation): string {
  const frame = new Float32Array(simulation.frameLength);
  simulation.writeFrame(frame);
  const signals = new Float64Array(simulation.signalLength);
  simulation.writeSignals(signals);
  const [x, y, z, heading] = signals;
  const bytes = Buffer.from(frame.buffer).toString('base64');
  return JSON.stringify({ time: simulation.time, frame: bytes, pose: { x, y, z, heading } });
}

async function openPage(studio: string): Promise<OpenPage> {
  const program = findBrowser();
  const server = await startStudioServer({ root: studio, port: 0 });
  const browser = new BrowserPipe(program);
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    const send = await openFilmPage(browser, server.url);
    return {
      evaluate: async (expression) =>
        readAnswer(await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
