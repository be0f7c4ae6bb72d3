/** [myriapoda Figs 1, 2, 12 and 13, §6]: rough ground, a closed surface, water with food and obstacles, other bodies, speed. */
import { letters } from '../../../animals/letters/strokes.ts';
import type {
  Claim,
  Experiment,
  ExperimentContext,
  ExperimentResult,
  ClaimFinding,
  RunRecord,
} from '../../kinds/claim.ts';
import { createRecord, createRun, observeRun, type RunPlan } from '../../reproduce/observe.ts';

const straight = 'control.manual=1';

const claims: readonly Claim[] = [
  {
    id: 'myriapoda/fig-13',
    where: 'Fig. 13',
    claim: 'It walks over an irregular surface of cylinders: speed over that on a plane',
    theirs: 'walks',
    tolerance: { low: 0.7, high: 1.1 },
    kind: 'predicted',
    why: 'Slower where legs have to search for a foothold.',
  },
  {
    id: 'myriapoda/fig-1',
    where: 'Fig. 1',
    claim: 'It walks on a closed mesh of a skull: mean height of its segments over that on a plane',
    theirs: 'walks',
    tolerance: { low: 0.9, high: 1.1 },
    kind: 'predicted',
    why: 'Segments rise over creases.',
  },
  {
    id: 'myriapoda/fig-12/food',
    where: 'Fig. 12',
    claim: 'In shallow water it finds food behind obstacles: pieces eaten of 1',
    theirs: 1,
    tolerance: { low: 1, high: 1 },
    kind: 'predicted',
  },
  {
    id: 'myriapoda/fig-12/obstacles',
    where: 'Fig. 12',
    claim: 'and avoids the obstacles: least gap of the head’s centre over half its width',
    theirs: 'avoids',
    tolerance: { low: 1, high: Infinity },
    kind: 'predicted',
  },
  {
    id: 'myriapoda/fig-12/ripples',
    where: 'Fig. 12',
    claim: 'and leaves ripples: greatest height of the water',
    theirs: 'ripples',
    unit: 'mm',
    tolerance: { low: 0.05, high: 20 },
    kind: 'predicted',
  },
  {
    id: 'myriapoda/fig-2/morphologies',
    where: 'Fig. 2, abstract',
    claim: 'Other bodies walk under the same rules: centipede, millipede, house centipede with coherence above 0.98',
    theirs: 3,
    unit: 'of 3 animals',
    tolerance: { low: 3, high: 3 },
    kind: 'predicted',
  },
  {
    id: 'myriapoda/fig-2/letters',
    where: 'Fig. 2',
    claim: 'Several form letters: share of segments within 12 mm of their letter',
    theirs: 1,
    tolerance: { low: 0.98, high: 1 },
    kind: 'predicted',
    needs: 'Only in the full run: five animals of a hundred segments each walk for 25 s.',
  },
];

function observe(context: ExperimentContext, plan: RunPlan, runs: RunRecord[]) {
  const observed = observeRun(context, plan);
  runs.push(observed.record);
  return observed.metrics;
}

function walkInWater(context: ExperimentContext, runs: RunRecord[]): Record<string, ClaimFinding> {
  const obstacles = [
    { x: 0.15, y: 0.03 },
    { x: 0.25, y: -0.08 },
    { x: 0.3, y: 0.08 },
    { x: 0.4, y: -0.02 },
    { x: 0.12, y: -0.12 },
    { x: 0.45, y: 0.12 },
  ];
  const settings = [
    `scene.obstacles=${JSON.stringify(obstacles)}`,
    'scene.foods=[{"x":0.6,"y":0}]',
    'scene.water.kind=pond',
    'scene.water.level=0.004',
  ];
  let swing = 0;
  const metrics = observe(
    context,
    {
      animal: 'centipede',
      seconds: 18,
      settings,
      every: 0.1,
      onSample: (_, signals) => {
        swing = Math.max(swing, 1000 * signals.read('water.swing'));
      },
    },
    runs,
  );
  return {
    'myriapoda/fig-12/food': { ours: metrics['foodEaten'] ?? null },
    'myriapoda/fig-12/obstacles': { ours: (metrics['obstacleGapMin'] ?? 0) / 0.01211 },
    'myriapoda/fig-12/ripples': { ours: swing },
  };
}

function walkOnSkull(context: ExperimentContext, runs: RunRecord[]): ClaimFinding {
  let [sum, count] = [0, 0];
  const plan: RunPlan = {
    animal: 'centipede',
    seconds: context.quick ? 10 : 60,
    settings: ['scene.terrain=skull', 'scene.meshSize=0.4', 'brain.wanderRate=0.2'],
    every: 0.05,
    onSample: (t, signals) => {
      if (t < 4) return;
      sum += signals.read('bodyHeight.mean');
      count += 1;
    },
  };
  const metrics = observe(context, plan, runs);
  // m: height of the segments' centres when it walks on a plane.
  const level = 0.01761;
  return { ours: sum / count / level, note: `Speed ${(100 * (metrics['speed'] ?? 0)).toFixed(1)} cm/s.` };
}

