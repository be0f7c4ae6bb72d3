/** [lamprey §4, Figs 2 and 3]: one straight swim at 0.67/0.67, from rest to steady speed. */
import { SwayMeter } from '../../../engine/math/meters/sway-meter.ts';
import { WaveMeter } from '../../../engine/math/meters/wave-meter.ts';
import { hypot } from '../../../engine/math/portable.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, ClaimFinding, Plot } from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';
import { CrestRecorder } from './crests.ts';
import { computeDot } from '../../../engine/math/space/vector.ts';

const startUnknown =
  'Depends on the start, which the paper does not give: uniform starts to one side give 9 to 63 mm. See lamprey/open.';
const joints = 9;

const claims: readonly Claim[] = [
  {
    id: 'lamprey/fig-2/curl',
    where: '§4, Fig. 2',
    claim: 'At the start both ends curl to the left',
    theirs: 'both to the left',
    tolerance: 'first and last joint bent to the left by more than 0.1 rad within 100 ms',
    kind: 'fitted',
    why: 'The start inhibits the right side, so that it should.',
  },
  {
    id: 'lamprey/fig-2/uncurl',
    where: '§4, Fig. 2',
    claim: 'The ends start to uncurl',
    theirs: 100,
    unit: 'ms',
    tolerance: { low: 50, high: 150 },
    kind: 'predicted',
    why: 'The time of the greatest bend of the ends depends on the start, which is not given.',
  },
  {
    id: 'lamprey/fig-2/evident',
    where: '§4, Fig. 2',
    claim: 'A wave "is evident at 150 ms"',
    theirs: 'evident',
    tolerance: 'joints bent by more than 0.1 rad to either side at 150 ms',
    kind: 'predicted',
  },
  {
    id: 'lamprey/fig-2/mirror',
    where: '§4, Fig. 2',
    claim: 'The first wave mirrors in place before it travels, between 150 and 300 ms',
    theirs: 'mirrored',
    tolerance: 'correlation with the shape at 150 ms below −0.5',
    kind: 'predicted',
  },
  {
    id: 'lamprey/fig-2/travel',
    where: '§4, Fig. 2',
    claim: 'From 300 ms on the wave runs down the body',
    theirs: 'tailward',
    tolerance: 'bends of neighbouring joints turn tailward between 300 and 750 ms',
    kind: 'predicted',
  },
  {
    id: 'lamprey/fig-2/progress',
    where: '§4',
    claim: 'No forward motion in the first 750 ms',
    theirs: 0,
    unit: 'mm',
    tolerance: { low: -10, high: 10 },
    kind: 'predicted',
    why: startUnknown,
  },
  {
    id: 'lamprey/fig-3/1-s',
    where: '§4, Fig. 3',
    claim: 'Distance at 1000 ms',
    theirs: 70,
    unit: 'mm',
    tolerance: { low: 60, high: 80 },
    kind: 'predicted',
    why: startUnknown,
  },
  {
    id: 'lamprey/fig-3/1-s/path',
    where: '§4, another reading',
    claim: '"At 1000 ms has travelled": length of the path of the centre of mass, from states every 5 ms',
    theirs: 70,
    unit: 'mm',
    tolerance: { low: 60, high: 80 },
    kind: 'fitted',
  },
  {
    id: 'lamprey/fig-3/2-s',
    where: '§4, Fig. 3',
    claim: 'Speed at 2000 ms ("80% of its steady-state speed"; 385 is 83 % of 466)',
    theirs: 385,
    unit: 'mm/s',
    tolerance: { low: 365, high: 405 },
    kind: 'predicted',
    why: 'Open: no reading of the weight scaling and no body tried approaches its steady speed as slowly and is as far at 1 s. See lamprey/open.',
  },
  {
    id: 'lamprey/fig-3/2-s/second-before',
    where: '§4, another reading',
    claim: '"At 2000 ms": mean speed of the second before',
    theirs: 385,
    unit: 'mm/s',
    tolerance: { low: 365, high: 405 },
    kind: 'fitted',
  },
  {
    id: 'lamprey/fig-3/steady',
    where: '§4, Fig. 3',
    claim: 'Speed from 6000 ms on',
    theirs: 466,
    unit: 'mm/s',
    tolerance: { low: 456, high: 476 },
    kind: 'fitted',
  },
  {
    id: 'lamprey/fig-3/maintained',
    where: '§4, Fig. 3',
    claim: 'The speed is kept indefinitely: last second over that at 6 s',
    theirs: 1,
    tolerance: { low: 0.98, high: 1.02 },
    kind: 'predicted',
  },
  {
    id: 'lamprey/waves/onset',
    where: '§4',
    claim: 'Waves on the body as propagation begins',
    theirs: 1.5,
    unit: 'wavelengths',
    tolerance: { low: 1.25, high: 1.75 },
    kind: 'predicted',
    why: 'The joints carry two waves as soon as they beat; the cord itself has 1.5 at 1 s.',
  },
  {
    id: 'lamprey/waves/steady',
    where: '§4',
    claim: 'Waves on the body at steady state',
    theirs: 2,
    unit: 'wavelengths',
    tolerance: { low: 1.8, high: 2.2 },
    kind: 'fitted',
  },
  {
    id: 'lamprey/head-excitation',
    where: '§2.1',
    claim: 'Extra excitation of the first segments is not needed for a wave',
    theirs: 'wave without it',
    tolerance: 'a wave runs tailward',
    kind: 'fitted',
  },
  {
    id: 'lamprey/head-excitation/speed',
    where: '§2.1',
    claim: 'Extra excitation of the first segments "actually impaired the speed of the lamprey"',
    theirs: 'slower',
    tolerance: 'needs the extra excitation',
    kind: 'predicted',
    needs: 'The paper does not say which segments were excited and by how much; the brain stem here drives all alike.',
  },
  {
    id: 'lamprey/frequency',
    where: '§4',
    claim: 'Undulations per second: "just over 6"',
    theirs: 6,
    unit: 'Hz',
    tolerance: { low: 6, high: 6.3 },
    kind: 'fitted',
  },
  {
    id: 'lamprey/amplitude',
    where: '§4',
    claim: 'Amplitude of the tailward wave peak over that of the headward one',
    theirs: 3,
    tolerance: { low: 2.5, high: 3.5 },
    kind: 'predicted',
    why: 'Tail tip over snout. The paper does not say which points it means; the mean of the five rear points over that of the five front ones is in the note.',
  },
  {
    id: 'lamprey/amplitude/crests',
    where: '§4, another reading',
    claim:
      '"Wave peak" as a crest of the body’s wave: mean height on the rear 40 % of the body over that on the front 40 %',
    theirs: 3,
    tolerance: { low: 2.5, high: 3.5 },
    kind: 'fitted',
  },
];

