/** Two runs of one animal side by side with the same target: left to its own pattern, and with a policy at the wheel. */
import { NoWebGlError, Viewer } from '../../viewer/viewer.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import type { AimHandle } from '../../engine/contract/handles.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import { formatProblem } from '../../engine/model/problem.ts';
import type { View } from '../../engine/model/desc-family.ts';
import { courseHandle, pilotPath, type Setting, type SystemInfo } from '../data/protocol.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';
import { type AimHost, ringReach, TargetRing } from '../viewport/aim/target-ring.ts';
import { chooseColouring } from '../session/look.ts';
import { computeAngle } from './angle.ts';

export interface StageReading {
  readonly time: number;
  /** Degrees between the way of the last second and the target. */
  readonly angle: number | undefined;
  readonly problem: string | undefined;
}

/** Seconds of simulated time that one run may be ahead of the other. */
const longestLead = 0.12;
const syncInterval = 60;
const readInterval = 250;
/** Seconds of simulated time until the target is drawn anew. */
const targetInterval = 8;
/** Of the target above the horizon, rad: farther up it is hard to see. */
const steepest = 0.9;

class StageRun implements AimHost {
  readonly session: Session;
  readonly viewer: Viewer | undefined;
  readonly #stage: Stage;
  readonly #canvas: HTMLCanvasElement;
  readonly #observer: ResizeObserver;
  #ring: TargetRing | undefined;
  time = 0;
  running = false;
  problem: string | undefined;

  constructor(stage: Stage, canvas: HTMLCanvasElement, animal: string, settings: readonly Setting[], seed: number) {
    this.#stage = stage;
    this.#canvas = canvas;
    this.viewer = createViewer(canvas);
    this.session = new Session(animal, settings, seed, {
      onSystem: (info) => {
        this.#adopt(info);
      },
      onStatus: ({ time }) => {
        this.time = time;
      },
      onFailure: ({ message }) => {
        this.problem = message;
      },
      onRefused: (problems) => {
        this.problem = problems.map(formatProblem).join(' ');
      },
      onSet: (path, problems) => {
        if (problems.length > 0) this.problem = problems.map(formatProblem).join(' ');
        else if (path === pilotPath) this.#stage.begin();
      },
      onFork: () => undefined,
    });
    this.#observer = new ResizeObserver(() => {
      this.viewer?.resize(canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio, 1.5));
    });
    this.#observer.observe(canvas);
  }

  readParameter(path: string): unknown {
    return this.#stage.readTarget(path);
  }

  setParameter(path: string, value: unknown): void {
    this.#stage.aimByHand(path, Number(value));
  }

  /** Pictures come all the time. */
  wake(): void {
    // Nothing to do.
  }

  draw(now: number): void {
    if (this.session.readFrame() && this.session.meta !== undefined)
      this.viewer?.applyFrame(this.session.frame, this.session.meta);
    this.viewer?.render(now);
  }

  close(): void {
    this.#ring?.close();
    this.session.close();
    this.viewer?.dispose();
    this.#observer.disconnect();
  }

  #adopt(info: SystemInfo): void {
    const { viewer } = this;
    viewer?.setLayout(info.layout);
    viewer?.setView(info.desc['view'] as View | undefined);
    viewer?.setColouring(chooseColouring(info.layout), info.layout.channels[0]?.name);
    viewer?.setShownSets(new Set());
    viewer?.setLeastReach(ringReach);
    this.#stage.learnAim(info);
    if (this.#ring === undefined && viewer !== undefined)
      this.#ring = new TargetRing(this, this.#canvas, this.#stage.aim);
  }
}

export class Stage {
  readonly #runs: readonly [pattern: StageRun, policy: StageRun];
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  readonly #onReadings: (readings: readonly StageReading[]) => void;
  /** rad. */
  #target = { heading: 1.2, elevation: 0 };
  #aim: AimHandle = courseHandle;
  #isSpace = false;
  #isWandering = true;
  #lastTarget = 0;
  #playing = true;
  #hasBegun = false;
  #request: number;
  #next = 0;

  constructor(
    canvases: readonly [HTMLCanvasElement, HTMLCanvasElement],
    {
      animal,
      settings,
      seed,
    }: { readonly animal: string; readonly settings: readonly Setting[]; readonly seed: number },
    onReadings: (readings: readonly StageReading[]) => void,
  ) {
    this.#onReadings = onReadings;
    const open = (canvas: HTMLCanvasElement): StageRun => new StageRun(this, canvas, animal, settings, seed);
    this.#runs = [open(canvases[0]), open(canvases[1])];
    this.#timers = [setInterval(this.#keepTogether, syncInterval), setInterval(this.#read, readInterval)];
    this.#request = requestAnimationFrame(this.#loop);
  }

