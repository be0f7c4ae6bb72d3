/**
 * The report on a soft swimmer: its wave, Strouhal and swimming numbers, stride, slip and cost, measured on the body.
 *
 *   St = f A / U,   Sw = ω (A/2) L / ν,   stride = U / (f L),   slip = U / (f λ)
 *
 * U: through the water along the body; f, λ: of the motion of stations along the body or the edge of its fin (body-wave.ts), left or right,
 * whichever swings more: the two differ in a turn. A: from side to side at the tail or the tip of a fin, across the body's mean axis,
 * median over the beats.
 *
 * Froude's efficiency is thrust × U over the power that the water takes, thrust that of the faces that push (thrust.ts); reactive water
 * tells no face what the water that moves with the body pushes. Efficiency of towing is the power to tow the stretched body at the same
 * speed, over the power that the water takes.
 */
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { SoftDesc } from '../../engine/families/soft/schema.ts';
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import {
  createReportRow,
  columnNotes,
  listCells,
  type PublishedRange,
  type Report,
  type ReportProgress,
  type ReportResult,
  type ReportRow,
  rowHead,
} from '../kinds/report.ts';
import { amplitudeRange, strouhalRange } from '../kinds/swimming.ts';
import { column, createSeries } from '../reproduce/series.ts';
import { type BodyWave, measureBodyWave } from './body-wave.ts';
import type { LivingWave } from './lamprey-midline.ts';
import { published, type SoftPublished } from './published.ts';
import { computeTowedSpeed } from './towed-wave.ts';
import { ThrustMeter } from './thrust.ts';
import { createStationRecord, findStations, recordStations, type Stations } from './stations.ts';

/** m²/s: of the description, or of water at 20 °C where its law has none. */
function readViscosity(desc: AnimalDesc): number {
  const { water } = desc as SoftDesc;
  return water.model === 'reactive' ? water.viscosity : 1e-6;
}
/** Samples a second, many in a beat, and the end of a long run that is enough of it. */
const sampleRate = 120;
const recordedSeconds = 20;

interface Swim {
  readonly length: number;
  readonly metrics: Readonly<Record<string, number | null>>;
  /** null where nothing beats. */
  readonly wave: BodyWave | null;
  readonly stations: Stations;
  /** N, mean of what pushes forward. */
  readonly thrust: number | null;
}

function swim(desc: AnimalDesc, seconds: number, onProgress: ReportProgress): Swim {
  const simulation = new Simulation(desc, { seed: 1 });
  const { dt, bodyLength } = simulation.system;
  const run = new RunMetrics(simulation, seconds);
  const sides = ([1, -1] as const).map((side) => ({
    stations: findStations(simulation.system as SoftSystem, side),
    record: createStationRecord(),
  }));
  const thrust = new ThrustMeter(simulation.system as SoftSystem);
  const stride = Math.max(1, Math.round(1 / (sampleRate * dt)));
  const from = Math.max(seconds / 2, seconds - recordedSeconds);
  run.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    onProgress(desc.animal, simulation.time, seconds);
    if (simulation.time < from || simulation.stepCount % stride !== 0) continue;
    for (const { stations, record } of sides) recordStations(record, stations, simulation);
    thrust.observe(simulation);
  }
  const waves = sides.map(({ stations, record }) => ({ stations, wave: measureBodyWave(record, stations) }));
  const main = waves.reduce((best, one) => ((one.wave?.swing ?? 0) > (best.wave?.swing ?? 0) ? one : best));
  return { length: bodyLength, metrics: run.read(), ...main, thrust: thrust.read() };
}

/** Degrees a second when it is told to turn as sharply as it can. */
function measureTurning(desc: AnimalDesc, seconds: number, onProgress: ReportProgress): number | null {
  const simulation = new Simulation(replaceValue(desc, 'control.turn', 1), { seed: 1 });
  const run = new RunMetrics(simulation, seconds);
  run.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    onProgress('turn', simulation.time, seconds);
  }
  const rate = run.read()['headingRate'] ?? null;
  return rate === null ? null : (Math.abs(rate) * 180) / Math.PI;
}

