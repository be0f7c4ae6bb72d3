/** `bestiary export`: a recorded run in a format that other programs read. */
import path from 'node:path';
import { RecordingError, inspectRecording, iterateFrames, type RecordingInfo } from '../../engine/record/decode.ts';
import { type ExportedFile, type ExportFormat, exportFormats, type ExportSource } from '../../exports/registry.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { type FileSource, openRecording } from '../../node/recording-file.ts';
import { createRunFolder } from '../../node/run-folder.ts';
import { readNumber } from '../terminal/arguments.ts';
import type { Arguments, Command, Context } from '../terminal/command.ts';
import { CommandError, exitCodes } from '../terminal/command-error.ts';
import { formatNumber } from '../terminal/layout.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a recorded run in a format that other programs read.',
  usage: 'export DIR --format NAME [--out FILE] [--every FRAMES] [--signals NAMES]',
  positionals: [{ name: 'DIR', about: 'The folder of a run, as written by run --out.' }],
  options: [
    {
      name: 'format',
      value: 'NAME',
      about: `One of: ${exportFormats.map(({ name }) => name).join(', ')}. ${exportFormats.map(({ name, about }) => `${name}: ${about}`).join('; ')}.`,
    },
    { name: 'out', value: 'FILE', about: 'Where to write (default: in the folder of the run).' },
    { name: 'every', value: 'FRAMES', about: 'Keep every n-th recorded frame (default 1).' },
    { name: 'signals', value: 'NAMES', about: 'csv: names of signals, with commas between (default: all).' },
  ],
  examples: () => [
    ...exportFormats.map(({ name, file, forWhom }) => ({
      line: `bestiary export mine --format ${name}`,
      does: `mine/${file} for ${forWhom}`,
    })),
    { line: 'bestiary export mine --format gltf --every 4', does: 'every fourth frame' },
  ],
  run: (context, args) => Promise.resolve(exportRun(context, args)),
};

function exportRun(context: Context, args: Arguments): number {
  const folder = args.positionals[0]!;
  const name = args.get('format');
  const format = exportFormats.find((candidate) => candidate.name === name);
  if (format === undefined)
    throw new CommandError(
      'usage',
      `'export' needs --format: got ${name ?? 'nothing'}. Known: ${exportFormats.map((known) => known.name).join(', ')}.`,
    );
  const every = readNumber(args, 'every', 1, { min: 1, max: 1e9, whole: true });
  const file = args.get('out') ?? path.join(folder, format.file);
  const source = openRecording(createRunFolder(folder).recording);
  const notes: string[] = [];
  try {
    const info = inspectRecording(source);
    const written = create(format, folder, source, { header: info.header, every, ...readSignals(args, format) });
    writeFileAtomic(file, written.content);
    notes.push(...listNotes(info), ...written.notes);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new CommandError('bad-input', `Cannot export ${folder}: ${error.message}`);
  } finally {
    source.close();
  }
  for (const note of notes) context.messages.write(`Note: ${note}\n`);
  context.out.write(context.json ? `${JSON.stringify({ file, format: format.name, notes })}\n` : `Wrote ${file}\n`);
  return exitCodes.done;
}

function readSignals(args: Arguments, { name }: ExportFormat): Pick<ExportSource, 'signals'> {
  const text = args.get('signals');
  if (text === undefined) return {};
  if (name !== 'csv') throw new CommandError('usage', `Option '--signals' is for --format csv: ${name} has none.`);
  return { signals: text.split(',').map((signal) => signal.trim()) };
}

/** A recording that ends too soon is written as far as it goes. */
function listNotes({ status, lastTime }: RecordingInfo): string[] {
  if (status === 'complete') return [];
  const why = { unfinished: 'is cut off', interrupted: 'was interrupted', failed: 'ended with an error' }[status];
  return [`The recording ${why} at ${formatNumber(lastTime)} s: what there is of it is written.`];
}

function create(
  format: ExportFormat,
  folder: string,
  source: FileSource,
  what: Omit<ExportSource, 'frames'>,
): ExportedFile {
  const result = format.create({ ...what, frames: iterateFrames(source, what.every) });
  if ('content' in result) return result;
  throw new CommandError('bad-input', `The run in ${folder} ${result.refused}`);
}
