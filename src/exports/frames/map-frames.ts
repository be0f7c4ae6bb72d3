/** Frames of one layout as frames of another, by the names of what is in them: a scene may change within a run, and a file holds one. */
import { computeFrameOffsets, type FrameLayout } from '../../engine/contract/frame.ts';

/** Pose of absent parts, out of sight: position and identity quaternion. */
const absentPose = [0, 0, -10, 0, 0, 0, 1] as const;

/** A stretch of numbers: where it comes from, undefined for what is not there, and where it goes to. */
interface Stretch {
  readonly from: number | undefined;
  readonly to: number;
  readonly length: number;
}

/** undefined where bodies or grounds differ: then frames of one do not fit the other. */
export function createFrameMapping(
  from: FrameLayout,
  to: FrameLayout,
): ((frame: Float32Array) => Float32Array) | undefined {
  if (!hasSameBody(from, to)) return undefined;
  const [before, after] = [computeFrameOffsets(from), computeFrameOffsets(to)];
  const find = (list: readonly { readonly name: string }[], name: string): number | undefined => {
    const index = list.findIndex((other) => other.name === name);
    return index < 0 ? undefined : index;
  };
  const shift = (start: number, index: number | undefined, size: number): number | undefined =>
    index === undefined ? undefined : start + size * index;
  const stretches: Stretch[] = [
    { from: 0, to: 0, length: 1 },
    ...to.parts.map(({ name }, i) => ({
      from: shift(before.parts, find(from.parts, name), 7),
      to: after.parts + 7 * i,
      length: 7,
    })),
    ...to.surfaces.map(({ name, kind, vertexCount }, i) => ({
      from: before.surfaces[find(from.surfaces, name) ?? -1] ?? 0,
      to: after.surfaces[i]!,
      length: kind === 'mesh' ? 3 * vertexCount : 0,
    })),
    ...to.lines.map(({ name, pointCount }, i) => ({
      from: before.lines[find(from.lines, name) ?? -1]!,
      to: after.lines[i]!,
      length: 3 * pointCount,
    })),
    ...to.markers.map(({ name }, i) => ({
      from: shift(before.markers, find(from.markers, name), 3),
      to: after.markers + 3 * i,
      length: 3,
    })),
    ...to.channels.map(({ name, slots }) => ({
      from: before.channels[name]!,
      to: after.channels[name]!,
      length: slots,
    })),
  ];
  return (frame) => {
    const out = new Float32Array(after.length);
    for (const { from: start, to: at, length } of stretches)
      out.set(start === undefined ? absentPose.slice(0, length) : frame.subarray(start, start + length), at);
    return out;
  };
}

/** Scenery may come and go; everything else must be the same. */
function hasSameBody(from: FrameLayout, to: FrameLayout): boolean {
  return describeBody(from) === describeBody(to) && hasSameGround(from.ground, to.ground);
}

function describeBody({ parts, surfaces, lines, channels, water }: FrameLayout): string {
  return JSON.stringify([
    parts.filter(({ scenery }) => scenery !== true).map(({ name }) => name),
    // A skin that stands around has no numbers in a frame.
    surfaces.flatMap(({ name, kind, vertexCount }) => (kind === 'mesh' ? [[name, vertexCount]] : [])),
    lines.map(({ name, pointCount }) => [name, pointCount]),
    channels.map(({ name, slots }) => [name, slots]),
    String(water?.level),
  ]);
}

function hasSameGround(a: FrameLayout['ground'], b: FrameLayout['ground']): boolean {
  if (a?.kind === 'mesh' && b?.kind === 'mesh')
    return isSame(a.positions, b.positions) && isSame(a.triangles, b.triangles);
  return a?.kind === b?.kind && (a?.kind !== 'plane' || b?.kind !== 'plane' || a.height === b.height);
}

function isSame(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
