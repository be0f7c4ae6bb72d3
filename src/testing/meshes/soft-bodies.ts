/** Small soft bodies for tests of the solver: a bar with fibres along it and a plate with bending cords. */
import { createBoxMesh } from './box-mesh.ts';
import { createSoftBody } from '../../engine/mesh/soft/soft-part.ts';
import { addNode, addPlateRows, createScaffold, createScaffoldPart } from '../../engine/mesh/swept/scaffold.ts';
import type { Cord, SoftBody } from '../../engine/mesh/soft/soft-body.ts';

/** Tissue that muscles contract. */
export const sampleMaterial = {
  ...{ shape: 1e5, volume: 5e5, muscle: 5e5, stretch: 2e4, bend: 5, density: 1020, thickness: 0.01, velocityKeep: 1 },
} as const;

/** Flesh alone, without muscles. */
export const passiveMaterial = {
  ...{ shape: 1e5, volume: 2e5, muscle: 0, stretch: 0, bend: 0, density: 1000, thickness: 0.01, velocityKeep: 1 },
} as const;

/** A bar of boxes along x; `sides` fibre cords along it, on the tets of either half (−y, then +y). */
export function createSampleBar(
  cells: readonly [number, number, number],
  size: readonly [number, number, number],
  sides = 2,
  segments = 50,
): SoftBody {
  const mesh = createBoxMesh({ cells, size });
  const tets = Int32Array.from(mesh.tetNodes);
  const cords: Cord[] = [];
  for (let side = 0; side < sides; side++) {
    const elements: number[] = [];
    const segmentOf: number[] = [];
    const gains: number[] = [];
    for (let t = 0; t < tets.length / 4; t++) {
      const centre = [0, 1, 2].map((axis) => {
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += mesh.positions[3 * tets[4 * t + k]! + axis]!;
        return sum / 4;
      });
      const lateral = centre[1]! / size[1] - 0.5;
      if (sides > 1 && lateral < 0 !== (side % 2 === 0)) continue;
      elements.push(t);
      segmentOf.push(Math.min(segments - 1, Math.floor((segments * centre[0]!) / size[0])));
      gains.push(1 - 0.3 * Math.abs(Math.abs(lateral) - 0.25));
    }
    const directions = new Float64Array(3 * elements.length);
    for (let i = 0; i < elements.length; i++) directions[3 * i] = 1;
    cords.push({
      name: `side ${side}`,
      kind: 'fibre',
      role: 'longitudinal',
      segments,
      route: Float64Array.from([0, 0, 0, size[0], 0, 0]),
      elements: Int32Array.from(elements),
      segmentOf: Int32Array.from(segmentOf),
      directions,
      stiffness: new Float64Array(elements.length).fill(1),
      gains: Float64Array.from(gains),
    });
  }
  return {
    positions: mesh.positions,
    tets,
    surface: Int32Array.from(mesh.surfaceTriangles),
    plates: new Int32Array(0),
    hinges: new Int32Array(0),
    cords,
  };
}

/** A flat plate in z = 0 of columns × rows squares, two triangles each, with one bending cord along y on all hinges. */
export function createSamplePlate(columns: number, rows: number, square: number, segments = 50): SoftBody {
  const node = (i: number, j: number): number => i * (rows + 1) + j;
  const positions: number[] = [];
  for (let i = 0; i <= columns; i++) for (let j = 0; j <= rows; j++) positions.push(i * square, j * square, 0);
  const plates: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const [a, b, c, d] = [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)];
      if ((i + j) % 2 === 0) plates.push(a, b, c, a, c, d);
      else plates.push(a, b, d, b, c, d);
    }
  }
  const opposite = new Map<string, number>();
  const hinges: number[] = [];
  for (let t = 0; t < plates.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [plates[t + k]!, plates[t + ((k + 1) % 3)]!, plates[t + ((k + 2) % 3)]!];
      const other = opposite.get(`${b} ${a}`);
      if (other === undefined) opposite.set(`${a} ${b}`, c);
      else hinges.push(a, b, c, other);
    }
  }
  const count = hinges.length / 4;
  const directions = new Float64Array(3 * count);
  const segmentOf = new Int32Array(count);
  for (let h = 0; h < count; h++) {
    directions[3 * h + 1] = 1;
    const x = (positions[3 * hinges[4 * h]!]! + positions[3 * hinges[4 * h + 1]!]!) / 2;
    segmentOf[h] = Math.min(segments - 1, Math.floor((segments * x) / (columns * square)));
  }
  return {
    positions: Float64Array.from(positions),
    tets: new Int32Array(0),
    surface: new Int32Array(0),
    plates: Int32Array.from(plates),
    hinges: Int32Array.from(hinges),
    cords: [
      {
        name: 'bend',
        kind: 'bending',
        role: 'bending',
        segments,
        route: Float64Array.from([0, 0, 0, columns * square, 0, 0]),
        elements: Int32Array.from({ length: count }, (_, h) => h),
        segmentOf,
        directions,
        stiffness: new Float64Array(count).fill(1),
        gains: new Float64Array(count).fill(1),
      },
    ],
  };
}

/** A plate of columns × rows quads (both even) whose node at u, v in [−1, 1] lies where `place` says. */
export function createGridPlateBody(
  columns: number,
  rows: number,
  place: (u: number, v: number) => readonly [number, number, number],
): SoftBody {
  const scaffold = createScaffold();
  const nodes = Array.from({ length: rows + 1 }, (_row, r) =>
    Array.from({ length: columns + 1 }, (_column, c) => {
      // Written so that mirror images differ in sign only.
      const [x, y, z] = place((2 * c - columns) / columns, (2 * r - rows) / rows);
      return addNode(scaffold, x, y, z, r + c);
    }),
  );
  addPlateRows(scaffold, nodes);
  return createSoftBody([createScaffoldPart(scaffold)]);
}
