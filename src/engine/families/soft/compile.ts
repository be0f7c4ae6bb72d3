/** A soft animal's description → what the solver needs: body, tables, cords and who drives them, layouts of the outputs. */
import { createFrameFit } from '../../bodies/projective/body-frame.ts';
import { createProjectiveTables, type ProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import { defineSystem } from '../../contract/define.ts';
import type { DrivePlan, Turning } from '../../control/excitation/drive.ts';
import { createExcitationModel } from '../../control/excitation/models.ts';
import type { CordRange } from '../../control/excitation/propagation.ts';
import { createMemo, Lazy } from '../../math/memo.ts';
import { computeTriangleArea, setTetVolumes } from '../../math/space/geometry.ts';
import { computeReach } from '../../math/space/reach.ts';
import type { Cord, SoftBody } from '../../mesh/soft/soft-body.ts';
import { listPatternProblems, matchesAny, matchesPattern } from '../../model/pattern.ts';
import { ModelError } from '../../model/problem.ts';
import { type AnimalBody, createAnimalBody } from './body/body.ts';
import { completeMaterial, type WholeMaterial } from './body/material-fields.ts';
import { createSchool } from './body/school.ts';
import { createSkinSurfaces, createSoftFrame } from './frame.ts';
import { createSoftHandles } from './handles.ts';
import { createSoftLearning } from './learning/learning.ts';
import { softMetrics } from './metrics.ts';
import {
  checkSoftDesc,
  computeStepsPerTick,
  countMembers,
  createSolverOptions,
  createWaterTables,
  isOpen,
  listSoftValidated,
} from './options.ts';
import { computePillarSpacing, createSoftScene } from './scene/create.ts';
import type { SoftScene } from './scene/scene.ts';
import { type SoftDesc, softDescriptions } from './schema.ts';
import { listSoftSignals } from './signals.ts';
import { createAnatomy, type DrawnAnatomy } from './skin/anatomy.ts';
import { createSkinSet, type SkinSet } from './skin/cord-lines.ts';
import { createSoftFields, type SoftSystem } from './system.ts';

const plainTurning: Turning = { sign: 1, canTurn: true };

/** Without `turning` it turns as its waves say. */
export function compileSoft(desc: SoftDesc, turning = plainTurning): SoftSystem {
  const single = getAnimalBody(desc);
  const animal = getSchool(desc, single);
  const { body, length: bodyLength, members } = animal;
  const plan = createPlan(desc, body, members);
  checkSoftDesc(desc, plan, body.cords);
  const tables = getTables(desc, animal, 1);
  const scene = getScene(desc, single);
  const fields = createSoftFields(desc, body, plan, scene);
  const mass = tables.totalMass / members;
  const drawing = new Lazy(() => getSkins(animal, completeMaterial(desc.body.material).thickness));
  const listed = {
    desc,
    dt: 1 / desc.solver.rate,
    bodyLength,
    mass,
    fields,
    signals: listSoftSignals(body, desc),
    metrics: softMetrics,
    frame: () => {
      const { skins } = drawing.value;
      return createSoftFrame({ body, scene, bodyLength }, skins, getDrawn(desc, animal, skins));
    },
    handles: createSoftHandles(
      desc,
      body.cords.map((cord) => cord.name),
      createSoftLearning({ desc, body, plan, scene, fields, bodyLength, mass }),
    ),
    validated: listSoftValidated(desc, body, plan, turning),
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
    fit: createFrameFit(body.positions, animal.frameNodes, tables.masses),
    forward: animal.forward,
    restVolumes: computeTetVolumes(body),
    restReach: computeReach(body.positions, tables.masses, members),
    members,
    drawing,
    turning,
    waterTables: createWaterTables(desc, body, bodyLength),
  });
}

