/** [softcon Figs 1, 2 and 7]: five animals swim on their patterns, and three find their way among obstacles. */
import { computePathPlace } from '../../../engine/world/curved-path.ts';
import type { SoftSystem } from '../../../engine/families/soft/system.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, Finding, RunRecord } from '../../kinds/claim.ts';
import { createRecord, createRun, observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';
import { setDistance } from '../../../engine/world/distance/signed-distance.ts';

const five = ['soft-lamprey', 'starfish', 'octopus', 'stingray', 'cuttlefish'];

const swimClaims: readonly Claim[] = [
  {
    id: 'softcon/swim',
    where: '§5.1, Fig. 1',
    claim: `The five animals (${five.join(', ')}) swim forward on their central patterns`,
    theirs: 5,
    unit: 'of 5 animals',
    tolerance: { low: 5, high: 5 },
    kind: 'fitted',
    why: 'Patterns were searched here; the paper’s are not printed.',
  },
  {
    id: 'softcon/fig-2/power',
    where: 'Fig. 2, Eq. 6',
    claim: 'Drag and thrust by angle of attack: water never gives energy to the body (largest power, W)',
    theirs: 'passive water',
    unit: 'W',
    tolerance: { low: -Infinity, high: 1e-9 },
    kind: 'predicted',
  },
  {
    id: 'softcon/fig-2/curves',
    where: 'Fig. 2',
    claim: 'Coefficients of drag and thrust over the angle of attack',
    theirs: 'a drawing',
    tolerance: 'needs the curves as numbers',
    kind: 'fitted',
    needs: 'The curves are drawn without numbers; ours are inferred from the drawing and from the published code.',
  },
  {
    id: 'softcon/volume',
    where: '§3',
    claim: 'Soft tissues keep their volume: least over that at rest, five animals',
    theirs: 1,
    tolerance: { low: 0.95, high: 1.01 },
    kind: 'fitted',
  },
];

function runSwims(context: ExperimentContext): ExperimentResult {
  const seconds = context.quick ? 4 : 10;
  const times: number[][] = [];
  const xs: number[][] = [];
  const runs = five.map((animal, i) => {
    times.push([]);
    xs.push([]);
    return observeRun(context, {
      animal,
      seconds,
      every: 0.05,
      onSample: (t, signals) => {
        times[i]!.push(t);
        xs[i]!.push(signals.read('position.x'));
      },
    });
  });
  const speeds = runs.map(({ metrics }) => metrics['bodyLengthsPerSecond'] ?? 0);
  const lengths = runs.map(({ simulation }) => simulation.system.bodyLength);
  return {
    findings: {
      'softcon/swim': {
        ours: speeds.filter((speed) => speed > 0.05).length,
        note: `Body lengths a second: ${speeds.map((speed) => speed.toFixed(2)).join(', ')}.`,
      },
      'softcon/fig-2/power': { ours: Math.max(...runs.map(({ metrics }) => metrics['waterPowerMax'] ?? Infinity)) },
      'softcon/volume': { ours: Math.min(...runs.map(({ metrics }) => metrics['volumeMin'] ?? 0)) },
    },
    tables: [
      createSeries('softcon-swim', [
        column('time', 's', 'Simulated time.', times[0]),
        ...five.map((animal, i) =>
          column(
            animal,
            'body lengths',
            'Way along x.',
            xs[i]!.map((x) => (x - xs[i]![0]!) / lengths[i]!),
          ),
        ),
      ]),
    ],
    plots: [
      {
        kind: 'lines',
        title: 'Way of the five animals on their central patterns',
        table: 'softcon-swim',
        x: 'time',
        ys: five,
        y: { name: 'way', unit: 'body lengths' },
      },
    ],
    runs: runs.map(({ record }) => record),
  };
}

export const fiveSwimmers: Experiment = {
  id: 'softcon/swimmers',
  title: 'Five animals swim',
  claims: swimClaims,
  cost: [12, 30],
  run: runSwims,
};

const byPattern = 'The paper leads them by learned policies; here the central pattern swims and a compass steers.';
const placeClaims: readonly Claim[] = [
  {
    id: 'softcon/fig-7/bottle',
    where: 'Fig. 7, Bottle Escape',
    claim: 'The octopus squeezes out of a bottle whose neck is half as wide as its belly: share of its nodes outside',
    theirs: 1,
    tolerance: { low: 0.999, high: 1 },
    kind: 'predicted',
    why: `Not out within the time of this run. ${byPattern}`,
  },
  {
    id: 'softcon/fig-7/valley',
    where: 'Fig. 7, Narrow Valley',
    claim: 'A swimmer follows a spline through a narrow valley: share of the way',
    theirs: 1,
    tolerance: { low: 0.6, high: 1 },
    kind: 'predicted',
    why: `The octopus of the paper is an eel-like swimmer here. ${byPattern}`,
  },
  {
    id: 'softcon/fig-7/pillars',
    where: 'Fig. 7, obstacles',
    claim: 'Ribbon eels pass among obstacles: one eel goes on, touches, and no node goes in by 0.3 % of a length',
    theirs: 'passes',
    tolerance: 'goes on by half a length, depth below 0.3 %',
    kind: 'predicted',
    why: `The paper shows several eels, here one swims. ${byPattern}`,
  },
];

/** Runs an animal in a place; `watch` sees it ten times a second. */
function runPlace(
  context: ExperimentContext,
  plan: { readonly animal: string; readonly seconds: number; readonly settings: readonly string[] },
  runs: RunRecord[],
  watch: (system: SoftSystem, positions: Float64Array) => boolean,
): SoftSystem {
  const simulation = createRun(context, plan);
  const system = simulation.system as SoftSystem;
  const stride = Math.max(1, Math.round(0.1 / system.dt));
  const positions = simulation.state.arrays['positions'] as Float64Array;
  while (simulation.time < plan.seconds) {
    simulation.step();
    if (simulation.stepCount % stride === 0 && watch(system, positions)) break;
  }
  runs.push(createRecord({ ...plan, seconds: Number(simulation.time.toFixed(6)) }, simulation));
  return system;
}

function escapeBottle(context: ExperimentContext, runs: RunRecord[]): Finding {
  const plan = { animal: 'octopus', seconds: context.quick ? 15 : 40, settings: ['scene.kind=bottle'] };
  let [share, most] = [0, 0];
  runPlace(context, plan, runs, ({ scene }, positions) => {
    const { mouth } = scene as SoftSystem['scene'] & { readonly mouth: number };
    let out = 0;
    for (let at = 0; at < positions.length; at += 3) if (positions[at]! > mouth) out++;
    share = (3 * out) / positions.length;
    most = Math.max(most, share);
    return share >= 1;
  });
  const { seconds } = runs.at(-1)!;
  return { ours: share, note: share >= 1 ? `Out after ${seconds.toFixed(1)} s.` : `${seconds.toFixed(0)} s were run.` };
}

function followValley(context: ExperimentContext, runs: RunRecord[]): Finding {
  const plan = { animal: 'soft-lamprey', seconds: context.quick ? 14 : 30, settings: ['scene.kind=valley'] };
  let place = 0;
  const system = runPlace(context, plan, runs, ({ scene }, positions) => {
    const middle = [0, 1, 2].map((k) => {
      let sum = 0;
      for (let at = k; at < positions.length; at += 3) sum += positions[at]!;
      return (3 * sum) / positions.length;
    }) as [number, number, number];
    place = computePathPlace(scene.path!, ...middle) / scene.path!.lengths.at(-1)!;
    return place > 0.98;
  });
  return { ours: place, note: `Of a way of ${system.scene.path!.lengths.at(-1)!.toFixed(2)} m.` };
}

function passPillars(context: ExperimentContext, runs: RunRecord[]): Finding {
  const plan = { animal: 'ribbon-eel', seconds: context.quick ? 6 : 20, settings: ['scene.kind=pillars'] };
  const sample = new Float64Array(4);
  let [deepest, first, last] = [0, NaN, 0];
  const system = runPlace(context, plan, runs, ({ scene, body }, positions) => {
    let sum = 0;
    for (let at = 0; at < positions.length; at += 3) sum += positions[at]!;
    last = (3 * sum) / positions.length;
    if (Number.isNaN(first)) first = last;
    for (const node of new Set([...body.surface, ...body.plates])) {
      setDistance(sample, scene.obstacles!, positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!);
      deepest = Math.max(deepest, -sample[0]!);
    }
    return false;
  });
  const [way, depth] = [(last - first) / system.bodyLength, deepest / system.bodyLength];
  return {
    ours: `${way.toFixed(2)} lengths, depth ${(100 * depth).toFixed(2)} %`,
    holds: way > 0.5 && depth < 0.003,
  };
}

export const bottle: Experiment = {
  id: 'softcon/bottle',
  title: 'Out of the bottle',
  claims: [placeClaims[0]!],
  cost: [40, 80],
  run: (context) => {
    const runs: RunRecord[] = [];
    return { findings: { 'softcon/fig-7/bottle': escapeBottle(context, runs) }, tables: [], plots: [], runs };
  },
};

export const places: Experiment = {
  id: 'softcon/places',
  title: 'Valley and pillars',
  claims: placeClaims.slice(1),
  cost: [20, 60],
  run: (context) => {
    const runs: RunRecord[] = [];
    const findings = {
      'softcon/fig-7/valley': followValley(context, runs),
      'softcon/fig-7/pillars': passPillars(context, runs),
    };
    return { findings, tables: [], plots: [], runs };
  },
};
