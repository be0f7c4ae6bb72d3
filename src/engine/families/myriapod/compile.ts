/**
 * A myriapod's description → what never changes: body, legs, brain, scene and layouts of the outputs.
 *
 * The solver works in the paper's units (schema.ts), so that its numbers can be compared with the publication; outside
 * everything is SI.
 */
import { findIterations, findStep, isSteady } from '../../bodies/rigid-soft/limits.ts';
import { type HybridParameters, integratorDefaults } from '../../bodies/rigid-soft/body.ts';
import type { LegPlan } from '../../control/legs/leg-plan.ts';
import { defineSystem } from '../../contract/define.ts';
import { ModelError } from '../../model/problem.ts';
import { toAntennae, toBrain, toLegPlan } from './controller.ts';
import { createMyriapodFrame } from './frame.ts';
import { type Ground, getMyriapodGround } from './scene/ground.ts';
import { createMyriapodHandles } from './handles.ts';
import { listMyriapodMetrics } from './metrics.ts';
import { createPond } from './scene/pond.ts';
import { checkScene, checkStarts, createScene, listStarts } from './scene/setup.ts';
import { listMyriapodValidated, type MyriapodDesc, myriapodDescriptions, unitsPerMetre } from './schema.ts';
import { listMyriapodSignals } from './signals.ts';
import { controlNames, createMyriapodFields, listStateArrays, type MyriapodSystem } from './system.ts';

/** Pa → g / (cm s²). */
const stiffnessPerPascal = 10;
/** kg/m³ → g/cm³, and g → kg. */
const densityPerSi = 1e-3;
const gram = 1e-3;
/** The brain thinks and the antennae move about that often, whatever the step. */
const brainSeconds = 1 / 240;
/** chosen: share of a leg's reach by which animals pass each other. */
const legShare = 0.5;
/** Swing rate of the legs before walking, and the lowest while walking, rad/s. [myriapod §4.2] */
const restRate = 100 * (Math.PI / 180);
/** Iterations of the tissue that are taken where it moves much. */
const maxIterations = 10;
/** chosen: lengths of the body below a closed surface at which an animal has lost it. */
const fallLengths = 2;

export function compileMyriapod(desc: MyriapodDesc): MyriapodSystem {
  const parameters = toSteady(desc);
  const size = measureAnimal(desc);
  const { starts, ground, scene } = compileScene(desc, size);
  const plan = toLegPlan(desc, ground?.closed === true);
  const legs = starts.length * plan.legCount;
  const pond = createPond(desc, ground?.terrain ?? null, legs);
  const shares = createShares(parameters);
  const signals = listMyriapodSignals(desc.body.segments, plan, starts.length, pond);
  const specs = signals.flatMap((block) => block.specs);
  const listed = {
    desc,
    dt: parameters.dt,
    bodyLength: size.bodyLength,
    mass: gram * shares.reduce((sum, share) => sum + share, 0),
    fields: createMyriapodFields(parameters, plan),
    stateSpecs: listStateArrays(parameters, plan, starts.length, scene, pond),
    signals,
    metrics: listMyriapodMetrics(desc),
    frame: () => createMyriapodFrame(desc, parameters, plan, scene, ground, pond),
    handles: createMyriapodHandles(desc, plan, specs),
    validated: listMyriapodValidated(desc),
    shape: JSON.stringify([desc.body.segments, desc.body.cells, parameters.precision]),
  };
  return defineSystem(myriapodDescriptions, controlNames, listed, {
    parameters,
    plan,
    scene,
    ground,
    pond,
    starts,
    chosen: desc.control.animal - 1,
    ...compileWalking(desc, parameters.dt, size, plan, ground),
    legSteps: parameters.integrator === 'fast' ? desc.integration.legSteps : 1,
    brain: toBrain(desc),
    antennae: toAntennae(desc),
    brainEvery: Math.max(1, Math.round(brainSeconds / parameters.dt)),
    gravity: [0, 0, -unitsPerMetre * desc.scene.gravity],
    shares,
  });
}

/** Lengths that several parts need, in model units; `bodyLength` in metres. */
interface AnimalSize {
  /** From a segment's centre to that of the next. */
  readonly link: number;
  /** Of a stretched first leg. */
  readonly reach: number;
  /** Of a walking segment's centre above the ground. */
  readonly height: number;
  readonly bodyLength: number;
}

