/** Errors of the command line: a sentence, an exit code, and problems as data. */
import type { Problem } from '../../engine/model/problem.ts';

export const exitCodes = { done: 0, failed: 1, badInput: 2, interrupted: 130 } as const;

export class CommandError extends Error {
  /** Short kebab-case name for scripts. */
  readonly code: string;
  readonly exitCode: number;
  readonly problems: readonly Problem[];

  constructor(
    code: string,
    message: string,
    options: { exitCode?: number; problems?: readonly Problem[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'CommandError';
    this.code = code;
    this.exitCode = options.exitCode ?? exitCodes.badInput;
    this.problems = options.problems ?? [];
  }
}

/** A line of advice for a setting that an older version wrote otherwise. */
export function adviseRenamed(from: string, to: string): void {
  process.stderr.write(`Note: ${from} is now written ${to}.\n`);
}

/** A command line that says something impossible. */
export function usageError(message: string): CommandError {
  return new CommandError('usage', message);
}
