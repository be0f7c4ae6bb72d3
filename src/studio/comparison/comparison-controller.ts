/** Sessions and small viewers of a comparison. Workers that run ahead wait for the slowest. */
import { Viewer } from '../../viewer/viewer.ts';
import type { Theme } from '../../viewer/palette.ts';
import type { ComparisonRun } from '../../experiments/kinds/comparison.ts';
import type { OpenComparison } from './comparison-address.ts';
import { defaultSeed } from '../../engine/record/permalink.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';

export interface RunReading {
  readonly time: number;
  /** Metres along x since the comparison's first moment: now, and at its times once they are reached. */
  readonly distance: number | undefined;
  readonly distances: readonly (number | undefined)[];
  readonly problem: string | undefined;
}

interface Run {
  readonly session: Session;
  readonly viewer: Viewer | undefined;
  readonly observer: ResizeObserver;
  time: number;
  running: boolean;
  problem: string | undefined;
}

/** Seconds of simulated time that one run may be ahead of another. */
const longestLead = 0.12;
const syncInterval = 60;
const readInterval = 200;

export class ComparisonController {
  readonly #comparison: OpenComparison;
  readonly #runs: readonly Run[];
  readonly #onReadings: (readings: readonly RunReading[]) => void;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #playing = true;
  #request = 0;
  #next = 0;

  constructor(
    comparison: OpenComparison,
    canvases: readonly HTMLCanvasElement[],
    onReadings: (readings: readonly RunReading[]) => void,
  ) {
    this.#comparison = comparison;
    this.#onReadings = onReadings;
    this.#runs = comparison.runs.map((run, i) => this.#open(run, canvases[i]!));
    this.#timers = [setInterval(this.#keepTogether, syncInterval), setInterval(this.#read, readInterval)];
    this.#request = requestAnimationFrame(this.#loop);
  }

  setPlaying(playing: boolean): void {
    this.#playing = playing;
    this.#keepTogether();
  }

  restart(): void {
    for (const run of this.#runs) {
      run.session.reset();
      run.time = 0;
    }
    this.setPlaying(true);
  }

  setTheme(theme: Theme): void {
    for (const { viewer } of this.#runs) viewer?.setTheme(theme);
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    for (const timer of this.#timers) clearInterval(timer);
    for (const { session, viewer, observer } of this.#runs) {
      session.close();
      viewer?.dispose();
      observer.disconnect();
    }
  }

  #open({ settings }: ComparisonRun, canvas: HTMLCanvasElement): Run {
    const viewer = createViewer(canvas);
    const run: Run = {
      session: new Session(this.#comparison.animal, settings, defaultSeed, {
        onSystem: ({ layout, bodyLength }) => {
          viewer?.setLayout(layout);
          viewer?.setColouring('natural', undefined);
          // The way it will go is to the right of the start.
          viewer?.setTarget({ x: 0.25 * bodyLength, y: 0, z: 0, heading: 0 });
        },
        onStatus: ({ time }) => {
          run.time = time;
        },
        onFailure: ({ message }) => {
          run.problem = message;
        },
        onRefused: (problems) => {
          run.problem = problems.map(({ path, hint }) => `${path}: ${hint}`).join(' ');
        },
        onSet: () => undefined,
        onFork: () => undefined,
      }),
      viewer,
      observer: new ResizeObserver(() => {
        viewer?.resize(canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio, 1.5));
      }),
      time: 0,
      running: false,
      problem: undefined,
    };
    run.observer.observe(canvas);
    return run;
  }

  readonly #keepTogether = (): void => {
    const good = this.#runs.filter(({ problem }) => problem === undefined);
    const last = Math.min(...good.map(({ time }) => time));
    const end = this.#comparison.from + this.#comparison.times.at(-1)!;
    for (const run of good) {
      const wanted = this.#playing && run.time < end && run.time - last <= longestLead;
      if (wanted === run.running) continue;
      run.running = wanted;
      if (wanted) run.session.play();
      else run.session.pause();
    }
  };

  readonly #read = (): void => {
    const { from, times } = this.#comparison;
    this.#onReadings(
      this.#runs.map((run) => ({
        time: run.time,
        problem: run.problem,
        distance: measure(run, from, run.time),
        distances: times.map((time) => measure(run, from, from + time)),
      })),
    );
  };

  /** One picture after the other: four at once would leave the workers nothing. */
  readonly #loop = (now: number): void => {
    this.#request = requestAnimationFrame(this.#loop);
    this.#next = (this.#next + 1) % this.#runs.length;
    const { session, viewer } = this.#runs[this.#next]!;
    if (session.readFrame() && session.meta !== undefined) {
      viewer?.applyFrame(session.frame, session.meta);
      showTrail(session, viewer);
    }
    viewer?.render(now);
  };
}

/** Seconds between two points of the path. */
const trailGap = 0.1;

function showTrail({ history, meta }: Session, viewer: Viewer | undefined): void {
  const [x, y] = [history?.places.get('position.x'), history?.places.get('position.y')];
  if (history === undefined || meta === undefined || x === undefined || y === undefined) return;
  const stride = Math.max(1, Math.round(trailGap / history.dt));
  const points: number[] = [];
  for (let step = 0; step <= Math.min(meta.step, history.lastStep); step += stride)
    points.push(history.read(x, step), history.read(y, step));
  viewer?.setTrail(Float32Array.from(points), points.length / 2);
}

function createViewer(canvas: HTMLCanvasElement): Viewer | undefined {
  try {
    const viewer = new Viewer(canvas, { theme: useStudio.getState().theme, interactive: false });
    viewer.setCamera('top');
    return viewer;
  } catch {
    // Distances are read all the same.
    return undefined;
  }
}

/** undefined when the run has not come that far. */
function measure({ session, time }: Run, from: number, to: number): number | undefined {
  const { history } = session;
  const place = history?.places.get('position.x');
  if (history === undefined || place === undefined || time < from || to > time + 1e-9) return undefined;
  const read = (seconds: number): number => history.read(place, Math.round(seconds / history.dt));
  const distance = read(to) - read(from);
  return Number.isNaN(distance) ? undefined : distance;
}
