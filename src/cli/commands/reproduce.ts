/** `bestiary reproduce`: every figure, table and number of the papers, run again and compared with what is printed. */
import { cpus } from 'node:os';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { papers, selectExperiments } from '../../experiments/papers.ts';
import type { Selected } from '../../experiments/kinds/claim.ts';
import { type ClaimRow, createRows, type ExperimentOutcome } from '../../experiments/reproduce/judge.ts';
import { formatCounts, formatValue, type PagePart } from '../../experiments/reproduce/report-page.ts';
import { labVersion } from '../../code-version.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import { OutcomeStore, outcomesFolder } from '../../node/reproduce/outcome-store.ts';
import { ExperimentFault, runExperiments } from '../../node/reproduce/run-experiments.ts';
import { writeReproduction } from '../../node/reproduce/write-report.ts';
import type { Arguments, Command, Context, Output } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { layOutColumns, layOutTable, wrapText, writeResult } from '../output/layout.ts';
import { Progress } from '../output/progress.ts';
import { readThreads, threadsOption } from '../studies/executor-choice.ts';
import { shorten } from '../../engine/model/problem.ts';

/** Longer words would push the claim off the screen; the report has all of them. */
const valueColumns = 28;

export const reproduceCommand: Command = {
  name: 'reproduce',
  summary: 'Run the figures, tables and numbers of the papers again and say which agree.',
  usage: 'reproduce [PAPER[/FIGURE]] [--quick] [--out DIR] [--threads N] [--list]',
  positionals: [
    {
      name: 'PAPER[/FIGURE]',
      optional: true,
      about: `${papers.map(({ name }) => name).join(', ')}, or a row of --list; everything if left out.`,
    },
  ],
  options: [
    { name: 'quick', about: 'Shorter runs and fewer of them: minutes on two cores; without it up to an hour.' },
    {
      name: 'out',
      value: 'DIR',
      about: 'Folder for report.html, the rows and all series. Experiments that are there are not run again.',
    },
    threadsOption,
    { name: 'list', about: 'Only list what can be reproduced.' },
  ],
  examples: () => [
    { line: 'bestiary reproduce --quick --out papers', does: 'everything, with a report to look at' },
    { line: `bestiary reproduce ${papers[0]!.name}`, does: 'one paper' },
    { line: `bestiary reproduce ${papers[0]!.experiments[0]!.claims[0]!.id} --json`, does: 'one row, for scripts' },
  ],
  run: reproduce,
};

async function reproduce(context: Context, args: Arguments): Promise<number> {
  const selected = selectExperiments(args.positionals[0]);
  if (typeof selected === 'string') throw new CommandError('unknown-claim', selected);
  if (args.has('list')) {
    context.out.write(formatList(context, selected));
    return exitCodes.done;
  }
  const quick = args.has('quick');
  const out = readFolder(args);
  const outcomes = await runSelected(context, args, selected, new OutcomeStore(out, labVersion, quick));
  const parts = createParts(selected, outcomes, quick);
  const rows = parts.flatMap((part) => part.rows);
  const interrupted = outcomes.size < selected.length;
  const facts = { version: labVersion, quick, machine: describeMachine() };
  const files = out === undefined ? [] : writeReproduction(out, parts, facts);
  writeResult(context, rows, formatTable(rows, context.out));
  if (files.length > 0 && !context.json)
    context.out.write(`In ${out!}: ${files.slice(0, 2).join(', ')} and ${files.length - 2} more.\n`);
  return interrupted ? exitCodes.interrupted : exitCodes.done;
}

/** New, empty, or one that a reproduction has made. */
function readFolder(args: Arguments): string | undefined {
  const out = args.get('out');
  if (out === undefined) return undefined;
  if (out === '') throw usageError("Option '--out' needs a folder: got nothing. Write --out DIR.");
  const folder = path.resolve(out);
  const found = listFolder(folder);
  if (found.length > 0 && !found.includes(outcomesFolder))
    throw new CommandError(
      'folder-not-empty',
      `The folder ${folder} is not empty and holds no reproduction: ${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}. Choose another.`,
    );
  return folder;
}

