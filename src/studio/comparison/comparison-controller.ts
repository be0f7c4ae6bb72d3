/** The runs of a comparison, side by side at the same simulated time; one camera leads all. */
import { omit } from '../data/omit.ts';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import { Ghost } from '../../viewer/ghost.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { Trail } from '../data/trail.ts';
import { LiveRun } from '../live/live-run.ts';
import { type LiveView, sharedPixelRatio } from '../live/live-view.ts';
import { RunGroup } from '../live/run-group.ts';
import type { Session } from '../live/session.ts';
import { planRuns } from '../session/opening.ts';
import { themes } from '../session/store.ts';
import { type ComparedRun, type ComparisonPlan, runColours } from './plan.ts';
import { listen } from '../../viewer/listen.ts';

export interface RunReading {
  readonly time: number;
  readonly lastTime: number;
  /** Metres along x since the comparison's first moment: now, and at its times once they are reached. */
  readonly distance: number | undefined;
  readonly distances: readonly (number | undefined)[];
  readonly problem: string | undefined;
}

const readInterval = 200;
/** Length of runs by default, seconds. */
const usualSeconds = 10;

export class ComparisonController {
  readonly #plan: ComparisonPlan;
  readonly #group: RunGroup<LiveRun>;
  readonly #onReadings: (readings: readonly RunReading[]) => void;
  readonly #ghosts = new Map<LiveRun, Ghost>();
  #hasGhosts = false;
  readonly #detach: (() => void)[];

  constructor(
    plan: ComparisonPlan,
    canvases: readonly HTMLCanvasElement[],
    onReadings: (readings: readonly RunReading[]) => void,
  ) {
    this.#plan = plan;
    this.#onReadings = onReadings;
    const runs = plan.runs.map((run, i) => this.#open(run, canvases[i]!));
    this.#detach = runs.map(({ view }) => this.#leadOthers(view));
    const end = plan.times.length > 0 ? plan.from + plan.times.at(-1)! : usualSeconds;
    this.#group = new RunGroup(runs, { draw: this.#draw, onRead: this.#read, readInterval }, end);
  }

  get #runs(): readonly LiveRun[] {
    return this.#group.runs;
  }

  get sessions(): readonly Session[] {
    return this.#runs.map(({ session }) => session);
  }

  setPlaying(playing: boolean): void {
    // Play at the end continues the runs.
    if (playing && this.#runs.every(({ time }) => time >= this.#group.end - 1e-9)) this.#group.end += usualSeconds;
    this.#group.setPlaying(playing);
  }

  /** All to the same moment; a run that has not come so far stands at its end. */
  seek(seconds: number): void {
    this.#group.setPlaying(false);
    for (const { session } of this.#runs)
      if (session.info !== undefined) session.seek(Math.round(seconds / session.info.dt));
  }

  restart(): void {
    for (const run of this.#runs) {
      run.session.seek(0);
      run.time = 0;
    }
    this.setPlaying(true);
  }

  setCamera(mode: CameraMode, fromStart: boolean): void {
    for (const { view, session } of this.#runs) {
      view.viewer?.setCamera(mode);
      view.viewer?.setTarget(fromStart ? createStartTarget(session.info) : undefined);
    }
  }

  /** The other runs as ghosts in the picture of the first. */
  setGhosts(shown: boolean): void {
    this.#hasGhosts = shown;
    for (const ghost of this.#ghosts.values()) ghost.dispose();
    this.#ghosts.clear();
    if (shown) for (const run of this.#runs) this.#addGhost(run);
  }

  close(): void {
    this.#group.close();
    this.setGhosts(false);
    for (const detach of this.#detach) detach();
    for (const run of this.#runs) run.close();
  }

  #addGhost(run: LiveRun): void {
    const { info, frame } = run.session;
    const index = this.#runs.indexOf(run);
    if (index === 0 || info === undefined) return;
    this.#ghosts.get(run)?.dispose();
    const ghost = new Ghost(info.layout, runColours[index]!);
    this.#ghosts.set(run, ghost);
    ghost.applyFrame(frame);
    this.#runs[0]?.view.viewer?.overlay.add(ghost.group);
  }

  #open({ run: kept }: ComparedRun, canvas: HTMLCanvasElement): LiveRun {
    const { fromStart } = this.#plan;
    const runs = planRuns({
      runs: { current: 1, branches: [{ ...withoutPlace(kept), id: 1, from: 0, title: '' }] },
      play: false,
      look: undefined,
    });
    const { animal, settings, seed } = kept;
    const run = new LiveRun(
      canvas,
      { themes, maxPixelRatio: sharedPixelRatio },
      { animal, settings, seed, runs },
      {
        onSystem: (info) => {
          run.view.show(info, fromStart ? { colouring: 'natural' } : {});
          if (fromStart) run.view.viewer?.setTarget(createStartTarget(info));
          if (this.#hasGhosts) this.#addGhost(run);
        },
      },
    );
    if (fromStart) run.view.viewer?.setCamera('top');
    return run;
  }

  /** Turning one camera turns all. */
  #leadOthers({ canvas, viewer }: LiveView): () => void {
    const lead = (event: Event): void => {
      if (viewer === undefined || (event instanceof PointerEvent && event.buttons === 0)) return;
      for (const { view } of this.#runs) if (view.viewer !== viewer) view.viewer?.setArm(viewer.arm);
    };
    return listen(canvas, { pointermove: lead, wheel: lead }, { passive: true });
  }

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

  readonly #draw = (run: LiveRun, now: number): void => {
    if (run.view.update(run.session)) {
      this.#ghosts.get(run)?.applyFrame(run.session.frame);
      showTrail(run);
    }
    const { view } = this.#hasGhosts ? this.#runs[0]! : run;
    view.viewer?.render(now);
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

function showTrail({ session: { history, meta, info }, view }: LiveRun): void {
  if (meta === undefined || info === undefined) return;
  trail.read(view.layout ?? info.layout, history, meta.step);
  view.viewer?.setTrail(trail.points, trail.count);
}

/** undefined when the run has not come that far. */
function measure({ session, time }: LiveRun, from: number, to: number): number | undefined {
  const { history } = session;
  const place = history?.places.get('position.x');
  if (history === undefined || place === undefined || time < from || to > time + 1e-9) return undefined;
  const read = (seconds: number): number => history.read(place, Math.round(seconds / history.dt));
  const distance = read(to) - read(from);
  return Number.isNaN(distance) ? undefined : distance;
}
