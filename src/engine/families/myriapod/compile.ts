/**
 * A myriapod's description → what never changes: body, legs, brain, scene and layouts of the outputs.
 *
 * The solver works in the paper's units (1 unit of length = 1 cm, of mass = 1 g), so that its numbers can be compared with
 * the publication; outside everything is SI.
 */
import { type AntennaeOptions, createAntennaeArraySpec } from '../../control/brain/antennae.ts';
import { type BrainOptions, createBrainArraySpec } from '../../control/brain/brain.ts';
import { createSceneArraySpecs, type Scene } from '../../world/things.ts';
import { createLegArraySpecs, createLegPlan, type GaitOptions, type LegPlan } from '../../control/legs/leg-plan.ts';
import type { TargeterOptions } from '../../control/legs/targeter.ts';
import { createUndulationArraySpec, type UndulationOptions } from '../../control/legs/undulation.ts';
import { type MyriapodDesc, myriapodDescriptions } from './schema.ts';
import { ModelError } from '../../model/problem.ts';
import { type ArraySpec, computeSignalOffsets, type System } from '../../contract/types.ts';
import { listControls } from '../../contract/controls.ts';
import { computeFrameOffsets, type FrameOffsets } from '../../contract/frame.ts';
import { type Ground, getMyriapodGround } from './scene/ground.ts';
import {
  computeHybridBytes,
  createHybridArraySpecs,
  type HybridParameters,
  integratorDefaults,
} from '../../bodies/rigid-soft/step.ts';
import { findIterations, findStep, isSteady } from '../../bodies/rigid-soft/limits.ts';
import { createMyriapodHandles } from './handles.ts';
import { createMyriapodFrame, listMyriapodSignals } from './layout.ts';
import { myriapodMetrics } from './metric-specs.ts';
import { checkScene, createScene } from './scene/setup.ts';
import { checkStarts, listStarts, type StartPose } from './scene/starts.ts';
import { createPond, createPondArraySpecs, type Pond } from './scene/pond.ts';

/** Model units per metre. */
export const unitsPerMetre = 100;
/** Pa → g / (cm s²). */
const stiffnessPerPascal = 10;
/** The brain thinks and the antennae move about that often, whatever the step. */
const brainSeconds = 1 / 240;

/** On a closed surface, ridges fall away beside the body: legs feel deeper for the ground. */
const closedPress = (50 * Math.PI) / 180;
/** A path is looked at a quarter of the body ahead, and not farther than this many widths. */
const lookAheadWidths = 2;
/** Share of a leg's reach by which animals pass each other. */
const legShare = 0.5;
/** Pull of the claws on closed surfaces, over the weight: beyond 2 even a segment that hangs is pulled up (it carries the soft ones too). */
const closedGrip = 4;

const controlNames = ['brain.speed', 'control.manual', 'control.turn', 'control.speed'] as const;

export interface MyriapodSystem extends System {
  readonly desc: MyriapodDesc;
  readonly parameters: HybridParameters;
  readonly plan: LegPlan;
  readonly legSteps: number;
  readonly targeter: TargeterOptions;
  readonly undulation: UndulationOptions;
  readonly brain: BrainOptions;
  readonly scene: Scene;
  readonly ground: Ground | null;
  readonly pond: Pond | null;
  /** One for each animal; all are alike. */
  readonly starts: readonly StartPose[];
  /** Which of them is steered and shown in the signals. */
  readonly chosen: number;
  /** Arrays that every animal has: the State holds them animal after animal. */
  readonly animalSpecs: readonly ArraySpec[];
  /** Half the width, legs included in part, that other animals keep clear of. */
  readonly keepClear: number;
  /** Pull of the claws on a segment near the ground, units/s². */
  readonly grip: number;
  readonly antennae: AntennaeOptions;
  /** Steps of the body between two thoughts. */
  readonly brainEvery: number;
  /** Swing rate of the legs per walking speed, its least value, and the least speed it is taken for; rad, s, units. */
  readonly swingPerSpeed: number;
  readonly restRate: number;
  readonly swingFloor: number;
  readonly gravity: readonly [number, number, number];
  /** Mass of each box with half of its soft neighbours, g. */
  readonly shares: Float64Array;
  readonly controlIndex: Readonly<Record<(typeof controlNames)[number], number>>;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly frameOffsets: FrameOffsets;
}

