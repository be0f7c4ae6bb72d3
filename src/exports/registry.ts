/** The formats that a recorded run can be written in: a line for each. */
import { computeSignalOffsets } from '../engine/contract/types.ts';
import type { RecordedFrame, RecordingHeader } from '../engine/record/format.ts';
import { createGlb } from './gltf.ts';
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

export interface ExportFormat {
  readonly name: string;
  /** File name when none is given. */
  readonly file: string;
  readonly about: string;
  readonly forWhom: string;
  create(source: ExportSource): string | Uint8Array | Refusal;
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

/** Frames of an animal without parts: each becomes a shape of its own in the file. */
const mostMorphs = 500;

function readKeyframes({ header, frames }: ExportSource): Keyframes | Refusal {
  const keyframes = createKeyframes(header.desc.animal, header.program, header.layout, frames);
  return keyframes.frames.length === 0 ? { refused: 'has no frames.' } : keyframes;
}

function createGltfFile(source: ExportSource): Uint8Array | Refusal {
  const keyframes = readKeyframes(source);
  if ('refused' in keyframes) return keyframes;
  const { length } = keyframes.frames;
  const enough = source.every * Math.ceil(length / mostMorphs);
  if (source.header.layout.parts.length === 0 && length > mostMorphs)
    return {
      refused: `has ${length} frames of a soft surface, more than the ${mostMorphs} that players bear. Try --every ${enough}.`,
    };
  const glb = createGlb(keyframes);
  const [problem] = checkGlb(glb);
  return problem === undefined ? glb : { refused: `gives no glTF: ${problem.path} ${problem.hint}` };
}

function createKeyframeText(source: ExportSource): string | Refusal {
  const { header } = source;
  if (header.layout.parts.length === 0)
    return {
      refused: `is of ${header.desc.animal}, and keyframes are of bodies with segments or limbs. Try --format gltf.`,
    };
  const keyframes = readKeyframes(source);
  return 'refused' in keyframes ? keyframes : `${JSON.stringify(createKeyframeDocument(keyframes))}\n`;
}

/** The format says "worm" in its name, and so do the species and the side that lies down. */
function createWconText({ header, frames }: ExportSource): string | Refusal {
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
    ? `${JSON.stringify(document)}\n`
    : { refused: `gives no WCON: ${problem.path} ${problem.hint}` };
}
