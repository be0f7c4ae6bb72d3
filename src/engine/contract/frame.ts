/**
 * What to draw. A layout says once what there is; each frame is then one flat Float32Array, so that it crosses a worker
 * border, a file or a network in one copy.
 *
 * Order inside a frame: [time], then for every part 7 numbers (position xyz, quaternion xyzw), for every surface of kind
 * 'mesh' 3 per vertex, for every line 3 per point, for every marker 3, and for every channel its slots. Lengths in metres.
 */

import type { ChitinLook, SoftLook } from '../model/looks.ts';

/** Named numbers painted on something: excitation, strain, angle of attack. */
export interface ChannelSpec {
  readonly name: string;
  readonly unit: string;
  readonly range: readonly [number, number];
  /** Numbers per frame. */
  readonly slots: number;
  readonly about: string;
  /** The numbers lie on both sides of the middle of the range, which is rest. */
  readonly diverging?: true;
}

/** How a surface should look; the viewer has a material for each, named after what it looks like. */
export type Look = SoftLook | ChitinLook | 'fish' | 'cuticle' | 'water' | 'plain' | 'eye' | 'horn' | 'sucker';

/** A rigid piece: drawn as a shape at a moving frame, or only carrying a skin. */
export interface PartSpec {
  readonly name: string;
  readonly shape: 'elliptic-cylinder' | 'box' | 'ellipsoid' | 'capsule' | 'none';
  /** Full extents along the part's own x, y, z. */
  readonly size: readonly [number, number, number];
  /** plain when left out. */
  readonly look?: Look;
  /** The part it hangs on, which comes before it; a capsule does so by its end toward −x, anything else by its middle. */
  readonly parent?: number;
  /** A box that is drawn as what it stands for: a plate of armour, a closed ring of it, or the capsule of a head. */
  readonly outline?: 'plate' | 'ring' | 'head';
  /** Stands around the animal and is not part of it: cameras do not frame it. */
  readonly scenery?: true;
}

/**
 * A shape that is only drawn, and rides on a part or on a surface: an eye, a claw, a sucker. Rings are given in the axes of what
 * carries it: see `contract/ornaments.ts`.
 */
export interface OrnamentSpec {
  readonly name: string;
  readonly look: Look;
  readonly carrier: OrnamentCarrier;
  /** Five numbers a ring: x, y, z of its middle, half its width, half its height. Metres. */
  readonly rings: Float32Array;
  /** Painted like a limb. */
  readonly limb?: true;
}

/** A part, or three vertices of a surface: origin in their middle, z along their normal, x toward the first. */
export type OrnamentCarrier =
  | { readonly part: number }
  | { readonly surface: number; readonly vertices: readonly [number, number, number] };

/** A surface that is only drawn: every vertex is a fixed mixture of vertices of another surface. A fin along a back. */
export interface DrapeSpec {
  readonly name: string;
  readonly look: Look;
  readonly surface: number;
  /** Those of vertex v lie from starts[v] to starts[v + 1]. */
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  readonly weights: Float32Array;
  readonly triangles: Uint32Array;
}

/** Colours a surface by channel: vertex v shows slot `slots[v]` of the channel. */
export interface SurfaceChannel {
  readonly channel: string;
  readonly slots: Uint32Array;
}

/**
 * Groups of vertices that are drawn nearer to a middle: a box rounder, a limb that tapers, a fin narrower. Those of group g lie
 * from memberStarts[g] to memberStarts[g + 1], each is drawn `shares` of its way from the mean of the group's anchors.
 */
export interface Reshaping {
  readonly anchorStarts: Uint32Array;
  readonly anchors: Uint32Array;
  readonly memberStarts: Uint32Array;
  readonly members: Uint32Array;
  readonly shares: Float32Array;
}

