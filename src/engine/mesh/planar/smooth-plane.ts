/** Triangles in the plane made more even by moving their inner nodes. */
import { atan2 } from '../../math/portable.ts';
import type { PlaneMesh } from './refine.ts';

const passes = 5;

/** Moves each inner node to the middle of its neighbours where the sharpest angle around it grows by that. */
export function smoothPlane({ xy, triangles }: PlaneMesh): PlaneMesh {
  const places = xy.slice();
  const around: number[][] = Array.from({ length: xy.length / 2 }, () => []);
  const sides = new Map<string, number>();
  for (let corner = 0; corner < triangles.length; corner++) {
    around[triangles[corner]!]!.push(Math.floor(corner / 3));
    const next = triangles[corner - (corner % 3) + ((corner + 1) % 3)]!;
    const key = triangles[corner]! < next ? `${triangles[corner]} ${next}` : `${next} ${triangles[corner]}`;
    sides.set(key, (sides.get(key) ?? 0) + 1);
  }
  const isRim = new Uint8Array(around.length);
  for (const [key, count] of sides) if (count === 1) for (const node of key.split(' ')) isRim[Number(node)] = 1;
  for (let pass = 0; pass < passes; pass++) {
    for (let node = 0; node < around.length; node++) {
      if (isRim[node] === 1) continue;
      let [x, y, count] = [0, 0, 0];
      for (const triangle of around[node]!) {
        for (let k = 0; k < 3; k++) {
          const other = triangles[3 * triangle + k]!;
          if (other === node) continue;
          x += places[2 * other]!;
          y += places[2 * other + 1]!;
          count += 1;
        }
      }
      const before = computeWorst(places, triangles, around[node]!);
      const old = [places[2 * node]!, places[2 * node + 1]!];
      places[2 * node] = x / count;
      places[2 * node + 1] = y / count;
      if (computeWorst(places, triangles, around[node]!) <= before) places.set(old, 2 * node);
    }
  }
  return { xy: places, triangles };
}

function computeWorst(xy: Float64Array, triangles: Int32Array, list: readonly number[]): number {
  let worst = Infinity;
  for (const triangle of list)
    for (let k = 0; k < 3; k++) worst = Math.min(worst, computeAngle(xy, triangles, 3 * triangle + k));
  return worst;
}

/** Angle of a triangle at one of its corners, rad; negative where it is turned over. */
function computeAngle(xy: Float64Array, triangles: Int32Array, corner: number): number {
  const base = corner - (corner % 3);
  const [a, b, c] = [0, 1, 2].map((k) => 2 * triangles[base + ((corner + k) % 3)]!) as [number, number, number];
  const [ux, uy] = [xy[b]! - xy[a]!, xy[b + 1]! - xy[a + 1]!];
  const [vx, vy] = [xy[c]! - xy[a]!, xy[c + 1]! - xy[a + 1]!];
  return atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/** In degrees. */
export function computeMinAngle({ xy, triangles }: PlaneMesh): number {
  let least = Infinity;
  for (let corner = 0; corner < triangles.length; corner++)
    least = Math.min(least, computeAngle(xy, triangles, corner));
  return (least * 180) / Math.PI;
}
