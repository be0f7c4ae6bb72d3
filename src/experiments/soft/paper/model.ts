/** [softcon Tables 1 and 2, Fig. 4]: bodies and solver as used, and the signals that run down a nerve cord. */
import { runCord } from '../../../engine/control/excitation/propagation.ts';
import { computeTriangle } from '../../../engine/control/excitation/wave.ts';
import { getFamily } from '../../../engine/families/descriptions.ts';
import type { SoftSystem } from '../../../engine/families/soft/system.ts';
import { readAt } from '../../../engine/model/field-tree.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, ClaimFinding } from '../../kinds/claim.ts';
import { column, createSeries } from '../../reproduce/series.ts';

interface Printed {
  readonly animal: string;
  readonly muscles: number;
  readonly freedom: number;
  /** Pa: k_m, k_p, k_v of Table 1. */
  readonly stiffness: readonly [muscle: number, shape: number, volume: number];
}

const table1: readonly Printed[] = [
  { animal: 'soft-lamprey', muscles: 4, freedom: 1209, stiffness: [1e6, 1e6, 1e5] },
  { animal: 'starfish', muscles: 8, freedom: 1215, stiffness: [1e6, 1e6, 2e5] },
  { animal: 'octopus', muscles: 32, freedom: 2931, stiffness: [5e5, 2e6, 1e5] },
  { animal: 'stingray', muscles: 2, freedom: 1794, stiffness: [1e5, 2e6, 2e5] },
  { animal: 'cuttlefish', muscles: 22, freedom: 3288, stiffness: [1e5, 2e6, 2e5] },
];
const names = table1.map(({ animal }) => animal).join(', ');
const ownMeshes = 'Meshes of our own: the paper’s were made with TetWild and are published for one animal only.';

const claims: readonly Claim[] = [
  {
    id: 'softcon/table-1/muscles',
    where: 'Table 1',
    claim: `Muscles of ${names}`,
    theirs: table1.map(({ muscles }) => muscles).join(', '),
    tolerance: 'all five equal',
    kind: 'input',
  },
  {
    id: 'softcon/table-1/freedom',
    where: 'Table 1',
    claim: `Degrees of freedom of ${names}`,
    theirs: table1.map(({ freedom }) => freedom).join(', '),
    tolerance: 'all five within 10 %',
    kind: 'input',
    why: ownMeshes,
  },
  {
    id: 'softcon/table-1/stiffness',
    where: 'Table 1',
    claim: `Stiffness k_m, k_p, k_v of ${names}`,
    theirs: '1e5 to 2e6 Pa',
    tolerance: 'all fifteen equal',
    kind: 'fitted',
    why: 'Chosen softer in shape and stiffer in volume, so that the volume stays above 0.95 while swimming.',
  },
  {
    id: 'softcon/table-1/actuators',
    where: 'Table 1',
    claim: `Force actuators of ${names}`,
    theirs: '3702, 4634, 4026, 4895, 4894',
    tolerance: 'all five within 10 %',
    kind: 'input',
    why: ownMeshes,
  },
  {
    id: 'softcon/vertices',
    where: '§5',
    claim: `"We typically generate meshes with 400 to 1000 vertices": ${names}`,
    theirs: '400 to 1000',
    tolerance: 'all five within',
    kind: 'input',
    why: 'Typically: by its degrees of freedom (3288) the paper’s own cuttlefish has 1096.',
  },
  {
    id: 'softcon/segments',
    where: '§5',
    claim: '"Each nerve cord is divided into 50 segments"',
    theirs: 50,
    unit: 'segments',
    tolerance: { low: 50, high: 50 },
    kind: 'input',
  },
  {
    id: 'softcon/table-2/simulation',
    where: 'Table 2',
    claim: 'Steps a second, control steps a second, iterations of a step',
    theirs: '240, 30, 10',
    tolerance: 'all equal',
    kind: 'input',
    why: 'Steps of second order at 120 a second are as accurate and cost half; `--set solver.rate=240 --set solver.iterations=10 --set solver.method=plain --set solver.integrator=euler` is the paper’s.',
  },
  {
    id: 'softcon/fig-4/triangle',
    where: 'Fig. 4, Eq. 11–12',
    claim: 'The central signal is a triangle of height θ₂ within θ₁: height at its middle, θ₂ = 1',
    theirs: 1,
    tolerance: { low: 0.9999, high: 1.0001 },
    kind: 'predicted',
  },
  {
    id: 'softcon/fig-4/propagation',
    where: 'Fig. 4, Eq. 13–14',
    claim:
      'With constant α = 1, β = 0 the triangle arrives unchanged, κ segments further at every control step: largest error',
    theirs: 0,
    tolerance: { low: 0, high: 1e-12 },
    kind: 'predicted',
  },
];

