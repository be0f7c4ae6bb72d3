/**
 * [lamprey §4], what is open: 70 mm at 1 s and 385 mm/s at 2 s, with 466 mm/s at the end. The start of the network and the drag of
 * the links are not in the paper; both are varied here, and the set that comes nearest is shown.
 */
import { hypot, log } from '../../../engine/math/portable.ts';
import type {
  Claim,
  Experiment,
  ExperimentContext,
  ExperimentResult,
  NamedTable,
  Plot,
  RunRecord,
} from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';

const claims: readonly Claim[] = [
  {
    id: 'lamprey/open/start',
    where: '§4, the start is not given',
    claim: 'Some uneven drive at the start has 70 ± 10 mm at 1 s',
    theirs: 70,
    unit: 'mm',
    tolerance: { low: 60, high: 80 },
    kind: 'fitted',
    why: 'No drive tried reaches it.',
  },
  {
    id: 'lamprey/open/approach',
    where: '§4, λ⊥ and λ∥ are not given',
    claim: 'Some drag across and along the links has 385 mm/s at 2 s and 466 mm/s at 6 s, each within 5 %',
    theirs: '385 and 466 mm/s',
    tolerance: 'both within 5 %',
    kind: 'fitted',
    why: 'Open: of these bodies, those that approach their speed as slowly end at another one.',
  },
  {
    id: 'lamprey/drive',
    where: '§4',
    claim:
      '"Quantitative results vary with excitation level but general system behavior is the same": forward, faster with more drive',
    theirs: 'the same behaviour',
    tolerance: 'frequency and speed rise from 0.1 to 0.7, wave tailward',
    kind: 'predicted',
    why: 'Not at every drive.',
  },
];

interface Course {
  /** mm at 1 s. */
  readonly atOne: number;
  /** mm/s around 2 s and 6 s. */
  readonly atTwo: number;
  readonly atSix: number;
}

function swim(context: ExperimentContext, settings: readonly string[], seed: number, runs: RunRecord[]): Course {
  const places: { x: number; y: number }[] = [];
  const plan = { animal: 'lamprey', seconds: 6.5, settings, seed };
  const { simulation, record } = observeRun(context, {
    ...plan,
    onSample: (_, signals) => places.push({ x: signals.read('position.x'), y: signals.read('position.y') }),
  });
  runs.push(record);
  const { dt } = simulation.system;
  const measure = (from: number, to: number): number => {
    const [a, b] = [places[Math.round(from / dt)]!, places[Math.round(to / dt)]!];
    return (1000 * hypot(b.x - a.x, b.y - a.y)) / (to - from);
  };
  return { atOne: measure(0, 1), atTwo: measure(1.75, 2.25), atSix: measure(5.5, 6.5) };
}

function studyStarts(context: ExperimentContext, runs: RunRecord[]): Course[] {
  const seeds = context.quick ? 6 : 40;
  return Array.from({ length: seeds }, (_, i) =>
    swim(context, ['brainstem.kind=uneven', 'brainstem.noise=0.1', 'brainstem.noiseTime=0.05'], i + 1, runs),
  );
}

function studyDrags(context: ExperimentContext, runs: RunRecord[]) {
  const across = context.quick ? [0.5, 1, 2, 4] : [0.3, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];
  const along = context.quick ? [0.01, 0.035, 0.1] : [0.005, 0.01, 0.02, 0.035, 0.05, 0.1, 0.2, 0.4];
  return across.flatMap((c) =>
    along.map((a) => ({
      across: c,
      along: a,
      ...swim(context, [`medium.dragAcross=${c}`, `medium.dragAlong=${a}`], 1, runs),
    })),
  );
}

const logDistance = (a: number, b: number): number => Math.abs(log(Math.max(a, 1e-9) / b));

