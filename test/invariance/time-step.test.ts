/** What a run shows is the model and not its time step: shorter steps give the same motion, within the bound stated for each animal. */
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { isNight, pickSome } from '../../src/testing/nightly.ts';
import { observeRun } from '../../src/experiments/reproduce/observe.ts';

function measure(
  animal: string,
  seconds: number,
  settings: readonly string[],
): Readonly<Record<string, number | null>> {
  return observeRun({ describe: describeAnimal }, { animal, seconds, settings }).metrics;
}

/** Setting of the step, from long to short, and by how much the two long ones may differ from the shortest, as shares. */
interface Case {
  readonly animal: string;
  readonly seconds: number;
  readonly steps: readonly string[];
  readonly settings?: readonly string[];
  readonly bounds: Readonly<Record<string, readonly [longest: number, middle: number]>>;
}

const softAnimals = [
  'soft-lamprey',
  'starfish',
  'octopus',
  'stingray',
  'cuttlefish',
  'ribbon-eel',
  'manta',
  'butterfly',
  'comet',
];
const modal = ['drive.kind=modal', 'drive.alpha=2', 'friction.model=lagged', 'friction.slipSpeed=1e-3'];
const dts = ['solver.dt=0.02', 'solver.dt=0.01', 'solver.dt=0.005'];
// Measured: the bounds are about twice what was found.
const crawling: Case = {
  animal: 'worm',
  seconds: 6,
  steps: dts,
  settings: ['mesh.resolution=coarse'],
  bounds: { speed: [0.01, 0.005], bend: [0.005, 0.002], frequency: [0.001, 0.001] },
};
const cases: readonly Case[] = [
  {
    animal: 'lamprey',
    seconds: 8,
    steps: ['integration.method=fast', 'integration.outputInterval=0.002', 'integration.outputInterval=0.001'],
    bounds: { speed: [1e-4, 1e-5], frequency: [1e-4, 1e-5], amplitudeTail: [1e-4, 1e-4] },
  },
  ...(isNight ? [crawling] : []),
  {
    animal: 'worm',
    seconds: 4.5,
    steps: dts,
    settings: ['mesh.resolution=coarse', ...modal, 'solver.stepping=consistent'],
    bounds: { speed: [0.1, 0.05], bend: [0.03, 0.01], amplitude: [0.02, 0.01] },
  },
  ...pickSome(softAnimals, 3).map((animal) => ({
    animal,
    seconds: 2,
    steps: ['solver.rate=120', 'solver.rate=240', 'solver.rate=480'],
    bounds: { speed: [0.04, 0.02] as const },
  })),
  {
    animal: 'centipede',
    seconds: 6,
    steps: [240, 480, 960].map((rate) => `integration.dt=${1 / rate}`),
    settings: ['control.manual=1'],
    bounds: { speed: [1e-5, 1e-5], frequency: [0.01, 0.002] },
  },
];

describe('half the time step', () => {
  it.each(cases.map((one) => [`${one.animal} ${one.settings?.at(-1) ?? ''}`, one] as const))(
    'leaves the motion as it is: %s',
    (_, { animal, seconds, steps, settings = [], bounds }) => {
      const found = steps.map((step) => measure(animal, seconds, [...settings, step]));
      for (const [name, limits] of Object.entries(bounds)) {
        const [longest, middle, shortest] = found.map((metrics) => metrics[name]!) as [number, number, number];
        const values = [longest, middle, shortest].join(', ');
        expect(Math.abs(longest / shortest - 1), `${name}: ${values}`).toBeLessThan(limits[0]);
        expect(Math.abs(middle / shortest - 1), `${name}: ${values}`).toBeLessThan(limits[1]);
      }
    },
    120_000,
  );

  it('of the modal drive as the paper steps it does not: the bend grows by half', () => {
    const settings = ['mesh.resolution=coarse', ...modal];
    const [long, short] = ['solver.dt=0.02', 'solver.dt=0.005'].map((step) =>
      measure('worm', 4.5, [...settings, step]),
    );
    expect(short!['bend']! / long!['bend']!).toBeGreaterThan(1.4);
  });
});
