/**
 * The report on a soft swimmer: Strouhal and swimming numbers, stride and slip, measured on the nodes that swing most.
 *
 *   St = f A / U,   Sw = ω (A/2) L / ν,   stride = U / (f L),   slip = stride × waves
 *
 * A: peak to peak of the node that swings most across the way; f: of the same node; waves: signals on a nerve cord at a time.
 */
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import { readValue } from '../../engine/model/override.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { createReportRow, kindsNote, listCells, type Report, type ReportRow, rowHead } from '../kinds/report.ts';
import { amplitudeRange, strouhalRange } from '../kinds/swimming.ts';
import { column, createSeries } from '../reproduce/series.ts';
import { published } from './published.ts';

/** m²/s, water at 20 °C. */
const viscosity = 1e-6;
const maxNodes = 120;
/** Samples a second: many in a beat, and few enough to keep. */
const sampleRate = 60;

interface Beat {
  /** Hz; null where nothing beats. */
  readonly frequency: number | null;
  /** m, peak to peak. */
  readonly swing: number;
  readonly times: readonly number[];
  /** m across the way, of the node that swings most. */
  readonly course: readonly number[];
}

/** Follows some nodes across the way in the second half of a run. */
class BeatMeter {
  readonly #nodes: readonly number[];
  readonly #times: number[] = [];
  /** By node and axis (y, z). */
  readonly #courses: number[][];

  constructor(nodeCount: number) {
    const stride = Math.max(1, Math.ceil(nodeCount / maxNodes));
    this.#nodes = Array.from({ length: Math.ceil(nodeCount / stride) }, (_, i) => i * stride);
    this.#courses = this.#nodes.flatMap(() => [[], []]);
  }

