/** `bestiary merge`: the parts of a study, computed apart, as one. */
import path from 'node:path';
import { z } from 'zod';
import { parseCreature } from '../../animals/registry.ts';
import { maxFileCharacters, parseJson } from '../../engine/model/json-text.ts';
import { ModelError, throwProblem } from '../../engine/model/problem.ts';
import { isShallow, readShape } from '../../engine/model/shape.ts';
import { formatCanonical } from '../../experiments/studies/job.ts';
import { parseStudySpec } from '../../experiments/studies/spec.ts';
import { expandJobs, resolveSweep } from '../../experiments/studies/study.ts';
import { ResultStore } from '../../node/studies/result-store.ts';
import { creatureFile, listRows, studyFile, writeStudy, writeTables } from '../../node/studies/study-folder.ts';
import { readTextFile } from '../../node/text-file.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes } from '../command/command-error.ts';
import { outOption, readOutFolder } from '../studies/study-input.ts';
import { writeResult } from '../output/layout.ts';

export const mergeCommand: Command = {
  name: 'merge',
  summary: 'Put the parts of a study together, as `sweep --shard` left them.',
  usage: 'merge DIR… --out DIR',
  positionals: [
    { name: 'DIR', about: 'Folders of the parts; a folder that all shared may be named alone.', variadic: true },
  ],
  options: [outOption],
  examples: () => [
    { line: 'bestiary merge part1 part2 part3 --out study', does: 'results and tables of all of them' },
    { line: 'bestiary merge study --out study', does: 'tables of what an interrupted study has so far' },
  ],
  run: runMerge,
};

async function runMerge(context: Context, args: Arguments): Promise<number> {
  const out = readOutFolder(args, 'merge');
  const folders = args.positionals.map((folder) => path.resolve(folder));
  const parts = folders.map((folder) => ({ folder, document: readStudy(folder) }));
  const [first] = parts;
  const describe = ({ document }: (typeof parts)[number]): string => formatCanonical(document);
  const other = parts.find((part) => describe(part) !== describe(first!));
  if (other !== undefined)
    throw new CommandError(
      'inconsistent',
      `${other.folder} and ${first!.folder} are not parts of one study: ${other.document.version === first!.document.version ? 'their study.json differ' : 'they were computed with different versions'}. Merge parts of the same study only.`,
    );
  const { document, folder } = first!;
  if (document.kind !== 'sweep')
    throw new CommandError('inconsistent', `${folder} holds a fit, which has no parts. Merge sweeps only.`);
  const creature = parseCreature(readTextFile(path.join(folder, creatureFile), maxFileCharacters));
  const study = resolveSweep(parseStudySpec(JSON.stringify(document.spec)), creature, document.version);
  const store = new ResultStore(out);
  writeStudy(out, 'sweep', study);
  for (const part of parts) if (part.folder !== out) store.take(new ResultStore(part.folder));
  store.close();
  const jobs = expandJobs(study);
  const rows = listRows(jobs, store);
  const files = writeTables(out, study, rows, { jobs: jobs.length });
  const failed = rows.filter(({ result }) => result.status === 'failed').length;
  const missing = jobs.length - rows.length;
  const summary = { jobs: jobs.length, done: rows.length - failed, failed, missing, out, files };
  writeResult(
    context,
    summary,
    `${jobs.length} jobs: ${summary.done} done, ${failed} failed${missing > 0 ? `, ${missing} missing: run their parts again` : ''}. In ${out}: ${files.join(', ')}.\n`,
  );
  return Promise.resolve(missing > 0 ? exitCodes.failed : exitCodes.done);
}

const documentSchema = z.object({
  kind: z.enum(['sweep', 'fit']),
  version: z.string().max(300),
  taskHash: z.string().max(64),
  // Checked as the study file that it is.
  spec: z.record(z.string(), z.unknown()).refine((spec) => isShallow(spec), 'It is nested too deeply.'),
});

type ReadDocument = z.output<typeof documentSchema>;

function readStudy(folder: string): ReadDocument {
  const file = path.join(folder, studyFile);
  const json = parseStudyJson(file);
  const read = readShape(documentSchema, json);
  if ('data' in read) return read.data;
  const { code, path: field, got, hint } = read.problem;
  return throwProblem(code, `${file}${field}`, got, `${hint} Name folders that sweep has made.`);
}

function parseStudyJson(file: string): unknown {
  try {
    return parseJson(readTextFile(file, maxFileCharacters));
  } catch (error) {
    if (!(error instanceof ModelError) || error.problems[0]?.code !== 'syntax') throw error;
    throw new CommandError('syntax', `${file} is not readable as JSON. Name folders that sweep has made.`);
  }
}
