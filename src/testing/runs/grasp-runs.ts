// Runs of an octopus that grasps a ball and what is measured of them, for tests by day and by night.
import { describeAnimal } from '../../animals/registry.ts';
import { createTouchingNodes } from '../../engine/bodies/projective/contact/contact.ts';
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

export function createGrasper(...settings: string[]) {
  const desc = applySettings(describeAnimal('octopus'), ['scene.kind=grasp', ...settings]);
  const simulation = new Simulation(desc, { seed: 1 });
  const system = simulation.system as SoftSystem;
  const arrays = simulation.state.arrays as Record<'positions' | 'velocities' | 'ball' | 'ballPushes', Float64Array>;
  const run = (seconds: number): void => {
    const steps = Math.round(seconds / system.dt);
    for (let i = 0; i < steps; i++) simulation.step();
  };
  return { simulation, system, arrays, run };
}

type Grasper = ReturnType<typeof createGrasper>;

/** Arms of which any node is pushed by the ball. */
export function countArms({ system: { body }, arrays: { ballPushes } }: Grasper): number {
  const armOf = new Map<number, string>();
  for (const { name, elements } of body.cords.filter((cord) => cord.name.endsWith('inner')))
    for (const tet of elements) for (let k = 0; k < 4; k++) armOf.set(body.tets[4 * tet + k]!, name);
  const arms = new Set<string>();
  createTouchingNodes(body.surface, body.plates).forEach((node, index) => {
    const arm = armOf.get(node);
    if (arm !== undefined && [0, 1, 2].some((k) => ballPushes[3 * index + k] !== 0)) arms.add(arm);
  });
  return arms.size;
}

/** Ball less the mean of the nodes, m. */
export function computePlace({ arrays: { positions, ball } }: Grasper): [number, number, number] {
  const place = [ball[0]!, ball[1]!, ball[2]!] as [number, number, number];
  for (let at = 0; at < positions.length; at++) place[at % 3]! -= (3 * positions[at]!) / positions.length;
  return place;
}

export function computeDistance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, value, k) => sum + (value - b[k]!) * (value - b[k]!), 0));
}
