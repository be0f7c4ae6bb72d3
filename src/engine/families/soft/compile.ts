/** A soft animal's description → what the solver needs: body, tables, cords and who drives them, layouts of the outputs. */
import { computeTriangleArea, setTetVolumes } from '../../math/space/geometry.ts';
import { createMemo } from '../../math/memo.ts';
import type { DrivePlan } from '../../control/excitation/drive.ts';
import { createExcitationModel } from '../../control/excitation/models.ts';
import type { CordRange } from '../../control/excitation/propagation.ts';
import { createSpinalDrive, createSpinalFields } from '../../control/excitation/spinal-drive.ts';
import { listSpecs } from '../../contract/arrays.ts';
import { createState } from '../../contract/state.ts';
import { measureMemory } from '../../../kernels/twin.ts';
import { createPaperNetwork, toSpinalParameters } from '../../control/spinal/fields.ts';
import { computeWaterBytes } from '../../forces/face-water.ts';
import { pow } from '../../math/portable.ts';
import { ModelError } from '../../model/problem.ts';
import { type SoftDesc, softDescriptions } from './schema.ts';
import { type ArraySpec, computeSignalOffsets, type System } from '../../contract/types.ts';
import { listControls } from '../../contract/controls.ts';
import { computeFrameOffsets, type FrameOffsets } from '../../contract/frame.ts';
import { createFrameFit, type FrameFit, listFrameNodes } from '../../bodies/projective/body-frame.ts';
import { createAnimalBody, type AnimalBody } from './body/body.ts';
import { createCordMask } from './body/cord-names.ts';
import { matchesPattern } from '../../model/pattern.ts';
import { createCordMixtures, createNodeExcitations, listMovedNodes } from './skin/cord-lines.ts';
import { createSoftFrame, listSoftSignals } from './layout.ts';
import { createSoftSkins, type Mixtures, type SoftSkin } from './skin/skin.ts';
import { computeProjectiveBytes, createProjectiveTables, type ProjectiveTables } from '../../bodies/projective/step.ts';
import type { ProjectiveOptions } from '../../bodies/projective/tables/options.ts';
import { createSoftScene } from './places/create-scene.ts';
import type { SoftScene } from './places/scene.ts';
import { computeSurroundingLengths } from './places/surroundings.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';

/** Segments of the cord that drives a soft animal, and joints its motoneurons would feed: those of the lamprey's paper. */
const spinalSegments = 100;
const spinalLinks = 10;
export const spinalParameters = toSpinalParameters(createPaperNetwork(), spinalSegments, spinalLinks);

export interface SoftSystem extends System {
  readonly desc: SoftDesc;
  readonly body: SoftBody;
  readonly tables: ProjectiveTables;
  readonly plan: DrivePlan;
  readonly scene: SoftScene;
  /** 1 per segment, 0 where a cord is paralysed. */
  readonly segmentMask: Float64Array;
  /** Steps between two control steps. */
  readonly stepsPerTick: number;
  readonly fit: FrameFit;
  /** At rest: the direction the animal swims in, and up. */
  readonly forward: readonly [number, number, number];
  /** m³ per tetrahedron at rest. */
  readonly restVolumes: Float64Array;
  readonly skins: readonly SoftSkin[];
  readonly cordMixtures: Mixtures;
  readonly nodeExcitations: Mixtures;
  readonly controlIndex: Readonly<Record<string, number>>;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly frameOffsets: FrameOffsets;
}

/** Places of the numbers in the state's `track` array. */
export const trackPlaces = { heading: 0, iterations: 1, residual: 2 } as const;
const trackLength = 3;

export const waveNames = ['first', 'second', 'third', 'fourth'] as const;

