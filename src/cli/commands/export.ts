/** `bestiary export`: a recorded run in a format that other programs read. */
import path from 'node:path';
import { RecordingError, inspectRecording, iterateFrames } from '../../engine/record/decode.ts';
import type { RecordingHeader } from '../../engine/record/format.ts';
import { computeSignalOffsets } from '../../engine/contract/types.ts';
import { createGlb } from '../../exports/gltf.ts';
import { checkGlb } from '../../exports/gltf-check.ts';
import { createKeyframeDocument, createKeyframes, type Keyframes } from '../../exports/keyframes.ts';
import { checkWcon, createWcon } from '../../exports/wcon.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { type FileSource, openRecording } from '../../node/recording-file.ts';
import { createRunFolder } from '../../node/run-folder.ts';
import { readNumber } from '../terminal/arguments.ts';
import type { Arguments, Command, Context } from '../terminal/command.ts';
import { CommandError, exitCodes } from '../terminal/command-error.ts';

interface Format {
  readonly name: string;
  /** File name when none is given. */
  readonly file: string;
  create(source: FileSource, header: RecordingHeader, every: number, folder: string): string | Uint8Array;
}

const formats: readonly Format[] = [
  { name: 'wcon', file: 'postures.wcon', create: createWconText },
  { name: 'gltf', file: 'animation.glb', create: createGltfFile },
  { name: 'keyframes', file: 'keyframes.json', create: createKeyframeText },
];

/** Frames of an animal without parts: each becomes a shape of its own in the file. */
const mostMorphs = 500;

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a recorded run in a format that other programs read.',
  usage: 'export DIR --format NAME [--out FILE] [--every FRAMES]',
  positionals: [{ name: 'DIR', about: 'The folder of a run, as written by run --out.' }],
  options: [
    {
      name: 'format',
      value: 'NAME',
      about: `One of: ${formats.map(({ name }) => name).join(', ')}. wcon: centre lines of a worm over time; gltf: an animated scene for Blender and browsers, in one binary file; keyframes: JSON with the pose of every segment and limb in every frame.`,
    },
    { name: 'out', value: 'FILE', about: 'Where to write (default: in the folder of the run).' },
    { name: 'every', value: 'FRAMES', about: 'Keep every n-th recorded frame (default 1).' },
  ],
  examples: [
    { line: 'bestiary export crawl --format wcon', does: 'crawl/postures.wcon for worm trackers and their tools' },
    { line: 'bestiary export walk --format gltf --every 4', does: 'walk/animation.glb for animators' },
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

function readKeyframes(source: FileSource, header: RecordingHeader, every: number, folder: string): Keyframes {
  const keyframes = createKeyframes(header.desc.animal, header.program, header.layout, iterateFrames(source, every));
  if (keyframes.frames.length === 0) throw new CommandError('bad-input', `The run in ${folder} has no frames.`);
  return keyframes;
}

function createGltfFile(source: FileSource, header: RecordingHeader, every: number, folder: string): Uint8Array {
  const keyframes = readKeyframes(source, header, every, folder);
  const { length } = keyframes.frames;
  if (header.layout.parts.length === 0 && length > mostMorphs)
    throw new CommandError(
      'bad-input',
      `The run in ${folder} has ${length} frames of a soft surface, more than the ${mostMorphs} that players bear. Try --every ${every * Math.ceil(length / mostMorphs)}.`,
    );
  const glb = createGlb(keyframes);
  const [problem] = checkGlb(glb);
  if (problem !== undefined)
    throw new CommandError('bad-input', `The run in ${folder} gives no glTF: ${problem.path} ${problem.hint}`);
  return glb;
}

function createKeyframeText(source: FileSource, header: RecordingHeader, every: number, folder: string): string {
  if (header.layout.parts.length === 0)
    throw new CommandError(
      'bad-input',
      `Keyframes are of bodies with segments or limbs: the run in ${folder} is of ${header.desc.animal}. Try --format gltf.`,
    );
  return `${JSON.stringify(createKeyframeDocument(readKeyframes(source, header, every, folder)))}\n`;
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
