/**
 * A number that changes nothing is refused by the schema, or is on a written list with the reason. Each number and flag of an
 * animal is changed by an eighth, or to the ends of its range, in runs that exercise what is around the animal: it must show in one
 * of them. By day a fifth of the numbers of one animal of each family and of one drawn body, at night all of all that are listed here.
 */
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { animalNames, describeAnimal, parseCreature } from '../src/animals/registry.ts';
import type { AnimalDesc } from '../src/engine/model/desc-family.ts';
import { applySettings } from '../src/engine/families/descriptions.ts';
import { type Exercise, listInert } from '../src/testing/inert.ts';
import { isNight, pickSome } from '../src/testing/nightly.ts';
import { inertList } from './inert-list.ts';

/** What a many-legged animal meets: nothing, food and obstacles, a path, a hand that steers, rough ground, a fall, water. */
const walking: readonly Exercise[] = [
  { settings: [], seconds: 1 },
  {
    settings: [
      'scene.foods=[{"x":0.06,"y":0.02},{"x":0.12,"y":-0.28}]',
      'scene.obstacles=[{"x":0.1,"y":0.1},{"kind":"box","x":0.15,"length":0.05,"width":1}]',
      'brain.smell=0.3',
    ],
    seconds: 5,
  },
  { settings: ['scene.path=[{"x":0.1,"y":0},{"x":0.15,"y":0.1}]', 'brain.speed=0.05'], seconds: 4 },
  { settings: ['control.manual=1', 'control.turn=0.3'], seconds: 1 },
  { settings: ['scene.terrain=bumps', 'scene.bumpHeight=5 mm'], seconds: 1.5 },
  { settings: ['controller.gait.together=alternate', 'controller.undulation.amplitude=0.05'], seconds: 2 },
  { settings: ['scene.slopeAcross=1.2', 'scene.startHeight=0.05', 'scene.gravity=2'], seconds: 1 },
  { settings: ['scene.slopeAcross=1.2', 'scene.startHeight=1 mm', 'scene.gravity=2'], seconds: 1 },
  { settings: ['scene.water=pond', 'brain.speed=0.01'], seconds: 2 },
];

/** Every other kind of ground and of gait, with its own numbers. */
const grounds: readonly Exercise[] = [
  { settings: ['scene.terrain=hills'], seconds: 0.5 },
  { settings: ['scene.terrain=pebbles'], seconds: 0.5 },
  { settings: ['scene.terrain=blocks'], seconds: 0.5 },
  { settings: ['scene.terrain=gaps'], seconds: 0.5 },
  { settings: ['scene.terrain=field', 'scene.heights=[0,0,0,0,0,0.002,0,0,0]', 'scene.heightColumns=3'], seconds: 0.5 },
  { settings: ['scene.terrain=sphere'], seconds: 0.5 },
  { settings: ['scene.terrain=skull'], seconds: 0.5 },
  { settings: ['scene.terrain=none', 'scene.animals=2'], seconds: 0.5 },
  { settings: ['controller.gait.coordination=token'], seconds: 1 },
  { settings: ['controller.gait.coordination=phase'], seconds: 1 },
];

/** Fewer and shorter, so that a run takes no longer than that of the others. */
const small = ['scene.starts=[]', 'scene.animals=1', 'body.segments=20'];

/** Each way of stepping and driving a lamprey, and each kind of lesion. */
const swimmingLamprey: readonly Exercise[] = [
  { settings: [], seconds: 0.5 },
  {
    settings: [
      'brainstem.kind=uneven',
      'lesions.cutAfter=[50]',
      'lesions.silence=[{"neurons":"CIN","side":"left","from":20,"to":40}]',
      'lesions.paralyse=[{"joint":3,"side":"right"}]',
    ],
    seconds: 0.5,
  },
  {
    settings: [
      'integration.method=reference',
      'controller.neurons.LIN.kind=adapting',
      'controller.neurons.MN.kind=adapting',
    ],
    seconds: 0.1,
  },
];

/** The edge of the second is close to the axis of the body. */
const patches = [
  { shape: 'circle', x: 0.0002 },
  { shape: 'rectangle', x: -0.0002, y: 0.000021, sizeX: 0.0003, sizeY: 0.00004 },
];

