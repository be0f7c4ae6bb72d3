/** [softcon §1, §5 and Table 2]: the paper's claims tested with the shipped policies, and the time that learning takes here. */
import { loadShippedPolicy } from '../../../animals/policies.ts';
import { createAnimalEnv } from '../../../learn/environments/animal-env.ts';
import { evaluateAnimal } from '../../../learn/rollouts/evaluate.ts';
import { createEs, esPresets } from '../../../learn/trainers/es.ts';
import { decodePolicyFile } from '../../../learn/policies/file.ts';
import { ppoPresets } from '../../../learn/trainers/ppo-config.ts';
import { createLocalPeer, createRolloutSource } from '../../../learn/rollouts/rollouts.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult } from '../../kinds/claim.ts';

const empty = { tables: [], plots: [], runs: [] } as const;
const lanes = 8;
const firstSeed = 5000;

/** Pushed at the head; back within 15° after 3 s. The quick form tests one animal, and few pushes. */
const pushedAnimals = { quick: ['stingray'], full: ['soft-lamprey', 'starfish', 'octopus', 'stingray', 'cuttlefish'] };

async function runPushes({ describe, quick }: ExperimentContext): Promise<ExperimentResult> {
  const animals = quick ? pushedAnimals.quick : pushedAnimals.full;
  const shares: number[] = [];
  for (const animal of animals) {
    const { policy } = decodePolicyFile((await loadShippedPolicy('default', animal, 'steer'))!);
    const spec = { desc: describe(animal), task: 'recover', observation: 'aim', actions: 'few' } as const;
    const source = await createRolloutSource([createLocalPeer(createAnimalEnv({ ...spec, lanes }))]);
    const { recovered } = await evaluateAnimal(source, policy, { episodes: quick ? 4 : 20, seed: firstSeed });
    shares.push(recovered);
  }
  return {
    ...empty,
    findings: {
      'softcon/perturbation': {
        ours: Math.min(...shares),
        note: animals.map((animal, i) => `${animal} ${shares[i]!.toFixed(2)}`).join(', '),
      },
    },
  };
}

const pushes: Experiment = {
  id: 'softcon/pushes',
  title: 'Pushed off course',
  claims: [
    {
      id: 'softcon/perturbation',
      where: '§1',
      claim:
        'Policies are resilient to external perturbation: episodes back within 15° 3 s after a push of 0.25 to 0.75 of its weight',
      theirs: 'recovers',
      tolerance: { low: 0.9, high: 1 },
      kind: 'predicted',
      why: 'The push turns it farther than it can turn back in 3 s.',
    },
  ],
  cost: [10, 600],
  run: runPushes,
};

/** ° off the target, in episodes without noise on the mesh for training, at which steering counts as learned. */
const learnedDegrees = 10;
const maxGenerations = 60;

/** CPU hours of evolution from nothing until its policy steers. */
async function findHours({ describe, cpuSeconds }: ExperimentContext, animal: string): Promise<number> {
  const spec = { desc: describe(animal), task: 'steer', observation: 'aim', actions: 'few', training: true } as const;
  const open = (judged: boolean) => createRolloutSource([createLocalPeer(createAnimalEnv({ ...spec, judged, lanes }))]);
  const judge = await open(true);
  const trainer = await createEs(await open(false), { seed: 1, config: esPresets.default });
  let spent = 0;
  for (let generation = 0; generation < maxGenerations; generation++) {
    const start = cpuSeconds();
    await trainer.update();
    spent += cpuSeconds() - start;
    if (generation % 3 !== 2) continue;
    const { meanAngle } = await evaluateAnimal(judge, trainer.getPolicy(), { episodes: 8, seed: firstSeed });
    if (meanAngle <= learnedDegrees) return spent / 3600;
  }
  return Infinity;
}

const createHours = (animal: string, theirs: number): Claim => ({
  id: `softcon/hours/${animal}`,
  where: '§5',
  claim: `Training takes "approximately 4 to 48 hours", ${theirs} for the ${animal}, on a single PC; here CPU hours of evolution to ${learnedDegrees}°`,
  theirs,
  unit: 'h',
  tolerance: { low: 0, high: theirs },
  kind: 'predicted',
  needs: 'Trained without --quick alone.',
});

const hours: Experiment = {
  id: 'softcon/hours',
  title: 'Hours of learning',
  claims: [createHours('stingray', 4), createHours('octopus', 48)],
  cost: [0, 200],
  timed: true,
  run: async (context) => ({
    ...empty,
    findings: context.quick
      ? {}
      : {
          'softcon/hours/stingray': { ours: await findHours(context, 'stingray') },
          'softcon/hours/octopus': { ours: await findHours(context, 'octopus') },
        },
  }),
};

const table: Experiment = {
  id: 'softcon/trainer',
  title: 'Settings of the trainer',
  claims: [
    {
      id: 'softcon/table-2/learning',
      where: 'Table 2',
      claim: 'γ 0.95, λ 0.95, ε 0.2, 512 tuples, batch 64, 10 iterations, step 10⁻⁵: the preset `paper`',
      theirs: 'as printed',
      tolerance: 'the same numbers',
      kind: 'input',
    },
  ],
  cost: [0, 0],
  run: () => {
    const { gamma, lambda, clip, transitionsPerUpdate, minibatch, epochs, learningRate } = ppoPresets.paper;
    const ours = [gamma, lambda, clip, transitionsPerUpdate, minibatch, epochs, learningRate].join(', ');
    return {
      ...empty,
      findings: { 'softcon/table-2/learning': { ours, holds: ours === '0.95, 0.95, 0.2, 512, 64, 10, 0.00001' } },
    };
  },
};

export const policyChecks: readonly Experiment[] = [pushes, hours, table];
