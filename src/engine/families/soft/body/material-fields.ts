/** What a soft body is made of: flesh of tetrahedra, thin plates, or both. */
import type { z } from 'zod';
import { choice, type Field, oneOf, quantity } from '../../../model/fields.ts';

/** Of bodies with tetrahedra. */
const flesh = {
  shape: quantity({
    unit: 'Pa',
    min: 0,
    max: 1e8,
    default: 1e5,
    about: 'k_p, resistance to any change of shape but rotation.',
  }),
  volume: quantity({ unit: 'Pa', min: 0, max: 1e9, default: 5e5, about: 'k_v, resistance to a change of volume.' }),
  muscle: quantity({ unit: 'Pa', min: 0, max: 1e8, default: 5e5, about: 'k_m, stiffness of the muscle fibres.' }),
  law: choice(['paper', 'as-coded', 'pulling'], {
    default: 'paper',
    about:
      'How a muscle pulls. paper: until the fibre has 1 − e of its length, and it pushes when it is shorter; as-coded: like a spring of length 0 and stiffness e k_m; pulling: as paper, but a muscle never pushes, and thin parts bend to `curvature`.',
  }),
};

/** Of bodies with plates, fins or membranes. */
const plates = {
  stretch: quantity({
    unit: 'N/m',
    min: 0,
    max: 1e8,
    default: 2e4,
    about: 'k_s, resistance of thin parts to stretching in their plane.',
  }),
  bend: quantity({ unit: 'N m', min: 0, max: 1e4, default: 5, about: 'k_b, resistance of thin parts to folding.' }),
  law: choice(['paper', 'pulling'], {
    default: 'paper',
    about:
      'How a muscle bends thin parts. paper: an excitation is the angle of every fold, so that finer meshes bend more; pulling: a curvature, which does not depend on the mesh.',
  }),
  curvature: quantity({
    unit: '1/m',
    min: 0,
    max: 1e4,
    default: 30,
    appliesIf: { path: 'body.material.law', is: ['pulling'] },
    about: 'Curvature of thin parts that an excitation of 1 asks for.',
  }),
  thickness: quantity({
    unit: 'm',
    min: 1e-4,
    max: 1,
    default: 0.015,
    about: 'Thickness of thin parts. Only their mass depends on it.',
  }),
};

/** kg/m³ */
export const densityRange = { min: 10, max: 20_000 } as const;

const common = {
  density: quantity({
    unit: 'kg/m^3',
    ...densityRange,
    default: 1000,
    about: 'Density of the body. With the density of the water it neither sinks nor rises.',
  }),
  velocityRetention: quantity({
    unit: '1',
    min: 0.5,
    max: 1,
    default: 0.9999,
    about: 'Share of the velocity that is left after 1/240 s in empty space.',
  }),
};

const totalMass = quantity({
  unit: 'kg',
  min: 1e-6,
  max: 1e6,
  default: 10,
  about: 'Mass of the whole body (authors’ code: 10 kg).',
});

function createMaterial<F extends Readonly<Record<string, Field>>>(fields: F) {
  return oneOf(
    'masses',
    { default: 'volume', about: 'What the body is made of. All of it may change during a run.' },
    {
      volume: { about: 'Each node has the mass of the material around it.', fields: { ...fields, ...common } },
      equal: {
        about: 'All nodes have the same mass, as in the authors’ code.',
        fields: { ...fields, ...common, totalMass },
      },
    },
  );
}

export const fleshMaterial = createMaterial(flesh);
export const plateMaterial = createMaterial(plates);
export const mixedMaterial = createMaterial({ ...plates, ...flesh });

/** With the numbers of every kind of body. */
export type WholeMaterial = z.output<ReturnType<typeof mixedMaterial>>;

type Material = z.output<ReturnType<typeof fleshMaterial | typeof plateMaterial>> | WholeMaterial;

let defaults: WholeMaterial | undefined;

function getDefaults(): WholeMaterial {
  defaults ??= mixedMaterial().parse(undefined);
  return defaults;
}

/** With the defaults for parts that a body does not have: the solver asks for them all the same. */
export function completeMaterial(material: Material): WholeMaterial {
  return { ...getDefaults(), ...material };
}

/** Numbers of the material that a body without such parts does not use, with their defaults. */
export function listUnused(material: Material, parts: { readonly flesh: boolean; readonly thin: boolean }) {
  const names = [...(parts.flesh ? [] : Object.keys(flesh)), ...(parts.thin ? [] : Object.keys(plates))];
  return names
    .filter((name) => name in material && !(name in flesh && name in plates))
    .map((name) => ({ name, usual: getDefaults()[name as keyof WholeMaterial] }));
}
