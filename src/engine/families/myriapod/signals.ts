/** What a myriapod tells of itself, head first: which signals there are, and their values. */
import { brainPlaces } from '../../control/brain/brain.ts';
import { type LegPlan, legStates } from '../../control/legs/leg-plan.ts';
import { setAnglesToTip, setWorldTip } from '../../control/legs/leg-places.ts';
import { type SignalCategory, type SignalSpec, standardSignals, type State } from '../../contract/types.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import { updateHerd } from '../../world/herd.ts';
import { sampleObstacles } from '../../world/things.ts';
import type { MyriapodSystem } from './system.ts';
import { computeHerdGap } from './scene/contact.ts';
import { computePondSwing, computePondVolume, type Pond } from './scene/pond.ts';
import { listHerdSignals, listWaterSignals } from './scene/signals.ts';
import type { MyriapodScratch, Walker } from './scratch.ts';
import { setFrames } from './segment-frames.ts';
import { countStanding } from './support.ts';
import { centimetre } from './units.ts';
import { setDistance } from '../../world/distance/signed-distance.ts';

/** Metres: the gap to an obstacle where there is none. */
const farAway = 10;

/** In the order of the automaton. The swing is warm, lowering after it pale, standing dark; told apart by the colour-blind. */
const stateCategories: readonly SignalCategory[] = [
  { name: 'SF1', colour: '#f2b705', about: 'Lifts off the ground.' },
  { name: 'SF2', colour: '#e8741a', about: 'Swings forward through the air.' },
  { name: 'SB1', colour: '#c6dbef', about: 'Is lowered at the end of the swing.' },
  { name: 'SB2', colour: '#7fb2dd', about: 'Reaches down and back for the ground.' },
  { name: 'STANCE', colour: '#1f5fa8', about: 'Stands and carries the body.' },
  { name: 'ADJUST', colour: '#b04a9e', about: 'Hurries or waits, to keep its time after the leg before it.' },
];

const modeCategories: readonly SignalCategory[] = [
  { name: 'ADJUSTMENT', colour: '#8c96a3', about: 'Limp, until enough legs stand.' },
  { name: 'RANDOM-WALK', colour: '#4aa3df', about: 'Nothing to do: it wanders.' },
  { name: 'AVOIDANCE', colour: '#d95f02', about: 'An antenna touches something: it turns away.' },
  { name: 'TROPHOTROPISM', colour: '#4daf4a', about: 'Smells food and turns toward it.' },
  { name: 'CONTROL', colour: '#c46fc4', about: 'Is steered by hand.' },
  { name: 'PATH', colour: '#e6c229', about: 'Follows its path.' },
];

