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

const makers: Readonly<Record<BodyDesc['shape'], (desc: BodyDesc, segments: number) => BarePlan>> = {
  eel: createEel,
  octopus: createOctopus,
  starfish: createStarfish,
  cuttlefish: createCuttlefish,
  plate: createPlateAnimal,
  arm: createArm,
  mesh: createMeshAnimal,
  drawn: createDrawnAnimal,
};

export function createAnimalBody(desc: BodyDesc, segments: number): AnimalBody {
  const plan = makers[desc.shape](desc, segments);
  const positions = createNodeJitter(plan.body, desc.jitter, desc.jitterSeed);
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
