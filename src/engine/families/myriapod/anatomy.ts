/** What is only drawn of a myriapod: eyes, claws, trailing legs, and how boxes stand for plates, rings and a head. */
import type { HybridParameters } from '../../bodies/rigid-soft/body.ts';
import type { Look, OrnamentSpec, PartSpec } from '../../contract/frame.ts';
import { createBallRings, createBentRings, mirrorRings } from '../../contract/ornaments.ts';
import type { MyriapodDesc } from './schema.ts';
import { centimetre } from './units.ts';

type Kind = MyriapodDesc['body']['outline'];

/** Width of what is drawn of each segment, as a share of the box: a narrow neck, and a tail that ends. */
const tapers: Readonly<Record<Kind, { readonly neck: readonly number[]; readonly tail: readonly number[] }>> = {
  plates: { neck: [1, 0.9], tail: [0.96, 0.88, 0.72] },
  rings: { neck: [1, 0.9, 0.97], tail: [0.96, 0.86, 0.62] },
  boxes: { neck: [], tail: [] },
};

export function computeGirth({ outline, girth }: MyriapodDesc['body'], segment: number, segments: number): number {
  const { neck, tail } = tapers[outline];
  return girth * (neck[segment] ?? 1) * (tail[tail.length - (segments - segment)] ?? 1);
}

/** How a box is drawn. */
export function chooseOutline(kind: Kind, segment: number): Pick<PartSpec, 'outline'> {
  if (kind === 'boxes') return {};
  if (segment === 0) return { outline: 'head' };
  return { outline: kind === 'plates' ? 'plate' : 'ring' };
}

interface Head {
  readonly width: number;
  readonly height: number;
}

/** Shapes on the head (part `first`) and on the last segment of one animal. */
export function listOrnaments(
  desc: MyriapodDesc,
  { rigidSizes }: HybridParameters,
  look: Look,
  first: number,
): OrnamentSpec[] {
  const kind = desc.body.outline;
  if (kind === 'boxes') return [];
  const [, y, z] = rigidSizes[0]!;
  const wide = centimetre * desc.body.girth;
  const head: Head = { width: wide * y, height: wide * z };
  const on = (part: number, name: string, shapeLook: Look, rings: Float32Array): OrnamentSpec[] =>
    ['left', 'right'].map((side) => ({
      name: `${side} ${name}`,
      look: shapeLook,
      carrier: { part },
      rings: side === 'left' ? rings : mirrorRings(rings),
      ...(shapeLook === look ? { limb: true as const } : {}),
    }));
  const eyes = listEyes(head, kind).flatMap((rings, i) => on(first, `eye ${i + 1}`, 'horn', rings));
  if (kind === 'rings') return eyes;
  const last = first + rigidSizes.length - 1;
  const leg = 0.9 * (desc.controller.legs.upper + desc.controller.legs.lower);
  return [
    ...eyes,
    ...on(first, 'claw', look, createClaw(head)),
    ...on(first, 'claw tip', 'horn', createClawTip(head)),
    ...on(last, 'trailing leg', look, createTrailingLeg(head, leg * desc.controller.legs.growth)),
  ];
}

function listEyes({ width, height }: Head, kind: Kind): Float32Array[] {
  const size = 0.055 * width;
  if (kind === 'rings')
    return [
      createBallRings([0.5 * width, 0.36 * width, 0.16 * height], [0, 0.8, 0.6], [0.5 * size, 2.2 * size, 1.6 * size]),
    ];
  return [
    [0.62, 0.3, 0.13],
    [0.52, 0.345, 0.13],
    [0.56, 0.3, 0.2],
  ].map(([x, y, z]) => createBallRings([x! * width, y! * width, z! * height], [0, 0.8, 0.6], [size, size, size], 5));
}

/** A poison claw: out from below the head, and around it to the front. */
function createClaw({ width: w, height: h }: Head): Float32Array {
  return createBentRings([
    [-0.05 * w, 0.24 * w, -0.3 * h, 0.08 * w, 0.1 * h],
    [0.08 * w, 0.34 * w, -0.3 * h, 0.1 * w, 0.14 * h],
    [0.28 * w, 0.42 * w, -0.29 * h, 0.085 * w, 0.12 * h],
    [0.5 * w, 0.4 * w, -0.28 * h, 0.06 * w, 0.09 * h],
    [0.64 * w, 0.32 * w, -0.28 * h, 0.045 * w, 0.07 * h],
  ]);
}

function createClawTip({ width: w, height: h }: Head): Float32Array {
  return createBentRings([
    [0.62 * w, 0.34 * w, -0.28 * h, 0.042 * w, 0.065 * h],
    [0.74 * w, 0.24 * w, -0.29 * h, 0.03 * w, 0.045 * h],
    [0.8 * w, 0.12 * w, -0.31 * h, 0.006 * w, 0.008 * h],
  ]);
}

/** The last pair does not walk: it is stretched out behind. */
function createTrailingLeg({ width: w, height: h }: Head, length: number): Float32Array {
  const thick = Math.min(0.075 * w, 0.03 * length);
  return createBentRings([
    [0, 0.22 * w, -0.2 * h, thick, thick],
    [-0.25 * length, 0.22 * w + 0.1 * length, -0.05 * h, 0.95 * thick, 0.95 * thick],
    [-0.5 * length, 0.22 * w + 0.22 * length, -0.05 * h, 0.75 * thick, 0.75 * thick],
    [-0.75 * length, 0.22 * w + 0.28 * length, -0.2 * h, 0.5 * thick, 0.5 * thick],
    [-length, 0.22 * w + 0.3 * length, -0.42 * h, 0.12 * thick, 0.12 * thick],
  ]);
}
