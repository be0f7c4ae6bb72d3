/** The body a description asks for: a built-in shape with its muscles, or a mesh of one's own. Forward is +x. */
import { listFrameNodes } from '../../../bodies/projective/body-frame.ts';
import { createRng, nextFloat } from '../../../math/rng.ts';
import { computeSixVolume } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { throwProblem } from '../../../model/problem.ts';
import { createMeshAnimal, createPlateAnimal } from './custom.ts';
import { createDrawnAnimal } from './drawn.ts';
import type { BodyDesc } from './fields.ts';
import { addMarks } from './marks.ts';
import { type BarePlan, createArm, createCuttlefish, createEel, createOctopus, createStarfish } from './shapes.ts';

export interface AnimalBody extends Omit<BarePlan, 'createCords'> {
  /** Nodes that no muscle moves: what the body's own frame is fitted to. */
  readonly frameNodes: readonly number[];
  readonly forward: readonly [number, number, number];
  readonly fixedNodes: readonly number[];
  /** Of all members. */
  readonly body: SoftBody;
  /** Animals of the same build in it, one after the other (school.ts). */
  readonly members: number;
}

function createBarePlan(desc: BodyDesc, segments: number): BarePlan {
  switch (desc.shape) {
    case 'eel':
      return createEel(desc, segments);
    case 'octopus':
      return createOctopus(desc, segments);
    case 'starfish':
      return createStarfish(desc, segments);
    case 'cuttlefish':
      return createCuttlefish(desc, segments);
    case 'plate':
      return createPlateAnimal(desc, segments);
    case 'arm':
      return createArm(desc, segments);
    case 'mesh':
      return createMeshAnimal(desc, segments);
    case 'drawn':
      return createDrawnAnimal(desc, segments);
  }
}

export function createAnimalBody(desc: BodyDesc, segments: number): AnimalBody {
  const plan = createBarePlan(desc, segments);
  const positions = createNodeJitter(plan.body, desc.jitter);
  const bare = { ...plan.body, positions };
  const body = addMarks({ ...bare, cords: plan.createCords(bare) }, desc);
  return {
    body,
    members: 1,
    length: plan.length,
    forward: plan.forward ?? [1, 0, 0],
    fixedNodes: plan.fixedNodes ?? [],
    frameNodes: plan.frameNodes ?? listFrameNodes(markMovedNodes(body), positions),
  };
}

/** 1 for the nodes of the elements that cords act on. */
function markMovedNodes({ positions, cords, hinges, tets }: SoftBody): Uint8Array {
  const isMoved = new Uint8Array(positions.length / 3);
  for (const { kind, elements: acted } of cords) {
    const nodes = kind === 'bending' ? hinges : tets;
    for (let e = 0; e < acted.length; e++) for (let k = 0; k < 4; k++) isMoved[nodes[4 * acted[e]! + k]!] = 1;
  }
  return isMoved;
}

/** Chosen: one animal for each share of displacement; nobody has wanted several. */
const seed = 1;

/** No real animal is symmetric: rest positions with every coordinate moved by up to ± `share` of the mean length of an edge. */
function createNodeJitter(body: SoftBody, share: number): Float64Array {
  const positions = body.positions.slice();
  if (share === 0) return positions;
  const reach = share * computeMeanEdge(body);
  const rng = createRng(seed, 'mesh jitter');
  for (let i = 0; i < positions.length; i++) positions[i] = positions[i]! + reach * (2 * nextFloat(rng) - 1);
  checkTets(positions, body.tets, share);
  return positions;
}

/** Slender elements do not bear as much as stout ones: how much, only the mesh tells. */
function checkTets(positions: Float64Array, tets: Int32Array, share: number): void {
  for (let at = 0; at < tets.length; at += 4) {
    const [a, b, c, d] = [3 * tets[at]!, 3 * tets[at + 1]!, 3 * tets[at + 2]!, 3 * tets[at + 3]!];
    if (computeSixVolume(positions, a, b, c, d) > 0) continue;
    throwProblem('inconsistent', 'body.jitter', `${share}, which turns element ${at / 4} inside out`, 'Give less.');
  }
}

function computeMeanEdge({ positions, tets, plates }: SoftBody): number {
  let [sum, count] = [0, 0];
  const addAll = (elements: Int32Array, corners: number): void => {
    for (let at = 0; at < elements.length; at += corners) {
      for (let i = 0; i < corners; i++) {
        for (let j = 0; j < i; j++) {
          const [a, b] = [3 * elements[at + i]!, 3 * elements[at + j]!];
          let square = 0;
          for (let k = 0; k < 3; k++) {
            const d = positions[a + k]! - positions[b + k]!;
            square += d * d;
          }
          sum += Math.sqrt(square);
          count += 1;
        }
      }
    }
  };
  addAll(tets, 4);
  addAll(plates, 3);
  return sum / count;
}
