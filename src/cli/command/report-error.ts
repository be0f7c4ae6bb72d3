/** Any error → text for people or one JSON document, and an exit code. Stack traces only with BESTIARY_DEBUG. */
import { formatProblem, ModelError, type Problem } from '../../engine/model/problem.ts';
import { RecordingError } from '../../engine/record/decode.ts';
import { SimulationError } from '../../engine/contract/guard.ts';
import { LearnError, type LearnProblem } from '../../learn/learn-error.ts';
import { FileError } from '../../node/file-error.ts';
import type { Context } from './command.ts';
import { CommandError, exitCodes } from './command-error.ts';

export interface ErrorReport {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly problems: readonly (Problem | LearnProblem)[];
}

export function reportError(context: Pick<Context, 'out' | 'messages' | 'json'>, error: unknown): number {
  const { exitCode, ...report } = describeError(error);
  if (context.json) context.out.write(`${JSON.stringify({ error: report })}\n`);
  const { messages } = context;
  for (const sentence of report.message.split('\n'))
    messages.write(`${messages.style.error('bestiary:')} ${sentence}\n`);
  if (process.env['BESTIARY_DEBUG'] !== undefined && error instanceof Error) context.messages.write(`${error.stack}\n`);
  return exitCode;
}

/** A file that was named and cannot be read is bad input; a disk that is full is not. */
const badPaths = ['enoent', 'enotdir', 'eisdir', 'eacces', 'eperm', 'enametoolong', 'eloop'];

function chooseExitCode(error: FileError | SimulationError | RecordingError): number {
  const isBadPath = error instanceof FileError && error.doing === 'read' && badPaths.includes(error.code);
  return isBadPath || error instanceof RecordingError ? exitCodes.badInput : exitCodes.failed;
}

export function describeError(error: unknown): ErrorReport {
  if (error instanceof ModelError) {
    const { problems } = error;
    const message = problems.map(formatProblem).join('\n');
    return { code: problems[0]?.code ?? 'invalid', exitCode: exitCodes.badInput, message, problems };
  }
  if (error instanceof CommandError)
    return { code: error.code, exitCode: error.exitCode, message: error.message, problems: error.problems };
  if (error instanceof LearnError) {
    const { code, path, got, hint, message } = error;
    const exitCode = code === 'failed' ? exitCodes.failed : exitCodes.badInput;
    return { code, exitCode, message, problems: [{ code, path, got, hint }] };
  }
  if (error instanceof FileError || error instanceof SimulationError || error instanceof RecordingError)
    return { code: error.code, exitCode: chooseExitCode(error), message: error.message, problems: [] };
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    exitCode: exitCodes.failed,
    message: `Internal error: ${detail}. This is a fault of the program; set BESTIARY_DEBUG=1 to see where it happened.`,
    problems: [],
  };
}
