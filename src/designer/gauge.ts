/** Measures the mesh of a drawing, for display on the drawing board. Takes as long as meshing. */
import { parseDesc } from '../engine/families/descriptions.ts';
import { compileSoftBody } from '../engine/families/soft/compile.ts';
import type { SoftDesc } from '../engine/families/soft/schema.ts';
import { computeExtent } from '../engine/math/space/geometry.ts';
import { ModelError } from '../engine/model/problem.ts';
import { computeSoftQuality } from '../engine/mesh/soft/body-quality.ts';
import { createCreature } from './creature.ts';
import type { Document, Drawing } from './drawing.ts';
import { type Finding, locateProblem } from './problems.ts';

export interface Gauge {
  readonly nodes: number;
  /** Triangles of a plate, tetrahedra of a volume. */
  readonly elements: number;
  /** Degrees: smallest corner of a triangle, or smallest angle between two faces of a tetrahedron. */
  readonly sharpest: number;
  readonly inverted: number;
  /** kg and m. */
  readonly mass: number;
  readonly length: number;
  /** Longest side of the box around it, m. */
  readonly size: number;
  readonly cords: number;
  /** x, y, z of the nodes and three nodes for each triangle to draw: a plate's, or a volume's surface. */
  readonly positions: Float32Array;
  readonly triangles: Int32Array;
}

export type Sketched =
  | { readonly kind: 'made'; readonly creature: Document; readonly gauge: Gauge }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/** An animal, or the problems with their places. Never throws for a drawing. */
export function makeAnimal(drawing: Drawing): Sketched {
  try {
    const creature = createCreature(drawing);
    const { body, mass, bodyLength } = compileSoftBody(parseDesc(creature) as SoftDesc);
    const quality = computeSoftQuality(body);
    const isPlate = quality.tets === 0;
    return {
      kind: 'made',
      creature,
      gauge: {
        nodes: quality.nodes,
        elements: isPlate ? quality.plates : quality.tets,
        sharpest: isPlate ? quality.minPlateAngle : quality.minDihedral,
        inverted: quality.inverted,
        mass,
        length: bodyLength,
        size: computeExtent(body.positions),
        cords: body.cords.length,
        positions: Float32Array.from(body.positions),
        triangles: Int32Array.from(isPlate ? body.plates : [...body.surface, ...body.plates]),
      },
    };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { kind: 'refused', findings: error.problems.map((problem) => locateProblem(drawing, problem)) };
  }
}
