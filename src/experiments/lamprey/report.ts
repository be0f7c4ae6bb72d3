/**
 * The report on a lamprey: its swimming against what is published of lampreys, and of eels where nothing was found of
 * lampreys; how speed goes with frequency, and how the swing grows along the body.
 */
import { replaceValue } from '../../engine/families/descriptions.ts';
import { log } from '../../engine/math/portable.ts';
import { SwayMeter } from '../../engine/math/meters/sway-meter.ts';
import { WaveMeter } from '../../engine/math/meters/wave-meter.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import {
  createReportRow,
  kindsNote,
  listCells,
  type PublishedRange,
  type Report,
  type ReportRow,
  rowHead,
} from '../kinds/report.ts';
import { column, createSeries } from '../reproduce/series.ts';
import { strouhalRange } from '../kinds/swimming.ts';

/** m²/s, water at 20 °C. */
const viscosity = 1e-6;
const drives = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];

const ranges: Readonly<Record<string, PublishedRange>> = {
  wavelength: {
    low: 0.8,
    high: 1.25,
    source:
      'one wave on the body (Wadden et al.; Boyd & McClellan 2002: a single S-wave at all speeds), ± 25 %; a number was not found',
    reading: 'read',
  },
  lag: {
    low: 0.008,
    high: 0.012,
    source: '1 % of the cycle in swimming lampreys (J. Neurophysiol. 67:373, 1992), ± 20 %',
    reading: 'read',
  },
  frequency: {
    low: 1.7,
    high: 3.1,
    source: 'isolated cord, 2.4 ± 0.7 Hz; the swimming animal was not found',
    reading: 'read',
  },
  speed: {
    low: 1.7,
    high: 5.2,
    source:
      'juvenile Pacific lamprey of 136 mm: 23 cm/s for five minutes (1.7, derived), critical 2.4 ± 0.6, burst 5.2',
    reading: 'read',
  },
  tail: {
    low: 0.07,
    high: 0.09,
    source: 'eels, 0.08 (Gillis 1998) and 0.075 (D’Août & Aerts 1999, derived); lampreys not found',
    reading: 'read',
  },
  strouhal: {
    low: 0.4,
    high: 0.5,
    source: 'most eel-like swimmers about 0.45 (JEB 212:576, 2009), ± 10 %',
    reading: 'read',
  },
};

interface Swim {
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly length: number;
  /** Half the swing from snout to tail tip, body lengths. */
  readonly amplitudes: readonly number[];
}

function swim(desc: AnimalDesc, seconds: number, onProgress: (time: number) => void): Swim {
  const simulation = new Simulation(desc, { seed: 1 });
  const run = new RunMetrics(simulation, seconds);
  const { jointAngle, 'midline.x': atX, 'midline.y': atY } = simulation.signalOffsets;
  const { size } = simulation.system.signals.find(({ name }) => name === 'jointAngle')!;
  const cycles = new WaveMeter(size, seconds / 2, 0.02);
  const sway = new SwayMeter(size + 2);
  let [before, whole] = [0, 0];
  run.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    const { time } = simulation;
    if (cycles.observe(time, time - before, run.signals, jointAngle!)) sway.closeCycle(whole++ > 0);
    if (time >= seconds / 2) sway.observe(time, run.signals, atX!, atY!);
    before = time;
    onProgress(time);
  }
  const length = simulation.system.bodyLength;
  return { metrics: run.read(), length, amplitudes: sway.read()?.map((value) => value / length) ?? [] };
}

function createCard({ metrics, length, amplitudes }: Swim): ReportRow[] {
  const read = (name: string): number | null => metrics[name] ?? null;
  const [speed, frequency, waves] = [read('speed'), read('frequency'), read('wavelengths')];
  const tail = amplitudes.at(-1) ?? null;
  const wavelength = waves === null || waves === 0 ? null : 1 / waves;
  const strouhal = computeStrouhal(speed, frequency, tail === null ? null : tail * length);
  const stride = speed === null || frequency === null ? null : speed / (frequency * length);
  const slip = stride === null || wavelength === null ? null : stride / wavelength;
  const swimming =
    frequency === null || tail === null ? null : (2 * Math.PI * frequency * tail * length * length) / viscosity;
  return [
    createReportRow(
      { name: 'wavelength', value: wavelength, unit: 'body lengths', kind: 'fitted' },
      ranges['wavelength'],
    ),
    createReportRow(
      { name: 'lag', value: read('phaseLag'), unit: 'cycles per segment', kind: 'fitted' },
      ranges['lag'],
    ),
    createReportRow({ name: 'frequency', value: frequency, unit: 'Hz', kind: 'fitted' }, ranges['frequency']),
    createReportRow(
      { name: 'speed', value: speed === null ? null : speed / length, unit: 'body lengths/s', kind: 'fitted' },
      ranges['speed'],
    ),
    createReportRow({ name: 'tail amplitude', value: tail, unit: 'body lengths', kind: 'predicted' }, ranges['tail']),
    createReportRow({ name: 'tail over head', value: read('amplitudeRatio'), unit: '', kind: 'predicted' }, undefined),
    createReportRow({ name: 'Strouhal', value: strouhal, unit: '', kind: 'predicted' }, ranges['strouhal']),
    createReportRow({ name: 'Strouhal, all', value: strouhal, unit: '', kind: 'predicted' }, strouhalRange),
    createReportRow({ name: 'swimming number', value: swimming, unit: '', kind: 'predicted' }, undefined),
    createReportRow({ name: 'stride', value: stride, unit: 'body lengths', kind: 'predicted' }, undefined),
    createReportRow({ name: 'slip', value: slip, unit: 'speed over wave', kind: 'predicted' }, undefined),
    createReportRow(
      { name: 'cost of transport', value: read('costOfTransport'), unit: 'J/(kg m)', kind: 'predicted' },
      undefined,
    ),
  ];
}

