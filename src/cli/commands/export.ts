/** `bestiary export`: a recorded run in a format that other programs read. */
import path from 'node:path';
import { RecordingError, inspectRecording, iterateFrames, type RecordingInfo } from '../../engine/record/decode.ts';
import { type ExportedFile, type ExportFormat, exportFormats, type ExportSource } from '../../exports/registry.ts';
import { selectFrames, type Stretch } from '../../exports/frames/select-frames.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import type { FileSource } from '../../node/recording-file.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { openRun } from '../input/recorded-run.ts';
import { formatNumber, writeResult } from '../output/layout.ts';
import { expectNewFile, forceOption } from '../output/new-file.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a recorded run in a format that other programs read.',
  usage:
    'export DIR --format NAME [--out FILE] [--from S] [--to S] [--fps N | --every FRAMES] [--scale N] [--colour NAME] [--signals NAMES] [--force]',
  positionals: [{ name: 'DIR', about: 'The folder of a run, as written by run --out.' }],
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: exportFormats.map(({ name }) => name),
      about: `One of: ${exportFormats.map(({ name }) => name).join(', ')}. ${exportFormats.map(({ name, about }) => `${name}: ${about}`).join('; ')}.`,
    },
    { name: 'out', value: 'FILE', about: 'Where to write (default: in the folder of the run).' },
    { name: 'every', value: 'FRAMES', about: 'Keep every n-th recorded frame (default 1).' },
    { name: 'from', value: 'S', about: 'Simulated time at which it begins (default: the start of the run).' },
    { name: 'to', value: 'S', about: 'Simulated time at which it ends (default: the end of the run).' },
    {
      name: 'fps',
      value: 'N',
      about: 'Frames per simulated second: for each output time, the next recorded frame (default: all frames).',
    },
    {
      name: 'scale',
      value: 'N',
      about: 'gltf: scale factor, such as 1000 for an animal of one millimetre (default 1).',
    },
    {
      name: 'colour',
      value: 'NAME',
      about: 'gltf: the channel that soft surfaces are coloured by (default: their own colour).',
    },
    {
      name: 'signals',
      value: 'NAMES',
      about:
        'csv, npy: names of signals, separated by commas (default: all; bestiary describe ANIMAL --signals lists them).',
    },
    forceOption,
  ],
  examples: () => [
    ...exportFormats.map(({ name, file, forWhom }) => ({
      line: `bestiary export mine --format ${name}`,
      does: `mine/${file} for ${forWhom}`,
    })),
    { line: 'bestiary export mine --format gltf --every 4', does: 'every fourth frame' },
    { line: 'bestiary export mine --format gltf --from 2 --to 4 --fps 24 --scale 10', does: 'two seconds for a film' },
  ],
  run: (context, args) => Promise.resolve(exportRun(context, args)),
};

function exportRun(context: Context, args: Arguments): number {
  const folder = args.positionals[0]!;
  const name = args.get('format');
  const format = exportFormats.find((candidate) => candidate.name === name);
  if (format === undefined) {
    const known = exportFormats.map((one) => one.name).join(', ');
    throw usageError(
      name === undefined
        ? `'export' needs --format: got nothing. Write --format and one of: ${known}.`
        : `Unknown format '${name}'. Write --format and one of: ${known}.`,
    );
  }
  const every = readNumber(args, 'every', 1, { min: 1, max: 1e9, whole: true });
  const file = args.get('out') ?? path.join(folder, format.file);
  expectNewFile(args, file);
  const source = openRun(folder);
  const notes: string[] = [];
  let bytes = 0;
  try {
    const info = inspectRecording(source);
    const what = { header: info.header, every, ...readSignals(args, format), ...readScene(args, format) };
    const written = create(format, folder, source, what, readStretch(args));
    writeFileAtomic(file, written.content);
    bytes = Buffer.byteLength(written.content);
    notes.push(...listNotes(info), ...written.notes);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new CommandError('bad-input', `Cannot export ${folder}: ${error.message}`);
  } finally {
    source.close();
  }
  for (const note of notes) context.progress?.write(`Note: ${note}\n`);
  writeResult(context, { file, bytes, format: format.name, notes }, `Wrote ${file}\n`);
  return exitCodes.done;
}

function readSignals(args: Arguments, { name }: ExportFormat): Pick<ExportSource, 'signals'> {
  const text = args.get('signals');
  if (text === undefined) return {};
  if (name !== 'csv' && name !== 'npy')
    throw usageError(`Option '--signals' is for --format csv or npy: ${name} has none.`);
  return { signals: text.split(',').map((signal) => signal.trim()) };
}

function readScene(args: Arguments, { name }: ExportFormat): Pick<ExportSource, 'scene'> {
  const needless = ['scale', 'colour'].find((option) => args.has(option));
  if (needless !== undefined && name !== 'gltf')
    throw usageError(`Option '--${needless}' is for --format gltf: ${name} has no scene.`);
  const colour = args.get('colour');
  const scale = readNumber(args, 'scale', 1, { min: 1e-6, max: 1e6 });
  return { scene: colour === undefined ? { scale } : { scale, colour } };
}

function readStretch(args: Arguments): Stretch {
  const maxSeconds = 1e9;
  const from = readNumber(args, 'from', 0, { min: 0, max: maxSeconds, unit: 's' });
  const to = readNumber(args, 'to', maxSeconds, { min: 0, max: maxSeconds, unit: 's' });
  if (to < from) throw usageError(`Option '--to' is ${to} s and '--from' ${from} s: it ends before it begins.`);
  if (!args.has('fps')) return { from, to };
  if (args.has('every')) throw usageError("Options '--fps' and '--every' both choose frames: leave one out.");
  return { from, to, fps: readNumber(args, 'fps', 30, { min: 1e-3, max: 1e5 }) };
}

/** A recording that ended early is exported up to its end. */
function listNotes({ status, lastTime }: RecordingInfo): string[] {
  if (status === 'complete') return [];
  const why = { unfinished: 'is cut off', interrupted: 'was interrupted', failed: 'ended with an error' }[status];
  return [`The recording ${why} at ${formatNumber(lastTime)} s: the export ends there.`];
}

function create(
  format: ExportFormat,
  folder: string,
  source: FileSource,
  what: Omit<ExportSource, 'frames'>,
  stretch: Stretch,
): ExportedFile {
  const result = format.create({ ...what, frames: selectFrames(iterateFrames(source, what.every), stretch) });
  if ('content' in result) return result;
  throw new CommandError('bad-input', `The run in ${folder} ${result.refused}`);
}
