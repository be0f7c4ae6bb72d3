/** Placement of glTF nodes: 4 × 4 matrices, column after column as in the file. */
import { checkFinite, failImport } from '../../text/import-problem.ts';

export interface NodeJson {
  readonly mesh?: unknown;
  readonly children?: unknown;
  readonly matrix?: unknown;
  readonly translation?: unknown;
  readonly rotation?: unknown;
  readonly scale?: unknown;
}

export function createIdentity(): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

export function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++) out[4 * column + row]! += a[4 * k + row]! * b[4 * column + k]!;
  return out;
}

export function setTransformed(out: Float64Array, m: Float64Array, x: number, y: number, z: number): void {
  for (let row = 0; row < 3; row++) out[row] = m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!;
}

/** The node's own matrix, or one from its translation, rotation (a quaternion xyzw) and scale. */
export function readNodeMatrix(path: string, node: NodeJson): Float64Array {
  if (node.matrix !== undefined) return Float64Array.from(readNumbers(`${path}.matrix`, node.matrix, 16));
  const [tx, ty, tz] = readNumbers(`${path}.translation`, node.translation ?? [0, 0, 0], 3) as [number, number, number];
  const turn = readNumbers(`${path}.rotation`, node.rotation ?? [0, 0, 0, 1], 4);
  const scale = readNumbers(`${path}.scale`, node.scale ?? [1, 1, 1], 3);
  const length = Math.sqrt(turn.reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0))
    failImport('out-of-range', `${path}.rotation`, 'a quaternion of zeros', 'Use [0, 0, 0, 1] for none.');
  const [x, y, z, w] = turn.map((value) => value / length) as [number, number, number, number];
  const rotation = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  const columns = rotation.flatMap((column, k) => [...column.map((value) => value * scale[k]!), 0]);
  return Float64Array.from([...columns, tx, ty, tz, 1]);
}

function readNumbers(path: string, value: unknown, count: number): number[] {
  if (!Array.isArray(value) || value.length !== count)
    return failImport(
      'wrong-type',
      path,
      Array.isArray(value) ? `${value.length} items` : typeof value,
      `Give ${count} numbers.`,
    );
  return value.map((item: unknown) => checkFinite(path, typeof item === 'number' ? item : NaN, String(item)));
}