/** W to tow the stretched body forward at `speed`: what still bodies lose to water that streams by. */
function measureTowing(desc: AnimalDesc, speed: number): number | null {
  const { water } = desc as SoftDesc;
  if (water.model === 'none' || water.current.kind !== 'uniform') return null;
  const [x, y, z] = (new Simulation(desc, { seed: 1 }).system as SoftSystem).forward;
  const towed = [
    ['x', x],
    ['y', y],
    ['z', z],
  ].reduce((before, [axis, share]) => replaceValue(before, `water.current.${axis}`, -speed * (share as number)), desc);
  const simulation = new Simulation(towed, { seed: 1 });
  const signals = new Float64Array(simulation.coreSignalLength);
  simulation.writeSignals(signals);
  return -signals[simulation.signalOffsets['power.water']!]!;
}

/** Thrust × speed over power, W. */
function computeFroude({ water }: SoftDesc, { metrics, thrust }: Swim, power: number | null): number | null {
  const { speed = null } = metrics;
  if (water.model === 'reactive' || speed === null || speed <= 0) return null;
  return divide(multiply(thrust, speed), power);
}

const divide = (a: number | null, b: number | null): number | null =>
  a === null || b === null || b === 0 ? null : a / b;
const multiply = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a * b);

function createCard(
  { length, metrics, wave, stations }: Swim,
  known: SoftPublished | undefined,
  viscosity: number,
): ReportRow[] {
  const speed = metrics['speed'] ?? null;
  const forward = speed === null || speed <= 0 ? null : speed;
  const frequency = wave?.frequency ?? null;
  const swing = wave?.swing ?? null;
  const waveSpeed = multiply(frequency, wave?.wavelength ?? null);
  const perLength = divide(swing, length);
  const predicted = (name: string, value: number | null, unit: string, range?: PublishedRange): ReportRow =>
    createReportRow(name, value, unit, 'predicted', range);
  return [
    createReportRow('speed', divide(speed, length), 'body lengths/s', 'fitted', known?.speed),
    createReportRow('speed, absolute', speed, 'm/s', 'fitted', known?.metresPerSecond),
    createReportRow('frequency', frequency, 'Hz', 'input'),
    predicted('swing', perLength, 'peak to peak/length', amplitudeRange),
    ...createEnvelope({ length, wave, stations }, known),
    predicted('Strouhal', divide(multiply(frequency, swing), forward), '', known?.strouhal ?? strouhalRange),
    predicted('swimming number', multiply(multiply(frequency, swing), (Math.PI * length) / viscosity), ''),
    // Of a fitted speed and an input, and so no evidence.
    createReportRow('Reynolds', multiply(speed, length / viscosity), '', 'fitted'),
    predicted(stations.isFin ? 'waves on the fin' : 'waves on the body', wave?.waves ?? null, '', known?.waves),
    predicted('wavelength', divide(wave?.wavelength ?? null, length), 'body lengths'),
    predicted('wave speed', divide(waveSpeed, length), 'body lengths/s'),
    createReportRow('stride', divide(divide(speed, frequency), length), 'body lengths', 'fitted', known?.stride),
    predicted('slip', divide(speed, waveSpeed), 'speed over wave', known?.slip),
    predicted('cost of transport', metrics['costOfTransport'] ?? null, 'J/(kg m)', known?.cost),
    predicted('power', metrics['powerPerMass'] ?? null, 'W/kg of body'),
  ];
}

/** A body that moves as a living one did, in our water: the speed at which it neither gains nor loses, over that of its wave. */
function createLivingRows(living: LivingWave | undefined): ReportRow[] {
  return (living?.slips ?? []).map((range) => {
    const { wave, waveSpeed } = living!;
    const slip = computeTowedSpeed(wave, range.factor * 1e-6, waveSpeed) / waveSpeed;
    return createReportRow(
      `slip of a living midline, viscosity × ${range.factor}`,
      slip,
      'speed over wave',
      'predicted',
      range,
    );
  });
}

