/** Grounds that a worm may crawl on. The nearest point o of the ground is the point asked for minus distance · normal. */
import { sin, cos, tan } from '../../math/portable.ts';
import type { Terrain } from '../../terrain/terrain.ts';
import { createMeshGround, type GroundMesh } from './ground-mesh.ts';

export type GroundShape =
  | { readonly kind: 'none' }
  | { readonly kind: 'plane'; readonly slope: number; readonly slopeAcross: number }
  | {
      readonly kind: 'height-field';
      readonly slope: number;
      readonly slopeAcross: number;
      readonly bumps: 'random' | 'sine';
      readonly bumpHeight: number;
      readonly bumpSize: number;
      readonly bumpSeed: number;
    }
  | ({ readonly kind: 'mesh' } & GroundMesh);

export function createGround(shape: GroundShape): Terrain {
  switch (shape.kind) {
    case 'none':
      return {
        sample(out) {
          out[0] = Infinity;
          out[1] = 0;
          out[2] = 0;
          out[3] = 1;
        },
      };
    case 'plane':
      return createPlane(shape.slope, shape.slopeAcross);
    case 'height-field':
      return createHeightField(shape);
    case 'mesh':
      return createMeshGround(shape);
  }
}

/** A plane through the origin that falls by the slopes toward +x and +y. */
function createPlane(slope: number, slopeAcross: number): Terrain {
  const [rx, ry] = [tan(slope), tan(slopeAcross)];
  const length = Math.sqrt(1 + rx * rx + ry * ry);
  const [nx, ny, nz] = [rx / length, ry / length, 1 / length];
  return {
    sample(out, x, y, z) {
      out[0] = nx * x + ny * y + nz * z;
      out[1] = nx;
      out[2] = ny;
      out[3] = nz;
    },
  };
}

/** Height and its two slopes. */
type Relief = (out: Float64Array, x: number, y: number) => void;

/** Rounds of looking up the tangent plane under the foot of the last one: the second already is within a percent. */
const footRounds = 3;

function createHeightField(shape: GroundShape & { kind: 'height-field' }): Terrain {
  const relief = shape.bumps === 'sine' ? createSines(shape) : createRandomBumps(shape);
  const [fallX, fallY] = [tan(shape.slope), tan(shape.slopeAcross)];
  const at = new Float64Array(3);
  return {
    sample(out, x, y, z) {
      let [footX, footY] = [x, y];
      for (let round = 0; round < footRounds; round++) {
        relief(at, footX, footY);
        const height = at[0]! - fallX * footX - fallY * footY;
        const [hx, hy] = [at[1]! - fallX, at[2]! - fallY];
        const length = Math.sqrt(1 + hx * hx + hy * hy);
        out[1] = -hx / length;
        out[2] = -hy / length;
        out[3] = 1 / length;
        const distance = (x - footX) * out[1] + (y - footY) * out[2] + (z - height) * out[3];
        out[0] = distance;
        footX = x - distance * out[1];
        footY = y - distance * out[2];
      }
    },
  };
}

function createSines(shape: { bumpHeight: number; bumpSize: number }): Relief {
  const wave = (2 * Math.PI) / shape.bumpSize;
  const half = shape.bumpHeight / 2;
  return (out, x, y) => {
    const [sx, sy] = [sin(wave * x), sin(wave * y)];
    out[0] = half * sx * sy;
    out[1] = half * wave * cos(wave * x) * sy;
    out[2] = half * wave * sx * cos(wave * y);
  };
}

/**
 * One bump per square of side `bumpSize`, somewhere in the square, h (1 − r²/size²)³ high: smooth, and gone at `bumpSize`
 * from its centre, so that nine squares decide.
 */
function createRandomBumps(shape: { bumpHeight: number; bumpSize: number; bumpSeed: number }): Relief {
  const { bumpHeight, bumpSize, bumpSeed } = shape;
  return (out, x, y) => {
    out.fill(0);
    const [column, row] = [Math.floor(x / bumpSize), Math.floor(y / bumpSize)];
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        const dx = x / bumpSize - i - hashSquare(i, j, bumpSeed);
        const dy = y / bumpSize - j - hashSquare(i, j, bumpSeed + 1);
        const rest = 1 - dx * dx - dy * dy;
        if (rest <= 0) continue;
        const height = bumpHeight * (0.25 + 0.75 * hashSquare(i, j, bumpSeed + 2));
        out[0]! += height * rest * rest * rest;
        out[1]! -= (6 * height * rest * rest * dx) / bumpSize;
        out[2]! -= (6 * height * rest * rest * dy) / bumpSize;
      }
    }
  };
}

/** A number in [0, 1) that belongs to a square, mixed by the 32-bit finaliser of MurmurHash3. */
function hashSquare(i: number, j: number, seed: number): number {
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
