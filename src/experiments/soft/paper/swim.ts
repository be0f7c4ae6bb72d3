/** [softcon Figs 1 and 2]: five animals swim on their patterns. */
import type { Claim, Experiment, ExperimentContext, ExperimentResult } from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';

const swimmerNames = ['soft-lamprey', 'starfish', 'octopus', 'stingray', 'cuttlefish'];

const swimClaims: readonly Claim[] = [
  {
    id: 'softcon/swim',
    where: '§5.1, Fig. 1',
    claim: `The five animals (${swimmerNames.join(', ')}) swim forward on their central patterns`,
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
    where: '§3.1',
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
  const runs = swimmerNames.map((animal, i) => {
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
        ...swimmerNames.map((animal, i) =>
          column(animal, 'body lengths', 'Way along x.', xs[i], (x) => (x - xs[i]![0]!) / lengths[i]!),
        ),
      ]),
    ],
    plots: [
      {
        kind: 'lines',
        title: 'Way of the five animals on their central patterns',
        table: 'softcon-swim',
        x: 'time',
        ys: swimmerNames,
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
