/**
 * Froude's efficiency of a chain of links: thrust × speed over the power that the water takes. Thrust is the force of the water along the
 * heading, summed at every moment over the links that it pushes forward; those that brake at that moment are left out.
 */
import type { LampreySystem } from '../../engine/families/lamprey/system.ts';
import { addDragForces, computePower } from '../../engine/forces/link-drag.ts';
import { cos, sin } from '../../engine/math/portable.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';

export class FroudeMeter {
  readonly #links: LampreySystem['parameters']['links'];
  /** Per link, x and y: axis, velocity of the centre, force; g, mm, ms. */
  readonly #axes: Float64Array;
  readonly #velocities: Float64Array;
  readonly #forces: Float64Array;
  readonly #drags: readonly [normal: Float64Array, axial: Float64Array];
  readonly #signals: Float64Array;
  /** N and W. */
  #thrust = 0;
  #power = 0;
  #count = 0;

  constructor({ system, coreSignalLength }: Simulation) {
    this.#links = (system as LampreySystem).parameters.links;
    const pairs = (): Float64Array => new Float64Array(2 * this.#links.length);
    [this.#axes, this.#velocities, this.#forces] = [pairs(), pairs(), pairs()];
    this.#drags = [
      Float64Array.from(this.#links, ({ normalDrag }) => normalDrag),
      Float64Array.from(this.#links, ({ axialDrag }) => axialDrag),
    ];
    this.#signals = new Float64Array(coreSignalLength);
  }

  observe(simulation: Simulation): void {
    this.#setMotion(simulation.state.arrays['body'] as Float64Array);
    this.#forces.fill(0);
    addDragForces(this.#forces, this.#axes, this.#velocities, ...this.#drags);
    simulation.writeSignals(this.#signals);
    const heading = this.#signals[simulation.signalOffsets['heading']!]!;
    const [ahead, aside] = [cos(heading), sin(heading)];
    // What is shown is the chain's plane turned by half a turn.
    for (let at = 0; at < this.#forces.length; at += 2)
      this.#thrust += Math.max(0, -(this.#forces[at]! * ahead + this.#forces[at + 1]! * aside));
    this.#power -= computePower(this.#forces, this.#velocities);
    this.#count += 1;
  }

  /** Axes and velocities of the links, from the head's centre along the chain (`bodies/links/chain.ts`). */
  #setMotion(body: Float64Array): void {
    const n = this.#links.length;
    let [u, v] = [body[n + 2]!, body[n + 3]!];
    for (let i = 0; i < n; i++) {
      const [c, s] = [cos(body[2 + i]!), sin(body[2 + i]!)];
      const swing = (this.#links[i]!.length / 2) * body[n + 4 + i]!;
      if (i > 0) [u, v] = [u - swing * s, v + swing * c];
      this.#axes.set([c, s], 2 * i);
      this.#velocities.set([u, v], 2 * i);
      [u, v] = [u - swing * s, v + swing * c];
    }
  }

  /** At a speed, m/s; null where it does not go forward or gives nothing to the water. */
  read(speed: number | null): number | null {
    if (speed === null || speed <= 0 || this.#power <= 0) return null;
    return (this.#thrust * speed) / this.#power;
  }

  /** W, mean. */
  get power(): number {
    return this.#power / this.#count;
  }
}