export function compileSoft(desc: SoftDesc): SoftSystem {
  const animal = getAnimalBody(desc);
  const { body } = animal;
  const tables = getTables(desc, animal, 1);
  const plan = createPlan(desc, body);
  const scene = getScene(desc, animal);
  const skins = getSkins(animal, desc.body.material.thickness);
  const signals = listSoftSignals(body);
  const frame = createSoftFrame({
    body,
    skins: skins.skins,
    look: desc.body.look,
    scene,
    extent: animal.length,
  });
  const controls = listControls(desc, softDescriptions.jsonSchema);
  const frameNodes = animal.frameNodes ?? skins.frameNodes;
  return {
    desc,
    body,
    tables,
    plan,
    scene,
    segmentMask: createCordMask(body.cords, desc.lesions.paralyse),
    stepsPerTick: computeStepsPerTick(desc),
    dt: 1 / desc.solver.rate,
    bodyLength: animal.length,
    mass: tables.totalMass,
    fit: createFrameFit(body.positions, frameNodes, tables.masses),
    forward: animal.forward,
    restVolumes: skins.restVolumes,
    skins: skins.skins,
    cordMixtures: skins.cordMixtures,
    nodeExcitations: skins.nodeExcitations,
    stateSpecs: listStateArrays(desc, body, plan, scene),
    controls,
    controlIndex: Object.fromEntries(controls.map((control, i) => [control.name, i])),
    signals,
    signalOffsets: computeSignalOffsets(signals).offsets,
    frame,
    frameOffsets: computeFrameOffsets(frame),
    memoryBytes: computeMemoryBytes(desc, body, tables),
  };
}

function computeStepsPerTick({ solver, controller }: SoftDesc): number {
  const steps = solver.rate / controller.rate;
  if (Math.abs(steps - Math.round(steps)) > 1e-9 || steps < 1)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'solver.rate',
        got: `${solver.rate} Hz with controller.rate ${controller.rate} Hz`,
        hint: `Give a multiple of ${controller.rate} Hz, such as ${controller.rate * Math.max(1, Math.round(steps))}.`,
      },
    ]);
  return Math.round(steps);
}

const bodies = createMemo<AnimalBody>(4);
const tableSets = createMemo<ProjectiveTables>(4);
const scenes = createMemo<SoftScene>(4);
const skinSets = createMemo<ReturnType<typeof createSkinSet>>(4);

