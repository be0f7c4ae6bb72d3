/** Where a worm starts: its mesh laid on the ground. mm. */
import { cos, sin } from '../../math/portable.ts';
import { setRngState } from '../../math/rng.ts';
import { computeDrop, setDistance } from '../../world/distance/signed-distance.ts';
import { trackPlaces } from './arrays.ts';
import { trackHeading } from './body.ts';
import type { WormSystem } from './system.ts';
import { createGround, type GroundShape } from './surroundings/ground.ts';
import type { WormMesh } from './mesh/mesh.ts';
import type { WormScratch } from './scratch.ts';
import type { WormParameters } from './parameters.ts';

/** Sets the state of a body at rest at the start. */
export function setWormStart(system: WormSystem, worm: WormScratch, seed: number): void {
  setRngState(worm.arrays.random, seed, 'worm noise');
  worm.positions.set(system.startPositions);
  worm.arrays.track[trackPlaces.middle] = system.desc.mesh.heading;
  trackHeading(worm);
}

/** Nodes xyz_ of the mesh turned to its heading, tilted with the slope, lifted until nothing lies below the ground. */
export function createStart(mesh: WormMesh, parameters: WormParameters, heading: number): Float64Array {
  const start = new Float64Array(4 * mesh.nodeCount);
  const turn = createStartRotation(heading, parameters.ground);
  for (let node = 0; node < mesh.nodeCount; node++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) start[4 * node + r]! += turn[3 * r + c]! * mesh.positions[3 * node + c]!;
    }
  }
  const ground = createGround(parameters.ground);
  let lowest = Infinity;
  for (const node of mesh.surfaceNodes) {
    lowest = Math.min(lowest, computeDrop(ground, start[4 * node]!, start[4 * node + 1]!, start[4 * node + 2]!));
  }
  const lift = parameters.startHeight - (lowest < Infinity ? lowest : 0);
  for (let at = 2; at < start.length; at += 4) start[at]! += lift;
  return start;
}

/** Row-major: yaw, then the smallest turn that takes the vertical to the normal of the slope. */
function createStartRotation(yaw: number, ground: GroundShape): Float64Array {
  const normal = Float64Array.of(0, 0, 0, 1);
  if (ground.kind === 'plane' || ground.kind === 'height-field')
    setDistance(normal, createGround({ kind: 'plane', slope: ground.slope, slopeAcross: ground.slopeAcross }), 0, 0, 0);
  const [nx, ny, nz] = [normal[1]!, normal[2]!, normal[3]!];
  const w = 1 / (1 + nz);
  const tilt = [1 - nx * nx * w, -nx * ny * w, nx, -nx * ny * w, 1 - ny * ny * w, ny, -nx, -ny, nz];
  const [c, s] = [cos(yaw), sin(yaw)];
  const out = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    out[3 * r] = tilt[3 * r]! * c + tilt[3 * r + 1]! * s;
    out[3 * r + 1] = tilt[3 * r + 1]! * c - tilt[3 * r]! * s;
    out[3 * r + 2] = tilt[3 * r + 2]!;
  }
  return out;
}