export function listMyriapodSignals(segments: number, plan: LegPlan, animals: number, pond: Pond | null): SignalSpec[] {
  const one = (name: string, unit: string, range: readonly [number, number], about: string): SignalSpec => ({
    name,
    unit,
    size: 1,
    range,
    about,
  });
  const pairs = plan.pairCount;
  const stateAbout = `${stateCategories.map(({ name }, i) => `${i} ${name}`).join(', ')}, −1 lost`;
  return [
    ...standardSignals,
    {
      name: 'legState.left',
      unit: '1',
      size: pairs,
      range: [0, 5],
      about: `States of the left legs, head first: ${stateAbout}.`,
      element: 'leg pair',
      display: 'categories',
      categories: stateCategories,
    },
    {
      name: 'legState.right',
      unit: '1',
      size: pairs,
      range: [0, 5],
      about: `States of the right legs, head first: ${stateAbout}.`,
      element: 'leg pair',
      display: 'categories',
      categories: stateCategories,
    },
    {
      name: 'swingAngle',
      unit: 'rad',
      size: pairs,
      range: [-0.6, 0.6],
      about: 'Angle θ of the left legs, forward positive, head first.',
      element: 'leg pair',
      display: 'diverging',
    },
    {
      name: 'stanceOnset',
      unit: 's',
      size: 2 * pairs,
      range: [0, 100],
      about: 'Time at which each leg last came to stand, left and right in turn, head first; −1 before the first.',
      onsetsOf: 'legs',
    },
    { name: 'midline.x', unit: 'm', size: segments, range: [-1, 1], about: 'Centres of the rigid segments, x.' },
    { name: 'midline.y', unit: 'm', size: segments, range: [-1, 1], about: 'Centres of the rigid segments, y.' },
    {
      name: 'bodyBend',
      unit: 'rad',
      size: segments - 1,
      range: [-0.3, 0.3],
      about: 'Yaw of each rigid segment against the one behind it, to the left positive, head first.',
      element: 'segment',
      display: 'diverging',
    },
    { ...one('support', '1', [0, segments], 'Segments that their legs carry.'), display: 'strip' },
    one('stanceFraction', '1', [0, 1], 'Share of the legs that stand.'),
    {
      ...one('brain.mode', '1', [0, 5], `${modeCategories.map(({ name }, i) => `${i} ${name}`).join(', ')}.`),
      display: 'categories',
      categories: modeCategories,
    },
    one('bodyHeight', 'm', [0, 0.04], 'Height of the lowest segment’s centre above the ground.'),
    one('bodyHeight.mean', 'm', [0, 0.04], 'Mean height of the segments’ centres above the ground.'),
    one('linkStretch', '1', [0.9, 1.1], 'Mean distance of neighbouring segments over that at rest.'),
    one('footSlip', 'm', [0, 1e-6], 'Largest distance of a standing leg’s tip from the place where it came to stand.'),
    one('food.eaten', '1', [0, 10], 'Pieces of food eaten.'),
    one('obstacle.gap', 'm', [0, 1], 'Distance of the head’s centre from the nearest obstacle; 10 m without any.'),
    ...(animals === 1 ? [] : listHerdSignals(animals)),
    ...(pond === null ? [] : listWaterSignals()),
  ];
}

const angles = new Float64Array(3);
const tip = new Float64Array(3);

export function writeMyriapodSignals(
  out: Float64Array,
  system: MyriapodSystem,
  _state: State,
  scratch: MyriapodScratch,
): void {
  const { sample, sceneArrays, chosen } = scratch;
  const { arrays, frames } = chosen;
  const at = system.signalOffsets;
  setFrames(frames, chosen, 1);
  writeTrack(out, system, chosen);
  writeLegs(out, system, chosen);
  const count = system.parameters.rigidSizes.length;
  let [stretch, support] = [0, 0];
  for (let body = 0; body < count; body++) {
    out[at['midline.x']! + body] = centimetre * arrays.bodyPositions[3 * body]!;
    out[at['midline.y']! + body] = centimetre * arrays.bodyPositions[3 * body + 1]!;
    if (body === 0) continue;
    out[at['bodyBend']! + body - 1] = computeBend(frames, 12 * body);
    support += arrays.bodyKinematic[body]!;
    stretch += computeApart(arrays.bodyPositions, 3 * body - 3, arrays.bodyPositions, 3 * body);
  }
  out[at['support']!] = support;
  out[at['linkStretch']!] = stretch / ((count - 1) * system.targeter.linkLength);
  out[at['stanceFraction']!] = countStanding(system.plan, arrays) / Math.max(1, chosen.inputs.legCount);
  out[at['brain.mode']!] = arrays.brain[brainPlaces.mode]!;
  writeHeights(out, system, scratch);
  let eaten = 0;
  for (let i = 0; i < sceneArrays.foodEaten.length; i++) eaten += sceneArrays.foodEaten[i]!;
  out[at['food.eaten']!] = eaten;
  const { bodyPositions: p } = arrays;
  sampleObstacles(sample, system.scene, sceneArrays, p[0]!, p[1]!, p[2]!);
  out[at['obstacle.gap']!] = Math.min(farAway, centimetre * sample[0]!);
  writeScene(out, at, system, scratch);
}

/** Angle of the x axis of the segment in front of the one at `at`, about the latter's z axis. */
function computeBend(frames: Float64Array, at: number): number {
  const front = at - 12;
  const x = frames[front]! * frames[at]! + frames[front + 1]! * frames[at + 1]! + frames[front + 2]! * frames[at + 2]!;
  const y =
    frames[front]! * frames[at + 3]! + frames[front + 1]! * frames[at + 4]! + frames[front + 2]! * frames[at + 5]!;
  return atan2(y, x);
}

