/** The report on a myriapod: its gait against published numbers, and what bending with the legs would do for it. */
import type { MyriapodSystem } from '../../engine/families/myriapod/system.ts';
import { replaceValue } from '../../engine/families/descriptions.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import {
  columnNotes,
  listCells,
  markSource,
  nameMark,
  type Report,
  type ReportResult,
  type ReportTable,
  rowHead,
} from '../kinds/report.ts';
import { column, createSeries } from '../reproduce/series.ts';
import { FootprintMeter, type Footprints } from './footprints.ts';
import { createMyriapodCard, type MyriapodCard } from './report-card.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';

export const myriapodReport: Report = {
  about: 'a myriapod: lag, stride, speed and wave of its legs, and the use of bending',
  examples: [{ line: 'centipede', does: 'lag, stride, speed and wave of the legs, and the use of bending' }],
  applies: ({ body, controller }) => body.kind === 'hybrid' && controller.kind === 'legs',
  run: (desc, seconds, onProgress) => {
    // Straight ahead, so that turns do not count as gait.
    const simulation = new Simulation(replaceValue(desc, 'control.manual', 1), { seed: 1 });
    const run = new RunMetrics(simulation, seconds);
    const { plan } = simulation.system as MyriapodSystem;
    const prints = new FootprintMeter(plan.ahead, seconds / 2);
    const tips = simulation.state.arrays['legTips'] as Float64Array;
    const at = simulation.signalOffsets['stanceOnset']!;
    run.observe();
    while (simulation.time < seconds - 1e-9) {
      simulation.step();
      run.observe();
      prints.observe(simulation.time, run.signals.subarray(at, at + plan.ahead.length), tips);
      onProgress(desc.animal, simulation.time, seconds);
    }
    const metrics = run.read();
    const found = prints.read();
    const create = (gain: number | null) =>
      createMyriapodCard(desc.animal, metrics, plan.gait.coordination, found.offset, gain);
    // Only animals whose wave runs tailward are known to bend with it.
    const undulation =
      create(null).wave === 'retrograde'
        ? studyUndulation(desc, seconds, (share) => {
            onProgress('undulation', share, 1);
          })
        : [];
    const gains = undulation.flatMap(({ amplitude, gain }) => (amplitude === 0 || gain === null ? [] : [gain]));
    const card = create(gains.length === 0 ? null : Math.max(...gains));
    return createResult(card, undulation, metrics, found);
  },
};

function createResult(
  card: MyriapodCard,
  undulation: readonly UndulationRow[],
  metrics: Readonly<Record<string, number | null>>,
  prints: Footprints,
): ReportResult {
  const source = markSource(card.waveSource, card.waveReading);
  const mark = nameMark(card.waveReading);
  const wave = ['wave', card.wave ?? 'none', '', 'input', card.waveVerdict, card.publishedWave ?? '', mark, source];
  const bending: ReportTable = {
    title: 'Bending with legs that stand in turn (controller.undulation):',
    head: ['BEND, RAD', 'BODY LENGTHS PER CYCLE', 'GAIN', 'COHERENCE'],
    rows: undulation.map(({ amplitude, bodyLengthsPerCycle, gain, coherence }) => [
      amplitude,
      bodyLengthsPerCycle,
      gain === null ? 'none' : `${(100 * (gain - 1)).toFixed(1)} %`,
      coherence,
    ]),
  };
  return {
    document: { ...card, undulation, footprints: { offset: prints.offset, steps: prints.steps }, metrics },
    tables: [
      { head: rowHead, rows: [...card.rows.map(listCells), wave] },
      ...(undulation.length === 0 ? [] : [bending]),
    ],
    notes: [
      ...columnNotes,
      'Footprint: how far a foot comes down from the nearest print of the leg before it, in strides; 0.25 is chance.',
    ],
    series: [
      createSeries('prints', [
        column('x', 'cm', 'Where left feet came down, x.', prints.xs),
        column('y', 'cm', 'The same, y.', prints.ys),
      ]),
      createSeries('undulation', [
        column('bend', 'rad', 'Amplitude of the bending.', undulation, ({ amplitude }) => amplitude),
        column('way', 'body lengths', 'Way per cycle.', undulation, ({ bodyLengthsPerCycle }) => bodyLengthsPerCycle),
      ]),
    ],
    plots: [
      {
        kind: 'lines',
        scatter: true,
        dots: true,
        title: 'Where the left feet came down: a centipede’s lie in few prints',
        table: 'prints',
        x: 'x',
        y: { name: 'y', unit: 'cm' },
      },
      ...(undulation.length === 0
        ? []
        : [
            {
              kind: 'lines' as const,
              title: 'Way per cycle by the bending of the body',
              table: 'undulation',
              x: 'bend',
              y: { name: 'way', unit: 'body lengths' },
              dots: true,
            },
          ]),
    ],
  };
}

/**
 * Effect of lateral bending on a myriapod's stride: the same animal at several amplitudes, its legs standing in turn and with
 * slack in their knees, without which bending pulls feet off the ground.
 */
interface UndulationRow {
  /** rad */
  readonly amplitude: number;
  readonly bodyLengthsPerCycle: number | null;
  /** Over that without bending, 1 for none. */
  readonly gain: number | null;
  readonly coherence: number | null;
}

const undulationAmplitudes: readonly number[] = [0, 0.04, 0.08, 0.1];

const settings: readonly (readonly [string, number | string])[] = [
  ['controller.gait.together', 'alternate'],
  ['controller.gait.kneeAngle', 0.75],
  ['controller.gait.limitAngle', 0.75],
  ['controller.gait.adjustTime', 0.06],
  ['control.manual', 1],
];

function measure(desc: AnimalDesc, amplitude: number, seconds: number): Readonly<Record<string, number | null>> {
  const changed = [...settings, ['controller.undulation.amplitude', amplitude] as const].reduce(
    (before, [path, value]) => replaceValue(before, path, value),
    desc,
  );
  const simulation = new Simulation(changed, { seed: 1 });
  const metrics = new RunMetrics(simulation, seconds);
  metrics.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    metrics.observe();
  }
  return metrics.read();
}

/** Runs a myriapod once for each amplitude; `onProgress` is told the share that is done. */
function studyUndulation(
  desc: AnimalDesc,
  seconds: number,
  onProgress: (share: number) => void = () => undefined,
): UndulationRow[] {
  let still: number | null = null;
  return undulationAmplitudes.map((amplitude, i) => {
    const metrics = measure(desc, amplitude, seconds);
    const way = metrics['bodyLengthsPerCycle'] ?? null;
    if (amplitude === 0) still = way;
    onProgress((i + 1) / undulationAmplitudes.length);
    return {
      amplitude,
      bodyLengthsPerCycle: way,
      gain: way === null || still === null ? null : way / still,
      coherence: metrics['coherence'] ?? null,
    };
  });
}
