/** Two runs of one animal side by side with the same target: left to its own pattern, and driven by a policy. */
import type { AimHandle } from '../../engine/contract/handles.ts';
import { formatProblem } from '../../engine/model/problem.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import { type OpenRequest, pilotPath, type SystemInfo } from '../data/protocol.ts';
import { LiveRun } from '../live/live-run.ts';
import { sharedPixelRatio } from '../live/live-view.ts';
import { RunGroup } from '../live/run-group.ts';
import type { Session } from '../live/session.ts';
import { type Aim, ringReach, TargetRing } from '../live/target-ring.ts';
import { themes } from '../session/store.ts';
import type { SignalHistory } from '../data/signal-history.ts';

export interface PolicyReading {
  readonly time: number;
  /** Degrees between the way of the last second and the target. */
  readonly angle: number | undefined;
  readonly problem: string | undefined;
}

const readInterval = 250;
/** Seconds of simulated time until another target is drawn. */
const targetInterval = 8;
/** Of the target above the horizon, rad: farther up it is hard to see. */
const maxElevation = 0.9;

export class PolicyComparison {
  readonly #group: RunGroup<LiveRun>;
  readonly #pattern: LiveRun;
  readonly #driven: LiveRun;
  readonly #onReadings: (readings: readonly PolicyReading[]) => void;
  readonly #rings = new Map<LiveRun, TargetRing>();
  #target: Aim = { heading: 1.2, elevation: 0 };
  /** Controls of the animal for its target; without them it is the course of its policy. */
  #handle: AimHandle | undefined;
  #isSpace = false;
  #isWandering = true;
  #lastTarget = 0;
  #hasBegun = false;

  constructor(
    canvases: readonly [HTMLCanvasElement, HTMLCanvasElement],
    request: OpenRequest,
    onReadings: (readings: readonly PolicyReading[]) => void,
  ) {
    this.#onReadings = onReadings;
    this.#pattern = this.#open(canvases[0], request);
    this.#driven = this.#open(canvases[1], request);
    this.#group = new RunGroup([this.#pattern, this.#driven], {
      draw: ({ view, session }, now) => {
        view.update(session);
        view.viewer?.render(now);
      },
      onTime: (time) => {
        if (this.#isWandering && time - this.#lastTarget > targetInterval) this.#drawTarget(time);
      },
      onRead: this.#read,
      readInterval,
    });
  }

  setPolicy(plan: PilotPlan | undefined): void {
    this.#driven.problem = undefined;
    void this.#driven.session.setPilot(plan);
    this.#sendTarget();
  }

  setPlaying(playing: boolean): void {
    this.#group.setPlaying(playing);
  }

  /** New targets by themselves, or only by hand. */
  setWandering(wandering: boolean): void {
    this.#isWandering = wandering;
  }

  /** Turns the target: keys and buttons do what the hand does. */
  turnTarget(left: number, up: number): void {
    const { heading, elevation } = this.#target;
    this.#aimByHand({
      heading: heading + left,
      elevation: Math.min(maxElevation, Math.max(-maxElevation, elevation + up)),
    });
  }

  close(): void {
    this.#group.close();
    for (const ring of this.#rings.values()) ring.close();
    for (const run of this.#group.runs) run.close();
  }

  #open(canvas: HTMLCanvasElement, { animal, settings, seed }: OpenRequest): LiveRun {
    const run = new LiveRun(
      canvas,
      { themes, maxPixelRatio: sharedPixelRatio },
      { animal, settings, seed },
      {
        onSystem: (info) => {
          this.#adopt(run, info);
        },
        onSet: (path, problems) => {
          if (problems.length > 0) run.problem = problems.map(formatProblem).join(' ');
          else if (path === pilotPath) this.#begin();
        },
      },
    );
    return run;
  }

  #adopt(run: LiveRun, info: SystemInfo): void {
    const { view, session } = run;
    view.show(info);
    view.viewer?.setLeastReach(ringReach);
    this.#handle = info.handles.aim;
    this.#isSpace = info.handles.learn?.space === 'sphere';
    this.#sendTarget();
    if (this.#rings.has(run) || view.viewer === undefined) return;
    const target = {
      hasElevation: this.#hasElevation,
      read: () => (this.#hasElevation ? this.#target : { ...this.#target, elevation: 0 }),
      set: (aim: Aim) => {
        this.#aimByHand(aim);
      },
      setFollowing: () => undefined,
    };
    this.#rings.set(run, new TargetRing(view, session, target));
  }

  get #hasElevation(): boolean {
    return this.#isSpace && this.#handle?.elevation !== undefined;
  }

  /** When the first policy drives, both start again, side by side. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#lastTarget = 0;
    for (const run of this.#group.runs) {
      run.session.reset();
      run.time = 0;
    }
  }

  #aimByHand(aim: Aim): void {
    this.#target = this.#hasElevation ? aim : { ...this.#target, heading: aim.heading };
    this.#lastTarget = this.#pattern.time;
    this.#sendTarget();
  }

  #sendTarget(): void {
    const { heading, elevation } = this.#target;
    // Within one turn, as fields of angles are.
    const wrapped = Number(Math.atan2(Math.sin(heading), Math.cos(heading)).toFixed(4));
    const send = (session: Session): void => {
      if (this.#handle === undefined) session.setHeading(wrapped);
      else session.setParameter(this.#handle.heading, wrapped);
      if (this.#hasElevation) session.setParameter(this.#handle!.elevation!, Number(elevation.toFixed(4)));
    };
    send(this.#pattern.session);
    send(this.#driven.session);
  }

  #drawTarget(time: number): void {
    this.#lastTarget = time;
    const turn = 0.7 + 1.6 * Math.random();
    this.#target = {
      heading: this.#target.heading + (Math.random() < 0.5 ? turn : -turn),
      elevation: this.#isSpace ? maxElevation * (2 * Math.random() - 1) : 0,
    };
    this.#sendTarget();
  }

  readonly #read = (): void => {
    this.#onReadings(
      this.#group.runs.map(({ time, problem, session }) => ({
        time,
        problem,
        angle: computeAngle(session.history, Math.round(time / (session.info?.dt ?? 1)), this.#target),
      })),
    );
  };
}

/** s over which the way is measured: a body sways with every stroke. */
const window = 1;

/** Degrees between the way up to a step and the target; undefined before the first. */
function computeAngle(
  history: Pick<SignalHistory, 'places' | 'dt' | 'read'> | undefined,
  step: number,
  { heading, elevation }: { readonly heading: number; readonly elevation: number },
): number | undefined {
  const before = step - Math.round(window / (history?.dt ?? 1));
  if (history === undefined || before < 0) return undefined;
  const moved = ['position.x', 'position.y', 'position.z'].map((name) => {
    const place = history.places.get(name);
    return place === undefined ? 0 : history.read(place, step) - history.read(place, before);
  });
  const length = Math.hypot(...moved);
  const [c, s] = [Math.cos(elevation), Math.sin(elevation)];
  const aim = [c * Math.cos(heading), c * Math.sin(heading), s];
  const along = moved.reduce((sum, part, k) => sum + part * aim[k]!, 0);
  const angle = (Math.acos(Math.min(1, Math.max(-1, along / length))) * 180) / Math.PI;
  return Number.isFinite(angle) ? angle : undefined;
}