export interface SurfaceSpec {
  readonly name: string;
  /** mesh: positions come with each frame; skin: rest positions ride on parts by weights. */
  readonly kind: 'mesh' | 'skin';
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** Rest positions, 3 per vertex; for a skin in the world frame of the rest pose. */
  readonly restPositions: Float32Array;
  /** skin: four part indices and four weights per vertex, and the rest position of every part (they rest unrotated). */
  readonly partIndices?: Uint16Array;
  readonly partWeights?: Float32Array;
  readonly partRestPositions?: Float32Array;
  readonly channels: readonly SurfaceChannel[];
  readonly regions?: SurfaceRegions;
  /** Node of the body nearest to each vertex, where a body has nodes to push at (`Handles.poke`). */
  readonly nodes?: Uint32Array;
  readonly look: Look;
  /** Drawn in another shape than it has. */
  readonly reshaped?: Reshaping;
  /** Stands around the animal and is not part of it: cameras frame it only while the animal is inside it. */
  readonly scenery?: true;
}

/** Named pieces of a surface, to point at; handles of the same names say what can be done to them. */
export interface SurfaceRegions {
  readonly names: readonly string[];
  /** Up to four regions that meet at each vertex, as indices into the names; −1 for none. */
  readonly vertexRegions: Int16Array;
}

/** Lines and markers of one set are shown and hidden together. */
interface Attachment {
  readonly name: string;
  readonly set?: string;
  /** Hidden until someone wants to see it. */
  readonly optional?: true;
}

export interface LineSpec extends Attachment {
  readonly pointCount: number;
  readonly channel?: string;
  /** First slot of the line in its channel, from where every point has one; 0 when left out. */
  readonly firstSlot?: number;
  /** Metres at the first point, thinning out toward the last; a hairline when left out. */
  readonly radius?: number;
  /** Of a line with a radius. */
  readonly look?: Look;
}

export interface MarkerSpec extends Attachment {
  /** Metres. */
  readonly radius: number;
}

/** How ground is painted on land; soil when left out. */
export type GroundLook = 'agar' | 'bark';

/** A level plane, or triangles (3 coordinates per vertex, counter-clockwise seen from outside). */
export type GroundSpec =
  | { readonly kind: 'plane'; readonly height: number; readonly look?: GroundLook }
  | {
      readonly kind: 'mesh';
      readonly positions: Float32Array;
      readonly triangles: Uint32Array;
      readonly look?: GroundLook;
    };

/** The path that an animal leaves on level ground, as a groove. */
export interface TrackSpec {
  /** Signals that hold the x and y of what leaves it, and which of their elements do. */
  readonly signals: readonly [x: string, y: string];
  readonly element: number;
  /** Metres. */
  readonly width: number;
}

export interface FrameLayout {
  readonly parts: readonly PartSpec[];
  readonly surfaces: readonly SurfaceSpec[];
  readonly lines: readonly LineSpec[];
  readonly markers: readonly MarkerSpec[];
  readonly channels: readonly ChannelSpec[];
  /** What is only drawn: nothing of it is in a frame. */
  readonly ornaments?: readonly OrnamentSpec[];
  readonly drapes?: readonly DrapeSpec[];
  readonly ground?: GroundSpec;
  /** Left out by animals that leave no trace: the path of their centre of mass is drawn then. */
  readonly track?: TrackSpec;
  /** Water fills everything below the level; Infinity means all around. */
  readonly water?: { readonly level: number };
  /** Path of the live control, 0 to 1, that puts the ground under water: from a half on it is drawn so, and nothing leaves a track. */
  readonly floodedBy?: string;
  /** What the sides toward +y and −y at rest are called; left and right when left out. */
  readonly sides?: readonly [string, string];
  /** Size of the animal, for cameras and grids: metres. */
  readonly extent: number;
}

/** Where things are inside a frame's array. */
export interface FrameOffsets {
  readonly time: 0;
  readonly parts: number;
  readonly surfaces: readonly number[];
  readonly lines: readonly number[];
  readonly markers: number;
  readonly channels: Readonly<Record<string, number>>;
  readonly length: number;
}

export function computeFrameOffsets(layout: FrameLayout): FrameOffsets {
  let at = 1;
  const take = (length: number): number => {
    at += length;
    return at - length;
  };
  const parts = take(7 * layout.parts.length);
  const surfaces = layout.surfaces.map((surface) => take(surface.kind === 'mesh' ? 3 * surface.vertexCount : 0));
  const lines = layout.lines.map((line) => take(3 * line.pointCount));
  const markers = take(3 * layout.markers.length);
  const channels = Object.fromEntries(layout.channels.map((channel) => [channel.name, take(channel.slots)]));
  return { time: 0, parts, surfaces, lines, markers, channels, length: at };
}
