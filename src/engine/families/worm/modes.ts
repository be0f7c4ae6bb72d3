/** The lowest natural modes of a worm as shapes of its skin, to look at. */
import type { NaturalMode } from '../../contract/types.ts';
import type { WormSystem } from './system.ts';
import { computeModes } from '../../bodies/fem/modes/modes.ts';
import { createModeCatalogue } from '../../bodies/fem/modes/catalogue.ts';
import { createModeElements } from '../../bodies/fem/modes/elements.ts';

/** Rigid ones included: bending in both planes, twisting and stretching, three or more of each. */
const modeCount = 26;

/** Largest displacements in body lengths that look whole: chosen, a twist or a stretch of more looks torn. */
const reaches: Readonly<Record<string, number>> = { 'horizontal-bending': 0.14, 'vertical-bending': 0.14, axial: 0.06 };
const smallReach = 0.025;

export function computeWormModes({ mesh, parameters }: WormSystem, onProgress: (share: number) => void): NaturalMode[] {
  const analysis = computeModes(createModeElements(mesh, parameters.tissues), { count: modeCount, onProgress });
  const { entries, vectors } = createModeCatalogue(analysis, mesh);
  const dofs = 3 * mesh.nodeCount;
  return entries
    .filter(({ kind }) => kind !== 'rigid')
    .map(({ index, kind, label, frequency }) => ({
      label,
      kind: kind.replace('-', ' '),
      frequency,
      reach: reaches[kind] ?? smallReach,
      shape: createSkinShape(mesh.surfaceNodes, vectors.subarray(index * dofs, (index + 1) * dofs)),
    }));
}

function createSkinShape(surfaceNodes: Uint32Array, vector: Float64Array): Float32Array {
  const shape = new Float32Array(3 * surfaceNodes.length);
  let largest = 0;
  surfaceNodes.forEach((node, i) => {
    const [x, y, z] = [vector[3 * node]!, vector[3 * node + 1]!, vector[3 * node + 2]!];
    shape.set([x, y, z], 3 * i);
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  });
  for (let i = 0; i < shape.length; i++) shape[i]! /= largest;
  return shape;
}
