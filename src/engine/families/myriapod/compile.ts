/**
 * A myriapod's description → what never changes: body, legs, brain, scene and layouts of the outputs.
 *
 * The solver works in the paper's units (units.ts), so that its numbers can be compared with the publication; outside
 * everything is SI.
 */
import { findIterations, findStep, isSteady } from '../../bodies/rigid-soft/limits.ts';
import { type HybridParameters, integratorDefaults } from '../../bodies/rigid-soft/body.ts';
import type { AntennaeOptions } from '../../control/brain/antennae.ts';
import type { BrainOptions } from '../../control/brain/brain.ts';
import { createLegPlan, type GaitOptions, type LegPlan } from '../../control/legs/leg-plan.ts';
import { indexControls, listControls } from '../../contract/controls.ts';
import { computeFrameOffsets } from '../../contract/frame.ts';
import { computeSignalOffsets } from '../../contract/types.ts';
import { cos } from '../../math/portable.ts';
import { ModelError } from '../../model/problem.ts';
import { createMyriapodFields, listStateArrays } from './arrays.ts';
import { createMyriapodFrame } from './frame.ts';
import { type Ground, getMyriapodGround } from './scene/ground.ts';
import { createMyriapodHandles } from './handles.ts';
import { listMyriapodMetrics } from './metric-specs.ts';
import { createPond } from './scene/pond.ts';
import { checkScene, createScene } from './scene/setup.ts';
import { checkStarts, listStarts } from './scene/starts.ts';
import { type MyriapodDesc, myriapodDescriptions } from './schema.ts';
import { listMyriapodSignals } from './signals.ts';
import { densityPerSi, gram, stiffnessPerPascal, unitsPerMetre } from './units.ts';
import { controlNames, type MyriapodSystem } from './system.ts';
import { listMyriapodValidated } from './validated.ts';

/** The brain thinks and the antennae move about that often, whatever the step. */
const brainSeconds = 1 / 240;
/**
 * Share of a cycle for which a leg must have stood to be called, and the segments from which on calls are not dropped.
 * measured: it helps where ground is rough or the way winds; in two hundred segments a disturbance of the start would run
 * down the body for more than 20 s.
 */
const dropShare = 0.25;
const manySegments = 100;
/** chosen: share of a leg's reach by which animals pass each other. */
const legShare = 0.5;
/**
 * Pull of the claws on closed surfaces, over the weight. measured: beyond 2 even a segment that hangs is pulled up (it
 * carries the soft ones too).
 */
const closedGrip = 4;
/** Iterations of the tissue that are taken where it moves much, unless their number is given. */
const mostIterations = 10;
/** chosen: lengths of the body below a closed surface at which an animal has lost it. */
const fallLengths = 2;

