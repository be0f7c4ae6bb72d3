/** `bestiary env --stdio`: an animal as an environment for programs in other languages. */
import process from 'node:process';
import { learningVersion } from '../../code-version.ts';
import { createSubjectEnv, describeSubject } from '../../learn/subjects/subject.ts';
import { PicturePage } from '../../node/film/picture-page.ts';
import { type LearnRefusal, sendRefusal, serveEnv } from '../../node/learning/env-server.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { describeError } from '../command/report-error.ts';
import { findStudioFolder } from '../input/studio-folder.ts';
import { getSample } from '../output/sample.ts';
import { readSubject, subjectOptions, subjectPositional } from '../learning/subject.ts';

export const envCommand: Command = {
  name: 'env',
  summary: 'Serve an animal as an environment to a program in another language.',
  usage: 'env ANIMAL|FILE --stdio [--task TASK] [--model MODEL] [--lanes N]',
  positionals: [subjectPositional],
  options: [
    { name: 'stdio', about: 'Frames of bytes on standard input and output; docs/learning.md describes them.' },
    ...subjectOptions,
    { name: 'lanes', value: 'N', about: 'Animals side by side (default 1).' },
    { name: 'training', about: 'Use the mesh and the episodes of training instead of those of evaluation.' },
  ],
  examples: () => [
    {
      line: `bestiary env ${getSample().name} --task steer --lanes 8 --stdio`,
      does: 'what the Python package starts',
    },
  ],
  run: serve,
};

async function serve(context: Context, args: Arguments): Promise<number> {
  if (!args.has('stdio')) throw usageError("'env' serves on standard input and output alone. Write --stdio.");
  if (context.json) throw usageError("Option '--json' has no effect on 'env'. Leave it out.");
  if (process.stdin.isTTY || process.stdout.isTTY)
    throw usageError("'env' speaks bytes to another program, not to a terminal. See docs/learning.md.");
  const { env, about } = await refuseInFrames(() => open(args));
  const pictures = new PicturePage(findStudioFolder);
  const end = await serveEnv(env, about, process.stdin, process.stdout, (simulation, lane, size) =>
    pictures.draw(simulation, lane, size),
  );
  await pictures.close();
  // A client that has not closed its end would keep this process waiting.
  process.stdin.destroy();
  return end === 'closed' ? exitCodes.done : exitCodes.badInput;
}

function open(args: Arguments) {
  const lanes = readNumber(args, 'lanes', 1, { min: 1, max: 1024, whole: true });
  const subject = readSubject(args, args.has('training'));
  const env = createSubjectEnv(subject, lanes);
  return { env, about: { program: `bestiary ${learningVersion}`, ...describeSubject(subject) } };
}

/** Whoever waits for a greeting reads standard output, and perhaps nothing else: what is wrong is said there too. */
async function refuseInFrames<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    const { code, message, problems } = describeError(error);
    const { path = '', got = '', hint = '' } = problems[0] ?? {};
    const refusal: LearnRefusal = { code, path, got, hint, message };
    await sendRefusal(process.stdout, refusal);
    process.stdin.destroy();
    throw error;
  }
}