/** Every drive, ground, medium and friction of a worm, with few sections. */
const crawling: readonly Exercise[] = (
  [
    [0.2, 'medium.water=0.5', 'drive.noise.turn=0.1', 'drive.noise.rate=0.1', 'mesh.height=0.01 mm'],
    [0.2, 'drive.kind=modal', 'drive.delay=0', 'ground.slope=0.2', 'ground.slopeAcross=0.1'],
    [0.2, 'drive.kind=two-mode', 'drive.delay=0', 'drive.direction=0.5', 'friction.model=anchored'],
    [0.2, 'drive.kind=reflex', 'ground.kind=height-field', 'friction.model=lagged'],
    [
      1.5,
      'drive.kind=reflex',
      'drive.noise.turn=0.1',
      'medium.water=1',
      'drive.reflex.headFrom=0.065',
      'drive.reflex.offset=0.2',
    ],
    [0.2, 'ground.kind=height-field', 'ground.relief.kind=sine', 'medium.kind=viscous'],
    [0.2, 'medium.kind=none', 'ground.kind=none', 'solver.kind=capped-cg', 'solver.maxIterations=50'],
    [0.2, `friction.patches=${JSON.stringify(patches)}`, 'friction.backward=0.2', 'friction.transverse=0.5'],
  ] as const
).map(([seconds, ...settings]) => ({ settings: ['mesh.resolution=coarse', ...settings], seconds }));

/** Every scene, current and water of a soft animal, steered by hand and by a target, with a hand that pulls. */
const swimming: readonly Exercise[] = [
  {
    settings: [
      'body.material.density=1100',
      'control.climb=0.3',
      'control.turn=0.3',
      'poke.node=100',
      'poke.x=1',
      'water.current.kind=shear',
      'water.current.x=0.1',
      'water.gravity=9.81',
    ],
    seconds: 0.2,
  },
  {
    settings: [
      'control.climb=-0.3',
      'control.turn=-0.3',
      'solver.iterations=2',
      'water.current.kind=vortex',
      'water.current.x=0.1',
    ],
    seconds: 0.2,
  },
  {
    settings: ['target.follow=0.5', 'target.heading=0.5', 'target.elevation=0.3', 'water.model=as-coded'],
    seconds: 0.2,
  },
  { settings: ['water.model=reactive', 'water.gravity=9.81', 'body.material.density=1100'], seconds: 0.2 },
  { settings: ['scene.kind=bottle', 'scene.selfContact=true'], seconds: 0.6 },
  { settings: ['scene.kind=valley', 'water.current.y=2'], seconds: 0.6 },
  { settings: ['scene.kind=pillars', 'scene.animals=2'], seconds: 1 },
];

/** What an animal with arms does besides. */
const holding: readonly Exercise[] = [...swimming, { settings: ['scene.kind=grasp'], seconds: 1.2 }];

/** The animals of each family with their runs; the first has those of all kinds that the schema knows. */
const families: readonly (readonly (readonly [animal: string, runs: readonly Exercise[]])[])[] = [
  [['lamprey', swimmingLamprey]],
  [['worm', crawling]],
  [
    ['centipede', [...walking, ...grounds]],
    ['millipede', walking],
    ['house-centipede', walking],
    ['letters', walking.map(({ settings, seconds }) => ({ settings: [...small, ...settings], seconds }))],
  ],
  [
    ['starfish', holding],
    ['octopus', holding],
    ['cuttlefish', holding],
    ['soft-lamprey', swimming],
    ['ribbon-eel', swimming],
    ['stingray', swimming],
    ['manta', swimming],
    ['butterfly', swimming],
    ['comet', swimming],
  ],
  [
    ['tadpole', swimming],
    ['drawn-star', swimming],
    ['drawn-squid', swimming],
    ['drawn-ray', swimming],
    ['mesh-bar', swimming],
  ],
];

/** An animal of the list, or a body that was drawn or imported: files of them are in the corpus of version 1. */
function open(name: string): AnimalDesc {
  if (animalNames.includes(name)) return describeAnimal(name);
  return parseCreature(readFileSync(join(import.meta.dirname, `version-1/creatures/${name}.creature.json`), 'utf8'));
}

function isListed(path: string): boolean {
  return inertList.some((entry) => matches(entry.path, path));
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.[\]]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(path);
}

/** Always the same fifth. */
function isOfDay(path: string): boolean {
  let sum = 0;
  for (let i = 0; i < path.length; i++) sum += path.charCodeAt(i);
  return isNight || sum % 5 === 0;
}

const inertPaths = new Map<string, readonly string[]>();

describe.each(families.flatMap((family) => pickSome(family, family.length)))('%s', (animal, runs) => {
  it('has no number without effect that is not on the list', () => {
    const inert = listInert(
      runs.map(({ settings, seconds }) => ({ desc: applySettings(open(animal), settings), seconds })),
      isOfDay,
    );
    inertPaths.set(animal, inert);
    expect(inert.filter((path) => !isListed(path))).toEqual([]);
  }, 600_000);
});

// By day, not all animals have run.
if (isNight)
  it('is a list of numbers without effect alone', () => {
    const all = [...inertPaths.values()].flat();
    expect(inertList.filter(({ path }) => !all.some((inert) => matches(path, inert)))).toEqual([]);
  });
