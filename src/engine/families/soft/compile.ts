/** A soft animal's description → what the solver needs: body, tables, cords and who drives them, layouts of the outputs. */
import { createFrameFit } from '../../bodies/projective/body-frame.ts';
import { createProjectiveTables, type ProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import { defineSystem } from '../../contract/define.ts';
import { createMemo } from '../../math/memo.ts';
import { computeTriangleArea, setTetVolumes } from '../../math/space/geometry.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { createSoftFields } from './arrays.ts';
import { createAnatomy, type DrawnAnatomy } from './anatomy/create.ts';
import { type AnimalBody, createAnimalBody } from './body/body.ts';
import { createCordMask } from './body/cord-names.ts';
import { completeMaterial, type WholeMaterial } from './body/material-fields.ts';
import { createSchool } from './body/school.ts';
import { listSoftGenes } from './derived/design.ts';
import { createSkinSurfaces, createSoftFrame } from './frame.ts';
import { createSoftHandles } from './handles.ts';
import { createSoftLearning } from './learning/learning.ts';
import { softMetrics } from './metrics.ts';
import { createSoftScene } from './places/create-scene.ts';
import { computePillarSpacing } from './places/pillars.ts';
import type { SoftScene } from './places/scene.ts';
import { createPlan } from './derived/plan.ts';
import { type SoftDesc, softDescriptions } from './schema.ts';
import { listSoftSignals } from './signals.ts';
import { createSkinSet, type SkinSet } from './skin/skin-set.ts';
import { checkSoftDesc } from './derived/check.ts';
import { computeStepsPerTick, countAnimals, createSolverOptions } from './derived/solver-options.ts';
import { computeReach } from '../../math/space/reach.ts';
import type { SoftSystem } from './system.ts';
import { listSoftValidated } from './validated.ts';

export function compileSoft(desc: SoftDesc): SoftSystem {
  const single = getAnimalBody(desc);
  const animal = getSchool(desc, single);
  const { body, length: bodyLength, members } = animal;
  const plan = createPlan(desc, body, members);
  checkSoftDesc(desc, plan, body.cords);
  const tables = getTables(desc, animal, 1);
  const scene = getScene(desc, single);
  const fields = createSoftFields(desc, body, plan, scene);
  const { skins, ...skinSet } = getSkins(animal, completeMaterial(desc.body.material).thickness);
  const drawn = getDrawn(desc, animal, skins);
  const listed = {
    desc,
    dt: 1 / desc.solver.rate,
    bodyLength,
    mass: tables.totalMass / members,
    fields,
    signals: listSoftSignals(body),
    metrics: softMetrics,
    frame: createSoftFrame({ body, skins, drawn, scene, extent: bodyLength }),
    handles: createSoftHandles(
      body.cords.map((cord) => cord.name),
      createSoftLearning(desc, { body, plan, scene, fields, bodyLength }),
      listSoftGenes(desc),
    ),
    validated: listSoftValidated(desc),
    shape: describeShape(desc, animal),
  };
  const controlNames = softDescriptions.controlSlots.map(({ path }) => path);
  return defineSystem(softDescriptions, controlNames, listed, {
    body,
    tables,
    plan,
    scene,
    segmentMask: createCordMask(body.cords, desc.lesions.paralyse),
    stepsPerTick: computeStepsPerTick(desc),
    fit: createFrameFit(body.positions, animal.frameNodes ?? skinSet.frameNodes, tables.masses),
    forward: animal.forward,
    restVolumes: skinSet.restVolumes,
    restReach: computeReach(body.positions, tables.masses, members),
    members,
    skins,
    cordMixtures: skinSet.cordMixtures,
    nodeExcitations: skinSet.nodeExcitations,
  });
}

export interface SoftDraft {
  readonly body: SoftBody;
  readonly bodyLength: number;
  /** kg. */
  readonly mass: number;
}

/** The body of one animal, checked as `compileSoft` does, without all that only stepping needs: for those who draw it. */
export function compileSoftBody(desc: SoftDesc): SoftDraft {
  const { body, length } = getAnimalBody(desc);
  checkSoftDesc(desc, createPlan(desc, body, 1), body.cords);
  return { body, bodyLength: length, mass: computeMass(completeMaterial(desc.body.material), body) };
}

function computeMass(material: WholeMaterial, body: SoftBody): number {
  if (material.masses === 'equal') return material.totalMass;
  const { density, thickness } = material;
  const { positions, tets, plates } = body;
  const volumes = new Float64Array(tets.length / 4);
  setTetVolumes(volumes, tets, positions);
  let mass = 0;
  for (const volume of volumes) mass += density * volume;
  for (let at = 0; at < plates.length; at += 3) {
    const area = computeTriangleArea(positions, 3 * plates[at]!, 3 * plates[at + 1]!, 3 * plates[at + 2]!);
    mass += density * thickness * area * (body.paint?.plateThickness[at / 3] ?? 1);
  }
  return mass;
}

const bodies = createMemo<AnimalBody>(4);
const tableSets = createMemo<ProjectiveTables>(4);
const scenes = createMemo<SoftScene>(4);
const skinSets = createMemo<SkinSet>(4);
const drawings = createMemo<DrawnAnatomy>(4);

function getAnimalBody(desc: SoftDesc): AnimalBody {
  // Material, look and what is only drawn change nothing of the mesh.
  const shape = { ...desc.body, material: null, look: null, anatomy: null };
  return bodies(JSON.stringify([shape, desc.controller.segments]), () =>
    createAnimalBody(desc.body, desc.controller.segments),
  );
}

function getSchool({ scene }: SoftDesc, single: AnimalBody): AnimalBody {
  const count = countAnimals(scene);
  if (count === 1) return single;
  return bodies(JSON.stringify(['school', identify(single), count]), () =>
    createSchool(single, count, computePillarSpacing(single.body)),
  );
}

const identities = new WeakMap<AnimalBody, number>();
let bodyCount = 0;

/** A short key for a body that the memory above handed out. */
function identify(animal: AnimalBody): number {
  let identity = identities.get(animal);
  if (identity === undefined) identities.set(animal, (identity = bodyCount++));
  return identity;
}

/** What decides the memory of a step, besides the lengths of the state's arrays. */
function describeShape({ solver, water, controller }: SoftDesc, animal: AnimalBody): string {
  const { precision, method } = solver;
  return JSON.stringify([identify(animal), precision, method, water.model === 'none', controller.pattern]);
}

/** Tables of the same animal for many environments side by side. */
export function createLaneTables(desc: SoftDesc, lanes: 4 | 8): ProjectiveTables {
  return getTables(desc, getSchool(desc, getAnimalBody(desc)), lanes);
}

function getTables(desc: SoftDesc, animal: AnimalBody, lanes: 1 | 4 | 8): ProjectiveTables {
  const options = { ...createSolverOptions(desc, animal), lanes };
  return tableSets(JSON.stringify([identify(animal), options]), () => createProjectiveTables(animal.body, options));
}

function getScene({ scene, body }: SoftDesc, animal: AnimalBody): SoftScene {
  return scenes(JSON.stringify([identify(animal), scene]), () => createSoftScene(scene, animal.body, body.shape));
}

function getSkins(animal: AnimalBody, thickness: number): SkinSet {
  return skinSets(JSON.stringify([identify(animal), thickness]), () => createSkinSet(animal.body, thickness));
}

function getDrawn(
  { body: { look, anatomy, material } }: SoftDesc,
  animal: AnimalBody,
  skins: SkinSet['skins'],
): DrawnAnatomy {
  const { thickness } = completeMaterial(material);
  return drawings(JSON.stringify([identify(animal), look, anatomy, thickness]), () =>
    createAnatomy(anatomy, createSkinSurfaces(animal.body, skins, look), { body: animal.body, look, thickness }),
  );
}
