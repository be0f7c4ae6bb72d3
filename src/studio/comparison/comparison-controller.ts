/** Sessions and small viewers of a comparison. Workers that run ahead wait for the slowest; one camera leads all. */
import { omit } from '../data/omit.ts';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import { Ghost } from '../../viewer/ghost.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import { Viewer } from '../../viewer/viewer.ts';
import type { View } from '../../engine/model/desc-family.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { chooseColouring } from '../session/look.ts';
import { planRuns } from '../session/opening.ts';
import { Session } from '../session/session.ts';
import { Trail } from '../session/trail.ts';
import { useStudio } from '../session/store.ts';
import { type ComparedRun, type ComparisonPlan, runColours } from './plan.ts';

export interface RunReading {
  readonly time: number;
  readonly lastTime: number;
  /** Metres along x since the comparison's first moment: now, and at its times once they are reached. */
  readonly distance: number | undefined;
  readonly distances: readonly (number | undefined)[];
  readonly problem: string | undefined;
}

interface Run {
  readonly session: Session;
  readonly viewer: Viewer | undefined;
  readonly detach: () => void;
  time: number;
  lastTime: number;
  running: boolean;
  problem: string | undefined;
  ghost: Ghost | undefined;
}

/** Seconds of simulated time that one run may be ahead of another. */
const longestLead = 0.12;
const syncInterval = 60;
const readInterval = 200;
/** Seconds that runs go at first where nobody says. */
const usualSeconds = 10;

export class ComparisonController {
  readonly #plan: ComparisonPlan;
  readonly #runs: readonly Run[];
  readonly #onReadings: (readings: readonly RunReading[]) => void;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #end: number;
  #playing = true;
  #ghosts = false;
  #request = 0;
  #next = 0;

  constructor(
    plan: ComparisonPlan,
    canvases: readonly HTMLCanvasElement[],
    onReadings: (readings: readonly RunReading[]) => void,
  ) {
    this.#plan = plan;
    this.#onReadings = onReadings;
    this.#end = plan.times.length > 0 ? plan.from + plan.times.at(-1)! : usualSeconds;
    this.#runs = plan.runs.map((run, i) => this.#open(run, canvases[i]!));
    this.#timers = [setInterval(this.#keepTogether, syncInterval), setInterval(this.#read, readInterval)];
    this.#request = requestAnimationFrame(this.#loop);
  }

  get sessions(): readonly Session[] {
    return this.#runs.map(({ session }) => session);
  }

  /** Simulated seconds at which the runs stop by themselves. */
  get end(): number {
    return this.#end;
  }