function writeScene(
  out: Float64Array,
  at: MyriapodSystem['signalOffsets'],
  { brain }: MyriapodSystem,
  { walkers, herd, pond }: MyriapodScratch,
): void {
  if (herd !== null) {
    for (let animal = 0; animal < walkers.length; animal++) {
      const { bodyPositions } = walkers[animal]!.arrays;
      out[at['heads.x']! + animal] = centimetre * bodyPositions[0]!;
      out[at['heads.y']! + animal] = centimetre * bodyPositions[1]!;
    }
    updateHerd(herd);
    out[at['animals.gap']!] = centimetre * computeHerdGap(herd, brain.halfWidth);
  }
  if (pond !== null) {
    out[at['water.volume']!] = centimetre * centimetre * centimetre * computePondVolume(pond);
    out[at['water.swing']!] = centimetre * computePondSwing(pond);
  }
}

function computeApart(a: Float64Array, aAt: number, b: Float64Array, bAt: number): number {
  const [x, y, z] = [a[aAt]! - b[bAt]!, a[aAt + 1]! - b[bAt + 1]!, a[aAt + 2]! - b[bAt + 2]!];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Centre of mass of the boxes with half of their soft neighbours each, and its velocity. */
function writeTrack(out: Float64Array, system: MyriapodSystem, { arrays }: Walker): void {
  const { shares } = system;
  let mass = 0;
  let [vx, vy] = [0, 0];
  out.fill(0, 0, 3);
  for (let body = 0; body < shares.length; body++) {
    const share = shares[body]!;
    mass += share;
    for (let a = 0; a < 3; a++) out[a] = out[a]! + share * arrays.bodyPositions[3 * body + a]!;
    vx += share * arrays.bodyVelocities[3 * body]!;
    vy += share * arrays.bodyVelocities[3 * body + 1]!;
  }
  for (let a = 0; a < 3; a++) out[a] = (centimetre * out[a]!) / mass;
  const heading = arrays.heading[0]!;
  out[3] = heading;
  out[4] = (centimetre * (vx * cos(heading) + vy * sin(heading))) / mass;
}

function writeLegs(out: Float64Array, system: MyriapodSystem, { arrays, frames }: Walker): void {
  const { plan, signalOffsets: at } = system;
  let slip = 0;
  for (let leg = 0; leg < plan.legCount; leg++) {
    const pair = leg >> 1;
    const missing = plan.missing[leg] === 1;
    const state = missing ? -1 : arrays.legStates[leg]!;
    out[at[leg & 1 ? 'legState.right' : 'legState.left']! + pair] = state;
    out[at['stanceOnset']! + leg] = missing ? -1 : arrays.legOnsets[leg]!;
    if (state === legStates.STANCE) {
      setAnglesToTip(angles, 0, plan, frames, arrays, leg);
      setWorldTip(tip, plan, frames, leg, angles, 0);
      slip = Math.max(slip, computeApart(tip, 0, arrays.legTips, 3 * leg));
    } else angles[0] = arrays.legAngles[3 * leg]!;
    if ((leg & 1) === 0) out[at['swingAngle']! + pair] = missing ? 0 : angles[0]!;
  }
  out[at['footSlip']!] = centimetre * slip;
}

function writeHeights(out: Float64Array, system: MyriapodSystem, scratch: MyriapodScratch): void {
  const { sample, surroundings } = scratch;
  const { arrays } = scratch.chosen;
  const at = system.signalOffsets;
  const count = system.parameters.rigidSizes.length;
  let [lowest, sum] = [Infinity, 0];
  for (let body = 0; body < count; body++) {
    const p = 3 * body;
    const { bodyPositions } = arrays;
    const { terrain } = surroundings;
    if (terrain === null) sample[0] = bodyPositions[p + 2]!;
    else setDistance(sample, terrain, bodyPositions[p]!, bodyPositions[p + 1]!, bodyPositions[p + 2]!);
    lowest = Math.min(lowest, sample[0]!);
    sum += sample[0]!;
  }
  out[at['bodyHeight']!] = centimetre * lowest;
  out[at['bodyHeight.mean']!] = (centimetre * sum) / count;
}
