/** `bestiary report`: runs an animal and compares it with published values of living ones. */
import path from 'node:path';
import { labVersion } from '../../code-version.ts';
import { findReport, reports } from '../../experiments/registry.ts';
import {
  columnNotes,
  type Report,
  type ReportCell,
  type ReportOptions,
  type ReportResult,
  type ReportTable,
} from '../../experiments/kinds/report.ts';
import { createReportPage } from '../../experiments/reproduce/card-page.ts';
import { readWcon } from '../../imports/recordings/wcon.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { namePath, readBasis } from '../../node/recordings/basis-file.ts';
import { readTextFile } from '../../node/text-file.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context, Output } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { creaturePositional, openCreature, setOption } from '../input/animal-input.ts';
import { formatNumber, layOutColumns, layOutTable, wrapText, writeResult } from '../output/layout.ts';
import { Progress } from '../output/progress.ts';

const defaultSeconds = 12;
/** An hour of one animal at 30 frames a second. */
const maxRecordingBytes = 300e6;
const known = reports.flatMap(({ examples }) => examples);

export const reportCommand: Command = {
  name: 'report',
  summary: 'Run an animal and compare its locomotion with published ranges.',
  usage: 'report ANIMAL|FILE [--seconds S] [--out PAGE.html] [--wcon FILE] [--basis FILE] [--set PATH=VALUE]…',
  positionals: [creaturePositional],
  options: [
    {
      name: 'seconds',
      value: 'S',
      about: `Simulated seconds (default ${defaultSeconds}); the second half is measured.`,
    },
    { name: 'out', value: 'PAGE.html', about: 'Also write one page with plots; this needs some more runs.' },
    {
      name: 'wcon',
      value: 'FILE',
      repeatable: true,
      about: 'A recording of centre lines, measured by the same code and shown beside the run.',
    },
    {
      name: 'basis',
      value: 'FILE',
      about:
        'Basis of body shapes (eigenworms) to express postures in: CSV, MATLAB 7.3 or HDF5; rows of tangent angles, head first.',
    },
    setOption,
  ],
  notes: columnNotes,
  examples: () => known.map(({ line, does }) => ({ line: `bestiary report ${line}`, does })),
  run: report,
};

async function report(context: Context, args: Arguments): Promise<number> {
  const seconds = readNumber(args, 'seconds', defaultSeconds, { min: 0.1, max: 1e4, unit: 's' });
  const desc = await openCreature(args.positionals[0]!, args.getAll('set'));
  const found = findReport(desc);
  if (found === undefined)
    throw new CommandError(
      'no-report',
      `There is no report for ${desc.animal}. There are reports on ${reports.map(({ about }) => about).join('; on ')}. Try: bestiary report ${known[0]?.line ?? ''}`,
    );
  const options = await readOptions(args, found, desc.animal);
  const progress = new ProgressOfParts(context.progress);
  const report = (what: string, done: number, whole: number): void => progress.update(what, done, whole);
  const result = found.run(desc, seconds, report, options);
  progress.finish();
  const out = args.get('out');
  if (out !== undefined) {
    const page = { title: desc.title, about: found.about, version: labVersion, seconds };
    writeFileAtomic(path.resolve(out), createReportPage(result, page));
  }
  writeResult(context, result.document, formatResult(result, context.out));
  if (out !== undefined && !context.json) context.out.write(`In ${out}: the same with plots.\n`);
  return exitCodes.done;
}

async function readOptions(args: Arguments, { takesRecordings }: Report, animal: string): Promise<ReportOptions> {
  for (const option of ['wcon', 'basis'])
    if (args.has(option) && takesRecordings !== true)
      throw usageError(`Option '--${option}' has no effect for ${animal}: its report takes no recordings.`);
  const basis = args.get('basis');
  return {
    thorough: args.has('out'),
    recordings: args
      .getAll('wcon')
      .flatMap((file) => namePath(file, () => readWcon(readTextFile(file, maxRecordingBytes)))),
    basis: basis === undefined ? [] : await readBasis(basis),
  };
}

/** A line of progress for each part of the work, one after the other. */
class ProgressOfParts {
  readonly #output: Output | undefined;
  #what = '';
  #progress: Progress | undefined;

  constructor(output: Output | undefined) {
    this.#output = output;
  }

  update(what: string, done: number, whole: number): void {
    if (what !== this.#what) {
      this.finish();
      this.#what = what;
      this.#progress = new Progress(this.#output, what, whole);
    }
    this.#progress?.update(done);
  }

  finish(): void {
    this.#progress?.finish();
  }
}

function formatResult({ tables, notes }: ReportResult, out: Output): string {
  const sentences = notes.flatMap((note) => wrapText(note, out.columns));
  return `${[tables.map((table) => formatTable(table, out)).join('\n\n'), ...sentences].join('\n')}\n`;
}

function formatTable({ title, head, rows }: ReportTable, out: Output): string {
  const cells = rows.map((row) => row.map(formatCell));
  const paint = (cell: string): string => paintVerdict(cell, out);
  const table = head === undefined ? layOutColumns(cells, out.columns) : layOutTable(head, cells, out, paint);
  return title === undefined ? table : `${out.style.heading(title)}\n${table}`;
}

function paintVerdict(cell: string, { style }: Output): string {
  const word = cell.trimEnd();
  return word === 'within' ? style.good(cell) : word === 'outside' ? style.warning(cell) : cell;
}

function formatCell(cell: ReportCell): string {
  if (cell === null) return 'none';
  if (typeof cell === 'number') return formatNumber(cell);
  return typeof cell === 'string' ? cell : `${formatNumber(cell.low)} to ${formatNumber(cell.high)}`;
}
