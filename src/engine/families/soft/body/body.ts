/** The body a description asks for: a built-in shape with its muscles, or a mesh of one's own. Forward is +x. */
import { createDrawnAnimal } from './drawn.ts';
import { createNodeJitter } from './jitter.ts';
import { addMarks } from './marks.ts';
import { createArm, createCuttlefish, createEel, createOctopus, createStarfish } from './shapes.ts';
import { createMeshAnimal } from './mesh.ts';
import { createPlateAnimal } from './plate.ts';
import type { BodyDesc } from './fields.ts';
import type { BarePlan } from './plan.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';

export interface AnimalBody {
  /** Of all members. */
  readonly body: SoftBody;
  /** Animals of the same build in it, one after the other (school.ts). */
  readonly members: number;
  /** m, what speeds are measured by. */
  readonly length: number;
  /** Unit vector at rest. */
  readonly forward: readonly [number, number, number];
  readonly fixedNodes: readonly number[];
  /** Nodes its own frame is fitted to; those no muscle moves when left out. */
  readonly frameNodes?: readonly number[];
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
  return {
    body: addMarks({ ...bare, cords: plan.createCords(bare) }, desc),
    members: 1,
    length: plan.length,
    forward: plan.forward ?? [1, 0, 0],
    fixedNodes: plan.fixedNodes ?? [],
    ...(plan.frameNodes === undefined ? {} : { frameNodes: plan.frameNodes }),
  };
}
