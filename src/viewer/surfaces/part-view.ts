/**
 * Rigid parts, all of one look in one draw call. Their shapes lie still on the graphics card; each frame brings two texels a
 * part, so that ten animals with hundreds of legs cost no more on the processor than one.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  Mesh,
  RGBAFormat,
  type ShaderMaterial,
  Sphere,
} from 'three';
import type {
  FrameLayout,
  FrameOffsets,
  Look,
  OrnamentCarrier,
  OrnamentSpec,
  PartSpec,
} from '../../engine/contract/frame.ts';
import { createRingShape, ringLength, setCarrierPose } from '../../engine/contract/ornaments.ts';
import type { BoxFiller } from '../camera/framing.ts';
import { createCoatCoordinates, createPartShape, isClosed, setVertexNormals } from './geometry.ts';
import type { SurfaceView } from './surface-view.ts';
import { createSurfaceMaterials, createSurfaceUniforms, type SceneUniforms } from './surface-material.ts';

/** Limbs are painted like the belly, and lower, so that a look can tell them from it. */
const limbHeight = -2;
const textureWidth = 256;
/** With more parts than these each is drawn with fewer corners. */
const maxDetailedParts = 300;
const maxDetailedOrnaments = 60;
const backward = [0.6, 0, 0.8] as const;

/** Where all parts of a layout are, and after them the ornaments that ride on surfaces. */
export class PartPoses {
  readonly texture: DataTexture;
  readonly #texels: Float32Array;
  readonly #count: number;
  readonly #riders: readonly SurfaceCarrier[];
  readonly #pose = new Float32Array(7);
  /** Slots and far ends (in the carrier's axes) of ornaments that stand far out. */
  readonly #ends: readonly { readonly slot: number; readonly x: number; readonly y: number; readonly z: number }[];