function studyDrives(context: ExperimentContext, runs: RunRecord[]) {
  return [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((drive) => {
    const settings = [`brainstem.left=${drive}`, `brainstem.right=${drive}`];
    const { metrics, record } = observeRun(context, { animal: 'lamprey', seconds: 8, settings });
    runs.push(record);
    return { drive, speed: 1000 * (metrics['speed'] ?? NaN), frequency: metrics['frequency'] ?? NaN };
  });
}

function run(context: ExperimentContext): ExperimentResult {
  const runs: RunRecord[] = [];
  const starts = studyStarts(context, runs);
  const drags = studyDrags(context, runs);
  const drives = studyDrives(context, runs);
  const isNearer = (a: Course, b: Course): boolean => Math.abs(a.atOne - 70) < Math.abs(b.atOne - 70);
  const nearestStart = starts.reduce((best, one) => (isNearer(one, best) ? one : best));
  const miss = (one: Course): number => Math.max(logDistance(one.atTwo, 385), logDistance(one.atSix, 466));
  const nearest = drags.reduce((best, one) => (miss(one) < miss(best) ? one : best));
  const spread = (pick: (course: Course) => number): string => {
    const values = starts.map(pick);
    return `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
  };
  const rises = drives.every((one, i) => {
    const last = drives[i - 1];
    return one.speed > (last?.speed ?? 0) && one.frequency > (last?.frequency ?? 0);
  });
  return {
    findings: {
      'lamprey/open/start': {
        ours: nearestStart.atOne,
        note: `${starts.length} uneven drives give ${spread(({ atOne }) => atOne)} mm at 1 s and ${spread(({ atTwo }) => atTwo)} mm/s at 2 s: the start moves the distance, hardly the approach.`,
      },
      'lamprey/open/approach': {
        ours: `${Math.round(nearest.atTwo)} and ${Math.round(nearest.atSix)} mm/s`,
        holds: Math.abs(nearest.atTwo / 385 - 1) <= 0.05 && Math.abs(nearest.atSix / 466 - 1) <= 0.05,
        note: `Nearest of ${drags.length}: C across ${nearest.across}, along ${nearest.along}; ${Math.round(nearest.atOne)} mm at 1 s (paper: 70).`,
      },
      'lamprey/drive': {
        ours: drives.map(({ drive, frequency }) => `${drive}: ${frequency.toFixed(2)} Hz`).join(', '),
        holds: rises,
      },
    },
    tables: createTables(drags, drives),
    plots,
    runs,
  };
}

function createTables(
  drags: ReturnType<typeof studyDrags>,
  drives: ReturnType<typeof studyDrives>,
): readonly NamedTable[] {
  const list = <T>(rows: readonly T[], read: (row: T) => number): number[] => rows.map(read);
  return [
    createSeries('lamprey-drags', [
      column(
        'across',
        '',
        'Drag coefficient across the links.',
        list(drags, ({ across }) => across),
      ),
      column(
        'along',
        '',
        'Drag coefficient along the links.',
        list(drags, ({ along }) => along),
      ),
      column(
        'atOne',
        'mm',
        'Distance at 1 s.',
        list(drags, ({ atOne }) => atOne),
      ),
      column(
        'atTwo',
        'mm/s',
        'Speed at 2 s.',
        list(drags, ({ atTwo }) => atTwo),
      ),
      column(
        'atSix',
        'mm/s',
        'Speed at 6 s.',
        list(drags, ({ atSix }) => atSix),
      ),
    ]),
    createSeries('lamprey-drive', [
      column(
        'drive',
        '',
        'Brain stem, both sides.',
        list(drives, ({ drive }) => drive),
      ),
      column(
        'speed',
        'mm/s',
        'Mean over the second half.',
        list(drives, ({ speed }) => speed),
      ),
      column(
        'frequency',
        'Hz',
        'Undulations per second.',
        list(drives, ({ frequency }) => frequency),
      ),
    ]),
  ];
}

const plots: readonly Plot[] = [
  {
    kind: 'lines',
    title: 'Speed at 2 s over speed at 6 s, bodies of other drag; the cross is the paper',
    table: 'lamprey-drags',
    x: 'atSix',
    ys: ['atTwo'],
    y: { name: 'speed at 2 s', unit: 'mm/s' },
    dots: true,
    scatter: true,
    marks: [{ x: 466, y: 385, label: 'paper' }],
  },
  {
    kind: 'lines',
    title: 'Speed by the drive of the brain stem',
    table: 'lamprey-drive',
    x: 'drive',
    y: { name: 'speed', unit: 'mm/s' },
    dots: true,
    marks: [{ x: 0.67, y: 466, label: 'paper' }],
  },
];

export const openQuestions: Experiment = {
  id: 'lamprey/open-questions',
  title: 'What the paper leaves open',
  claims,
  cost: [2, 10],
  run,
};