export function compileMyriapod(desc: MyriapodDesc): MyriapodSystem {
  const parameters = toSteady(toParameters(desc), desc.integration.iterations);
  const n = desc.body.segments;
  const { body, controller, antennae } = desc;
  const link = unitsPerMetre * (body.rigidLength + body.softLength);
  const reach = unitsPerMetre * (controller.legs.upper + controller.legs.lower);
  const height = (unitsPerMetre * body.height) / 2 + controller.legs.standing * reach;
  const starts = listStarts(desc, unitsPerMetre);
  checkStarts(desc, starts, unitsPerMetre);
  const ground = getMyriapodGround(desc.scene, unitsPerMetre, n * link);
  const plan = toLegPlan(desc, ground?.closed === true);
  const scene = createScene(desc, starts, ground?.terrain ?? null, unitsPerMetre);
  checkScene(desc, scene, ground?.terrain ?? null, height, unitsPerMetre);
  const pond = createPond(
    desc,
    ground?.terrain ?? null,
    ground?.closed === true,
    starts.length * plan.legCount,
    unitsPerMetre,
  );
  const shares = createShares(parameters);
  const signals = listMyriapodSignals(n, plan, starts.length, pond);
  const frame = createMyriapodFrame(desc, parameters, plan, scene, ground, pond);
  const controls = listControls(desc, myriapodDescriptions.jsonSchema);
  const { dt } = parameters;
  const animalSpecs = [
    ...createHybridArraySpecs(parameters),
    ...createLegArraySpecs(plan),
    createUndulationArraySpec(n),
    createAntennaeArraySpec(),
    createBrainArraySpec(),
    ...listOwnArrays(),
  ];
  return {
    desc,
    parameters,
    plan,
    scene,
    ground,
    pond,
    starts,
    chosen: desc.control.animal - 1,
    animalSpecs,
    keepClear: (unitsPerMetre * body.width) / 2 + legShare * reach,
    grip: (desc.scene.grip ?? (ground?.closed === true ? closedGrip : 0)) * unitsPerMetre * desc.scene.gravity,
    legSteps: parameters.integrator === 'fast' ? desc.integration.legSteps : 1,
    targeter: {
      dt,
      ...controller.targeter,
      // Around a closed surface there is ground everywhere: what looks like a gap is a ridge.
      bridge: controller.gait.search && ground?.closed !== true,
      height,
      linkLength: link,
    },
    undulation: { ...controller.undulation, linkLength: link, dt },
    brain: toBrain(desc),
    antennae: {
      links: antennae.links,
      firstLength: unitsPerMetre * antennae.firstLink,
      lastLength: unitsPerMetre * antennae.lastLink,
      root: [
        (unitsPerMetre * body.rigidLength) / 2,
        0.25 * unitsPerMetre * body.width,
        0.15 * unitsPerMetre * body.height,
      ],
      touch: 0.1 * unitsPerMetre * body.width,
    },
    brainEvery: Math.max(1, Math.round(brainSeconds / dt)),
    swingPerSpeed: controller.gait.swingRatio / reach,
    restRate: controller.gait.restRate,
    swingFloor: unitsPerMetre * controller.gait.swingFloor,
    gravity: [0, 0, -unitsPerMetre * desc.scene.gravity],
    shares,
    dt,
    bodyLength: n * body.rigidLength + (n - 1) * body.softLength,
    mass: 1e-3 * shares.reduce((sum, share) => sum + share, 0),
    stateSpecs: [
      ...animalSpecs.slice(0, -listOwnArrays().length).map((spec) => repeatSpec(spec, starts.length)),
      ...createSceneArraySpecs(scene),
      ...animalSpecs.slice(-listOwnArrays().length).map((spec) => repeatSpec(spec, starts.length)),
      ...(pond === null ? [] : createPondArraySpecs(pond)),
    ],
    controls,
    controlIndex: Object.fromEntries(
      controlNames.map((name) => [name, controls.findIndex((control) => control.name === name)]),
    ) as MyriapodSystem['controlIndex'],
    signals,
    signalOffsets: computeSignalOffsets(signals).offsets,
    frame,
    metrics: myriapodMetrics,
    handles: createMyriapodHandles(desc, plan, frame),
    frameOffsets: computeFrameOffsets(frame),
    memoryBytes: computeHybridBytes(parameters),
  };
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

function listOwnArrays(): ArraySpec[] {
  return [
    { name: 'random', type: 'u32', length: 4, unit: '', nameElement: (i) => `random stream, word ${i}` },
    { name: 'heading', type: 'f64', length: 1, unit: 'rad', nameElement: () => 'heading' },
  ];
}

function toParameters({ body, integrator, integration }: MyriapodDesc): HybridParameters {
  const u = unitsPerMetre;
  const rigid = [u * body.rigidLength, u * body.width, u * body.height] as const;
  const density = 1e-3 * body.softDensity;
  const defaults = integratorDefaults[integrator];
  return {
    rigidSizes: Array.from({ length: body.segments }, () => rigid),
    rigidDensity: 1e-3 * body.density,
    softSize: [u * body.softLength, rigid[1], rigid[2]],
    softCells: [body.cells, body.cells, body.cells],
    material: {
      stiffness: stiffnessPerPascal * body.stiffness,
      poissonRatio: body.poissonRatio,
      density,
      damping: body.damping * density,
    },
    integrator,
    dt: integration.dt ?? defaults.dt,
    iterations: integrator === 'fast' ? (integration.iterations ?? 1) : 1,
    precision: integration.precision,
  };
}

/** The parameters with as many iterations as the tissue needs; an error where the integrator cannot carry it. */
function toSteady(parameters: HybridParameters, given: number | undefined): HybridParameters {
  const { integrator, dt, iterations } = parameters;
  if (integrator === 'fast' && given === undefined) {
    const fewest = findIterations(parameters);
    if (fewest !== null) return { ...parameters, iterations: fewest };
  } else if (isSteady(parameters)) return parameters;
  const step = findStep({ ...parameters, iterations: Math.max(2, iterations) });
  const smaller = step === null ? '' : `a smaller step (integration.dt ≤ ${Number(step.toPrecision(3))}), `;
  throw new ModelError([
    {
      code: 'inconsistent',
      path: 'body.stiffness',
      got: `tissue too stiff and light for the ${integrator} integrator at steps of ${Number(dt.toPrecision(3))} s`,
      hint: `Take ${smaller}softer or heavier tissue (body.stiffness, body.softDensity, body.density) or fewer cells (body.cells).`,
    },
  ]);
}

function toLegPlan({ body, controller, lesions }: MyriapodDesc, closed: boolean): LegPlan {
  const u = unitsPerMetre;
  const { legs, gait } = controller;
  const perSegment = legs.pairsPerSegment;
  const link = u * (body.rigidLength + body.softLength);
  const count = (body.segments - 1) * perSegment;
  const pairs = Array.from({ length: count }, (_, pair) => pair);
  const lost = lesions.legs.flatMap(({ pair, side }, i) => {
    if (pair > count)
      throw new ModelError([
        {
          code: 'out-of-range',
          path: `lesions.legs[${i}].pair`,
          got: String(pair),
          hint: `The animal has ${count} pairs of legs.`,
        },
      ]);
    const left = 2 * (pair - 1);
    return side === 'both' ? [left, left + 1] : [side === 'left' ? left : left + 1];
  });
  return createLegPlan({
    gait: toGait(gait, closed),
    pairBodies: pairs.map((pair) => 1 + Math.floor(pair / perSegment)),
    pairOffsets: pairs.map((pair) => (link / perSegment) * ((perSegment - 1) / 2 - (pair % perSegment))),
    rootSide: (u * body.width) / 2,
    rootHeight: (-u * body.height) / 2,
    pairLengths: pairs.map((pair) => {
      const scale = u * (1 + ((legs.growth - 1) * pair) / Math.max(1, count - 1));
      return { upper: scale * legs.upper, lower: scale * legs.lower };
    }),
    maxTheta: gait.limitAngle,
    stretch: gait.stretch,
    lost,
  });
}

function toGait(gait: MyriapodDesc['controller']['gait'], closed: boolean): GaitOptions {
  const knee = gait.kneeAngle;
  const press = closed ? Math.max(gait.pressAngle, closedPress) : gait.pressAngle;
  return {
    coordination: gait.coordination,
    wave: gait.wave,
    adjustTime: gait.adjustTime,
    lift: gait.lift,
    together: gait.together,
    minStance: gait.minStance,
    tokenDelay: gait.tokenDelay,
    search: gait.search,
    poses: Float64Array.of(
      ...[0, gait.liftAngle, knee],
      ...[gait.swingAngle, 0, knee],
      ...[0, -press, knee],
      ...[-gait.swingAngle, 0, knee],
      ...[0, 0, 0],
      ...[gait.adjustAngle, gait.adjustLift, knee],
    ),
  };
}

function toBrain({ brain, body, scene }: MyriapodDesc): BrainOptions {
  const u = unitsPerMetre;
  const points = Float64Array.from(scene.path.flatMap(({ x, y }) => [u * x, u * y]));
  return {
    startRule: brain.start,
    wanderRate: [0.8 * brain.wanderRate, brain.wanderRate],
    wanderAngle: [0.5 * brain.wanderAngle, brain.wanderAngle],
    avoidRate: brain.avoidRate,
    avoidSpeed: brain.avoidSpeed,
    foodRate: brain.foodRate,
    smell: u * brain.smell,
    eatDistance: u * brain.eatDistance,
    foodOrder: brain.foodOrder,
    path: scene.path.length < 2 ? null : { points, closed: scene.pathClosed },
    pathEnd: scene.pathEnd,
    lookAhead: u * Math.min(0.25 * body.segments * (body.rigidLength + body.softLength), lookAheadWidths * body.width),
    halfWidth: (u * body.width) / 2,
    minRadius: 0.5 * u * body.width,
  };
}

function createShares({ rigidSizes, rigidDensity, softSize, material }: HybridParameters): Float64Array {
  const half = (material.density * softSize[0] * softSize[1] * softSize[2]) / 2;
  return Float64Array.from(rigidSizes, ([x, y, z], body) => {
    const neighbours = body === 0 || body === rigidSizes.length - 1 ? 1 : 2;
    return rigidDensity * x * y * z + neighbours * half;
  });
}