  setPlaying(playing: boolean): void {
    // Who goes on at the end wants more.
    if (playing && this.#runs.every(({ time }) => time >= this.#end - 1e-9)) this.#end += usualSeconds;
    this.#playing = playing;
    this.#keepTogether();
  }

  /** All to the same moment; a run that has not come so far stands at its end. */
  seek(seconds: number): void {
    this.#playing = false;
    for (const run of this.#runs) {
      run.running = false;
      run.session.pause();
      const { info } = run.session;
      if (info !== undefined) run.session.seek(Math.round(seconds / info.dt));
    }
  }

  restart(): void {
    for (const run of this.#runs) {
      run.session.seek(0);
      run.time = 0;
    }
    this.setPlaying(true);
  }

  setTheme(theme: Theme): void {
    for (const { viewer } of this.#runs) viewer?.setTheme(theme);
  }

  setCamera(mode: CameraMode, fromStart: boolean): void {
    for (const { viewer, session } of this.#runs) {
      viewer?.setCamera(mode);
      viewer?.setTarget(fromStart ? createStartTarget(session.info) : undefined);
    }
  }

  /** The other runs as ghosts in the picture of the first. */
  setGhosts(shown: boolean): void {
    this.#ghosts = shown;
    for (const run of this.#runs) {
      run.ghost?.dispose();
      run.ghost = undefined;
    }
    if (shown) this.#runs.forEach((run, i) => this.#addGhost(run, i));
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    for (const timer of this.#timers) clearInterval(timer);
    this.setGhosts(false);
    for (const { session, viewer, detach } of this.#runs) {
      detach();
      session.close();
      viewer?.dispose();
    }
  }

  #addGhost(run: Run, index: number): void {
    const { info, frame } = run.session;
    if (index === 0 || info === undefined) return;
    run.ghost?.dispose();
    run.ghost = new Ghost(info.layout, runColours[index]!);
    run.ghost.applyFrame(frame);
    this.#runs[0]?.viewer?.overlay.add(run.ghost.group);
  }

  #open({ run: kept }: ComparedRun, canvas: HTMLCanvasElement): Run {
    const viewer = createViewer(canvas, this.#plan.fromStart);
    const runs = planRuns({
      runs: { current: 1, branches: [{ ...withoutPlace(kept), id: 1, from: 0, title: '' }] },
      play: false,
      look: undefined,
    });
    const run: Run = {
      session: new Session(
        kept.animal,
        kept.settings,
        kept.seed,
        {
          onSystem: (info) => {
            this.#show(run, info);
          },
          onStatus: ({ time, lastTime }) => {
            run.time = time;
            run.lastTime = lastTime;
          },
          onFailure: ({ message }) => {
            run.problem = message;
          },
          onRefused: (problems) => {
            run.problem = problems.map(({ path, hint }) => `${path}: ${hint}`).join(' ');
          },
          onSet: () => undefined,
          onFork: () => undefined,
        },
        runs,
      ),
      viewer,
      detach: this.#attach(canvas, viewer),
      time: 0,
      lastTime: 0,
      running: false,
      problem: undefined,
      ghost: undefined,
    };
    return run;
  }

  #show(run: Run, info: SystemInfo): void {
    const { viewer } = run;
    viewer?.setLayout(info.layout);
    viewer?.setView(info.desc['view'] as View | undefined);
    const colouring = this.#plan.fromStart ? 'natural' : chooseColouring(info.layout);
    viewer?.setColouring(colouring, info.layout.channels[0]?.name);
    if (this.#plan.fromStart) viewer?.setTarget(createStartTarget(info));
    if (this.#ghosts) this.#addGhost(run, this.#runs.indexOf(run));
  }

  /** Turning one camera turns all. */
  #attach(canvas: HTMLCanvasElement, viewer: Viewer | undefined): () => void {
    const lead = (event: Event): void => {
      if (viewer === undefined || (event instanceof PointerEvent && event.buttons === 0)) return;
      for (const other of this.#runs) if (other.viewer !== viewer) other.viewer?.setArm(viewer.arm);
    };
    const names = ['pointermove', 'wheel'] as const;
    for (const name of names) canvas.addEventListener(name, lead, { passive: true });
    const observer = new ResizeObserver(() => {
      viewer?.resize(canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio, 1.5));
    });
    observer.observe(canvas);
    return () => {
      observer.disconnect();
      for (const name of names) canvas.removeEventListener(name, lead);
    };
  }

  readonly #keepTogether = (): void => {
    const good = this.#runs.filter(({ problem }) => problem === undefined);
    const last = Math.min(...good.map(({ time }) => time));
    for (const run of good) {
      const wanted = this.#playing && run.time < this.#end && run.time - last <= longestLead;
      if (wanted === run.running) continue;
      run.running = wanted;
      if (wanted) run.session.play();
      else run.session.pause();
    }
  };

  readonly #read = (): void => {
    const { from, times } = this.#plan;
    this.#onReadings(
      this.#runs.map((run) => ({
        time: run.time,
        lastTime: run.lastTime,
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
    const { session, viewer, ghost } = this.#runs[this.#next]!;
    if (session.readFrame() && session.meta !== undefined) {
      ghost?.applyFrame(session.frame);
      viewer?.applyFrame(session.frame, session.meta);
      showTrail(session, viewer);
    }
    if (this.#ghosts) this.#runs[0]?.viewer?.render(now);
    else viewer?.render(now);
  };
}

/** From its beginning, and with nothing to compare its bits with. */
function withoutPlace(run: ComparedRun['run']): ComparedRun['run'] {
  return omit({ ...run, step: 0 }, ['hash', 'hashes', 'look']);
}

/** The way it will go is to the right of the start. */
function createStartTarget(info: SystemInfo | undefined) {
  return { x: 0.25 * (info?.bodyLength ?? 0), y: 0, z: 0, heading: 0 };
}

/** Viewers copy it. */
const trail = new Trail();

function showTrail({ history, meta, info }: Session, viewer: Viewer | undefined): void {
  if (meta === undefined || info === undefined) return;
  trail.read(info.layout, history, meta.step);
  viewer?.setTrail(trail.points, trail.count);
}

function createViewer(canvas: HTMLCanvasElement, fromStart: boolean): Viewer | undefined {
  try {
    const viewer = new Viewer(canvas, { theme: useStudio.getState().theme });
    if (fromStart) viewer.setCamera('top');
    return viewer;
  } catch {
    // Numbers are read all the same.
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
