/** A soft animal that does nothing, thrown into reactive water: what becomes of its energy and the water's. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

export function readSignal(simulation: Simulation, name: string): number {
  const out = new Float64Array(simulation.signalLength);
  simulation.writeSignals(out);
  return out[simulation.signalOffsets[name]!]!;
}

const velocity = [0.5, 0.3, 0.2] as const;
const spin = [0.5, 1, -1] as const;

/** All nodes get one velocity and a spin about their middle, one step ago too. */
function throwBody({ state, system }: Simulation): void {
  const { positions, velocities, positionsBefore, velocitiesBefore } = state.arrays as Record<string, Float64Array>;
  const centre = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let at = k; at < positions!.length; at += 3) sum += positions![at]!;
    return (3 * sum) / positions!.length;
  });
  for (let at = 0; at < positions!.length; at++) {
    const [i, j] = [(at + 1) % 3, (at + 2) % 3];
    const first = at - (at % 3);
    const turn = spin[i]! * (positions![first + j]! - centre[j]!) - spin[j]! * (positions![first + i]! - centre[i]!);
    velocities![at] = velocity[at % 3]! + turn;
    velocitiesBefore![at] = velocities![at]!;
    positionsBefore![at] = positions![at]! - system.dt * velocities![at]!;
  }
}

/** Kinetic energy of body and water over that of the start: the most on the way, and at the end. */
export function runThrown(desc: AnimalDesc, steps: number): { readonly most: number; readonly last: number } {
  const still = ['water.model=reactive', 'controller.pattern=none'];
  const simulation = new Simulation(applySettings(desc, still), { seed: 1 });
  throwBody(simulation);
  const compute = (): number => readSignal(simulation, 'energy.kinetic') + readSignal(simulation, 'energy.water');
  const start = compute();
  let most = 0;
  for (let i = 0; i < steps; i++) {
    simulation.step();
    most = Math.max(most, compute() / start);
  }
  return { most, last: compute() / start };
}