/** The body of one animal with its length, m, and mass, kg, checked as `compileSoft` does, without all that only stepping needs: for those who draw it. */
export function compileSoftBody(desc: SoftDesc) {
  const { body, length } = getAnimalBody(desc);
  checkSoftDesc(desc, createPlan(desc, body, 1), body.cords);
  return { body, bodyLength: length, mass: computeMass(completeMaterial(desc.body.material), body) };
}

function computeTetVolumes({ tets, positions }: SoftBody): Float64Array {
  const volumes = new Float64Array(tets.length / 4);
  setTetVolumes(volumes, tets, positions);
  return volumes;
}

function computeMass(material: WholeMaterial, body: SoftBody): number {
  if (material.masses === 'equal') return material.totalMass;
  const { density, thickness } = material;
  const { positions, plates } = body;
  let mass = 0;
  for (const volume of computeTetVolumes(body)) mass += density * volume;
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
  const count = countMembers(scene);
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
function describeShape({ solver, water, controller, scene }: SoftDesc, animal: AnimalBody): string {
  const { precision, method } = solver;
  const law = water.model === 'none' || water.model === 'reactive' ? water.model : 'faces';
  return JSON.stringify([identify(animal), precision, method, isOpen(scene), law, controller.pattern]);
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

/** 1 per segment of all cords, 0 for those a pattern names. Throws for patterns that name none. */
function createCordMask(cords: readonly Cord[], patterns: readonly string[]): Float64Array {
  const names = cords.map((cord) => cord.name);
  const problems = listPatternProblems(patterns, names, 'lesions.paralyse', 'cord');
  if (problems.length > 0) throw new ModelError(problems);
  return Float64Array.from(
    cords.flatMap((cord) => {
      const kept = matchesAny(patterns, cord.name) ? 0 : 1;
      return Array.from({ length: cord.segments }, () => kept);
    }),
  );
}

/** Cords that close arms under a pattern that says nothing of them; a policy may close them. */
const usualGraspers = '*inner';

/** Who drives which cord: waves by name, places of the cords for steering, arms that grasp. `members` animals in the body have the same cords, and each cord is driven as that of the first. */
function createPlan({ controller }: SoftDesc, { cords }: SoftBody, members: number): DrivePlan {
  const ownCords = cords.length / members;
  let first = 0;
  const ranges = cords.map((cord): CordRange => {
    first += cord.segments;
    return { first: first - cord.segments, segments: cord.segments, lowest: cord.kind === 'bending' ? -1 : 0 };
  });
  const names = cords.map((_, c) => cords[c % ownCords]!.name);
  const { waves } = controller;
  const grasping = 'grasp' in controller ? controller.grasp.cords : usualGraspers;
  const means = cords.map(
    (_, c) => [1, 2].map((axis) => computeRouteMean(cords[c % ownCords]!.route, axis)) as [number, number],
  );
  const widest = Math.max(1e-9, ...means.map(([y]) => Math.abs(y)));
  const highest = Math.max(1e-9, ...means.map(([, z]) => Math.abs(z)));
  return {
    pattern: controller.pattern,
    cords: ranges,
    waveOf: Int8Array.from(names, (name) => waves.findIndex((wave) => matchesPattern(wave.cords, name))),
    sides: Float64Array.from(means, ([y]) => y / widest),
    heights: Float64Array.from(means, ([, z]) => z / highest),
    turnGains: waves.map((wave) => wave.turn),
    backGains: waves.map((wave) => wave.back),
    climbGains: waves.map((wave) => wave.climb),
    graspers: Uint8Array.from(names, (name) => (matchesPattern(grasping, name) ? 1 : 0)),
    ramp: 'ramp' in controller ? controller.ramp : 0,
    tick: 1 / controller.rate,
    model: createExcitationModel(
      controller.model,
      ranges,
      cords.map((cord) => cord.name),
      controller.actions,
    ),
  };
}

function computeRouteMean(route: Float64Array, axis: number): number {
  let sum = 0;
  for (let at = axis; at < route.length; at += 3) sum += route[at]!;
  return sum / (route.length / 3);
}