function getAnimalBody(desc: SoftDesc): AnimalBody {
  // Material and look change nothing of the mesh.
  const shape = { ...desc.body, material: null, look: null };
  return bodies(JSON.stringify([shape, desc.controller.segments]), () =>
    createAnimalBody(desc.body, desc.controller.segments),
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

/** Tables of the same animal for many environments side by side. */
export function createLaneTables(desc: SoftDesc, lanes: 4 | 8): ProjectiveTables {
  return getTables(desc, getAnimalBody(desc), lanes);
}

function getTables(desc: SoftDesc, animal: AnimalBody, lanes: 1 | 4 | 8): ProjectiveTables {
  const options = { ...createSolverOptions(desc, animal), lanes };
  return tableSets(JSON.stringify([identify(animal), options]), () => createProjectiveTables(animal.body, options));
}

function getScene({ scene }: SoftDesc, animal: AnimalBody): SoftScene {
  return scenes(JSON.stringify([identify(animal), scene.kind]), () => createSoftScene(scene.kind, animal.body));
}

/** Whether steps are of BDF2. Contact is not smooth and gains nothing by it. */
function isSecondOrder({ solver, scene }: SoftDesc): boolean {
  if (solver.integrator !== 'auto') return solver.integrator === 'bdf2';
  return isOpen(scene);
}

/** Whether there is nothing to touch. */
function isOpen({ kind, selfContact }: SoftDesc['scene']): boolean {
  return kind === 'none' && selfContact === 'off';
}

/** Contact changes between iterations what the accelerated methods remember, and without memory they are not stable. */
function chooseMethod({ solver, scene }: SoftDesc): SoftDesc['solver']['method'] {
  return isOpen(scene) || solver.method === 'newton' ? solver.method : 'plain';
}

/** Most iterations in the authors' program, which it never does. A smaller number is one to be held to. */
const codedIterations = 50;

/** Plain steps shrink slowly: what is left to go is about this many of the last one. */
const plainSteps = 15;

/** Kept out of the step's way: velocities that a step keeps follow from those kept in 1/240 s. */
function createSolverOptions(desc: SoftDesc, animal: AnimalBody): ProjectiveOptions {
  const { body, solver, water } = desc;
  const { material } = body;
  const method = chooseMethod(desc);
  return {
    // A step of BDF2 is one of implicit Euler, two thirds as long, from a mixture of the last two states.
    dt: (isSecondOrder(desc) ? 2 / 3 : 1) / solver.rate,
    material: {
      shape: material.shape,
      volume: material.volume,
      muscle: material.muscle,
      stretch: material.stretch,
      bend: material.bend,
      density: material.density,
      thickness: material.thickness,
      velocityKeep: solver.rate === 240 ? material.keep : pow(material.keep, 240 / solver.rate),
    },
    massRule: material.masses,
    ...(material.totalMass === undefined ? {} : { totalMass: material.totalMass }),
    muscleLaw: material.law,
    method,
    iterations: solver.iterations,
    tolerance: method === 'plain' ? solver.tolerance / plainSteps : solver.tolerance,
    stopping: solver.iterations < codedIterations ? 'residual' : solver.stopping,
    forces: water.coupling === 'explicit' ? 'start' : 'iteration',
    precision: solver.precision,
    fixedNodes: animal.fixedNodes,
    ...(water.model === 'none' || water.coupling === 'explicit'
      ? {}
      : { drag: createExpectedDrag(animal.body, water.density) }),
  };
}

/** m/s at which faces meet the water in a strong stroke. */
const strokeSpeed = 1;

/** Per node, N s/m: how the water's force grows with speed, about. It steers the iterations and not their answer. */
function createExpectedDrag({ positions, surface, plates }: SoftBody, density: number): Float64Array {
  const drag = new Float64Array(positions.length / 3);
  const addAll = (triangles: Int32Array, sides: number): void => {
    for (let at = 0; at < triangles.length; at += 3) {
      const share =
        (sides *
          density *
          strokeSpeed *
          computeTriangleArea(positions, 3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!)) /
        3;
      for (let k = 0; k < 3; k++) drag[triangles[at + k]!] = drag[triangles[at + k]!]! + share;
    }
  };
  addAll(surface, 1);
  addAll(plates, 2);
  return drag;
}

function createPlan({ controller }: SoftDesc, { cords }: SoftBody): DrivePlan {
  let first = 0;
  const ranges = cords.map((cord): CordRange => {
    first += cord.segments;
    return { first: first - cord.segments, segments: cord.segments, lowest: cord.kind === 'bending' ? -1 : 0 };
  });
  const names = cords.map((cord) => cord.name);
  const waves = waveNames.map((name) => controller.waves[name]);
  const means = cords.map(({ route }) => [1, 2].map((axis) => computeRouteMean(route, axis)) as [number, number]);
  const widest = Math.max(1e-9, ...means.map(([y]) => Math.abs(y)));
  const highest = Math.max(1e-9, ...means.map(([, z]) => Math.abs(z)));
  return {
    pattern: controller.pattern,
    cords: ranges,
    waveOf: Int8Array.from(names, (name) => waves.findIndex((wave) => matchesPattern(wave.cords, name))),
    sides: Float64Array.from(means, ([y]) => y / widest),
    heights: Float64Array.from(means, ([, z]) => z / highest),
    turnGains: waves.map((wave) => wave.turn),
    graspers: Uint8Array.from(names, (name) => (matchesPattern(controller.grasp.cords, name) ? 1 : 0)),
    ramp: controller.ramp,
    tick: 1 / controller.rate,
    model: createExcitationModel(controller.model, ranges, names),
  };
}

function computeRouteMean(route: Float64Array, axis: number): number {
  let sum = 0;
  for (let at = axis; at < route.length; at += 3) sum += route[at]!;
  return sum / (route.length / 3);
}

function getSkins(animal: AnimalBody, thickness: number): ReturnType<typeof createSkinSet> {
  return skinSets(JSON.stringify([identify(animal), thickness]), () => createSkinSet(animal.body, thickness));
}

function createSkinSet(body: SoftBody, thickness: number) {
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

function listStateArrays(desc: SoftDesc, body: SoftBody, plan: DrivePlan, scene: SoftScene): ArraySpec[] {
  const numbers = body.positions.length;
  const nameNode = (what: string) => (i: number) => `${what} ${'xyz'[i % 3]!} of node ${Math.floor(i / 3)}`;
  const owner = body.cords.flatMap((cord) =>
    Array.from({ length: cord.segments }, (_, s) => `segment ${s + 1} of ${cord.name}`),
  );
  return [
    { name: 'positions', type: 'f64', length: numbers, unit: 'm', nameElement: nameNode('position') },
    { name: 'velocities', type: 'f64', length: numbers, unit: 'm/s', nameElement: nameNode('velocity') },
    {
      name: 'excitations',
      type: 'f64',
      length: owner.length,
      unit: '1',
      nameElement: (i) => `excitation of ${owner[i]!}`,
    },
    {
      name: 'excitationsBefore',
      type: 'f64',
      length: owner.length,
      unit: '1',
      nameElement: (i) => `excitation one control step ago of ${owner[i]!}`,
    },
    {
      name: 'actions',
      type: 'f64',
      length: plan.model.actionSize,
      unit: '1',
      nameElement: (i) => plan.model.nameAction(i),
    },
    {
      name: 'phases',
      type: 'f64',
      length: waveNames.length,
      unit: '1',
      nameElement: (i) => `turns of the ${waveNames[i]!} wave`,
    },
    {
      name: 'track',
      type: 'f64',
      length: trackLength,
      unit: '',
      nameElement: (i) => Object.keys(trackPlaces)[i]!,
    },
    ...listSceneArrays(scene, body),
    ...(isSecondOrder(desc)
      ? [
          {
            name: 'positionsBefore',
            type: 'f64' as const,
            length: numbers,
            unit: 'm',
            nameElement: nameNode('position one step ago,'),
          },
          {
            name: 'velocitiesBefore',
            type: 'f64' as const,
            length: numbers,
            unit: 'm/s',
            nameElement: nameNode('velocity one step ago,'),
          },
        ]
      : []),
    ...(desc.controller.pattern === 'spinal' ? listSpecs(createSpinalFields(spinalParameters)) : []),
  ];
}

function listSceneArrays(scene: SoftScene, body: SoftBody): ArraySpec[] {
  const lengths = computeSurroundingLengths(scene, body, 1);
  const about = {
    contactPushes: { unit: 'N', what: 'push of obstacles' },
    ballPushes: { unit: 'N', what: 'push of the ball' },
    ball: { unit: '', what: 'ball' },
  } as const;
  return (['contactPushes', 'ballPushes', 'ball'] as const).map((name) => ({
    name,
    type: 'f64',
    length: lengths[name],
    unit: about[name].unit,
    nameElement: (i) => `${about[name].what}, number ${i}`,
  }));
}

function measureSpinalDrive(): number {
  return measureMemory((kernels) => {
    const state = createState(listSpecs(createSpinalFields(spinalParameters)), [], kernels.arena);
    createSpinalDrive(kernels, spinalParameters, state, 20);
  });
}

/** Kernel memory of a step with as many lanes as the tables have, and of rows of numbers for outputs. */
export function computeMemoryBytes({ solver, controller }: SoftDesc, body: SoftBody, tables: ProjectiveTables): number {
  const { surface, plates } = body;
  const { lanes, nodeCount } = tables;
  const water = computeWaterBytes({ precision: solver.precision, lanes, nodeCount, surface, plates });
  // Positions, velocities and forces.
  const own = 3 * (8 * tables.rowNumbers * nodeCount + 16);
  const spinal = controller.pattern === 'spinal' ? lanes * measureSpinalDrive() : 0;
  return computeProjectiveBytes(tables) + water + own + spinal;
}