/** Amplitudes of head and tail to one side, of bodies that have both. */
function createEnvelope(
  { length, wave, stations }: Omit<Swim, 'metrics' | 'thrust'>,
  known: SoftPublished | undefined,
): ReportRow[] {
  if (stations.isFin || known?.tail === undefined) return [];
  const [tail, head] = [wave?.swings.at(-1) ?? null, wave?.swings[0] ?? null];
  const row = (name: string, value: number | null, unit: string, range?: PublishedRange): ReportRow =>
    createReportRow(name, value, unit, 'predicted', range);
  return [
    row('tail amplitude', divide(tail, 2 * length), 'body lengths', known.tail),
    row('head amplitude', divide(head, 2 * length), 'body lengths', known.head),
    row('tail over head', divide(tail, head), '', known.tailOverHead),
  ];
}

function createResult(desc: AnimalDesc, swim: Swim, rows: readonly ReportRow[]): ReportResult {
  const { metrics, wave, stations, length } = swim;
  const places = wave === null ? [] : stations.places;
  const draw = (title: string, table: string, x: string, name: string, unit: string) => ({
    kind: 'lines' as const,
    title,
    ...{ table, x },
    y: { name, unit },
  });
  return {
    document: { animal: desc.animal, rows, metrics, waveQuality: wave?.quality ?? null },
    tables: [{ head: rowHead, rows: rows.map(listCells) }],
    notes: [
      ...columnNotes,
      published[desc.animal]?.note ??
        'Nothing was looked up for an animal of this name: only the scales of all swimmers apply.',
      'Froude efficiency is thrust × speed over the power that the water takes; thrust is that of the faces that push forward at a moment, without those that brake. In reactive water it is not told face by face. Efficiency of towing is the power to tow the stretched body at its speed over the same power.',
    ],
    series: [
      createSeries('beat', [
        column('time', 's', 'Simulated time.', wave?.times),
        column('swing', 'body lengths', 'Across the mean axis, at the tip.', wave?.course, (value) => value / length),
      ]),
      createSeries('stations', [
        column('place', 'body lengths', 'From front to rear.', places, (place) => place / length),
        column('amplitude', 'body lengths', 'Half the swing.', wave?.swings, (value) => value / (2 * length)),
        column('phase', 'beats', 'Behind the first station.', wave?.phases),
      ]),
    ],
    plots: [
      draw('The tip of tail or fin, across the mean axis', 'beat', 'time', 'swing', 'body lengths'),
      draw('Amplitude along the body, to one side', 'stations', 'place', 'amplitude', 'body lengths'),
      draw('Phase along the body: a straight line is a travelling wave', 'stations', 'place', 'phase', 'beats'),
    ],
  };
}

export const softReport: Report = {
  about: 'a soft swimmer: body wave, Strouhal and swimming numbers, stride, slip and cost',
  examples: [
    { line: 'stingray', does: 'speed, wave of the fin, Strouhal and swimming numbers, stride, slip and cost' },
    { line: 'cuttlefish --out cuttlefish.html', does: 'the same as a page with plots' },
  ],
  applies: ({ body, controller }) => body.kind === 'soft' && controller.kind === 'excitation',
  run: (desc, seconds, onProgress) => {
    const known = published[desc.animal];
    const main = swim(desc, seconds, onProgress);
    const { speed = null, powerPerMass = null } = main.metrics;
    const power = multiply(powerPerMass, new Simulation(desc, { seed: 1 }).system.mass);
    const towing = speed === null || speed <= 0 ? null : measureTowing(desc, speed);
    const rows = [
      ...createCard(main, known, readViscosity(desc)),
      createReportRow('Froude efficiency', computeFroude(desc as SoftDesc, main, power), '', 'predicted'),
      createReportRow('efficiency of towing', divide(towing, power), '', 'predicted'),
      ...((desc as SoftDesc).water.model === 'reactive' ? createLivingRows(known?.living) : []),
      ...(known?.turning === undefined
        ? []
        : [
            createReportRow(
              'turning rate',
              measureTurning(desc, Math.min(seconds, 8), onProgress),
              'deg/s',
              'predicted',
              known.turning,
            ),
          ]),
    ];
    return createResult(desc, main, rows);
  },
};
