/** `bestiary report`: runs a worm or a myriapod and holds its locomotion against published ranges. */
import { Simulation } from '../../engine/sim/simulation.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { angleCount, computeEigenShapes, setTangentAngles } from '../../experiments/worm/eigen-shapes.ts';
import { createReportCard, type ReportCard } from '../../experiments/worm/report-card.ts';
import { readNumber } from '../terminal/arguments.ts';
import type { Arguments, Command, Context } from '../terminal/command.ts';
import { CommandError, exitCodes } from '../terminal/command-error.ts';
import { creaturePositional, loadCreature, setOption } from '../terminal/creature.ts';
import { formatNumber, layOutColumns } from '../terminal/layout.ts';
import { Progress } from '../terminal/progress.ts';
import { reportMyriapod } from './report-myriapod.ts';

const defaultSeconds = 12;
/** Shapes listed with their share of the variance. */
const shapesShown = 4;

export const reportCommand: Command = {
  name: 'report',
  summary: 'Run a worm or a myriapod and compare its locomotion with published ranges.',
  usage: 'report ANIMAL|FILE [--seconds S] [--set PATH=VALUE]…',
  positionals: [creaturePositional],
  options: [
    {
      name: 'seconds',
      value: 'S',
      about: `Simulated seconds (default ${defaultSeconds}); the second half is measured.`,
    },
    setOption,
    { name: 'quiet', about: 'No progress.' },
  ],
  examples: [
    { line: 'bestiary report worm', does: 'speed, frequency, wavelength and bend on agar, and the shapes of the body' },
    { line: 'bestiary report worm --set medium.water=1 --seconds 6', does: 'the same in water' },
    { line: 'bestiary report centipede', does: 'lag, stride, speed and wave of the legs, and the use of bending' },
  ],
  run: (context, args) => Promise.resolve(report(context, args)),
};

function report(context: Context, args: Arguments): number {
  const seconds = readNumber(args, 'seconds', defaultSeconds, { min: 0.1, max: 1e4, unit: 's' });
  const desc = loadCreature(args.positionals[0]!, args.getAll('set'));
  if (desc.body.kind === 'hybrid') return reportMyriapod(context, desc, seconds, args.has('quiet'));
  if (desc.body.kind !== 'fem')
    throw new CommandError(
      'no-report',
      `There is a report for worms and myriapods only: got ${desc.animal}. Try: bestiary report worm`,
    );
  const simulation = new Simulation(desc, { seed: 1 });
  const { metrics, postures } = observeRun(simulation, seconds, args.has('quiet') ? undefined : context);
  const water = simulation.state.controls[simulation.system.controls.findIndex(({ name }) => name === 'medium.water')]!;
  const card = createReportCard(metrics, water, simulation.system.bodyLength);
  const { shares, circulation } = computeEigenShapes(postures);
  const shapes = { shares: Array.from(shares.subarray(0, shapesShown)), circulation };
  context.out.write(
    context.json
      ? `${JSON.stringify({ ...card, shapes, metrics })}\n`
      : formatReport(card, shapes, context.out.columns),
  );
  return exitCodes.done;
}

function observeRun(simulation: Simulation, seconds: number, context: Context | undefined) {
  const { dt } = simulation.system;
  const steps = Math.round(seconds / dt);
  const progress = new Progress(context?.messages, simulation.desc.animal, steps * dt);
  const run = new RunMetrics(simulation, seconds);
  const [atX, atY] = [simulation.signalOffsets['midline.x']!, simulation.signalOffsets['midline.y']!];
  const points = simulation.system.signals.find(({ name }) => name === 'midline.x')!.size;
  const first = Math.floor(steps / 2);
  const postures = new Float64Array(angleCount * (steps - first));
  run.observe();
  for (let step = 0; step < steps; step++) {
    simulation.step();
    run.observe();
    progress.update(simulation.time);
    if (step < first) continue;
    const row = postures.subarray((step - first) * angleCount, (step - first + 1) * angleCount);
    setTangentAngles(row, run.signals.subarray(atX, atX + points), run.signals.subarray(atY, atY + points));
  }
  progress.finish();
  return { metrics: run.read(), postures };
}

function formatReport(card: ReportCard, shapes: { shares: number[]; circulation: number }, columns: number): string {
  const rows = card.rows.map(({ name, value, unit, low, high, within, source }) => [
    name,
    value === null ? 'none' : formatNumber(value),
    unit,
    within ? 'within' : 'outside',
    `${formatNumber(low)} to ${formatNumber(high)}`,
    source,
  ]);
  const verdict = card.gait === card.expected ? 'within' : 'outside';
  const table = layOutColumns(
    [...rows, ['class', card.gait ?? 'none', '', verdict, card.expected, 'by frequency and wavelength']],
    columns,
  );
  const shares = shapes.shares.map((share) => `${(100 * share).toFixed(1)} %`).join(', ');
  return `${table}\nShapes of the body: ${shares} of the variance of the tangent angles; circulation of the leading pair ${shapes.circulation.toFixed(2)} (1 travels, 0 stands).\n`;
}
