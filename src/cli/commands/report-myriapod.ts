/** The report on a myriapod: its gait against published numbers, and what bending with the legs would do for it. */
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { createMyriapodCard, type MyriapodCard } from '../../experiments/myriapod/report-card.ts';
import { studyUndulation, type UndulationRow } from '../../experiments/myriapod/undulation-study.ts';
import type { Context } from '../terminal/command.ts';
import { exitCodes } from '../terminal/command-error.ts';
import { formatNumber, layOutColumns } from '../terminal/layout.ts';
import { Progress } from '../terminal/progress.ts';

export function reportMyriapod(context: Context, desc: AnimalDesc, seconds: number, quiet: boolean): number {
  const messages = quiet ? undefined : context.messages;
  // Straight ahead, so that turns do not count as gait.
  const simulation = new Simulation(replaceValue(desc, 'control.manual', 1), { seed: 1 });
  const progress = new Progress(messages, desc.animal, seconds);
  const run = new RunMetrics(simulation, seconds);
  run.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    run.observe();
    progress.update(simulation.time);
  }
  progress.finish();
  const metrics = run.read();
  const card = createMyriapodCard(desc.animal, metrics);
  // Only animals whose wave runs tailward are known to bend with it.
  const studied = new Progress(messages, 'undulation', 1);
  const undulation = card.wave === 'retrograde' ? studyUndulation(desc, seconds, (share) => studied.update(share)) : [];
  studied.finish();
  context.out.write(
    context.json
      ? `${JSON.stringify({ ...card, undulation, metrics })}\n`
      : formatCard(card, undulation, context.out.columns),
  );
  return exitCodes.done;
}

function formatCard(card: MyriapodCard, undulation: readonly UndulationRow[], columns: number): string {
  const formatValue = (value: number | null): string => (value === null ? 'none' : formatNumber(value));
  const rows = card.rows.map(({ name, value, unit, low, high, verdict, source }) => [
    name,
    formatValue(value),
    unit,
    verdict,
    low === null || high === null ? '' : `${formatNumber(low)} to ${formatNumber(high)}`,
    source,
  ]);
  const wave = ['wave', card.wave ?? 'none', '', card.waveVerdict, card.publishedWave ?? '', card.waveSource];
  const bending = undulation.map(({ amplitude, bodyLengthsPerCycle, gain, coherence }) => [
    formatNumber(amplitude),
    formatValue(bodyLengthsPerCycle),
    gain === null ? 'none' : `${(100 * (gain - 1)).toFixed(1)} %`,
    formatValue(coherence),
  ]);
  const head = ['BEND, RAD', 'BODY LENGTHS PER CYCLE', 'GAIN', 'COHERENCE'];
  const table = layOutColumns([...rows, wave], columns);
  if (bending.length === 0) return `${table}\n`;
  return `${table}\n\nBending with legs that stand in turn (controller.undulation):\n${layOutColumns([head, ...bending], columns)}\n`;
}