  constructor(layout: FrameLayout) {
    this.#count = layout.parts.length;
    this.#riders = listRiders(layout).map(({ carrier }) => carrier as SurfaceCarrier);
    this.#ends = listEnds(layout);
    const rows = Math.max(1, Math.ceil((2 * (this.#count + this.#riders.length)) / textureWidth));
    this.#texels = new Float32Array(4 * textureWidth * rows);
    this.texture = new DataTexture(this.#texels, textureWidth, rows, RGBAFormat, FloatType);
  }

  /** Where parts are in a frame, and ornaments on surfaces as they are drawn. */
  update(frame: Float32Array, offsets: FrameOffsets, surfaces: readonly SurfaceView[]): void {
    for (let part = 0; part < this.#count; part++) this.#set(part, frame, offsets.parts + 7 * part);
    for (let rider = 0; rider < this.#riders.length; rider++) {
      const { surface, vertices } = this.#riders[rider]!;
      setCarrierPose(this.#pose, surfaces[surface]!.shape.positions, vertices[0], vertices[1], vertices[2]);
      this.#set(this.#count + rider, this.#pose, 0);
    }
    this.texture.needsUpdate = true;
  }

  /** Makes a box hold what stands far out: tails, tips of wings. */
  addEnds(filler: BoxFiller): void {
    for (const { slot, x, y, z } of this.#ends) {
      const at = 8 * slot;
      const t = this.#texels;
      const [qx, qy, qz, qw] = [t[at + 4]!, t[at + 5]!, t[at + 6]!, t[at + 7]!];
      const [cx, cy, cz] = [qy * z - qz * y + qw * x, qz * x - qx * z + qw * y, qx * y - qy * x + qw * z];
      filler.addPoint(
        t[at]! + x + 2 * (qy * cz - qz * cy),
        t[at + 1]! + y + 2 * (qz * cx - qx * cz),
        t[at + 2]! + z + 2 * (qx * cy - qy * cx),
        0,
      );
    }
  }

  #set(slot: number, from: Float32Array, at: number): void {
    const to = 8 * slot;
    for (let k = 0; k < 3; k++) this.#texels[to + k] = from[at + k]!;
    for (let k = 0; k < 4; k++) this.#texels[to + 4 + k] = from[at + 3 + k]!;
  }
}

/** Ends this far from what carries them (in extents) count for cameras. */
const farEndDistance = 0.08;
/** Of a long tail not all: an animal is not small because its tail is long. Legs are seen whole. */
const shownShare = 0.6;

function listEnds(layout: FrameLayout): { slot: number; x: number; y: number; z: number }[] {
  const riders = new Map(listRiders(layout).map((ornament, i) => [ornament, layout.parts.length + i]));
  return (layout.ornaments ?? []).flatMap((ornament) => {
    const [x, y, z] = ornament.rings.subarray(-ringLength) as unknown as [number, number, number];
    const slot = riders.get(ornament) ?? (ornament.carrier as { readonly part: number }).part;
    const far = Math.hypot(x, y, z) > farEndDistance * layout.extent;
    const share = ornament.limb === true ? 1 : shownShare;
    return far ? [{ slot, x: share * x, y: share * y, z: share * z }] : [];
  });
}

type SurfaceCarrier = Extract<OrnamentCarrier, { readonly surface: number }>;

function listRiders({ ornaments }: FrameLayout): OrnamentSpec[] {
  return (ornaments ?? []).filter(({ carrier }) => 'surface' in carrier);
}

export class PartView {
  readonly mesh: Mesh;
  readonly shadow: Mesh;
  readonly look: Look;
  /** Whether the inside of a part is never seen. */
  readonly isClosed: boolean;
  readonly #materials: readonly ShaderMaterial[];
  /** Whether a skin hides these parts. */
  readonly covered: boolean;
  readonly #vertexParts: Float32Array;

  constructor(look: Look, covered: boolean, shape: GroupShape, scene: SceneUniforms, poses: PartPoses) {
    this.covered = covered;
    this.look = look;
    const { positions, triangles, parts, coat } = shape;
    this.#vertexParts = parts;
    const geometry = new BufferGeometry();
    const normals = new Float32Array(positions.length);
    setVertexNormals(normals, positions, triangles);
    const set = (name: string, array: Float32Array, size: number): void => {
      geometry.setAttribute(name, new BufferAttribute(array, size));
    };
    set('position', positions, 3);
    set('normal', normals, 3);
    geometry.setAttribute(
      'restNormal',
      shape.backs === undefined ? geometry.getAttribute('normal') : new BufferAttribute(shape.backs, 3),
    );
    set('coat', coat, 3);
    set('part', parts, 1);
    set('value', new Float32Array(parts.length), 1);
    set('mark', new Float32Array(2 * parts.length), 2);
    geometry.setIndex(new BufferAttribute(parts.length < 65536 ? Uint16Array.from(triangles) : triangles, 1));
    geometry.boundingSphere = new Sphere(undefined, Infinity);
    const uniforms = { ...createSurfaceUniforms(scene), poses: { value: poses.texture } };
    this.isClosed = isClosed(triangles);
    const materials = createSurfaceMaterials(look, uniforms, this.isClosed, true);
    this.#materials = [materials.visible, materials.flat];
    this.mesh = new Mesh(geometry, materials.visible);
    this.shadow = new Mesh(geometry, materials.flat);
    for (const mesh of [this.mesh, this.shadow]) mesh.frustumCulled = false;
  }

  /** Makes the parts bright that are pointed at. */
  setMarks(isMarked: (part: number) => boolean): void {
    const mark = this.mesh.geometry.getAttribute('mark');
    this.#vertexParts.forEach((part, vertex) => {
      mark.setX(vertex, isMarked(part) ? 1 : 0);
    });
    mark.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    for (const material of this.#materials) material.dispose();
  }
}

/** Views of all parts and ornaments of a layout. */
export function createPartViews(layout: FrameLayout, scene: SceneUniforms, poses: PartPoses): PartView[] {
  return [
    ...groupParts(layout).map(
      (group) => new PartView(group.look, group.covered, createGroupShape(layout, group), scene, poses),
    ),
    ...createOrnamentShapes(layout).map(([look, shape]) => new PartView(look, false, shape, scene, poses)),
  ];
}

/** Shapes of all ornaments, by look. */
function createOrnamentShapes(layout: FrameLayout): [Look, GroupShape][] {
  const all = layout.ornaments ?? [];
  const riders = new Map(listRiders(layout).map((ornament, i) => [ornament, layout.parts.length + i]));
  const sides = all.length > maxDetailedOrnaments ? 7 : 12;
  return [...new Set(all.map(({ look }) => look))].map((look) => {
    const [positions, triangles, parts, coat]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (const ornament of all) {
      if (ornament.look !== look) continue;
      const shape = createRingShape(ornament, sides);
      const first = parts.length;
      const slot = riders.get(ornament) ?? (ornament.carrier as { readonly part: number }).part;
      for (const vertex of shape.triangles) triangles.push(first + vertex);
      const root = readCoat(layout, ornament);
      for (let at = 0; at < shape.positions.length; at++) {
        positions.push(shape.positions[at]!);
        const own = ornament.limb === true && at % 3 === 1 ? limbHeight : shape.coat[at]!;
        coat.push(root === undefined ? own : root[at % 3]! + 0.06 * own);
        if (at % 3 === 0) parts.push(slot);
      }
    }
    return [
      look,
      {
        positions: Float32Array.from(positions),
        triangles: Uint32Array.from(triangles),
        parts: Float32Array.from(parts),
        coat: Float32Array.from(coat),
        // Coloured like a back, however it is turned.
        backs: Float32Array.from(positions, (_, at) => backward[at % 3]!),
      },
    ];
  });
}

/** Of what has the look of the skin it stands on: where on the animal that is. Its marks continue from there. */
function readCoat({ surfaces }: FrameLayout, { carrier, look }: OrnamentSpec): Float32Array | undefined {
  if (!('surface' in carrier)) return undefined;
  const spec = surfaces[carrier.surface]!;
  if (spec.look !== look) return undefined;
  const first = 3 * carrier.vertices[0];
  return createCoatCoordinates(spec.restPositions, spec.vertexCount).subarray(first, first + 3);
}

export interface PartGroup {
  readonly look: Look;
  readonly covered: boolean;
  /** Indices in the layout. */
  readonly parts: readonly number[];
}

/** Parts by look, those under a skin apart. */
export function groupParts(layout: FrameLayout): PartGroup[] {
  const covered = new Set<number>();
  for (const { partIndices, partWeights } of layout.surfaces)
    partIndices?.forEach((part, i) => {
      if (partWeights![i]! > 0) covered.add(part);
    });
  const groups = new Map<string, { look: Look; covered: boolean; parts: number[] }>();
  layout.parts.forEach(({ shape, look = 'plain' }, index) => {
    if (shape === 'none') return;
    const key = `${look} ${covered.has(index)}`;
    const group = groups.get(key) ?? { look, covered: covered.has(index), parts: [] };
    group.parts.push(index);
    groups.set(key, group);
  });
  return [...groups.values()];
}

interface GroupShape {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Part of each vertex. */
  readonly parts: Float32Array;
  /** Where each vertex sits on its part: place 0 front … 1 rear, height −1 … 1, side −1 … 1. */
  readonly coat: Float32Array;
  /** Where each vertex faces as far as its colours go; its normal when left out. */
  readonly backs?: Float32Array;
}

export function createGroupShape(layout: FrameLayout, group: PartGroup): GroupShape {
  const positions: number[] = [];
  const triangles: number[] = [];
  const parts: number[] = [];
  const coat: number[] = [];
  const coarse = layout.parts.length > maxDetailedParts;
  for (const index of group.parts) {
    const part: PartSpec = layout.parts[index]!;
    const shape = createPartShape(part, coarse);
    const first = positions.length / 3;
    for (let at = 0; at < shape.positions.length; at += 3) {
      const [x, y, z] = shape.positions.slice(at, at + 3) as [number, number, number];
      positions.push(x, y, z);
      parts.push(index);
      const height = part.shape === 'capsule' ? limbHeight : (2 * z) / part.size[2];
      coat.push(0.5 - x / part.size[0], height, (2 * y) / part.size[1]);
    }
    for (const vertex of shape.triangles) triangles.push(vertex + first);
  }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    parts: Float32Array.from(parts),
    coat: Float32Array.from(coat),
  };
}
