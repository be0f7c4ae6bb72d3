/** Flat grounds, and no ground at all. */
import { tan } from '../../math/portable.ts';
import type { SignedDistance } from './signed-distance.ts';

export interface PlaneSettings {
  /** How steeply the plane falls toward +x and +y, rad. */
  readonly slope: number;
  readonly slopeAcross: number;
  /** Height at the origin. */
  readonly height?: number;
}

export function createPlaneDistance({ slope, slopeAcross, height = 0 }: PlaneSettings): SignedDistance {
  const [rx, ry] = [tan(slope), tan(slopeAcross)];
  const length = Math.sqrt(1 + rx * rx + ry * ry);
  const [nx, ny, nz] = [rx / length, ry / length, 1 / length];
  return {
    measure(out) {
      out[0] = nx * out[0]! + ny * out[1]! + nz * (out[2]! - height);
      out[1] = nx;
      out[2] = ny;
      out[3] = nz;
    },
  };
}

/** Nothing below: every point is infinitely far from it. */
export function createEmptyDistance(): SignedDistance {
  return {
    measure(out) {
      out[0] = Infinity;
      out[1] = 0;
      out[2] = 0;
      out[3] = 1;
    },
  };
}
