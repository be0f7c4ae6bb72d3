/** The formats that a recorded run can be written in: a line for each. */
import { computeSignalOffsets } from '../engine/contract/types.ts';
import { suggestSentence } from '../engine/model/suggest.ts';
import type { RecordedFrame, RecordingHeader } from '../engine/record/format.ts';
import { createCsv } from './csv.ts';
import { createGlb, type GltfOptions } from './gltf/gltf.ts';
import { computeMorphStride } from './gltf/soft.ts';
import { createKeyframeDocument, createKeyframes, type Keyframes } from './frames/keyframes.ts';
import { createFramesNpy, createSignalsNpy } from './npy.ts';
import { createWcon } from './wcon.ts';

export interface ExportSource {
  readonly header: RecordingHeader;
  readonly frames: Iterable<RecordedFrame>;
  /** Stride of these frames among the recorded ones. */
  readonly every: number;
  /** Names of the signals that are wanted, where a format has signals; undefined: all. */
  readonly signals?: readonly string[];
  /** How a scene is written, where a format is one. */
  readonly scene?: GltfOptions;
}

/** Properties of a run that decide whether a format can hold it. */
export type ExportSubject = Pick<RecordingHeader, 'desc' | 'layout' | 'signals'>;

/** Why a run cannot be exported: the end of a sentence that begins with the run. */
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
  /** Why no run of this kind can be exported, before any of it is read: the end of a sentence, or undefined. */
  refuse?(subject: ExportSubject): string | undefined;
  create(source: ExportSource): ExportedFile | Refusal;
}

export const exportFormats: readonly ExportFormat[] = [
  {
    name: 'wcon',
    file: 'postures.wcon',
    about: 'centre lines of a worm over time',
    forWhom: 'worm trackers and their tools',
    refuse: refuseWcon,
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
    refuse: refuseKeyframes,
    create: createKeyframeText,
  },
  {
    name: 'csv',
    file: 'signals.csv',
    about: 'a table of signals over time, with units',
    forWhom: 'spreadsheets and statistics',
    create: createCsvText,
  },
  {
    name: 'npy',
    file: 'signals.npy',
    about: 'the same signals as a structured array of NumPy',
    forWhom: 'Python and programs that want every bit',
    create: createSignalsFile,
  },
  {
    name: 'frames',
    file: 'frames.npy',
    about: 'what is drawn in every frame (parts, soft surfaces, lines, channels) as a structured array of NumPy',
    forWhom: 'Python',
    create: createFramesFile,
  },
];

function readKeyframes({ header, frames }: ExportSource): Keyframes | Refusal {
  const keyframes = createKeyframes(header.desc.animal, header.program, header.layout, frames);
  return keyframes.frames.length === 0 ? { refused: 'has no frames.' } : keyframes;
}

function createGltfFile(source: ExportSource): ExportedFile | Refusal {
  const keyframes = readKeyframes(source);
  if ('refused' in keyframes) return keyframes;
  const { colour } = source.scene ?? {};
  const channels = keyframes.layout.channels.map(({ name }) => name);
  if (colour !== undefined && !channels.includes(colour))
    return { refused: `has no channel '${colour}' to colour by. ${suggestSentence(colour, channels)}` };
  const stride = computeMorphStride(keyframes);
  return {
    content: createGlb(keyframes, source.scene),
    notes: [
      ...(stride === 1
        ? []
        : [
            `Of ${keyframes.frames.length} shapes of soft surfaces one in ${stride} is written: more would exceed what glTF players can handle.`,
          ]),
    ],
  };
}

function refuseKeyframes({ desc, layout }: ExportSubject): string | undefined {
  return layout.parts.length > 0
    ? undefined
    : `is of ${desc.animal}, and keyframes are of bodies with segments or limbs. The format gltf holds it.`;
}

function createKeyframeText(source: ExportSource): ExportedFile | Refusal {
  const { header } = source;
  const refused = refuseKeyframes(header);
  if (refused !== undefined) return { refused };
  const keyframes = readKeyframes(source);
  if ('refused' in keyframes) return keyframes;
  const surfaces = header.layout.surfaces.filter(({ kind }) => kind === 'mesh').map(({ name }) => name);
  return {
    content: `${JSON.stringify(createKeyframeDocument(keyframes))}\n`,
    notes:
      surfaces.length === 0
        ? []
        : [`Not in the file: soft surfaces (${listSome(surfaces)}). The format gltf has them.`],
  };
}

/** The first of many names, and how many more. */
function listSome(names: readonly string[]): string {
  return names.length <= 2 ? names.join(', ') : `${names[0]!} and ${names.length - 1} more`;
}

/** The format says "worm" in its name, and so do the species and the side that lies down. */
function refuseWcon({ desc, signals }: ExportSubject): string | undefined {
  return desc.controller.kind === 'worm' && signals.some(({ name }) => name === 'midline.x')
    ? undefined
    : `is of ${desc.animal}, and WCON is for worms.`;
}

function createWconText({ header, frames }: ExportSource): ExportedFile | Refusal {
  const { offsets } = computeSignalOffsets(header.signals);
  const refused = refuseWcon(header);
  if (refused !== undefined) return { refused };
  const size = header.signals.find((signal) => signal.name === 'midline.x')!.size;
  const [times, xs, ys]: [number[], Float64Array[], Float64Array[]] = [[], [], []];
  const [atX, atY] = [offsets['midline.x']!, offsets['midline.y']!];
  for (const { time, signals } of frames) {
    times.push(time);
    xs.push(signals.slice(atX, atX + size));
    ys.push(signals.slice(atY, atY + size));
  }
  const document = createWcon({ id: header.desc.animal, times, xs, ys, software: header.program });
  return { content: `${JSON.stringify(document)}\n`, notes: [] };
}

/** Why a signal that was asked for is not there. */
function refuseSignals({ header, signals }: ExportSource): string | undefined {
  const names = header.signals.map(({ name }) => name);
  const unknown = signals?.find((name) => !names.includes(name));
  return unknown === undefined ? undefined : `has no signal '${unknown}'. ${suggestSentence(unknown, names)}`;
}

function createCsvText(source: ExportSource): ExportedFile | Refusal {
  const { header, frames, signals } = source;
  const refused = refuseSignals(source);
  if (refused !== undefined) return { refused };
  const content = createCsv(header.signals, signals === undefined ? undefined : new Set(signals), frames);
  return content === undefined
    ? { refused: 'makes a table of over 20 million numbers. Take fewer signals, a shorter time or fewer frames.' }
    : { content, notes: [] };
}

const npyTooLarge = 'makes a file of over two gigabytes. Take fewer signals, a shorter time or fewer frames.';

function createSignalsFile(source: ExportSource): ExportedFile | Refusal {
  const { header, frames, signals } = source;
  const refused = refuseSignals(source);
  if (refused !== undefined) return { refused };
  const content = createSignalsNpy(header.signals, signals === undefined ? undefined : new Set(signals), frames);
  return content === undefined ? { refused: npyTooLarge } : { content, notes: [] };
}

function createFramesFile({ header, frames }: ExportSource): ExportedFile | Refusal {
  const content = createFramesNpy(header.layout, frames);
  return content === undefined ? { refused: npyTooLarge } : { content, notes: [] };
}
