/**
 * Height fields: z = relief(x, y) on a plane that may slope. The nearest point is found by Gauss-Newton steps from the
 * foot of the vertical, each shortened until it comes nearer, so that the answer is exact near the surface and stays
 * sensible in valleys narrower than the distance.
 */
import { cos, sin, tan } from '../../math/portable.ts';
import type { SignedDistance } from '../distance/signed-distance.ts';

/** Takes [x, y] from `place` and writes [height, ∂height/∂x, ∂height/∂y] over them. Never allocates. */
export type Relief = (place: Float64Array) => void;

export interface ReliefSettings {
  readonly relief: Relief;
  /** How steeply the plane under the relief falls toward +x and +y, rad. */
  readonly slope?: number;
  readonly slopeAcross?: number;
}

/** Iterations of the tangent plane at the last foot point: the second is already within one percent. */
const footRounds = 3;
const halvings = 3;

export function createReliefDistance({ relief, slope = 0, slopeAcross = 0 }: ReliefSettings): SignedDistance {
  const [fallX, fallY] = [tan(slope), tan(slopeAcross)];
  const at = new Float64Array(3);
  const look = (x: number, y: number): void => {
    at[0] = x;
    at[1] = y;
    relief(at);
    at[0] -= fallX * x + fallY * y;
    at[1] -= fallX;
    at[2]! -= fallY;
  };
  return {
    measure(out) {
      const [x, y, z] = [out[0]!, out[1]!, out[2]!];
      let [footX, footY] = [x, y];
      look(x, y);
      let gap = Math.abs(z - at[0]!);
      setTangent(out, at, 0, 0, z);
      for (let round = 1; round < footRounds; round++) {
        let stepX = x - out[0]! * out[1]! - footX;
        let stepY = y - out[0]! * out[2]! - footY;
        let better = false;
        for (let half = 0; half < halvings && !better; half++) {
          const [nextX, nextY] = [footX + stepX, footY + stepY];
          look(nextX, nextY);
          const rise = z - at[0]!;
          const next = Math.sqrt((x - nextX) * (x - nextX) + (y - nextY) * (y - nextY) + rise * rise);
          better = next <= gap;
          if (better) {
            [footX, footY, gap] = [nextX, nextY, next];
            setTangent(out, at, x - footX, y - footY, z);
          }
          stepX *= 0.5;
          stepY *= 0.5;
        }
        if (!better) return;
      }
    },
  };
}

/** Distance to the tangent plane at a foot that lies (dx, dy) away from the point, and its normal. */
function setTangent(out: Float64Array, at: Float64Array, dx: number, dy: number, z: number): void {
  const length = Math.sqrt(1 + at[1]! * at[1]! + at[2]! * at[2]!);
  out[1] = -at[1]! / length;
  out[2] = -at[2]! / length;
  out[3] = 1 / length;
  out[0] = dx * out[1] + dy * out[2] + (z - at[0]!) * out[3];
}

export interface SineSettings {
  readonly height: number;
  readonly wavelength: number;
}

/** Bumps and hollows, `height` from the lowest to the highest point: h/2 sin kx sin ky. */
export function createSineRelief({ height, wavelength }: SineSettings): Relief {
  const wave = (2 * Math.PI) / wavelength;
  const half = height / 2;
  return (out) => {
    const [x, y] = [out[0]!, out[1]!];
    const [sx, sy] = [sin(wave * x), sin(wave * y)];
    out[0] = half * sx * sy;
    out[1] = half * wave * cos(wave * x) * sy;
    out[2] = half * wave * sx * cos(wave * y);
  };
}

/** Bumps on rolling ground, as rough test ground: h [sin kx sin ky + ½ sin k′(x + y)], k′ = 0.6 k so that no two bumps are alike. */
export function createRollingRelief({ height, wavelength }: SineSettings): Relief {
  const wave = (2 * Math.PI) / wavelength;
  const rolling = 0.6 * wave;
  return (out) => {
    const [x, y] = [out[0]!, out[1]!];
    const [sx, sy] = [sin(wave * x), sin(wave * y)];
    const along = 0.5 * height * rolling * cos(rolling * (x + y));
    out[0] = height * (sx * sy + 0.5 * sin(rolling * (x + y)));
    out[1] = height * wave * cos(wave * x) * sy + along;
    out[2] = height * wave * sx * cos(wave * y) + along;
  };
}