function walkOthers(context: ExperimentContext, runs: RunRecord[]): ClaimFinding {
  const names = ['centipede', 'millipede', 'house-centipede'];
  const coherences = names.map(
    (animal) =>
      observe(context, { animal, seconds: context.quick ? 8 : 12, settings: [straight] }, runs)['coherence'] ?? 0,
  );
  return {
    ours: coherences.filter((coherence) => coherence > 0.98).length,
    note: `Coherence ${coherences.map((coherence) => coherence.toFixed(3)).join(', ')}.`,
  };
}

function writeLetters(context: ExperimentContext, runs: RunRecord[]): ClaimFinding {
  if (context.quick) return { ours: null };
  // Until the word is written for the second time.
  const plan: RunPlan = { animal: 'letters', seconds: 24.85 };
  const { simulation, record } = observeRun(context, plan);
  runs.push(record);
  const { starts } = (simulation.desc as unknown as { scene: { starts: { path: { x: number; y: number }[] }[] } })
    .scene;
  const places = simulation.state.arrays['bodyPositions'] as Float64Array;
  const segments = places.length / 3 / starts.length;
  let near = 0;
  Object.values(letters).forEach(({ stroke }, animal) => {
    const written = starts[animal]!.path.slice(0, stroke.length);
    for (let body = 0; body < segments; body++) {
      const at = 3 * (animal * segments + body);
      // The model's unit is a centimetre.
      if (computeOff(written, places[at]! / 100, places[at + 1]! / 100) < 0.012) near++;
    }
  });
  return { ours: near / (segments * starts.length) };
}

/** Distance of a point from a polyline. */
function computeOff(path: readonly { x: number; y: number }[], x: number, y: number): number {
  return Math.min(
    ...path.slice(1).map((to, i) => {
      const from = path[i]!;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const share = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)));
      const [ex, ey] = [x - from.x - share * dx, y - from.y - share * dy];
      return Math.sqrt(ex * ex + ey * ey);
    }),
  );
}

function run(context: ExperimentContext): ExperimentResult {
  const runs: RunRecord[] = [];
  const seconds = context.quick ? 8 : 20;
  const level = observe(context, { animal: 'centipede', seconds, settings: [straight] }, runs)['speed'] ?? NaN;
  const paved = ['scene.terrain=blocks', 'scene.blocks=600', 'scene.terrainSide=1'];
  const heights: number[] = [];
  const rough = observe(
    context,
    {
      animal: 'centipede',
      seconds,
      settings: [straight, ...paved],
      onSample: (t, signals) => {
        if (t > 2) heights.push(1000 * signals.read('position.z'));
      },
    },
    runs,
  );
  const rise = Math.max(...heights) - Math.min(...heights);
  return {
    findings: {
      'myriapoda/fig-13': {
        ours: (rough['speed'] ?? 0) / level,
        note: `Coherence ${(rough['coherence'] ?? 0).toFixed(2)}; its middle rises and falls by ${rise.toFixed(1)} mm.`,
      },
      'myriapoda/fig-1': walkOnSkull(context, runs),
      ...walkInWater(context, runs),
      'myriapoda/fig-2/morphologies': walkOthers(context, runs),
      'myriapoda/fig-2/letters': writeLetters(context, runs),
    },
    tables: [],
    plots: [],
    runs,
  };
}

export const world: Experiment = {
  id: 'myriapoda/world',
  title: 'Ground, water, food, other bodies',
  claims,
  cost: [10, 60],
  run,
};

export const stepRate: Experiment = {
  id: 'myriapoda/timing',
  title: 'Steps per second',
  claims: [
    {
      id: 'myriapoda/steps',
      where: '§6',
      claim: 'Steps of 1/3000 s per second, 18 segments; six cores of a Core i7-3930K against one of this machine',
      theirs: 17_000,
      unit: '1/s',
      tolerance: { low: 2800, high: Infinity },
      kind: 'predicted',
      why: 'Less than a sixth of what six cores did: the machine was slower or busy.',
    },
    {
      id: 'myriapoda/real-time',
      where: '§6',
      claim: 'Times real time, with the integrator of this program',
      theirs: 6,
      tolerance: { low: 6, high: Infinity },
      kind: 'predicted',
      why: 'The machine was slower or busy.',
    },
  ],
  cost: [3, 6],
  timed: true,
  run: (context) => {
    const time = (settings: readonly string[], from: number, seconds: number) => {
      const plan: RunPlan = { animal: 'centipede', seconds, settings };
      const simulation = createRun(context, plan);
      while (simulation.time < from) simulation.step();
      const [start, before] = [context.cpuSeconds(), simulation.stepCount];
      while (simulation.time < seconds) simulation.step();
      const rate = (simulation.stepCount - before) / (context.cpuSeconds() - start);
      return { rate, dt: simulation.system.dt, record: createRecord(plan, simulation) };
    };
    const paper = time([straight, 'integrator=paper'], 0.3, context.quick ? 1.5 : 4);
    const fast = time([straight], 1, context.quick ? 8 : 30);
    return {
      findings: { 'myriapoda/steps': { ours: paper.rate }, 'myriapoda/real-time': { ours: fast.rate * fast.dt } },
      tables: [],
      plots: [],
      runs: [paper.record, fast.record],
    };
  },
};