function measureAnimal({ body, controller }: MyriapodDesc): AnimalSize {
  const n = body.segments;
  const reach = unitsPerMetre * (controller.legs.upper + controller.legs.lower);
  return {
    link: unitsPerMetre * (body.rigidLength + body.softLength),
    reach,
    height: (unitsPerMetre * body.height) / 2 + controller.legs.standing * reach,
    bodyLength: n * body.rigidLength + (n - 1) * body.softLength,
  };
}

/** Starts, ground and things, checked against each other. */
function compileScene(
  desc: MyriapodDesc,
  { link, height }: AnimalSize,
): Pick<MyriapodSystem, 'starts' | 'ground' | 'scene'> {
  const starts = listStarts(desc);
  checkStarts(desc, starts);
  const ground = getMyriapodGround(desc.scene, desc.body.segments * link);
  const scene = createScene(desc, starts, ground?.terrain ?? null);
  checkScene(desc, scene, ground?.terrain ?? null, height);
  return { starts, ground, scene };
}

type Walking = Pick<
  MyriapodSystem,
  'keepClear' | 'claws' | 'targeter' | 'undulation' | 'swingPerSpeed' | 'restRate' | 'swingFloor'
>;

/** How the body is carried and driven. */
function compileWalking(
  { body, controller, scene }: MyriapodDesc,
  dt: number,
  { link, reach, height, bodyLength }: AnimalSize,
  plan: LegPlan,
  ground: Ground | null,
): Walking {
  const closed = ground?.closed === true;
  const { gait } = controller;
  return {
    keepClear: (unitsPerMetre * body.width) / 2 + legShare * reach,
    claws: {
      grip: scene.terrain === 'none' ? 0 : scene.grip * unitsPerMetre * scene.gravity,
      height,
      lowest: closed ? ground.lowest - fallLengths * unitsPerMetre * bodyLength : -Infinity,
      dt,
    },
    targeter: {
      dt,
      ...controller.targeter,
      // Around a closed surface there is ground everywhere: what looks like a gap is a ridge.
      bridge: gait.search && !closed,
      height,
      linkLength: link,
    },
    undulation: {
      amplitude: controller.undulation.amplitude,
      phase: controller.undulation.phase,
      linkLength: link,
      dt,
    },
    swingPerSpeed: gait.swingRatio / reach,
    restRate,
    swingFloor: unitsPerMetre * gait.swingFloor,
  };
}

function toParameters(
  { body, integrator, integration }: MyriapodDesc,
  iterations: number,
  most = iterations,
): HybridParameters {
  const rigid = [unitsPerMetre * body.rigidLength, unitsPerMetre * body.width, unitsPerMetre * body.height] as const;
  const density = densityPerSi * body.softDensity;
  const defaults = integratorDefaults[integrator];
  return {
    rigidSizes: Array.from({ length: body.segments }, () => rigid),
    rigidDensity: densityPerSi * body.density,
    softSize: [unitsPerMetre * body.softLength, rigid[1], rigid[2]],
    softCells: [body.cells, body.cells, body.cells],
    material: {
      stiffness: stiffnessPerPascal * body.stiffness,
      poissonRatio: body.poissonRatio,
      density,
      damping: body.damping * density,
    },
    integrator,
    dt: integration.dt ?? defaults.dt,
    iterations,
    maxIterations: most,
    precision: integration.precision,
  };
}

/** The parameters with as many iterations as the tissue needs; an error where the integrator cannot carry it. */
function toSteady(desc: MyriapodDesc): HybridParameters {
  const { integrator } = desc;
  const parameters = toParameters(desc, 1);
  if (integrator === 'fast') {
    const fewest = findIterations(parameters);
    if (fewest !== null) return toParameters(desc, fewest, maxIterations);
  } else if (isSteady(parameters)) return parameters;
  const step = findStep(toParameters(desc, 2));
  const smaller = step === null ? '' : `a smaller step (integration.dt ≤ ${Number(step.toPrecision(3))}), `;
  throw new ModelError([
    {
      code: 'inconsistent',
      path: 'body.stiffness',
      got: `tissue too stiff and light for the ${integrator} integrator at steps of ${Number(parameters.dt.toPrecision(3))} s`,
      hint: `Take ${smaller}softer or heavier tissue (body.stiffness, body.softDensity, body.density) or fewer cells (body.cells).`,
    },
  ]);
}

function createShares({ rigidSizes, rigidDensity, softSize, material }: HybridParameters): Float64Array {
  const half = (material.density * softSize[0] * softSize[1] * softSize[2]) / 2;
  return Float64Array.from(rigidSizes, ([x, y, z], body) => {
    const neighbours = body === 0 || body === rigidSizes.length - 1 ? 1 : 2;
    return rigidDensity * x * y * z + neighbours * half;
  });
}
