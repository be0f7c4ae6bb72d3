/** A run computed again for a film: picture k shows the moment from + k / fps exactly, between two steps if need be. */
import { Replay, type RunScript } from '../../engine/sim/replay.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { PilotMaker } from '../../engine/sim/pilot-slot.ts';
import type { Picture } from '../data/protocol.ts';
import { getTrailSource, trailGap } from '../data/trail.ts';
import { FrameBlender } from './frame-blender.ts';

export class FilmReplay {
  readonly #replay: Replay;
  readonly #from: number;
  readonly #fps: number;
  #simulation: Simulation;
  #blender: FrameBlender;
  /** Signals of the last two steps: place and heading come first. */
  #older = new Float64Array(4);
  #newer = new Float64Array(4);
  #all: Float64Array;
  #count = 0;
  /** The path since the last picture, and when its last point was taken. */
  #trail: number[] = [];
  #lastTrail = -Infinity;
  #toldLayout: Simulation['system']['frame'] | undefined;

  constructor(script: RunScript, from: number, fps: number, makePilot?: PilotMaker) {
    this.#replay = new Replay(script, makePilot);
    this.#from = from;
    this.#fps = fps;
    this.#simulation = this.#replay.simulation;
    this.#blender = new FrameBlender(this.#simulation.system.frame);
    this.#all = new Float64Array(this.#simulation.coreSignalLength);
    this.#observe();
    this.#observe();
  }

  createNext(): Picture {
    const time = this.#from + this.#count / this.#fps;
    const { dt } = this.#simulation.system;
    // Rounding of a sum must not cost a step.
    while (this.#simulation.time < time - 1e-6 * dt) this.#step();
    // A groove in the ground is there before the film begins, the line of a path begins with it.
    if (this.#count === 0 && this.#simulation.system.frame.track === undefined)
      this.#trail.splice(0, this.#trail.length - 2);
    this.#count += 1;
    const share = 1 - (this.#simulation.time - time) / dt;
    const scene = this.#describeScene();
    const trail = this.#trail;
    this.#trail = [];
    const pose = this.#blendPose(Math.min(1, share));
    return { time, frame: this.#blender.blend(share).slice(), pose, trail, scene };
  }

  #describeScene(): Picture['scene'] {
    const { frame: layout, desc } = this.#simulation.system;
    if (layout === this.#toldLayout) return undefined;
    this.#toldLayout = layout;
    return { layout, view: desc.view };
  }

  #step(): void {
    this.#replay.step();
    if (this.#replay.simulation !== this.#simulation) {
      this.#simulation = this.#replay.simulation;
      this.#blender = new FrameBlender(this.#simulation.system.frame);
      this.#all = new Float64Array(this.#simulation.coreSignalLength);
      this.#observe();
    }
    this.#observe();
  }

  #observe(): void {
    this.#simulation.writeFrame(this.#blender.advance());
    this.#simulation.writeSignals(this.#all);
    [this.#older, this.#newer] = [this.#newer, this.#older];
    this.#newer.set(this.#all.subarray(0, 4));
    this.#followTrail();
  }

  /** All that is computed on the way counts, also before the first picture. */
  #followTrail(): void {
    const { time, system, signalOffsets } = this.#simulation;
    if (time - this.#lastTrail < trailGap * (1 - 1e-9)) return;
    this.#lastTrail = time;
    const { signals, element } = getTrailSource(system.frame);
    for (const name of signals) this.#trail.push(this.#all[signalOffsets[name]! + element]!);
  }

  #blendPose(share: number): Picture['pose'] {
    const at = (i: number): number => this.#older[i]! + (this.#newer[i]! - this.#older[i]!) * share;
    return { x: at(0), y: at(1), z: at(2), heading: at(3) };
  }
}
