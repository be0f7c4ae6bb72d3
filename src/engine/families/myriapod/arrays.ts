/** The State of myriapods: what every animal has, animal after animal, and the things of the scene. */
import type { HybridParameters, HybridState } from '../../bodies/rigid-soft/step.ts';
import { createHybridArraySpecs } from '../../bodies/rigid-soft/step.ts';
import { createAntennaeArraySpec } from '../../control/brain/antennae.ts';
import { createBrainArraySpec } from '../../control/brain/brain.ts';
import { createLegArraySpecs, type LegArrays, type LegPlan } from '../../control/legs/leg-plan.ts';
import { createUndulationArraySpec } from '../../control/legs/undulation.ts';
import type { ArraySpec, State } from '../../contract/types.ts';
import { createSceneArraySpecs, type Scene } from '../../world/things.ts';
import { createPondArraySpecs, type Pond } from './scene/pond.ts';

/** Arrays of one animal. */
export type MyriapodArrays = HybridState &
  LegArrays & {
    readonly undulation: Float64Array;
    readonly antennae: Float64Array;
    readonly brain: Float64Array;
    readonly random: Uint32Array;
    readonly heading: Float64Array;
  };

/** Arrays of one animal: those of its body, legs and brain, and those that stand behind the things of the scene. */
interface AnimalSpecs {
  readonly body: readonly ArraySpec[];
  readonly rest: readonly ArraySpec[];
}

export function listAnimalArrays(parameters: HybridParameters, plan: LegPlan): AnimalSpecs {
  return {
    body: [
      ...createHybridArraySpecs(parameters),
      ...createLegArraySpecs(plan),
      createUndulationArraySpec(parameters.rigidSizes.length),
      createAntennaeArraySpec(),
      createBrainArraySpec(),
    ],
    rest: [
      { name: 'random', type: 'u32', length: 4, unit: '', nameElement: (i) => `random stream, word ${i}` },
      { name: 'heading', type: 'f64', length: 1, unit: 'rad', nameElement: () => 'heading' },
    ],
  };
}

/** Things stand before the random stream and the heading because hashes of states and recordings go by this order. */
export function listStateArrays(
  { body, rest }: AnimalSpecs,
  animals: number,
  scene: Scene,
  pond: Pond | null,
): ArraySpec[] {
  const repeat = (spec: ArraySpec): ArraySpec => repeatSpec(spec, animals);
  return [
    ...body.map(repeat),
    ...createSceneArraySpecs(scene),
    ...rest.map(repeat),
    ...(pond === null ? [] : createPondArraySpecs(pond)),
  ];
}

/** The array of all animals. */
function repeatSpec(spec: ArraySpec, animals: number): ArraySpec {
  if (animals === 1) return spec;
  const { length, nameElement } = spec;
  return {
    ...spec,
    length: animals * length,
    nameElement: (i) => `${nameElement(i % length)} of animal ${Math.floor(i / length) + 1}`,
  };
}

/** One animal's part of the State. */
export function viewAnimal(state: State, specs: readonly ArraySpec[], animal: number): MyriapodArrays {
  return Object.fromEntries(
    specs.map(({ name, length }) => [name, state.arrays[name]!.subarray(animal * length, (animal + 1) * length)]),
  ) as unknown as MyriapodArrays;
}
