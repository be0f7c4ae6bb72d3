/** A skin that rides on rigid parts, bent on the processor: a few thousand vertices cost a tenth of a millisecond. */
import type { SurfaceSpec } from '../../engine/contract/frame.ts';

/** A surface of kind 'skin' with everything it needs. */
export type SkinSpec = SurfaceSpec & Required<Pick<SurfaceSpec, 'partIndices' | 'partWeights' | 'partRestPositions'>>;

export function isSkin(spec: SurfaceSpec): spec is SkinSpec {
  return (
    spec.kind === 'skin' &&
    spec.partIndices !== undefined &&
    spec.partWeights !== undefined &&
    spec.partRestPositions !== undefined
  );
}

/** Numbers per part: a rotation by rows, then a shift. */
const poseLength = 12;

/**
 * World = rotation × rest + shift for every part. `frame` holds 7 numbers per part from `offset` on: position, quaternion.
 */
export function setPartPoses(out: Float32Array, spec: SkinSpec, frame: Float32Array, offset: number): void {
  const rests = spec.partRestPositions;
  for (let part = 0; 3 * part < rests.length; part++) {
    const at = offset + 7 * part;
    const [x, y, z, w] = [frame[at + 3]!, frame[at + 4]!, frame[at + 5]!, frame[at + 6]!];
    const to = poseLength * part;
    out[to] = 1 - 2 * (y * y + z * z);
    out[to + 1] = 2 * (x * y - w * z);
    out[to + 2] = 2 * (x * z + w * y);
    out[to + 3] = 2 * (x * y + w * z);
    out[to + 4] = 1 - 2 * (x * x + z * z);
    out[to + 5] = 2 * (y * z - w * x);
    out[to + 6] = 2 * (x * z - w * y);
    out[to + 7] = 2 * (y * z + w * x);
    out[to + 8] = 1 - 2 * (x * x + y * y);
    for (let k = 0; k < 3; k++) {
      const row = to + 3 * k;
      out[to + 9 + k] =
        frame[at + k]! -
        (out[row]! * rests[3 * part]! + out[row + 1]! * rests[3 * part + 1]! + out[row + 2]! * rests[3 * part + 2]!);
    }
  }
}

export function createPartPoses(spec: SkinSpec): Float32Array {
  return new Float32Array((poseLength * spec.partRestPositions.length) / 3);
}

/** Bends positions and normals. Blended normals are not of unit length; the shader does that. */
export function setSkinnedVertices(
  positions: Float32Array,
  normals: Float32Array,
  spec: SkinSpec,
  restNormals: Float32Array,
  poses: Float32Array,
): void {
  const { restPositions, partIndices, partWeights } = spec;
  positions.fill(0);
  normals.fill(0);
  for (let v = 0; v < spec.vertexCount; v++) {
    const at = 3 * v;
    const [x, y, z] = [restPositions[at]!, restPositions[at + 1]!, restPositions[at + 2]!];
    const [nx, ny, nz] = [restNormals[at]!, restNormals[at + 1]!, restNormals[at + 2]!];
    for (let i = 4 * v; i < 4 * v + 4; i++) {
      const weight = partWeights[i]!;
      if (weight === 0) continue;
      const pose = poseLength * partIndices[i]!;
      for (let k = 0; k < 3; k++) {
        const [a, b, c] = [poses[pose + 3 * k]!, poses[pose + 3 * k + 1]!, poses[pose + 3 * k + 2]!];
        positions[at + k]! += weight * (a * x + b * y + c * z + poses[pose + 9 + k]!);
        normals[at + k]! += weight * (a * nx + b * ny + c * nz);
      }
    }
  }
}