/** Largest difference between a cord of 50 segments and the delayed central signal, and the cord at its end. */
function propagateTriangle() {
  const [segments, passes, period] = [50, 5, 30];
  const cord = new Float64Array(segments);
  const sent: number[] = [];
  let worst = 0;
  for (let tick = 0; tick < 60; tick++) {
    const central = tick % period < 12 ? computeTriangle(tick % period, 12, 1) : 0;
    sent.push(central);
    runCord(cord, { first: 0, segments, lowest: 0 }, central, 1, 0, passes, false);
    for (let i = 0; i < segments; i++) {
      const from = sent[tick - Math.floor(i / passes)] ?? 0;
      worst = Math.max(worst, Math.abs(cord[i]! - from));
    }
  }
  return { worst, cord };
}

function compile({ describe }: ExperimentContext, animal: string): SoftSystem {
  const desc = describe(animal);
  return getFamily(desc).solver.compile(desc) as SoftSystem;
}

function compareAll(ours: readonly number[], theirs: readonly number[], share: number): ClaimFinding {
  const holds = ours.every((value, i) => Math.abs(value - theirs[i]!) <= share * theirs[i]!);
  return { ours: ours.join(', '), holds };
}

function run(context: ExperimentContext): ExperimentResult {
  const systems = table1.map(({ animal }) => compile(context, animal));
  const stiffnesses = table1.flatMap(({ animal, stiffness }) =>
    ['muscle', 'shape', 'volume'].map(
      (name, i) => readAt(context.describe(animal), `body.material.${name}`) === stiffness[i],
    ),
  );
  const equal = stiffnesses.filter((one) => one).length;
  const octopus = context.describe('octopus');
  const solver = ['solver.rate', 'controller.rate', 'solver.iterations'].map((path) => readAt(octopus, path));
  const { worst, cord } = propagateTriangle();
  const vertices = systems.map(({ body }) => body.positions.length / 3);
  const lengths = systems.flatMap(({ plan }) => plan.cords.map(({ segments }) => segments));
  return {
    findings: {
      'softcon/table-1/muscles': compareAll(
        systems.map(({ body }) => body.cords.length),
        table1.map(({ muscles }) => muscles),
        0,
      ),
      'softcon/table-1/freedom': compareAll(
        systems.map(({ body }) => body.positions.length),
        table1.map(({ freedom }) => freedom),
        0.1,
      ),
      'softcon/table-1/stiffness': { ours: `${equal} of ${stiffnesses.length}`, holds: equal === stiffnesses.length },
      'softcon/table-1/actuators': compareAll(
        systems.map(
          ({ body }) =>
            body.tets.length / 4 +
            body.plates.length / 3 +
            body.cords.reduce((sum, one) => sum + one.elements.length, 0),
        ),
        [3702, 4634, 4026, 4895, 4894],
        0.1,
      ),
      'softcon/vertices': {
        ours: vertices.join(', '),
        holds: vertices.every((count) => count >= 400 && count <= 1000),
      },
      // The cord of the five animals with the most segments, if they differ.
      'softcon/segments': { ours: lengths.every((length) => length === 50) ? 50 : Math.max(...lengths) },
      'softcon/table-2/simulation': {
        ours: solver.join(', '),
        holds: [240, 30, 10].every((value, i) => value === solver[i]),
      },
      'softcon/fig-4/triangle': { ours: computeTriangle(0.5, 1, 1) },
      'softcon/fig-4/propagation': { ours: worst },
    },
    tables: [
      createSeries('softcon-cord', [
        column('segment', '', 'From root to tip.', Array.from(cord), (_, i) => i),
        column('excitation', '', 'After 60 control steps.', Array.from(cord)),
      ]),
    ],
    plots: [
      {
        kind: 'lines',
        title: 'Fig. 4: triangles on their way down a cord',
        table: 'softcon-cord',
        x: 'segment',
        y: { name: 'excitation', unit: '' },
      },
    ],
    runs: [],
  };
}

export const model: Experiment = {
  id: 'softcon/model',
  title: 'Tables 1 and 2 and Fig. 4',
  claims,
  cost: [6, 6],
  run,
};
