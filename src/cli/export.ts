/** `bestiary export`: a recorded run in a format that other programs read. */
import path from 'node:path';
import { RecordingError, inspectRecording, iterateFrames } from '../engine/record/decode.ts';
import type { RecordingHeader } from '../engine/record/format.ts';
import { computeSignalOffsets } from '../engine/sim/contract.ts';
import { checkWcon, createWcon } from '../exports/wcon.ts';
import { writeFileAtomic } from '../node/atomic-file.ts';
import { type FileSource, openRecording } from '../node/recording-file.ts';
import { createRunFolder } from '../node/run-folder.ts';
import { readNumber } from './arguments.ts';
import type { Arguments, Command, Context } from './command.ts';
import { CommandError, exitCodes } from './command-error.ts';

interface Format {
  readonly name: string;
  /** File name when none is given. */
  readonly file: string;
  create(source: FileSource, header: RecordingHeader, every: number, folder: string): string;
}

const formats: readonly Format[] = [{ name: 'wcon', file: 'postures.wcon', create: createWconText }];

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a recorded run in a format that other programs read.',
  usage: 'export DIR --format wcon [--out FILE] [--every FRAMES]',
  positionals: [{ name: 'DIR', about: 'The folder of a run, as written by run --out.' }],
  options: [
    {
      name: 'format',
      value: 'NAME',
      about: `One of: ${formats.map(({ name }) => name).join(', ')}. wcon: centre lines of a worm over time.`,
    },
    { name: 'out', value: 'FILE', about: 'Where to write (default: in the folder of the run).' },
    { name: 'every', value: 'FRAMES', about: 'Keep every n-th recorded frame (default 1).' },
  ],
  examples: [
    { line: 'bestiary export crawl --format wcon', does: 'crawl/postures.wcon for worm trackers and their tools' },
  ],
  run: (context, args) => Promise.resolve(exportRun(context, args)),
};

function exportRun(context: Context, args: Arguments): number {
  const folder = args.positionals[0]!;
  const name = args.get('format');
  const format = formats.find((candidate) => candidate.name === name);
  if (format === undefined)
    throw new CommandError(
      'usage',
      `'export' needs --format: got ${name ?? 'nothing'}. Known: ${formats.map((known) => known.name).join(', ')}.`,
    );
  const every = readNumber(args, 'every', 1, { min: 1, max: 1e9, whole: true });
  const file = args.get('out') ?? path.join(folder, format.file);
  const source = openRecording(createRunFolder(folder).recording);
  try {
    const { header } = inspectRecording(source);
    writeFileAtomic(file, format.create(source, header, every, folder));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new CommandError('bad-input', `Cannot export ${folder}: ${error.message}`);
  } finally {
    source.close();
  }
  context.out.write(context.json ? `${JSON.stringify({ file, format: format.name })}\n` : `Wrote ${file}\n`);
  return exitCodes.done;
}

function createWconText(source: FileSource, header: RecordingHeader, every: number, folder: string): string {
  const { offsets } = computeSignalOffsets(header.signals);
  const size = header.signals.find((signal) => signal.name === 'midline.x')?.size;
  if (header.desc.body.kind !== 'fem' || size === undefined)
    throw new CommandError('bad-input', `WCON is for worms: the run in ${folder} is of ${header.desc.animal}.`);
  const [times, xs, ys]: [number[], Float64Array[], Float64Array[]] = [[], [], []];
  const [atX, atY] = [offsets['midline.x']!, offsets['midline.y']!];
  for (const { time, signals } of iterateFrames(source, every)) {
    times.push(time);
    xs.push(signals.slice(atX, atX + size));
    ys.push(signals.slice(atY, atY + size));
  }
  const document = createWcon({ id: header.desc.animal, times, xs, ys, software: header.program });
  const [problem] = checkWcon(document);
  if (problem !== undefined)
    throw new CommandError('bad-input', `The run in ${folder} gives no WCON: ${problem.path} ${problem.hint}`);
  return `${JSON.stringify(document)}\n`;
}