export function compileMyriapod(desc: MyriapodDesc): MyriapodSystem {
  const parameters = toSteady(desc);
  const size = measureAnimal(desc);
  const { starts, ground, scene } = compileScene(desc, size);
  const plan = toLegPlan(desc, ground?.closed === true, chooseCoordination(desc));
  const legs = starts.length * plan.legCount;
  const pond = createPond(desc, ground?.terrain ?? null, ground?.closed === true, legs, unitsPerMetre);
  const shares = createShares(parameters);
  const signals = listMyriapodSignals(desc.body.segments, plan, starts.length, pond);
  const frame = createMyriapodFrame(desc, parameters, plan, scene, ground, pond);
  const controls = listControls(desc, myriapodDescriptions);
  return {
    desc,
    parameters,
    plan,
    scene,
    ground,
    pond,
    starts,
    chosen: desc.control.animal - 1,
    fields: createMyriapodFields(parameters, plan),
    ...compileWalking(desc, parameters.dt, size, plan, ground),
    legSteps: parameters.integrator === 'fast' ? desc.integration.legSteps : 1,
    brain: toBrain(desc),
    antennae: toAntennae(desc),
    brainEvery: Math.max(1, Math.round(brainSeconds / parameters.dt)),
    gravity: [0, 0, -unitsPerMetre * desc.scene.gravity],
    shares,
    dt: parameters.dt,
    bodyLength: size.bodyLength,
    mass: gram * shares.reduce((sum, share) => sum + share, 0),
    stateSpecs: listStateArrays(parameters, plan, starts.length, scene, pond),
    controls,
    controlIndex: indexControls(myriapodDescriptions, controlNames),
    signals,
    signalOffsets: computeSignalOffsets(signals).offsets,
    frame,
    metrics: listMyriapodMetrics(desc),
    validated: listMyriapodValidated(desc),
    handles: createMyriapodHandles(desc, plan, frame, signals),
    frameOffsets: computeFrameOffsets(frame),
    shape: JSON.stringify([desc.body.segments, desc.body.cells, parameters.precision]),
  };
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
  const starts = listStarts(desc, unitsPerMetre);
  checkStarts(desc, starts, unitsPerMetre);
  const ground = getMyriapodGround(desc.scene, unitsPerMetre, desc.body.segments * link);
  const scene = createScene(desc, starts, ground?.terrain ?? null, unitsPerMetre);
  checkScene(desc, scene, ground?.terrain ?? null, height, unitsPerMetre);
  return { starts, ground, scene };
}

type Walking = Pick<
  MyriapodSystem,
  'keepClear' | 'claws' | 'support' | 'targeter' | 'undulation' | 'swingPerSpeed' | 'restRate' | 'swingFloor'
>;

/** How the body is carried and driven. */
function compileWalking(
  { body, controller, scene }: MyriapodDesc,
  dt: number,
  { link, reach, height, bodyLength }: AnimalSize,
  plan: LegPlan,
  ground: Ground | null,
): Walking {
  const u = unitsPerMetre;
  const closed = ground?.closed === true;
  const { gait, claws } = controller;
  return {
    keepClear: (u * body.width) / 2 + legShare * reach,
    claws: {
      grip: (scene.grip ?? (closed ? closedGrip : 0)) * u * scene.gravity,
      height,
      heightPlay: claws.heightPlay,
      heightSpeed: u * claws.heightSpeed,
      reach: claws.reach,
      play: claws.play,
      damping: claws.damping,
      lowest: closed ? ground.lowest - fallLengths * u * bodyLength : -Infinity,
      dt,
    },
    support: { plan, pairsPerSegment: controller.legs.pairsPerSegment, rule: gait.support },
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
    restRate: gait.restRate,
    swingFloor: u * gait.swingFloor,
  };
}

function toParameters(
  { body, integrator, integration }: MyriapodDesc,
  iterations: number,
  most = iterations,
): HybridParameters {
  const u = unitsPerMetre;
  const rigid = [u * body.rigidLength, u * body.width, u * body.height] as const;
  const density = densityPerSi * body.softDensity;
  const defaults = integratorDefaults[integrator];
  return {
    rigidSizes: Array.from({ length: body.segments }, () => rigid),
    rigidDensity: densityPerSi * body.density,
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
    iterations,
    mostIterations: most,
    precision: integration.precision,
  };
}

