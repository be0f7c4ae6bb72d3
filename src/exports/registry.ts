/** The formats that a recorded run can be written in: a line for each. */
import { computeSignalOffsets } from '../engine/contract/types.ts';
import type { RecordedFrame, RecordingHeader } from '../engine/record/format.ts';
import { computeMorphStride, createGlb, listLeftOut } from './gltf.ts';
import { checkGlb } from './gltf-check.ts';
import { createKeyframeDocument, createKeyframes, type Keyframes } from './keyframes.ts';
import { checkWcon, createWcon } from './wcon.ts';

export interface ExportSource {
  readonly header: RecordingHeader;
  readonly frames: Iterable<RecordedFrame>;
  /** Which of the recorded frames these are: each n-th. */
  readonly every: number;
}

/** Why a run cannot be written so: the end of a sentence that begins with the run. */
interface Refusal {
  readonly refused: string;
}

/** A file, and sentences about what of the run is not in it. */
export interface ExportedFile {
  readonly content: string | Uint8Array;
  readonly notes: readonly string[];
}

export interface ExportFormat {
  readonly name: string;
  /** File name when none is given. */
  readonly file: string;
  readonly about: string;
  readonly forWhom: string;
  create(source: ExportSource): ExportedFile | Refusal;
}

export const exportFormats: readonly ExportFormat[] = [
  {
    name: 'wcon',
    file: 'postures.wcon',
    about: 'centre lines of a worm over time',
    forWhom: 'worm trackers and their tools',
    create: createWconText,
  },
  {
    name: 'gltf',
    file: 'animation.glb',
    about: 'an animated scene for Blender and browsers, in one binary file',
    forWhom: 'animators',
    create: createGltfFile,
  },
  {
    name: 'keyframes',
    file: 'keyframes.json',
    about: 'JSON with the pose of every segment and limb in every frame',
    forWhom: 'programs of your own',
    create: createKeyframeText,
  },
];

function readKeyframes({ header, frames }: ExportSource): Keyframes | Refusal {
  const keyframes = createKeyframes(header.desc.animal, header.program, header.layout, frames);
  return keyframes.frames.length === 0 ? { refused: 'has no frames.' } : keyframes;
}

function createGltfFile(source: ExportSource): ExportedFile | Refusal {
  const keyframes = readKeyframes(source);
  if ('refused' in keyframes) return keyframes;
  const glb = createGlb(keyframes);
  const [problem] = checkGlb(glb);
  if (problem !== undefined) return { refused: `gives no glTF: ${problem.path} ${problem.hint}` };
  const stride = computeMorphStride(keyframes);
  const leftOut = listLeftOut(keyframes.layout);
  return {
    content: glb,
    notes: [
      ...(stride === 1
        ? []
        : [`Of ${keyframes.frames.length} shapes of soft surfaces one in ${stride} is written: players bear no more.`]),
      ...(leftOut.length === 0 ? [] : [`Not in the file: ${leftOut.join(', ')}.`]),
    ],
  };
}

function createKeyframeText(source: ExportSource): ExportedFile | Refusal {
  const { header } = source;
  if (header.layout.parts.length === 0)
    return {
      refused: `is of ${header.desc.animal}, and keyframes are of bodies with segments or limbs. Try --format gltf.`,
    };
  const keyframes = readKeyframes(source);
  if ('refused' in keyframes) return keyframes;
  const surfaces = header.layout.surfaces.filter(({ kind }) => kind === 'mesh').map(({ name }) => name);
  return {
    content: `${JSON.stringify(createKeyframeDocument(keyframes))}\n`,
    notes: surfaces.length === 0 ? [] : [`Not in the file: soft surfaces (${listSome(surfaces)}). Try --format gltf.`],
  };
}

/** The first of many names, and how many more. */
function listSome(names: readonly string[]): string {
  return names.length <= 2 ? names.join(', ') : `${names[0]!} and ${names.length - 1} more`;
}

/** The format says "worm" in its name, and so do the species and the side that lies down. */
function createWconText({ header, frames }: ExportSource): ExportedFile | Refusal {
  const { offsets } = computeSignalOffsets(header.signals);
  const size = header.signals.find((signal) => signal.name === 'midline.x')?.size;
  if (header.desc.controller.kind !== 'worm' || size === undefined)
    return { refused: `is of ${header.desc.animal}, and WCON is for worms.` };
  const [times, xs, ys]: [number[], Float64Array[], Float64Array[]] = [[], [], []];
  const [atX, atY] = [offsets['midline.x']!, offsets['midline.y']!];
  for (const { time, signals } of frames) {
    times.push(time);
    xs.push(signals.slice(atX, atX + size));
    ys.push(signals.slice(atY, atY + size));
  }
  const document = createWcon({ id: header.desc.animal, times, xs, ys, software: header.program });
  const [problem] = checkWcon(document);
  return problem === undefined
    ? { content: `${JSON.stringify(document)}\n`, notes: [] }
    : { refused: `gives no WCON: ${problem.path} ${problem.hint}` };
}
