/** `bestiary report`: runs an animal and holds what it does against what was published of its kind. */
import { findReport, reports } from '../../experiments/registry.ts';
import type { Cell, ReportResult, ReportTable } from '../../experiments/kinds/report.ts';
import { readNumber } from '../terminal/arguments.ts';
import type { Arguments, Command, Context } from '../terminal/command.ts';
import { CommandError, exitCodes } from '../terminal/command-error.ts';
import { creaturePositional, loadCreature, setOption } from '../terminal/creature.ts';
import { formatNumber, layOutColumns } from '../terminal/layout.ts';
import { Progress } from '../terminal/progress.ts';

const defaultSeconds = 12;
const known = reports.flatMap(({ examples }) => examples);

export const reportCommand: Command = {
  name: 'report',
  summary: 'Run an animal and compare its locomotion with published ranges.',
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
  examples: () => known.map(({ line, does }) => ({ line: `bestiary report ${line}`, does })),
  run: (context, args) => Promise.resolve(report(context, args)),
};

function report(context: Context, args: Arguments): number {
  const seconds = readNumber(args, 'seconds', defaultSeconds, { min: 0.1, max: 1e4, unit: 's' });
  const desc = loadCreature(args.positionals[0]!, args.getAll('set'));
  const found = findReport(desc);
  if (found === undefined)
    throw new CommandError(
      'no-report',
      `There is no report for ${desc.animal}. There are reports on ${reports.map(({ about }) => about).join('; on ')}. Try: bestiary report ${known[0]?.line ?? ''}`,
    );
  const progress = new ProgressOfParts(args.has('quiet') ? undefined : context);
  const result = found.run(desc, seconds, (what, done, whole) => {
    progress.update(what, done, whole);
  });
  progress.finish();
  context.out.write(context.json ? `${JSON.stringify(result.document)}\n` : formatResult(result, context.out.columns));
  return exitCodes.done;
}

/** A line of progress for each part of the work, one after the other. */
class ProgressOfParts {
  readonly #context: Context | undefined;
  #what = '';
  #progress: Progress | undefined;

  constructor(context: Context | undefined) {
    this.#context = context;
  }

  update(what: string, done: number, whole: number): void {
    if (what !== this.#what) {
      this.finish();
      this.#what = what;
      this.#progress = new Progress(this.#context?.messages, what, whole);
    }
    this.#progress?.update(done);
  }

  finish(): void {
    this.#progress?.finish();
  }
}

function formatResult({ tables, notes }: ReportResult, columns: number): string {
  return `${[tables.map((table) => formatTable(table, columns)).join('\n\n'), ...notes].join('\n')}\n`;
}

function formatTable({ title, head, rows }: ReportTable, columns: number): string {
  const cells = rows.map((row) => row.map(formatCell));
  const table = layOutColumns(head === undefined ? cells : [head, ...cells], columns);
  return title === undefined ? table : `${title}\n${table}`;
}

function formatCell(cell: Cell): string {
  if (cell === null) return 'none';
  if (typeof cell === 'number') return formatNumber(cell);
  return typeof cell === 'string' ? cell : `${formatNumber(cell.low)} to ${formatNumber(cell.high)}`;
}