/** The parameters with as many iterations as the tissue needs; an error where the integrator cannot carry it. */
function toSteady(desc: MyriapodDesc): HybridParameters {
  const { integrator, integration } = desc;
  const iterations = integrator === 'fast' ? (integration.iterations ?? 1) : 1;
  const parameters = toParameters(desc, iterations);
  if (integrator === 'fast' && integration.iterations === undefined) {
    const fewest = findIterations(parameters);
    if (fewest !== null) return toParameters(desc, fewest, mostIterations);
  } else if (isSteady(parameters)) return parameters;
  const step = findStep(toParameters(desc, Math.max(2, iterations)));
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

/** Grounds on which a leg may lose its reach at any time. measured: on pebbles and blocks the time of their own does as well. */
const roughGrounds: readonly string[] = ['bumps', 'gaps', 'field', 'sphere', 'skull', 'mesh'];

/** Legs that alternate or bend the body have only been tried in the time of their own. */
function chooseCoordination({ body, controller, scene }: MyriapodDesc): GaitOptions['coordination'] {
  const { coordination, together } = controller.gait;
  if (coordination !== 'auto') return coordination;
  if (together === 'alternate' || controller.undulation.amplitude > 0) return 'time';
  return roughGrounds.includes(scene.terrain) || body.segments >= manySegments ? 'phase' : 'time';
}

function toLegPlan(
  { body, controller, lesions }: MyriapodDesc,
  closed: boolean,
  coordination: GaitOptions['coordination'],
): LegPlan {
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
    gait: toGait(gait, coordination, closed, body.segments),
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

function toGait(
  gait: MyriapodDesc['controller']['gait'],
  coordination: GaitOptions['coordination'],
  closed: boolean,
  segments: number,
): GaitOptions {
  const knee = gait.kneeAngle;
  const press = closed ? Math.max(gait.pressAngle, gait.closedPressAngle) : gait.pressAngle;
  return {
    coordination,
    wave: gait.wave,
    adjustTime: gait.adjustTime,
    lift: gait.lift,
    together: gait.together,
    minStance: gait.minStance,
    waitShare: gait.waitShare,
    dropShare: gait.dropShare ?? (segments < manySegments ? dropShare : 0),
    tokenDelay: gait.tokenDelay,
    lag: gait.lag,
    duty: gait.duty,
    timed: gait.timing === 'free',
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
  const link = body.rigidLength + body.softLength;
  return {
    startRule: brain.start,
    neckTime: brain.neckTime,
    patience: brain.patience,
    airTime: brain.airTime,
    wanderRate: [brain.leastWanderRate * brain.wanderRate, brain.wanderRate],
    wanderAngle: [brain.leastWanderAngle * brain.wanderAngle, brain.wanderAngle],
    avoidRate: brain.avoidRate,
    avoidSpeed: brain.avoidSpeed,
    avoidAngle: brain.avoidAngle,
    avoidMemory: brain.avoidMemory,
    lookOut: brain.lookOut,
    openWay: brain.openWay,
    clearance: brain.clearance,
    slowest: brain.slowest,
    foodRate: brain.foodRate,
    slowInTurns: brain.slowInTurns,
    smell: u * brain.smell,
    eatDistance: u * brain.eatDistance,
    foodOrder: brain.foodOrder,
    path: scene.path.length < 2 ? null : { points, closed: scene.pathClosed },
    pathEnd: scene.pathEnd,
    lookAhead: u * Math.min(brain.lookAhead * body.segments * link, brain.lookAheadWidths * body.width),
    halfWidth: (u * body.width) / 2,
    minRadius: brain.turnRadius * u * body.width,
    neckCosine: cos(brain.neckAngle),
  };
}

function toAntennae({ antennae, body }: MyriapodDesc): AntennaeOptions {
  const u = unitsPerMetre;
  return {
    links: antennae.links,
    firstLength: u * antennae.firstLink,
    lastLength: u * antennae.lastLink,
    root: [(u * body.rigidLength) / 2, antennae.rootSide * u * body.width, antennae.rootHeight * u * body.height],
    touch: antennae.touch * u * body.width,
  };
}

function createShares({ rigidSizes, rigidDensity, softSize, material }: HybridParameters): Float64Array {
  const half = (material.density * softSize[0] * softSize[1] * softSize[2]) / 2;
  return Float64Array.from(rigidSizes, ([x, y, z], body) => {
    const neighbours = body === 0 || body === rigidSizes.length - 1 ? 1 : 2;
    return rigidDensity * x * y * z + neighbours * half;
  });
}
