/** The State of myriapods: what every animal has, animal after animal, and the things of the scene. */
import { createHybridFields, type HybridParameters } from '../../bodies/rigid-soft/body.ts';
import { type ArrayField, type ArrayFields, type ArraysOf, f64, listSpecs, u32 } from '../../contract/arrays.ts';
import type { ArraySpec, TypedArray } from '../../contract/types.ts';
import { createAntennaeField } from '../../control/brain/antennae.ts';
import { createBrainField } from '../../control/brain/brain.ts';
import { createLegFields, type LegPlan } from '../../control/legs/leg-plan.ts';
import { createUndulationField } from '../../control/legs/undulation.ts';
import { createSceneFields, type Scene } from '../../world/things.ts';
import { createPondFields, type Pond } from './scene/pond.ts';

/** Arrays of one animal. */
export type MyriapodFields = ReturnType<typeof createMyriapodFields>;
export type MyriapodArrays = ArraysOf<MyriapodFields>;

/** Fields of body, legs and brain of one animal. */
function createBodyFields(parameters: HybridParameters, plan: LegPlan) {
  return {
    ...createHybridFields(parameters),
    ...createLegFields(plan),
    undulation: createUndulationField(parameters.rigidSizes.length),
    antennae: createAntennaeField(),
    brain: createBrainField(),
  };
}

function createOwnFields() {
  return {
    random: u32(4, '', (i) => `random stream, word ${i}`),
    heading: f64(1, 'rad', () => 'heading'),
  };
}

export function createMyriapodFields(parameters: HybridParameters, plan: LegPlan) {
  return { ...createBodyFields(parameters, plan), ...createOwnFields() };
}

/** Things stand before the random stream and the heading because hashes of states and recordings go by this order. */
export function listStateArrays(
  parameters: HybridParameters,
  plan: LegPlan,
  animals: number,
  scene: Scene,
  pond: Pond | null,
): ArraySpec[] {
  return listSpecs({
    ...repeatFields(createBodyFields(parameters, plan), animals),
    ...createSceneFields(scene),
    ...repeatFields(createOwnFields(), animals),
    ...(pond === null ? {} : createPondFields(pond)),
  });
}

/** The arrays of all animals. */
function repeatFields(fields: ArrayFields, animals: number): ArrayFields {
  if (animals === 1) return fields;
  const repeat = (field: ArrayField<TypedArray>): ArrayField<TypedArray> => ({
    ...field,
    length: animals * field.length,
    nameElement: (i) => `${field.nameElement(i % field.length)} of animal ${Math.floor(i / field.length) + 1}`,
  });
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field && repeat(field)]));
}
