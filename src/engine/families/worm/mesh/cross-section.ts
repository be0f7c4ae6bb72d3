/**
 * The cross-section of the worm: rays at given angles crossing rings at given fractions of the radius, and a centre.
 *
 * Angles are in degrees from dorsal towards the animal's right: 0 dorsal, 90 right, 180 ventral, 270 left. Sectors lie
 * between neighbouring rays, layers between neighbouring rings. Place in a section: ring · angles + angle, outermost ring
 * first, the centre last.
 */
import { cos, sin } from '../../../math/portable.ts';

/** Tissues by their index in `tetTissues`. */
export const wormTissues = [
  { name: 'cuticle', title: 'Cuticle and hypodermis, the outer shell' },
  { name: 'lateral', title: 'Lateral strip of the shell, under the alae' },
  { name: 'muscle', title: 'Body-wall muscle cells' },
  { name: 'core', title: 'Pharynx, gut and gonad with nerve cords and lateral lines' },
] as const;

type WormTissue = (typeof wormTissues)[number]['name'];

export const wormQuadrants = ['DL', 'DR', 'VL', 'VR'] as const;
export type WormQuadrant = (typeof wormQuadrants)[number];

/** The rows of a quadrant: medial beside the dorsal or ventral cord, lateral beside the lateral line. */
export const wormRows = ['medial', 'lateral'] as const;
export type WormRow = (typeof wormRows)[number];

/**
 * How the boxes between the rays are cut into tets; the cuts differ in symmetry only.
 * `lowest-index`: every diagonal starts at the lower node index. `rotational`: all sectors alike, so that evenly spaced
 * rays give an n-fold symmetric mesh.
 */
export type WormSplit = 'lowest-index' | 'rotational';

/** Borders of the muscle belt: fractions of the radius, and degrees from the nearest cord. */
const beltOuter = 0.85;
const beltInner = 0.55;
const cordBorder = 10;
const rowBorder = 42;
const stripBorder = 75;

/** Two rays on either side of the lowest point (255° and 285°) keep a worm on its side from rolling. */
export const anatomicalAngles: readonly number[] = createMirroredAngles([10, 42, 75, 105, 138, 170]);
export const anatomicalRings: readonly number[] = [1, beltOuter, beltInner];

export interface SectionPlan {
  readonly nodeCount: number;
  /** Offsets from the centre per place, as fractions of the radius: towards dorsal and towards the right. */
  readonly dorsals: Float64Array;
  readonly rights: Float64Array;
  /** Three places per triangle, in the order in which the prism on it is cut. */
  readonly triangles: Int32Array;
  /** Per triangle. */
  readonly tissues: Uint8Array;
  /** Row of muscle per triangle in the order DL medial, DL lateral, DR medial … VR lateral, or −1. */
  readonly rows: Int8Array;
  /** Row of muscle under each sector, or −1. */
  readonly sectorRows: Int8Array;
}

/** The rays of the right side, and their mirror images on the left. */
export function createMirroredAngles(right: readonly number[]): number[] {
  return [...right, ...right.map((angle) => 360 - angle).reverse()];
}

function computeSectorWidth(angles: readonly number[], sector: number): number {
  const next = sector + 1 < angles.length ? angles[sector + 1]! : angles[0]! + 360;
  return next - angles[sector]!;
}

/** Row of muscle of each sector, judged by its middle. */
function createSectorRows(angles: readonly number[]): Int8Array {
  return Int8Array.from(angles, (_, sector) => {
    const middle = computeSectorMiddle(angles, sector);
    const fromCord = computeAngleFromCord(middle);
    if (fromCord < cordBorder || fromCord > stripBorder) return -1;
    const dorsal = middle < 90 || middle > 270;
    const right = middle < 180;
    return 2 * wormQuadrants.indexOf(`${dorsal ? 'D' : 'V'}${right ? 'R' : 'L'}`) + (fromCord < rowBorder ? 0 : 1);
  });
}

