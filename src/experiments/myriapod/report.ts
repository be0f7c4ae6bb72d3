/** The report on a myriapod: its gait against published numbers, and what bending with the legs would do for it. */
import type { MyriapodSystem } from '../../engine/families/myriapod/system.ts';
import { replaceValue } from '../../engine/families/descriptions.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import {
  kindsNote,
  listCells,
  markSource,
  type Report,
  type ReportResult,
  type ReportTable,
  rowHead,
} from '../kinds/report.ts';
import { createMyriapodCard, type MyriapodCard } from './report-card.ts';
import { studyUndulation, type UndulationRow } from './undulation-study.ts';

export const myriapodReport: Report = {
  about: 'a myriapod: lag, stride, speed and wave of its legs, and the use of bending',
  examples: [{ line: 'centipede', does: 'lag, stride, speed and wave of the legs, and the use of bending' }],
  applies: ({ body, controller }) => body.kind === 'hybrid' && controller.kind === 'legs',
  run: (desc, seconds, onProgress) => {
    // Straight ahead, so that turns do not count as gait.
    const simulation = new Simulation(replaceValue(desc, 'control.manual', 1), { seed: 1 });
    const run = new RunMetrics(simulation, seconds);
    run.observe();
    while (simulation.time < seconds - 1e-9) {
      simulation.step();
      run.observe();
      onProgress(desc.animal, simulation.time, seconds);
    }
    const metrics = run.read();
    const card = createMyriapodCard(desc.animal, metrics, (simulation.system as MyriapodSystem).plan.gait.coordination);
    // Only animals whose wave runs tailward are known to bend with it.
    const undulation =
      card.wave === 'retrograde'
        ? studyUndulation(desc, seconds, (share) => {
            onProgress('undulation', share, 1);
          })
        : [];
    return createResult(card, undulation, metrics);
  },
};

function createResult(
  card: MyriapodCard,
  undulation: readonly UndulationRow[],
  metrics: Readonly<Record<string, number | null>>,
): ReportResult {
  const source = markSource(card.waveSource, card.waveReading);
  const wave = ['wave', card.wave ?? 'none', '', 'input', card.waveVerdict, card.publishedWave ?? '', source];
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
    document: { ...card, undulation, metrics },
    tables: [
      { head: rowHead, rows: [...card.rows.map(listCells), wave] },
      ...(undulation.length === 0 ? [] : [bending]),
    ],
    notes: [kindsNote],
  };
}
