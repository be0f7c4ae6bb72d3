/** Worms that no description asks for: with symmetries, and turned. */
import type { WormMesh, WormMeshOptions } from '../../engine/families/worm/mesh/mesh.ts';

function createEvenAngles(count: number, first: number): number[] {
  return Array.from({ length: count }, (_, i) => first + (i * 360) / count);
}

export const symmetricWorms = {
  /** Quarter turns map the mesh onto itself: if `lateral` is made of what `cuticle` is, bending modes come in pairs. */
  'four-fold': { angles: createEvenAngles(12, 15), split: 'rotational' },
  /** Eighth turns do, without a lateral strip: all sectors are muscle. */
  'eight-fold': { angles: createEvenAngles(8, 0), split: 'rotational' },
} as const satisfies Record<string, WormMeshOptions>;

/** The mesh turned about its axis and then about the vertical, in degrees. */
export function turnWorm(mesh: WormMesh, roll: number, yaw: number): WormMesh {
  const [cosRoll, sinRoll, cosYaw, sinYaw] = [roll, yaw].flatMap((angle) => [
    Math.cos((angle * Math.PI) / 180),
    Math.sin((angle * Math.PI) / 180),
  ]) as [number, number, number, number];
  const positions = mesh.positions.slice();
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = mesh.positions.subarray(at, at + 3) as unknown as [number, number, number];
    const side = cosRoll * y - sinRoll * z;
    positions.set([cosYaw * x - sinYaw * side, sinYaw * x + cosYaw * side, sinRoll * y + cosRoll * z], at);
  }
  return { ...mesh, positions };
}
