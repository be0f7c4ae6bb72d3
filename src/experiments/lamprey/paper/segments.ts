/** [lamprey §5, Fig. 4]: cords of 10 to 100 segments in the same body, and the time each takes to swim so far. */
import { WaveMeter } from '../../../engine/math/meters/wave-meter.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult } from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';
import { CrestRecorder } from './crests.ts';

const milestones = [15, 30, 50, 200, 400] as const;
const counts = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;
/** Places along the cord whose motoneurons are followed. */
const probes = 10;
/** Of the second half: a cycle or so is always cut off at its ends. */
const minBeating = 0.95;

const fixedLag =
  'Open: the lag of a segment is fixed by the extents of Table 1, so that a short cord carries less of a wave; below half a wave the body hardly travels, and below a quarter it goes tail first. No reading of the scaling of weights (8,725 tried) undoes it.';

const claims: readonly Claim[] = [
  {
    id: 'lamprey/fig-4/oscillate',
    where: '§5',
    claim: 'Cords of any length, from 10 segments on, sustain oscillations',
    theirs: 10,
    unit: 'of 10 cords',
    tolerance: { low: 10, high: 10 },
    kind: 'predicted',
  },
  {
    id: 'lamprey/fig-4/forward',
    where: '§5',
    claim: 'All lengths swim forward',
    theirs: 10,
    unit: 'of 10 cords',
    tolerance: { low: 10, high: 10 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/proportional',
    where: '§5, Fig. 4',
    claim: 'Speed in proportion to the number of segments: speed of 50 over that of 100',
    theirs: 0.5,
    tolerance: { low: 0.4, high: 0.6 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/wavelength',
    where: '§5',
    claim: '"The wavelength of the body does not change": waves on the cord, 50 segments over 100',
    theirs: 1,
    tolerance: { low: 0.8, high: 1.2 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/amplitude-50',
    where: '§5',
    claim: 'Amplitude of the tail over that of the head, 50 segments',
    theirs: 2,
    tolerance: { low: 1.6, high: 2.4 },
    kind: 'predicted',
    why: 'Tail tip over snout; the paper does not say which points it means. It falls with the number of segments, as there.',
  },
  {
    id: 'lamprey/fig-4/amplitude-10',
    where: '§5',
    claim: 'The same, 10 segments: "barely exceeds"',
    theirs: 1.1,
    tolerance: { low: 1, high: 1.4 },
    kind: 'predicted',
    why: 'A body bent as a whole swings its light tail more than its heavy head.',
  },
  {
    id: 'lamprey/fig-4/20-early',
    where: '§5, Fig. 4',
    claim: '20 segments pass 15 and 30 mm before 100 segments do',
    theirs: 'before',
    tolerance: 'both times shorter',
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/20-at-400',
    where: '§5, Fig. 4',
    claim: '20 segments pass 400 mm in 2.5 times the time of 100',
    theirs: 2.5,
    tolerance: { low: 2, high: 3 },
    kind: 'predicted',
    why: `${fixedLag} Ten segments are fast here, tail first, which distance does not tell from forward.`,
  },
  {
    id: 'lamprey/fig-4/amplitude-50/crests',
    where: '§5, another reading',
    claim: 'Crests of the body’s wave on the rear 40 % over those on the front 40 %, 50 segments',
    theirs: 2,
    tolerance: { low: 1.6, high: 2.4 },
    kind: 'fitted',
    why: 'With fifty segments the wave here mostly stands.',
  },
  {
    id: 'lamprey/fig-4/amplitude-10/crests',
    where: '§5, another reading',
    claim: 'The same, 10 segments: "barely exceeds"',
    theirs: 1.1,
    tolerance: { low: 1, high: 1.4 },
    kind: 'fitted',
  },
  {
    id: 'lamprey/fig-4/10-wave',
    where: '§5',
    claim: '10 segments: propagation of a traveling wave "is only just perceptible": share of the bending that travels',
    theirs: 'just above 0',
    tolerance: { low: 0.01, high: 0.65 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/20-at-50',
    where: '§5, Fig. 4',
    claim: '20 segments reach 50 mm "in equal time": time over that of 100',
    theirs: 1,
    tolerance: { low: 0.9, high: 1.1 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/20-estimate',
    where: '§5',
    claim: '20 segments at 400 mm are "twice as fast as we would estimate": five times the time of 100 over their own',
    theirs: 2,
    tolerance: { low: 1.6, high: 2.4 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/30-early',
    where: '§5, Fig. 4',
    claim: '30 segments reach 15 mm "earlier than expected": time over 100/30 of that of 100',
    theirs: 'below 1',
    tolerance: { low: 0, high: 0.9999 },
    kind: 'predicted',
    why: fixedLag,
  },
  {
    id: 'lamprey/fig-4/40-50-late',
    where: '§5, Fig. 4',
    claim: '40 and 50 segments reach 15 mm later than expected: times over 100/40 and 100/50 of that of 100',
    theirs: 'both above 1',
    tolerance: 'both above 1',
    kind: 'predicted',
    why: 'Time to 15 mm does not fall with the number of segments here: a short cord starts as fast as a long one.',
  },
  {
    id: 'lamprey/fig-4/lead-vanishes',
    where: '§5, Fig. 4',
    claim: 'The early lead of 30 segments "has almost vanished by 50 mm": time over 100/30 of that of 100',
    theirs: 1,
    tolerance: { low: 0.85, high: 1.15 },
    kind: 'predicted',
    why: fixedLag,
  },
];

interface Cord {
  readonly segments: number;
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Waves on the cord, tailward positive. */
  readonly waves: number | null;
  /** Crests on the rear over those on the front. */
  readonly crests: number | null;
}

function swim(context: ExperimentContext, segments: number, seconds: number) {
  const wave = new WaveMeter(probes, seconds / 2, 0.02);
  const contrast = new Float64Array(probes);
  let details = new Float64Array(0);
  let before = 0;
  let crests: CrestRecorder | undefined;
  const observed = observeRun(context, {
    animal: 'lamprey',
    seconds,
    settings: segments === 100 ? [] : [`segments=${segments}`],
    onSample: (t, signals, simulation) => {
      if (details.length === 0) details = new Float64Array(simulation.signalLength);
      simulation.writeSignals(details);
      const [left, right] = [signals.at('MN.left'), signals.at('MN.right')];
      for (let probe = 0; probe < probes; probe++) {
        const segment = Math.round((probe * (segments - 1)) / (probes - 1));
        contrast[probe] = details[left + segment]! - details[right + segment]!;
      }
      wave.observe(t, t - before, contrast, 0);
      before = t;
      crests ??= new CrestRecorder(11, simulation.system.dt);
      if (t >= 6 && t <= 12 && (segments === 50 || segments === 10)) crests.observe(signals);
    },
  });
  const cord: Cord = {
    segments,
    metrics: observed.metrics,
    waves: wave.computeTurns(),
    crests: crests?.computeRatio() ?? null,
  };
  return { cord, record: observed.record };
}

function run(context: ExperimentContext): ExperimentResult {
  const seconds = context.quick ? 12 : 30;
  const swims = counts.map((segments) => swim(context, segments, seconds));
  const cords = swims.map(({ cord }) => cord);
  const get = (segments: number): Cord => cords.find((cord) => cord.segments === segments)!;
  const read = (segments: number, metric: string): number | null => get(segments).metrics[metric] ?? null;
  const divide = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a / b);
  const early = ([15, 30] as const).map((mm) => [read(20, `timeTo${mm}mm`), read(100, `timeTo${mm}mm`)] as const);
  const speeds = cords.map(({ metrics }) => Math.round(1000 * (metrics['speed'] ?? 0)));
  const beating = cords.map(({ metrics }) => metrics['beating'] ?? 0);
  /** Time to a distance over that of 100 segments in proportion to their number. */
  const expect = (segments: number, mm: number): number | null =>
    divide(divide(read(segments, `timeTo${mm}mm`), read(100, `timeTo${mm}mm`)), 100 / segments);
  const slow = [40, 50].map((segments) => expect(segments, 15));
  const late = divide(read(20, 'timeTo400mm'), read(100, 'timeTo400mm'));
  return {
    findings: {
      'lamprey/fig-4/oscillate': {
        ours: beating.filter((share) => share >= minBeating).length,
        note: `Share of the time in which the joints beat: at least ${Math.min(...beating).toFixed(3)}.`,
      },
      'lamprey/fig-4/forward': {
        ours: speeds.filter((speed) => speed > 0).length,
        note: `mm/s for ${counts.join(', ')} segments: ${speeds.join(', ')}.`,
      },
      'lamprey/fig-4/proportional': { ours: divide(read(50, 'speed'), read(100, 'speed')) },
      'lamprey/fig-4/wavelength': { ours: divide(get(50).waves, get(100).waves) },
      'lamprey/fig-4/amplitude-50': { ours: read(50, 'amplitudeRatio') },
      'lamprey/fig-4/amplitude-10': { ours: read(10, 'amplitudeRatio') },
      'lamprey/fig-4/amplitude-50/crests': { ours: get(50).crests },
      'lamprey/fig-4/amplitude-10/crests': { ours: get(10).crests },
      'lamprey/fig-4/10-wave': { ours: read(10, 'waveQuality') },
      'lamprey/fig-4/20-at-50': { ours: divide(read(20, 'timeTo50mm'), read(100, 'timeTo50mm')) },
      'lamprey/fig-4/20-estimate':
        late === null ? { ours: `not within ${seconds} s`, holds: false } : { ours: 5 / late },
      'lamprey/fig-4/30-early': { ours: expect(30, 15) },
      'lamprey/fig-4/40-50-late': {
        ours: slow.map((value) => value?.toFixed(2) ?? 'never').join(' and '),
        holds: slow.every((value) => value === null || value > 1),
      },
      'lamprey/fig-4/lead-vanishes': { ours: expect(30, 50) },
      'lamprey/fig-4/20-early': {
        ours: early.map(([a, b]) => `${formatMs(a)} against ${formatMs(b)}`).join(', '),
        holds: early.every(([a, b]) => a !== null && b !== null && a < b),
      },
      'lamprey/fig-4/20-at-400':
        late === null ? { ours: `not within ${seconds} s`, holds: false } : { ours: Number(late.toFixed(3)) },
    },
    tables: [createCordTable(cords)],
    plots: [
      {
        kind: 'lines',
        title: 'Fig. 4: time to distance milestones by number of segments',
        table: 'lamprey-segments',
        x: 'segments',
        ys: milestones.map((mm) => `${mm} mm`),
        y: { name: 'time', unit: 's' },
        dots: true,
      },
      {
        kind: 'lines',
        title: 'Steady speed by number of segments; forward is positive',
        table: 'lamprey-segments',
        x: 'segments',
        y: { name: 'speed', unit: 'mm/s' },
        dots: true,
        marks: [{ x: 50, y: 233, label: 'in proportion' }],
      },
    ],
    runs: swims.map(({ record }) => record),
  };
}

function formatMs(seconds: number | null): string {
  return seconds === null ? 'never' : `${Math.round(1000 * seconds)} ms`;
}

function createCordTable(cords: readonly Cord[]) {
  const list = (metric: string, factor = 1): (number | null)[] =>
    cords.map(({ metrics }) => {
      const value = metrics[metric] ?? null;
      return value === null ? null : factor * value;
    });
  return createSeries('lamprey-segments', [
    column('segments', '', 'Segments of the cord.', cords, ({ segments }) => segments),
    ...milestones.map((mm) =>
      column(`${mm} mm`, 's', 'Time to that distance, in any direction.', list(`timeTo${mm}mm`)),
    ),
    column('speed', 'mm/s', 'Mean over the second half, forward positive.', list('speed', 1000)),
    column('frequency', 'Hz', 'Undulations per second.', list('frequency')),
    column('amplitudeRatio', '', 'Tail tip over snout.', list('amplitudeRatio')),
    column('waveQuality', '', '1 a travelling wave, 0 a standing one.', list('waveQuality')),
    column('waves', '', 'Waves on the cord.', cords, ({ waves }) => waves),
  ]);
}

export const segmentCounts: Experiment = {
  id: 'lamprey/segments',
  title: 'Fewer segments in the cord',
  claims,
  cost: [2, 5],
  run,
};
