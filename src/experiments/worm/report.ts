/** The report on a worm: measures of its locomotion against published ranges, and the shapes of its body. */
import type { WormDesc } from '../../engine/families/worm/schema.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { Plot } from '../kinds/claim.ts';
import {
  type ReportCell,
  columnNotes,
  listCells,
  type Report,
  type ReportProgress,
  type ReportResult,
  type ReportTable,
  rowHead,
} from '../kinds/report.ts';
import { column, createSeries } from '../reproduce/series.ts';
import {
  type CentreLineMeasures,
  type CentreLines,
  createPostures,
  explainByBasis,
  measureCentreLines,
} from './recording.ts';
import { createCentreLineRows, createReportCard, nameClassKind, type ReportCard } from './report-card.ts';

/** Shapes listed with their share of the variance. */
const shapesShown = 4;
/** Values of `medium.water` for the curve from agar to water. */
const mediumValues = [0, 0.25, 0.5, 0.75, 1];
const fangYen = 'Fang-Yen et al. 2010 (numbers SECONDARY; that it rises continuously READ)';

export const wormReport: Report = {
  about: 'a worm: speed, frequency, wavelength and bend, and the shapes of its body',
  examples: [
    { line: 'worm', does: 'speed, frequency, wavelength and bend on agar, and the shapes of the body' },
    { line: 'worm --set medium.water=1 --seconds 6', does: 'the same in water' },
    {
      line: 'worm --wcon mine.wcon --out worm.html',
      does: 'beside a recording of your own, measured by the same code',
    },
  ],
  applies: ({ body, controller }) => body.kind === 'fem' && controller.kind === 'worm',
  takesRecordings: true,
  run: (desc, seconds, onProgress, options) => {
    const simulation = new Simulation(desc, { seed: 1 });
    const { metrics, lines } = observeRun(simulation, seconds, onProgress);
    const { controls } = simulation.system;
    const water = simulation.state.controls[controls.find(({ name }) => name === 'medium.water')!.slot]!;
    const length = simulation.system.bodyLength;
    const main = createReportCard(metrics, { drive: (desc as WormDesc).drive.kind, water, length });
    const own = measureCentreLines(lines);
    const fourShapes = own.shapes.shares.subarray(0, shapesShown).reduce((a, b) => a + b, 0);
    const more = createCentreLineRows(metrics, main, length, { bendDecay: own.bendDecay, fourShapes });
    const card = { ...main, rows: [...main.rows, ...more] };
    const curve = options.thorough ? followMedium(desc, seconds, onProgress) : [];
    const seen: Seen[] = [
      { id: 'simulation', lines, gaps: 0, measures: own },
      ...options.recordings.map((one) => ({
        id: one.id,
        lines: one,
        gaps: one.gaps,
        measures: measureCentreLines(one),
      })),
    ];
    return createResult({ card, metrics, curve, seen, basis: options.basis });
  },
};

/** A run or a recording, and what was measured of it. */
interface Seen {
  readonly id: string;
  readonly lines: CentreLines;
  readonly gaps: number;
  readonly measures: CentreLineMeasures;
}

interface MediumPlace {
  readonly water: number;
  readonly frequency: number | null;
  /** Body lengths. */
  readonly wavelength: number | null;
  /** mm/s */
  readonly speed: number | null;
}

/** The gait from agar to water, a run for each place. */
function followMedium(desc: AnimalDesc, seconds: number, onProgress: ReportProgress): MediumPlace[] {
  return mediumValues.map((water, i) => {
    const simulation = new Simulation(replaceValue(desc, 'medium.water', water), { seed: 1 });
    const { metrics } = observeRun(simulation, seconds, () => undefined);
    onProgress('agar to water', i + 1, mediumValues.length);
    const waves = metrics['wavelengths'] ?? null;
    const speed = metrics['speed'] ?? null;
    return {
      water,
      frequency: metrics['frequency'] ?? null,
      wavelength: waves === null || waves === 0 ? null : 1 / waves,
      speed: speed === null ? null : 1000 * speed,
    };
  });
}

/** Centre lines of the second half. */
function observeRun(simulation: Simulation, seconds: number, onProgress: ReportProgress) {
  const { dt } = simulation.system;
  const steps = Math.round(seconds / dt);
  const run = new RunMetrics(simulation, seconds);
  const [atX, atY] = [simulation.signalOffsets['midline.x']!, simulation.signalOffsets['midline.y']!];
  const points = simulation.system.signals.find(({ name }) => name === 'midline.x')!.size;
  const first = Math.floor(steps / 2);
  const lines = { times: [] as number[], xs: [] as Float64Array[], ys: [] as Float64Array[] };
  run.observe();
  for (let step = 0; step < steps; step++) {
    simulation.step();
    run.observe();
    onProgress(simulation.desc.animal, simulation.time, steps * dt);
    if (step < first) continue;
    lines.times.push(simulation.time);
    lines.xs.push(run.signals.slice(atX, atX + points));
    lines.ys.push(run.signals.slice(atY, atY + points));
  }
  return { metrics: run.read(), lines };
}

interface Parts {
  readonly card: ReportCard;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly curve: readonly MediumPlace[];
  /** The simulation first. */
  readonly seen: readonly Seen[];
  readonly basis: readonly Float64Array[];
}

