/**
 * The octopus as its paper stepped it; with a residual that leaves its speed no further from the converged one than that
 * (4 % against 6 %); and many of the latter in one batch.
 */
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { SimulationLanes } from '../../engine/sim/simulation-lanes.ts';
import type { BenchRunner, BenchVariant, BenchVariants } from '../kinds/bench.ts';

const publishedSettings = ['rate=240', 'iterations=10', 'tolerance=0', 'method=plain', 'integrator=euler'];
const equallyAccurateSettings = ['tolerance=0.04'];

export const solverModes: BenchVariants = {
  applies: ({ animal, body }) => animal === 'octopus' && body.kind === 'soft',
  list: (desc) => {
    const configure = (settings: readonly string[]): AnimalDesc =>
      applySettings(
        desc,
        settings.map((setting) => `solver.${setting}`),
      );
    const equal = configure(equallyAccurateSettings);
    return [
      { name: 'paper', desc: configure(publishedSettings) },
      { name: 'as-accurate', desc: equal },
      ...([4, 8] as const).map(
        (lanes): BenchVariant => ({
          name: `batch-${lanes}`,
          desc: equal,
          createRunner: (kernels) => createLaneRunner(equal, lanes, kernels),
        }),
      ),
    ];
  },
};

function createLaneRunner(desc: AnimalDesc, lanes: 4 | 8, kernels: 'auto' | 'twin'): BenchRunner {
  const batch = new SimulationLanes(desc, new Array<number>(lanes).fill(1), { kernels });
  // A different tempo for each, so that they are not in phase.
  batch.lanes.forEach((simulation, lane) => simulation.setControl('control.tempo', 1 - 0.02 * lane));
  return { dt: batch.system.dt, lanes, step: () => batch.step() };
}

/** Those with arms to hold a ball; the others refuse the scene. */
const graspers = ['octopus', 'starfish', 'cuttlefish'];

/** Soft animals in scenes with contact, which should run at half the speed of open water or faster. */
export const softScenes: BenchVariants = {
  applies: ({ body }) => body.kind === 'soft',
  list: (desc) =>
    ['bottle', 'valley', 'pillars', 'grasp']
      .filter((kind) => kind !== 'grasp' || graspers.includes(desc.animal))
      .map((kind) => ({ name: kind, desc: applySettings(desc, [`scene.kind=${kind}`]), isAside: true })),
};