/** Whether the layer below ring `layer` holds the muscle cells, judged by its middle. */
function isMuscleLayer(rings: readonly number[], layer: number): boolean {
  const middle = (rings[layer]! + (rings[layer + 1] ?? 0)) / 2;
  return middle < beltOuter && middle > beltInner;
}

/** Plan of every section. Angles and rings must have been checked. */
export function createSectionPlan(angles: readonly number[], rings: readonly number[], split: WormSplit): SectionPlan {
  const perRing = angles.length;
  const nodeCount = perRing * rings.length + 1;
  const triangles: number[] = [];
  const tissues: number[] = [];
  const rows: number[] = [];
  const sectorRows = createSectorRows(angles);
  for (let layer = 0; layer < rings.length; layer++) {
    for (let sector = 0; sector < perRing; sector++) {
      const next = (sector + 1) % perRing;
      // The sense in which a sector is cut is free: sectors share radial edges only, and those are cut by ring.
      const forward = split === 'rotational' || sector + 1 < perRing;
      const from = layer * perRing + (forward ? sector : next);
      const to = layer * perRing + (forward ? next : sector);
      const row = isMuscleLayer(rings, layer) ? sectorRows[sector]! : -1;
      const tissue = findTissue(angles, rings, layer, sector, row);
      const last = layer === rings.length - 1;
      const cuts = last ? [from, to, nodeCount - 1] : [from, to, to + perRing, from, from + perRing, to + perRing];
      triangles.push(...cuts);
      for (let i = 0; i < cuts.length; i += 3) {
        tissues.push(tissue);
        rows.push(row);
      }
    }
  }
  return {
    nodeCount,
    ...createOffsets(angles, rings),
    triangles: Int32Array.from(triangles),
    tissues: Uint8Array.from(tissues),
    rows: Int8Array.from(rows),
    sectorRows,
  };
}

function createOffsets(
  angles: readonly number[],
  rings: readonly number[],
): { dorsals: Float64Array; rights: Float64Array } {
  const dorsals = new Float64Array(angles.length * rings.length + 1);
  const rights = new Float64Array(angles.length * rings.length + 1);
  for (let ring = 0; ring < rings.length; ring++) {
    for (let i = 0; i < angles.length; i++) {
      const place = ring * angles.length + i;
      dorsals[place] = rings[ring]! * computeCosOfDegrees(angles[i]!);
      rights[place] = rings[ring]! * computeCosOfDegrees(angles[i]! - 90);
    }
  }
  return { dorsals, rights };
}

function findTissue(
  angles: readonly number[],
  rings: readonly number[],
  layer: number,
  sector: number,
  row: number,
): number {
  if (row >= 0) return findTissueIndex('muscle');
  const middle = (rings[layer]! + (rings[layer + 1] ?? 0)) / 2;
  if (layer > 0 && middle < beltOuter) return findTissueIndex('core');
  const onStrip = computeAngleFromCord(computeSectorMiddle(angles, sector)) > stripBorder;
  return findTissueIndex(onStrip ? 'lateral' : 'cuticle');
}

export function findTissueIndex(name: WormTissue): number {
  return wormTissues.findIndex((tissue) => tissue.name === name);
}

function computeSectorMiddle(angles: readonly number[], sector: number): number {
  return (angles[sector]! + computeSectorWidth(angles, sector) / 2) % 360;
}

/** Degrees from the nearer of the dorsal and the ventral cord, 0 … 90. */
function computeAngleFromCord(angle: number): number {
  const folded = angle % 180;
  return Math.min(folded, 180 - folded);
}

/** Cosine folded into the first half quadrant, so that mirrored angles give exactly mirrored numbers. */
function computeCosOfDegrees(angle: number): number {
  const turned = Math.abs(angle) % 360;
  const half = turned > 180 ? 360 - turned : turned;
  const quarter = half > 90 ? 180 - half : half;
  const radians = (Math.min(quarter, 90 - quarter) * Math.PI) / 180;
  const value = quarter <= 45 ? cos(radians) : sin(radians);
  return half > 90 ? -value : value;
}
