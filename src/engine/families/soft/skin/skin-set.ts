/** Everything that drawing and volumes need of a body at rest. */
import { listFrameNodes } from '../../../bodies/projective/body-frame.ts';
import { setTetVolumes } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createCordMixtures, createNodeExcitations, listMovedNodes } from './cord-lines.ts';
import { createSoftSkins, type Mixtures, type SoftSkin } from './skin.ts';

export interface SkinSet {
  readonly skins: readonly SoftSkin[];
  readonly cordMixtures: Mixtures;
  readonly nodeExcitations: Mixtures;
  /** Nodes that no muscle moves: what the body's own frame is fitted to. */
  readonly frameNodes: readonly number[];
  /** m³ per tetrahedron. */
  readonly restVolumes: Float64Array;
}

export function createSkinSet(body: SoftBody, thickness: number): SkinSet {
  let first = 0;
  const firstSegments = body.cords.map((cord) => {
    first += cord.segments;
    return first - cord.segments;
  });
  const restVolumes = new Float64Array(body.tets.length / 4);
  setTetVolumes(restVolumes, body.tets, body.positions);
  return {
    skins: createSoftSkins(body, thickness),
    cordMixtures: createCordMixtures(body),
    nodeExcitations: createNodeExcitations(body, firstSegments),
    frameNodes: listFrameNodes(body.positions.length / 3, listMovedNodes(body), body.positions),
    restVolumes,
  };
}