  /** `forward` is the body's axis; what is along it does not count as swing. */
  observe(time: number, positions: Float64Array, centre: readonly number[], forward: readonly number[]): void {
    this.#times.push(time);
    this.#nodes.forEach((node, i) => {
      const d = [0, 1, 2].map((k) => positions[3 * node + k]! - centre[k]!);
      const along = d[0]! * forward[0]! + d[1]! * forward[1]! + d[2]! * forward[2]!;
      for (const axis of [1, 2]) this.#courses[2 * i + axis - 1]!.push(d[axis]! - along * forward[axis]!);
    });
  }

  read(): Beat {
    let [best, swing]: [number[], number] = [[], 0];
    for (const course of this.#courses) {
      const wide = course.length === 0 ? 0 : Math.max(...course) - Math.min(...course);
      if (wide > swing) [best, swing] = [course, wide];
    }
    return { frequency: countCrossings(this.#times, best), swing, times: this.#times, course: best };
  }
}

/** Beats a second from upward crossings of the middle. */
function countCrossings(times: readonly number[], course: readonly number[]): number | null {
  const middle = course.reduce((sum, value) => sum + value / course.length, 0);
  const crossings: number[] = [];
  for (let i = 1; i < course.length; i++) {
    const [a, b] = [course[i - 1]! - middle, course[i]! - middle];
    if (a < 0 && b >= 0) crossings.push(times[i - 1]! + ((times[i]! - times[i - 1]!) * -a) / (b - a));
  }
  if (crossings.length < 2) return null;
  return (crossings.length - 1) / (crossings.at(-1)! - crossings[0]!);
}

/** Signals that are on a cord at a time: beats in the time that one takes to run down it. */
function countWaves(simulation: Simulation, frequency: number | null): number | null {
  const { body } = simulation.system as SoftSystem;
  const kappa = readValue(simulation.desc, 'controller.waves[0].kappa');
  const rate = readValue(simulation.desc, 'controller.rate');
  const segments = body.cords[0]?.segments;
  if (typeof kappa !== 'number' || typeof rate !== 'number' || segments === undefined || frequency === null)
    return null;
  return kappa * rate > 0 ? (frequency * segments) / (kappa * rate) : null;
}

function createCard(
  animal: string,
  length: number,
  metrics: Readonly<Record<string, number | null>>,
  beat: Beat,
  waves: number | null,
): ReportRow[] {
  const known = published[animal];
  const speed = metrics['speed'] ?? null;
  const { frequency, swing } = beat;
  const strouhal = speed === null || frequency === null || speed <= 0 ? null : (frequency * swing) / speed;
  const stride = speed === null || frequency === null ? null : speed / (frequency * length);
  const swimming = frequency === null ? null : (Math.PI * frequency * swing * length) / viscosity;
  const kind = 'predicted' as const;
  return [
    createReportRow(
      { name: 'speed', value: speed === null ? null : speed / length, unit: 'body lengths/s', kind: 'fitted' },
      known?.speed,
    ),
    createReportRow({ name: 'speed, absolute', value: speed, unit: 'm/s', kind: 'fitted' }, known?.metresPerSecond),
    createReportRow({ name: 'frequency', value: frequency, unit: 'Hz', kind: 'input' }, undefined),
    createReportRow({ name: 'swing', value: swing / length, unit: 'peak to peak/length', kind }, amplitudeRange),
    createReportRow({ name: 'Strouhal', value: strouhal, unit: '', kind }, known?.strouhal ?? strouhalRange),
    createReportRow({ name: 'swimming number', value: swimming, unit: '', kind }, undefined),
    createReportRow(
      { name: 'Reynolds', value: speed === null ? null : (speed * length) / viscosity, unit: '', kind },
      undefined,
    ),
    createReportRow({ name: 'waves on a cord', value: waves, unit: '', kind: 'input' }, known?.waves),
    createReportRow({ name: 'stride', value: stride, unit: 'body lengths', kind }, undefined),
    createReportRow(
      { name: 'slip', value: stride === null || waves === null ? null : stride * waves, unit: 'speed over wave', kind },
      undefined,
    ),
  ];
}

export const softReport: Report = {
  about: 'a soft swimmer: Strouhal and swimming numbers, stride and slip',
  examples: [
    { line: 'stingray', does: 'speed, swing, Strouhal and swimming numbers, stride and slip' },
    { line: 'cuttlefish --out cuttlefish.html', does: 'the same as a page with plots' },
  ],
  applies: ({ body, controller }) => body.kind === 'soft' && controller.kind === 'excitation',
  run: (desc, seconds, onProgress) => {
    const simulation = new Simulation(desc, { seed: 1 });
    const { dt, bodyLength } = simulation.system;
    const run = new RunMetrics(simulation, seconds);
    const positions = simulation.state.arrays['positions'] as Float64Array;
    const meter = new BeatMeter(positions.length / 3);
    const stride = Math.max(1, Math.round(1 / (sampleRate * dt)));
    const at = simulation.signalOffsets['forward.x']!;
    run.observe();
    while (simulation.time < seconds - 1e-9) {
      simulation.step();
      run.observe();
      onProgress(desc.animal, simulation.time, seconds);
      if (simulation.time >= seconds / 2 && simulation.stepCount % stride === 0)
        meter.observe(
          simulation.time,
          positions,
          [...run.signals.subarray(0, 3)],
          [...run.signals.subarray(at, at + 3)],
        );
    }
    const [metrics, beat] = [run.read(), meter.read()];
    const rows = createCard(desc.animal, bodyLength, metrics, beat, countWaves(simulation, beat.frequency));
    return {
      document: { animal: desc.animal, rows, metrics },
      tables: [{ head: rowHead, rows: rows.map(listCells) }],
      notes: [
        kindsNote,
        published[desc.animal]?.note ??
          'Nothing was looked up for an animal of this name: only the scales of all swimmers apply.',
      ],
      series: [
        createSeries('beat', [
          column('time', 's', 'Simulated time.', beat.times),
          column(
            'swing',
            'body lengths',
            'Across the way, of the node that swings most.',
            beat.course.map((value) => value / bodyLength),
          ),
        ]),
      ],
      plots: [
        {
          kind: 'lines',
          title: 'The node that swings most, across the way',
          table: 'beat',
          x: 'time',
          ys: ['swing'],
          y: { name: 'swing', unit: 'body lengths' },
        },
      ],
    };
  },
};