/** What was seen of one swim. */
interface Swim {
  readonly seconds: number;
  readonly dt: number;
  readonly places: readonly { readonly t: number; readonly x: number; readonly y: number }[];
  /** Bends of the joints in the first second. */
  readonly shapes: readonly { readonly t: number; readonly bends: readonly number[] }[];
  /** Waves on the body between 0.3 and 1 s. */
  readonly onsetWaves: number | null;
  /** mm from snout to tail tip, at steady speed. */
  readonly amplitudes: readonly number[];
  /** Height of the crests on the rear of the body over that on its front. */
  readonly crestRatio: number | null;
}

function swim(context: ExperimentContext, seconds: number) {
  const shapes: { t: number; bends: number[] }[] = [];
  const places: { t: number; x: number; y: number }[] = [];
  const onset = new WaveMeter(joints, 0.3, 0.02);
  const cycles = new WaveMeter(joints, 4, 0.02);
  const sway = new SwayMeter(joints + 2);
  let crests: CrestRecorder | undefined;
  let [before, wholeCycles] = [0, 0];
  const observed = observeRun(context, {
    animal: 'lamprey',
    seconds,
    onSample: (t, signals, { system }) => {
      const at = signals.at('jointAngle');
      crests ??= new CrestRecorder(joints + 2, system.dt);
      if (t >= 4 && t <= 10) crests.observe(signals);
      places.push({ t, x: signals.read('position.x'), y: signals.read('position.y') });
      if (t <= 1) {
        shapes.push({ t, bends: Array.from(signals.values.subarray(at, at + joints)) });
        onset.observe(t, t - before, signals.values, at);
      }
      if (cycles.observe(t, t - before, signals.values, at)) sway.closeCycle(wholeCycles++ > 0);
      if (t >= 4) sway.observe(t, signals.values, signals.at('midline.x'), signals.at('midline.y'));
      before = t;
    },
  });
  const turns = onset.computeTurns();
  const seen: Swim = {
    seconds,
    dt: observed.simulation.system.dt,
    places,
    shapes,
    onsetWaves: turns === null ? null : (turns * (joints + 1)) / (joints - 1),
    amplitudes: sway.read()?.map((value) => 1000 * value) ?? [],
    crestRatio: crests?.computeRatio() ?? null,
  };
  return { observed, seen };
}