  get aim(): AimHandle {
    return this.#aim;
  }

  /** What the animal itself says of targets. */
  learnAim({ handles }: SystemInfo): void {
    this.#isSpace = handles.learn?.space === 'sphere';
    const { elevation, ...level }: AimHandle = handles.aim ?? courseHandle;
    this.#aim = this.#isSpace && elevation !== undefined ? { ...level, elevation } : level;
    this.#sendTarget();
  }

  setPolicy(plan: PilotPlan | undefined): void {
    this.#runs[1].problem = undefined;
    this.#runs[1].session.setPilot(plan);
    this.#sendTarget();
  }

  /** When the first policy takes the wheel both start again, side by side. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#lastTarget = 0;
    for (const run of this.#runs) {
      run.session.reset();
      run.time = 0;
    }
  }

  setPlaying(playing: boolean): void {
    this.#playing = playing;
    this.#keepTogether();
  }

  /** New targets by themselves, or only by hand. */
  setWandering(wandering: boolean): void {
    this.#isWandering = wandering;
  }

  setTheme(theme: Theme): void {
    for (const { viewer } of this.#runs) viewer?.setTheme(theme);
  }

  readTarget(path: string): number {
    return path === this.#aim.elevation ? this.#target.elevation : this.#target.heading;
  }

  aimByHand(path: string, value: number): void {
    if (path === this.#aim.heading) this.#target = { ...this.#target, heading: value };
    else if (path === this.#aim.elevation) this.#target = { ...this.#target, elevation: value };
    else return;
    this.#lastTarget = this.#runs[0].time;
    this.#sendTarget();
  }

  /** Turns the target: keys and buttons do what the hand does. */
  turnTarget(left: number, up: number): void {
    const { heading, elevation } = this.#target;
    this.aimByHand(this.#aim.heading, heading + left);
    if (this.#aim.elevation !== undefined)
      this.aimByHand(this.#aim.elevation, Math.min(steepest, Math.max(-steepest, elevation + up)));
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    for (const timer of this.#timers) clearInterval(timer);
    for (const run of this.#runs) run.close();
  }

  #sendTarget(): void {
    const { heading, elevation } = this.#target;
    // Within one turn, as fields of angles are.
    const wrapped = Math.atan2(Math.sin(heading), Math.cos(heading));
    for (const { session } of this.#runs) {
      session.setParameter(this.#aim.heading, Number(wrapped.toFixed(4)));
      if (this.#aim.elevation !== undefined) session.setParameter(this.#aim.elevation, Number(elevation.toFixed(4)));
    }
  }

  readonly #keepTogether = (): void => {
    const good = this.#runs.filter(({ problem }) => problem === undefined);
    const last = Math.min(...good.map(({ time }) => time));
    for (const run of good) {
      const wanted = this.#playing && run.time - last <= longestLead;
      if (wanted === run.running) continue;
      run.running = wanted;
      if (wanted) run.session.play();
      else run.session.pause();
    }
    if (this.#isWandering && last - this.#lastTarget > targetInterval) this.#drawTarget(last);
  };

  #drawTarget(time: number): void {
    this.#lastTarget = time;
    const turn = 0.7 + 1.6 * Math.random();
    this.#target = {
      heading: this.#target.heading + (Math.random() < 0.5 ? turn : -turn),
      elevation: this.#isSpace ? steepest * (2 * Math.random() - 1) : 0,
    };
    this.#sendTarget();
  }

  readonly #read = (): void => {
    this.#onReadings(
      this.#runs.map(({ time, problem, session }) => ({
        time,
        problem,
        angle: computeAngle(session.history, Math.round(time / (session.info?.dt ?? 1)), this.#target),
      })),
    );
  };

  /** One picture after the other: workers need the machine. */
  readonly #loop = (now: number): void => {
    this.#request = requestAnimationFrame(this.#loop);
    this.#next = 1 - this.#next;
    this.#runs[this.#next as 0 | 1].draw(now);
  };
}

function createViewer(canvas: HTMLCanvasElement): Viewer | undefined {
  try {
    return new Viewer(canvas, { theme: useStudio.getState().theme });
  } catch (error) {
    if (!(error instanceof NoWebGlError)) throw error;
    // Numbers are read all the same.
    return undefined;
  }
}
