/** The report on a worm: measures of its locomotion against published ranges, and the shapes of its body. */
import type { WormDesc } from '../../engine/families/worm/schema.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { kindsNote, listCells, type Report, type ReportProgress, type ReportResult, rowHead } from '../kinds/report.ts';
import { angleCount, computeEigenShapes, setTangentAngles } from './eigen-shapes.ts';
import { createReportCard, nameClassKind, type ReportCard } from './report-card.ts';

/** Shapes listed with their share of the variance. */
const shapesShown = 4;

export const wormReport: Report = {
  about: 'a worm: speed, frequency, wavelength and bend, and the shapes of its body',
  examples: [
    { line: 'worm', does: 'speed, frequency, wavelength and bend on agar, and the shapes of the body' },
    { line: 'worm --set medium.water=1 --seconds 6', does: 'the same in water' },
  ],
  applies: ({ body, controller }) => body.kind === 'fem' && controller.kind === 'worm',
  run: (desc, seconds, onProgress) => {
    const simulation = new Simulation(desc, { seed: 1 });
    const { metrics, postures } = observeRun(simulation, seconds, onProgress);
    const { controls } = simulation.system;
    const water = simulation.state.controls[controls.findIndex(({ name }) => name === 'medium.water')]!;
    const card = createReportCard(metrics, {
      drive: (desc as WormDesc).drive.kind,
      water,
      length: simulation.system.bodyLength,
    });
    const { shares, circulation } = computeEigenShapes(postures);
    return createResult(card, Array.from(shares.subarray(0, shapesShown)), circulation, metrics);
  },
};

function observeRun(simulation: Simulation, seconds: number, onProgress: ReportProgress) {
  const { dt } = simulation.system;
  const steps = Math.round(seconds / dt);
  const run = new RunMetrics(simulation, seconds);
  const [atX, atY] = [simulation.signalOffsets['midline.x']!, simulation.signalOffsets['midline.y']!];
  const points = simulation.system.signals.find(({ name }) => name === 'midline.x')!.size;
  const first = Math.floor(steps / 2);
  const postures = new Float64Array(angleCount * (steps - first));
  run.observe();
  for (let step = 0; step < steps; step++) {
    simulation.step();
    run.observe();
    onProgress(simulation.desc.animal, simulation.time, steps * dt);
    if (step < first) continue;
    const row = postures.subarray((step - first) * angleCount, (step - first + 1) * angleCount);
    setTangentAngles(row, run.signals.subarray(atX, atX + points), run.signals.subarray(atY, atY + points));
  }
  return { metrics: run.read(), postures };
}

function createResult(
  card: ReportCard,
  shares: readonly number[],
  circulation: number,
  metrics: Readonly<Record<string, number | null>>,
): ReportResult {
  const verdict = card.gait === card.expected ? 'within' : 'outside';
  const classRow = [
    'class',
    card.gait ?? 'none',
    '',
    nameClassKind(card),
    verdict,
    card.expected,
    'by frequency and wavelength',
  ];
  const percentages = shares.map((share) => `${(100 * share).toFixed(1)} %`).join(', ');
  return {
    document: { ...card, shapes: { shares, circulation }, metrics },
    tables: [{ head: rowHead, rows: [...card.rows.map(listCells), classRow] }],
    notes: [
      kindsNote,
      `Shapes of the body: ${percentages} of the variance of the tangent angles; circulation of the leading pair ${circulation.toFixed(2)} (1 travels, 0 stands).`,
    ],
  };
}