/** mm from the start. */
function computeDistance({ places, dt }: Swim, t: number): number {
  const [a, b] = [places[0]!, places[Math.round(t / dt)]!];
  return 1000 * hypot(b.x - a.x, b.y - a.y);
}

/** mm along the track of the centre of mass. */
function computePath({ places, dt }: Swim, t: number): number {
  let path = 0;
  for (let i = 1; i <= Math.round(t / dt); i++)
    path += hypot(places[i]!.x - places[i - 1]!.x, places[i]!.y - places[i - 1]!.y);
  return 1000 * path;
}

/** mm/s, mean over a window around a time: the speed of the centre of mass swings with every beat. */
function computeSpeed({ places, dt }: Swim, t: number, window: number): number {
  const get = (time: number) => places[Math.min(places.length - 1, Math.max(0, Math.round(time / dt)))]!;
  const [a, b] = [get(t - window / 2), get(t + window / 2)];
  return (1000 * hypot(b.x - a.x, b.y - a.y)) / (b.t - a.t);
}

/** [lamprey Fig. 2]: the first second, in numbers. */
function describeStart({ shapes }: Swim): Readonly<Record<string, ClaimFinding>> {
  const until = (from: number, to: number) => shapes.filter(({ t }) => t >= from - 1e-9 && t <= to + 1e-9);
  // To the left is negative.
  const maxLeft = (joint: number) =>
    until(0, 0.15).reduce((max, shape) => (shape.bends[joint]! < max.bends[joint]! ? shape : max));
  const [head, tail] = [maxLeft(0), maxLeft(joints - 1)];
  const [headBend, tailBend] = [head.bends[0]!, tail.bends[joints - 1]!];
  const first = until(0.15, 0.15)[0]!.bends;
  const mirror = Math.min(...until(0.15, 0.3).map(({ bends }) => correlate(first, bends)));
  const turning = computeTurning(until(0.3, 0.75).map(({ bends }) => bends));
  return {
    'lamprey/fig-2/curl': {
      ours: `head ${headBend.toFixed(2)}, tail ${tailBend.toFixed(2)} rad`,
      holds: headBend < -0.1 && tailBend < -0.1 && head.t <= 0.1 + 1e-9,
    },
    'lamprey/fig-2/uncurl': { ours: (1000 * (head.t + tail.t)) / 2 },
    'lamprey/fig-2/evident': {
      ours: `${Math.min(...first).toFixed(2)} to ${Math.max(...first).toFixed(2)} rad`,
      holds: Math.min(...first) < -0.1 && Math.max(...first) > 0.1,
    },
    'lamprey/fig-2/mirror': { ours: `correlation ${mirror.toFixed(2)}`, holds: mirror < -0.5 },
    'lamprey/fig-2/travel': { ours: turning > 0 ? 'tailward' : 'headward', holds: turning > 0 },
  };
}

/**
 * Where the bends of a row of joints travel: the area that neighbours sweep in the plane of their two bends, summed. Positive
 * where the one in front leads, as in sin(ωt − kj): f r′ − f′ r = ω sin k.
 */
export function computeTurning(shapes: readonly (readonly number[])[]): number {
  let turning = 0;
  for (let i = 1; i < shapes.length; i++) {
    const [a, b] = [shapes[i - 1]!, shapes[i]!];
    for (let joint = 1; joint < a.length; joint++) turning += a[joint - 1]! * b[joint]! - b[joint - 1]! * a[joint]!;
  }
  return turning;
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const size = Math.sqrt(computeDot(a, a) * computeDot(b, b));
  return size > 0 ? computeDot(a, b) / size : 0;
}

