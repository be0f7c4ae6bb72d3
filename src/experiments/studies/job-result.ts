/** A result out of a file, which others may have written: checked before it is used, whatever its checksum says. */
import { z } from 'zod';
import { throwProblem } from '../../engine/model/problem.ts';
import { readShape } from '../../engine/model/shape.ts';
import type { JobResult } from './job.ts';

const word = z.string().max(300);
const numbers = z.array(z.number());

const resultSchema = z
  .object({
    key: z.string().min(1).max(64),
    status: z.enum(['complete', 'stopped', 'failed']),
    steps: z.int().min(0),
    seconds: z.number().min(0),
    hash: z.string().max(64),
    metrics: z.record(word, z.number().nullable()),
    reason: z.object({ code: word, message: z.string().max(100_000) }).exactOptional(),
    series: z.object({ time: numbers, columns: z.record(word, numbers) }).exactOptional(),
  })
  .refine(({ status, reason }) => status !== 'failed' || reason !== undefined, {
    path: ['reason'],
    message: 'A job that failed has a reason.',
  })
  .refine(({ series }) => series === undefined || hasOneLength(series), {
    path: ['series'],
    message: 'Each column has as many numbers as there are times.',
  });

function hasOneLength({ time, columns }: NonNullable<JobResult['series']>): boolean {
  return Object.values(columns).every(({ length }) => length === time.length);
}

/** `where` names the file and the line. Throws a ModelError. */
export function parseJobResult(text: string, where: string): JobResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return throwProblem('syntax', where, 'no JSON', 'Remove the line; its job is computed again.');
  }
  const read = readShape(resultSchema, json);
  if ('data' in read) return read.data;
  const { code, path, got, hint } = read.problem;
  return throwProblem(code, `${where}${path}`, got, `${hint} Remove the line; its job is computed again.`);
}
