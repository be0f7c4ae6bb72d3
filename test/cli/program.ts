/** Runs the built command line as a user does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export const program = path.resolve(import.meta.dirname, '../../dist/cli/main.js');
if (!existsSync(program)) throw new Error('dist/cli/main.js is missing: build first, npm run build.');

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
}

/** Through a shell when `shell` is given: it then sees the program as "$@". `env` is put beside what is set anyway. */
export function startProgram(args: readonly string[], shell?: string, env: NodeJS.ProcessEnv = {}): RunningProgram {
  const command = [process.execPath, program, ...args];
  const options = { env: { ...process.env, ...env } };
  const child =
    shell === undefined
      ? spawn(command[0]!, command.slice(1), options)
      : spawn('bash', ['-c', shell, 'bash', ...command], options);
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...texts }));
  });
  return { child, outcome };
}

export function run(...args: string[]): Promise<Outcome> {
  return startProgram(args).outcome;
}

/** Parses standard output, which must be exactly one JSON document. */
export async function runJson(...args: string[]): Promise<Outcome & { json: ReturnType<typeof JSON.parse> }> {
  const outcome = await run(...args, '--json');
  return { ...outcome, json: JSON.parse(outcome.out) };
}

/** An empty folder that is gone after the test. */
export function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