/** Mean of the rear half of the points over that of the front half. */
function computeHalves(amplitudes: readonly number[]): number {
  const half = Math.floor(amplitudes.length / 2);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(amplitudes.slice(-half)) / sum(amplitudes.slice(0, half));
}

function run(context: ExperimentContext): ExperimentResult {
  const seconds = context.quick ? 10 : 60;
  const { observed, seen } = swim(context, seconds);
  const { metrics } = observed;
  const steady = computeSpeed(seen, 6, 1);
  const atTwo = computeSpeed(seen, 2, 0.5);
  const times = Array.from({ length: 200 }, (_, i) => 0.05 * (i + 1));
  const [from, to] = [seen.places[0]!, seen.places[Math.round(0.75 / seen.dt)]!];
  return {
    findings: {
      ...describeStart(seen),
      'lamprey/fig-2/progress': { ours: 1000 * (to.x - from.x) },
      'lamprey/fig-3/1-s': { ours: computeDistance(seen, 1) },
      'lamprey/fig-3/1-s/path': { ours: computePath(seen, 1) },
      'lamprey/fig-3/2-s/second-before': {
        ours: computeSpeed(seen, 1.5, 1),
        note: `At 2 s it is ${computeDistance(seen, 2).toFixed(0)} mm from the start; 70 mm and a second of 385 mm/s are 455.`,
      },
      'lamprey/amplitude/crests': { ours: seen.crestRatio },
      'lamprey/fig-3/2-s': { ours: atTwo, note: `${((100 * atTwo) / steady).toFixed(0)} % of the steady speed.` },
      'lamprey/fig-3/steady': { ours: steady },
      'lamprey/fig-3/maintained': { ours: computeSpeed(seen, seconds - 0.5, 1) / steady },
      'lamprey/waves/onset': { ours: seen.onsetWaves },
      'lamprey/waves/steady': { ours: metrics['wavelengths'] ?? null },
      'lamprey/head-excitation': {
        ours: `${(metrics['wavelengths'] ?? 0).toFixed(2)} waves tailward`,
        holds: (metrics['wavelengths'] ?? 0) > 0,
      },
      'lamprey/frequency': { ours: metrics['frequency'] ?? null },
      'lamprey/amplitude': {
        ours: metrics['amplitudeRatio'] ?? null,
        note: `Five rear points over five front ones: ${computeHalves(seen.amplitudes).toFixed(2)}.`,
      },
    },
    tables: [
      createSeries('lamprey-speed', [
        column('time', 's', 'Simulated time.', times),
        column('speed', 'mm/s', 'Mean over 0.3 s.', times, (t) => computeSpeed(seen, t, 0.3)),
        column('distance', 'mm', 'From the start.', times, (t) => computeDistance(seen, t)),
      ]),
      createSeries('lamprey-amplitude', [
        column(
          'place',
          'body lengths',
          'From snout to tail tip.',
          seen.amplitudes,
          (_, i) => i / (seen.amplitudes.length - 1),
        ),
        column('amplitude', 'mm', 'Half the swing across the way.', seen.amplitudes),
      ]),
    ],
    plots,
    runs: [observed.record],
  };
}

const plots: readonly Plot[] = [
  {
    kind: 'lines',
    title: 'Fig. 3: straight-line swimming speed; crosses are the numbers of §4',
    table: 'lamprey-speed',
    x: 'time',
    y: { name: 'speed', unit: 'mm/s' },
    marks: [
      { x: 2, y: 385, label: '385 mm/s' },
      { x: 6, y: 466, label: '466 mm/s' },
    ],
  },
  {
    kind: 'lines',
    title: 'Amplitude along the body at steady speed',
    table: 'lamprey-amplitude',
    x: 'place',
    y: { name: 'amplitude', unit: 'mm' },
    dots: true,
  },
];

export const steadySwim: Experiment = {
  id: 'lamprey/swim',
  title: 'Straight swimming at 0.67/0.67',
  claims,
  cost: [0.3, 1],
  run,
};