/** f · (peak to peak) / U. */
function computeStrouhal(speed: number | null, frequency: number | null, half: number | null): number | null {
  if (speed === null || frequency === null || half === null || speed <= 0) return null;
  return (2 * half * frequency) / speed;
}

/** Exponent of Re over the swimming number between the slowest and the fastest drive. */
function computeExponent(swims: readonly Swim[]): number | null {
  const places = swims.flatMap(({ metrics, amplitudes }) => {
    const [speed, frequency, tail] = [metrics['speed'] ?? null, metrics['frequency'] ?? null, amplitudes.at(-1)];
    return speed === null || frequency === null || tail === undefined || speed <= 0
      ? []
      : [[frequency * tail, speed] as const];
  });
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return null;
  return log(last[1] / first[1]) / log(last[0] / first[0]);
}

export const lampreyReport: Report = {
  about: 'a lamprey: wave, frequency, speed, swing and cost',
  examples: [{ line: 'lamprey', does: 'wave, frequency, speed, swing along the body and cost of transport' }],
  applies: ({ body, controller }) => body.kind === 'articulated' && controller.kind === 'spinal',
  run: (desc, seconds, onProgress) => {
    const main = swim(desc, seconds, (time) => onProgress(desc.animal, time, seconds));
    const swims = drives.map((drive, i) => {
      const driven = ['brainstem.left', 'brainstem.right'].reduce((at, path) => replaceValue(at, path, drive), desc);
      onProgress('drive', i + 1, drives.length);
      return swim(driven, Math.min(seconds, 8), () => undefined);
    });
    const exponent = computeExponent(swims);
    const rows = [
      ...createCard(main),
      createReportRow(
        { name: 'Re by swimming number', value: exponent, unit: 'exponent', kind: 'predicted' },
        { low: 0.9, high: 1.1, source: '1 in turbulent flow (Gazzola et al. 2014), ± 10 %', reading: 'read' },
      ),
    ];
    const list = (name: string): (number | null)[] => swims.map(({ metrics }) => metrics[name] ?? null);
    const curve = drives.map((drive, i) => ({ drive, frequency: list('frequency')[i]!, speed: list('speed')[i]! }));
    return {
      document: { animal: desc.animal, rows, curve, amplitudes: main.amplitudes, metrics: main.metrics },
      tables: [{ head: rowHead, rows: rows.map(listCells) }],
      notes: [
        kindsNote,
        'Speed by frequency, amplitude of the head, slip and cost of transport of living lampreys were not found; amplitude is borrowed from eels.',
      ],
      series: [
        createSeries('drive', [
          column('frequency', 'Hz', 'Undulations per second.', list('frequency')),
          column('speed', 'm/s', 'Mean speed.', list('speed')),
        ]),
        createSeries('envelope', [
          column(
            'place',
            'body lengths',
            'From snout to tail tip.',
            main.amplitudes.map((_, i) => i / (main.amplitudes.length - 1)),
          ),
          column('amplitude', 'body lengths', 'Half the swing across the way.', main.amplitudes),
        ]),
      ],
      plots: [
        {
          kind: 'lines',
          title:
            'Speed by frequency, as the drive of the brain stem rises from 0.1 to 0.7; no published slope was found',
          table: 'drive',
          x: 'frequency',
          ys: ['speed'],
          y: { name: 'speed', unit: 'm/s' },
          dots: true,
        },
        {
          kind: 'lines',
          title: 'Amplitude along the body; the cross is an eel’s tail (Gillis 1998)',
          table: 'envelope',
          x: 'place',
          ys: ['amplitude'],
          y: { name: 'amplitude', unit: 'body lengths' },
          dots: true,
          marks: [{ x: 1, y: 0.08, label: 'eel 0.08' }],
        },
      ],
    };
  },
};