/** Names in it; none where it is not there yet. What cannot be used says so when it is made. */
function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function runSelected(
  context: Context,
  args: Arguments,
  selected: readonly Selected[],
  store: OutcomeStore,
): Promise<Map<string, ExperimentOutcome>> {
  const quick = args.has('quick');
  const outcomes = new Map<string, ExperimentOutcome>();
  const costs = new Map(selected.map(({ experiment }) => [experiment.id, experiment.cost[quick ? 0 : 1]]));
  const whole = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const messages = context.progress;
  const progress = new Progress(messages, 'reproduce', Math.max(1, Math.round(whole)), 'parts');
  const watch = watchInterrupts();
  const controller = new AbortController();
  const polling = setInterval(() => {
    if (watch.interrupted) controller.abort();
  }, 50);
  let done = 0;
  try {
    await runExperiments(
      selected.map(({ experiment }) => experiment),
      store,
      {
        quick,
        threads: readThreads(args),
        signal: controller.signal,
        onOutcome: (outcome, isNew) => {
          outcomes.set(outcome.experiment, outcome);
          done += costs.get(outcome.experiment)!;
          if (isNew) tellFinished(messages, selected, outcome);
          progress.update(Math.round(done));
        },
      },
    );
  } catch (error) {
    if (!(error instanceof ExperimentFault)) throw error;
    throw new CommandError('internal', error.message, { exitCode: exitCodes.failed, cause: error });
  } finally {
    clearInterval(polling);
    progress.finish();
    watch.stop();
  }
  return outcomes;
}

function tellFinished(messages: Context['progress'], selected: readonly Selected[], outcome: ExperimentOutcome): void {
  const { experiment, paper } = selected.find((one) => one.experiment.id === outcome.experiment)!;
  const rows = createRows(experiment, outcome, { paper: paper.name, version: labVersion, quick: true });
  const differing = rows.filter(({ verdict }) => verdict === 'differs').length;
  const clear = messages?.isTerminal === true ? '\r\u001b[K' : '';
  messages?.write(
    `${clear}${experiment.id}: ${rows.length} rows, ${differing === 0 ? 'none' : differing} differing, ${outcome.seconds.toFixed(1)} s\n`,
  );
}

/** Those that have an outcome, in the order of the papers; of each the rows that were asked for. */
function createParts(
  selected: readonly Selected[],
  outcomes: ReadonlyMap<string, ExperimentOutcome>,
  quick: boolean,
): PagePart[] {
  return selected.flatMap((one) => {
    const outcome = outcomes.get(one.experiment.id);
    if (outcome === undefined) return [];
    const facts = { paper: one.paper.name, version: labVersion, quick };
    const rows = createRows(one.experiment, outcome, facts).filter(({ id }) => one.claims.has(id));
    return [{ ...one, outcome, rows }];
  });
}

function formatList(context: Context, selected: readonly Selected[]): string {
  const claims = selected.flatMap(({ paper, experiment, claims: chosen }) =>
    experiment.claims.filter(({ id }) => chosen.has(id)).map((claim) => ({ paper: paper.name, ...claim })),
  );
  if (context.json)
    return `${JSON.stringify(claims.map(({ id, paper, where, claim, theirs, unit, kind, needs }) => ({ id, paper, where, claim, theirs, unit: unit ?? '', kind, needs: needs ?? null })))}\n`;
  const rows = claims.map(({ id, where, claim, needs }) => [
    id,
    where,
    needs === undefined ? claim : `${claim} (cannot be checked yet)`,
  ]);
  return `${layOutTable(['ID', 'WHERE', 'CLAIM'], rows, context.out)}\n`;
}

function formatTable(rows: readonly ClaimRow[], out: Output): string {
  const cells = rows.map((row) => [
    row.verdict === 'cannot be checked' ? 'unchecked' : row.verdict,
    row.id,
    row.kind,
    shorten(formatValue(row.theirs, row.unit), valueColumns),
    shorten(formatValue(row.ours, row.unit), valueColumns) + (row.timed ? ' *' : ''),
    row.claim,
  ]);
  const table = layOutTable(['VERDICT', 'ID', 'KIND', 'PAPER', 'OURS', 'CLAIM'], cells, out, (cell, column, row) =>
    column === 0 ? paintVerdict(cell, rows[row]!.verdict, out) : cell,
  );
  const timed = rows.some((row) => row.timed) ? `* measured on this machine: ${describeMachine()}\n` : '';
  return `${table}\n${timed}${formatReasons(rows, out.columns)}${wrapText(formatCounts(rows), out.columns).join('\n')}\n`;
}

function paintVerdict(cell: string, verdict: ClaimRow['verdict'], { style }: Output): string {
  if (verdict === 'cannot be checked') return cell;
  return verdict === 'differs' ? style.warning(cell) : style.good(cell);
}

/** Why rows differ or cannot be checked, each reason once. */
function formatReasons(rows: readonly ClaimRow[], columns: number): string {
  const reasons = new Map<string, string[]>();
  for (const { why, id } of rows) if (why !== '') reasons.set(why, [...(reasons.get(why) ?? []), id]);
  if (reasons.size === 0) return '';
  const lines = [...reasons].map(([why, ids]) => [
    `${ids[0]!}${ids.length > 1 ? ` and ${ids.length - 1} more` : ''}`,
    why,
  ]);
  return `\nWhy:\n${layOutColumns(lines, columns)}\n\n`;
}

function describeMachine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
}
