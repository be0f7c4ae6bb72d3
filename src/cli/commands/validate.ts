/** `bestiary validate`: checks a creature file, or the hashes of a recording. Reads only. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { parseCreature } from '../../animals/registry.ts';
import { maxFileCharacters } from '../../engine/model/json-text.ts';
import { formatProblem, ModelError, type Problem } from '../../engine/model/problem.ts';
import { inspectRecording, RecordingError, type RecordingInfo } from '../../engine/record/decode.ts';
import { magic } from '../../engine/record/format.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { openRecording } from '../../node/recording-file.ts';
import { createRunFolder } from '../../node/run-folder.ts';
import { readTextFile } from '../../node/text-file.ts';
import type { Command } from '../command/command.ts';
import { exitCodes } from '../command/command-error.ts';
import { formatNumber } from '../output/layout.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'Check a creature file or a recording, and say what is wrong where.',
  usage: 'validate FILE|DIR',
  positionals: [
    {
      name: 'FILE|DIR',
      about:
        'A creature file, which is then put together; or a recording, or the folder of a run: every hash is checked.',
    },
  ],
  options: [],
  examples: () => [
    { line: 'bestiary validate mine.creature.json', does: 'exit code 0 when it can be run, 2 when not' },
    { line: 'bestiary validate mine', does: 'is the recording of a run whole, how did it end' },
  ],
  run: (context, args) => {
    const file = findFile(args.positionals[0]!);
    const { problems, good, details } = isRecording(file) ? checkRecording(file) : checkCreature(file);
    const valid = problems.length === 0;
    if (context.json) context.out.write(`${JSON.stringify({ valid, problems, ...details })}\n`);
    else if (valid) context.out.write(`${file}: ${good.replace(/^valid/u, (word) => context.out.style.good(word))}\n`);
    for (const problem of problems)
      context.messages.write(`${context.messages.style.error(`${file}:`)} ${formatProblem(problem)}\n`);
    return Promise.resolve(valid ? exitCodes.done : exitCodes.badInput);
  },
};

interface Verdict {
  readonly problems: readonly Problem[];
  /** What to say of a valid file. */
  readonly good: string;
  /** More keys for `--json`. */
  readonly details: Readonly<Record<string, unknown>>;
}

function checkCreature(file: string): Verdict {
  try {
    const desc = parseCreature(readTextFile(file, maxFileCharacters));
    // What is called valid can be run: much of what does not fit together shows only when it is put together.
    new Simulation(desc, { seed: 1 });
    const { animal, title } = desc;
    return { problems: [], good: `valid, ${title} (${animal}).`, details: { animal } };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { problems: error.problems, good: '', details: {} };
  }
}

/** The recording of a run's folder, or the file itself. */
function findFile(place: string): string {
  const { recording } = createRunFolder(place);
  return existsSync(recording) ? recording : place;
}

/** By its first bytes, or by its name where it has none: a run may have been ended at once. */
function isRecording(file: string): boolean {
  if (path.extname(file) === '.bst') return true;
  const start = new Uint8Array(magic.length);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return (
        readSync(descriptor, start, 0, start.length, 0) === start.length && magic.every((byte, i) => start[i] === byte)
      );
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Whatever cannot be read or sought is refused with a reason when it is read as a creature file.
    return false;
  }
}

function checkRecording(file: string): Verdict {
  const source = openRecording(file);
  try {
    const info = inspectRecording(source);
    return { problems: [], good: describeRecording(info), details: { recording: toDetails(info) } };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const problem: Problem = { code: 'damaged', path: '', got: `trouble at byte ${error.offset}`, hint: error.message };
    return { problems: [problem], good: '', details: {} };
  } finally {
    source.close();
  }
}

function toDetails({ header, status, frameCount, firstTime, lastTime, end }: RecordingInfo) {
  const { animal } = header.desc;
  return { animal, status, frames: frameCount, firstTime, lastTime, hash: end?.hash ?? null };
}

function describeRecording({ header, status, frameCount, lastTime }: RecordingInfo): string {
  const how = status === 'unfinished' ? 'unfinished (the run was killed; its frames are good)' : status;
  return `recording of ${header.desc.animal}, ${how}: ${frameCount} frames up to ${formatNumber(lastTime)} s.`;
}
