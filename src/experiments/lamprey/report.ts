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
  columnNotes,
  listCells,
  type PublishedRange,
  type Report,
  type ReportRow,
  rowHead,
} from '../kinds/report.ts';
import { column, createSeries } from '../reproduce/series.ts';
import { FroudeMeter } from './thrust.ts';
import { fishCostRange, lampreyRanges, strouhalRange } from '../kinds/swimming.ts';

/** m²/s, water at 20 °C. */
const viscosity = 1e-6;
const drives = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];

const ranges: Readonly<Record<string, PublishedRange>> = {
  wavelength: {
    low: 0.6,
    high: 1.25,
    source:
      'one wave on the body (Wadden et al.; Boyd & McClellan 2002: a single S-wave at all speeds) + 25 %, to 0.67 of a sea lamprey (Tytell, fishmechr; measured from its midlines) − 10 %',
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
  readonly froude: number | null;
}

function swim(desc: AnimalDesc, seconds: number, onProgress: (time: number) => void): Swim {
  const simulation = new Simulation(desc, { seed: 1 });
  const run = new RunMetrics(simulation, seconds);
  const { jointAngle, 'midline.x': atX, 'midline.y': atY } = simulation.signalOffsets;
  const { size } = simulation.system.signals.find(({ name }) => name === 'jointAngle')!;
  const cycles = new WaveMeter(size, seconds / 2, 0.02);
  const sway = new SwayMeter(size + 2);
  const froude = new FroudeMeter(simulation);
  let [before, whole] = [0, 0];
  run.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    const { time } = simulation;
    if (cycles.observe(time, time - before, run.signals, jointAngle!)) sway.closeCycle(whole++ > 0);
    if (time >= seconds / 2) {
      sway.observe(time, run.signals, atX!, atY!);
      froude.observe(simulation);
    }
    before = time;
    onProgress(time);
  }
  const length = simulation.system.bodyLength;
  const metrics = run.read();
  const amplitudes = sway.read()?.map((value) => value / length) ?? [];
  return { metrics, length, amplitudes, froude: froude.read(metrics['speed'] ?? null) };
}

function createCard({ metrics, length, amplitudes, froude }: Swim): ReportRow[] {
  const read = (name: string): number | null => metrics[name] ?? null;
  const [speed, frequency, waves] = [read('speed'), read('frequency'), read('wavelengths')];
  const cost = read('costOfTransport');
  const tail = amplitudes.at(-1) ?? null;
  const wavelength = waves === null || waves === 0 ? null : 1 / waves;
  const strouhal = computeStrouhal(speed, frequency, tail === null ? null : tail * length);
  const stride = speed === null || frequency === null ? null : speed / (frequency * length);
  const slip = stride === null || wavelength === null ? null : stride / wavelength;
  const swimming =
    frequency === null || tail === null ? null : (2 * Math.PI * frequency * tail * length * length) / viscosity;
  return [
    createReportRow('wavelength', wavelength, 'body lengths', 'fitted', ranges['wavelength']),
    createReportRow('lag', read('phaseLag'), 'cycles per segment', 'fitted', ranges['lag']),
    createReportRow('frequency', frequency, 'Hz', 'fitted', ranges['frequency']),
    createReportRow('speed', speed === null ? null : speed / length, 'body lengths/s', 'fitted', ranges['speed']),
    createReportRow('tail amplitude', tail, 'body lengths', 'predicted', lampreyRanges.tail),
    createReportRow('head amplitude', amplitudes[0] ?? null, 'body lengths', 'predicted', lampreyRanges.head),
    createReportRow('tail over head', read('amplitudeRatio'), '', 'predicted', lampreyRanges.tailOverHead),
    createReportRow('Strouhal', strouhal, '', 'predicted', ranges['strouhal']),
    createReportRow('Strouhal, all', strouhal, '', 'predicted', strouhalRange),
    createReportRow('swimming number', swimming, '', 'predicted'),
    // Of speed, frequency and wavelength, all fitted, and so no evidence.
    createReportRow('stride', stride, 'body lengths', 'fitted', lampreyRanges.stride),
    createReportRow('slip', slip, 'speed over wave', 'fitted', lampreyRanges.slip),
    createReportRow('cost of transport', cost, 'J/(kg m)', 'predicted', fishCostRange),
    createReportRow(
      'power',
      cost === null || speed === null ? null : cost * Math.abs(speed),
      'W/kg of body',
      'predicted',
    ),
    createReportRow('Froude efficiency', froude, '', 'predicted'),
  ];
}

/** f · (peak to peak) / U. */
function computeStrouhal(speed: number | null, frequency: number | null, half: number | null): number | null {
  if (speed === null || frequency === null || half === null || speed <= 0) return null;
  return (2 * half * frequency) / speed;
}

/** Body lengths/s by Hz, over the drives: line of least squares. */
function computeSlope(swims: readonly Swim[]): number | null {
  const places = swims.flatMap(({ metrics, length }) => {
    const [speed, frequency] = [metrics['speed'] ?? null, metrics['frequency'] ?? null];
    return speed === null || frequency === null ? [] : [[frequency, speed / length] as const];
  });
  const mean = (k: 0 | 1): number => places.reduce((sum, place) => sum + place[k] / places.length, 0);
  const [f, v] = [mean(0), mean(1)];
  const spread = places.reduce((sum, place) => sum + (place[0] - f) * (place[0] - f), 0);
  return spread > 0 ? places.reduce((sum, place) => sum + (place[0] - f) * (place[1] - v), 0) / spread : null;
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
      createReportRow('speed by frequency', computeSlope(swims), 'body lengths a beat', 'predicted'),
      createReportRow('Re by swimming number', exponent, 'exponent', 'predicted', {
        low: 0.9,
        high: 1.1,
        source: '1 in turbulent flow (Gazzola et al. 2014), ± 10 %',
        reading: 'read',
      }),
    ];
    const list = (name: string): (number | null)[] => swims.map(({ metrics }) => metrics[name] ?? null);
    const curve = drives.map((drive, i) => ({ drive, frequency: list('frequency')[i]!, speed: list('speed')[i]! }));
    return {
      document: { animal: desc.animal, rows, curve, amplitudes: main.amplitudes, metrics: main.metrics },
      tables: [{ head: rowHead, rows: rows.map(listCells) }],
      notes: [
        ...columnNotes,
        'Speed by frequency in body lengths and cost of transport of living lampreys were not found; the limit of cost is that of fishes. Froude efficiency is thrust × speed over the power that the water takes; thrust is that of the links that it pushes forward at a moment, without those that brake.',
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
            main.amplitudes,
            (_, i) => i / (main.amplitudes.length - 1),
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
          y: { name: 'speed', unit: 'm/s' },
          dots: true,
        },
        {
          kind: 'lines',
          title: 'Amplitude along the body; crosses are head and tail of a sea lamprey (Tytell, fishmechr)',
          table: 'envelope',
          x: 'place',
          y: { name: 'amplitude', unit: 'body lengths' },
          dots: true,
          marks: [
            { x: 0, y: 0.015, label: '0.015' },
            { x: 1, y: 0.083, label: '0.083' },
          ],
        },
      ],
    };
  },
};