function createResult({ card, metrics, curve, seen, basis }: Parts): ReportResult {
  const verdict = card.gait === null ? 'unknown' : card.gait === card.expected ? 'within' : 'outside';
  const classRow = [
    'class',
    card.gait ?? 'none',
    '',
    nameClassKind(card),
    verdict,
    card.expected,
    '',
    'by frequency and wavelength',
  ];
  const { shapes } = seen[0]!.measures;
  const shares = Array.from(shapes.shares.subarray(0, shapesShown));
  const { circulation } = shapes;
  const percentages = shares.map((share) => `${(100 * share).toFixed(1)} %`).join(', ');
  const explained = seen.map(({ id, lines }) => ({ id, shares: explainByBasis(createPostures(lines), basis) }));
  const beside = seen.map(({ id, gaps, measures: { shapes: own, ...rest } }) => ({
    id,
    gaps,
    ...rest,
    shares: Array.from(own.shares.subarray(0, shapesShown)),
    circulation: own.circulation,
  }));
  return {
    document: {
      ...card,
      shapes: { shares, circulation },
      metrics,
      ...(seen.length > 1 ? { recordings: beside } : {}),
      ...(basis.length > 0 ? { basis: explained } : {}),
      ...(curve.length > 0 ? { curve } : {}),
    },
    tables: [
      { head: rowHead, rows: [...card.rows.map(listCells), classRow] },
      ...(seen.length > 1 ? [createBesideTable(seen)] : []),
      ...(basis.length > 0 ? [createBasisTable(explained)] : []),
    ],
    notes: [
      ...columnNotes,
      `Shapes of the body: ${percentages} of the variance of the tangent angles; circulation of the leading pair ${circulation.toFixed(2)} (1 travels, 0 stands). In life four shapes have 95 % (Stephens et al. 2008, READ), in buffer two (READ).`,
    ],
    ...createPictures(curve, seen),
  };
}

/** The same measures of the run and of every recording. */
function createBesideTable(seen: readonly Seen[]): ReportTable {
  const row = (name: string, read: (measures: CentreLineMeasures) => number | null): ReportCell[] => [
    name,
    ...seen.map(({ measures }) => read(measures)),
  ];
  const invert = (waves: number | null): number | null => (waves === null || waves === 0 ? null : 1 / waves);
  return {
    title: 'Simulation and recordings, measured by the same code from their centre lines:',
    head: ['MEASURE', ...seen.map(({ id }) => id)],
    rows: [
      row('length, mm', ({ length }) => 1000 * length),
      row('speed, mm/s', ({ speed }) => (speed === null ? null : 1000 * speed)),
      row('frequency, Hz', ({ frequency }) => frequency),
      row('wavelength, body lengths', ({ wavelengths }) => invert(wavelengths)),
      row('bend, peak × length', ({ bend, length }) => bend * length),
      row('bend, rms × length', ({ bendRms, length }) => bendRms * length),
      row('first four shapes, share', ({ shapes }) =>
        shapes.shares.subarray(0, shapesShown).reduce((a, b) => a + b, 0),
      ),
      row('circulation', ({ shapes }) => shapes.circulation),
      ['postures', ...seen.map(({ lines }) => lines.times.length)],
      ['gaps', ...seen.map(({ gaps }) => gaps)],
    ],
  };
}

function createBasisTable(
  explained: readonly { readonly id: string; readonly shares: readonly number[] }[],
): ReportTable {
  const count = Math.max(...explained.map(({ shares }) => shares.length));
  return {
    title: 'Share of the variance that the shapes of the given basis explain:',
    head: ['SHAPE', ...explained.map(({ id }) => id)],
    rows: [
      ...Array.from({ length: count }, (_, i): ReportCell[] => [
        String(i + 1),
        ...explained.map(({ shares }) => shares[i] ?? null),
      ]),
      ['all', ...explained.map(({ shares }) => shares.reduce((sum, share) => sum + share, 0))],
    ],
  };
}

function createPictures(curve: readonly MediumPlace[], seen: readonly Seen[]): Pick<ReportResult, 'series' | 'plots'> {
  const loops = seen.map(({ id, measures }) => {
    const { loop } = measures.shapes;
    const pick = (k: number): number[] => Array.from({ length: loop.length / 2 }, (_, i) => loop[2 * i + k]!);
    return { id, name: `loop-${id.replaceAll(/[^\w-]/gu, '_')}`, first: pick(0), second: pick(1) };
  });
  const series = loops.map(({ name, first, second }) =>
    createSeries(name, [
      column('first', 'rad', 'Amplitude of the first shape.', first),
      column('second', 'rad', 'Amplitude of the second shape.', second),
    ]),
  );
  const plots: Plot[] = loops.map(({ id, name }) => ({
    kind: 'lines',
    title: `Amplitudes of the first two shapes, ${id}: a wave that travels runs around a circle`,
    table: name,
    x: 'first',
    y: { name: 'second', unit: 'rad' },
  }));
  if (curve.length === 0) return { series, plots };
  const medium = createSeries('medium', [
    column('water', '', '0 agar, 1 water.', curve, ({ water }) => water),
    column('frequency', 'Hz', 'Undulations per second.', curve, ({ frequency }) => frequency),
    column('wavelength', 'body lengths', 'Of the wave.', curve, ({ wavelength }) => wavelength),
    column('speed', 'mm/s', 'Mean speed.', curve, ({ speed }) => speed),
  ]);
  const draw = (name: string, unit: string, marks: readonly [number, number], known: string): Plot => ({
    kind: 'lines',
    title: `${name} from agar (0) to water (1); crosses are living worms: ${known}`,
    table: 'medium',
    x: 'water',
    ys: [name],
    y: { name, unit },
    dots: true,
    marks: marks.map((y, x) => ({ x, y, label: String(y) })),
  });
  return {
    series: [medium, ...series],
    plots: [
      draw('frequency', 'Hz', [0.3, 1.76], fangYen),
      draw('wavelength', 'body lengths', [0.65, 1.54], fangYen),
      draw('speed', 'mm/s', [0.219, 0.35], 'Ramot et al. 2008 (SECONDARY) and Sznitman et al. (READ)'),
      ...plots,
    ],
  };
}
