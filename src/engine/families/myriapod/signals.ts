/** What a myriapod tells of itself, head first: which signals there are, and how each is written. */
import { brainPlaces } from '../../control/brain/brain.ts';
import type { LegPlan } from '../../control/legs/leg-plan.ts';
import { setAnglesToTip, setWorldTip } from '../../control/legs/leg-places.ts';
import { signal, type SignalBlock, standardBlock } from '../../contract/define.ts';
import type { SignalCategory, SignalSpec, State } from '../../contract/types.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import { setDistance } from '../../world/distance/signed-distance.ts';
import { updateHerd } from '../../world/herd.ts';
import { sampleObstacles } from '../../world/things.ts';
import { countStanding, isStanding } from './controller.ts';
import { computeHerdGap } from './scene/contact.ts';
import { computePondSwing, computePondVolume, type Pond } from './scene/pond.ts';
import { centimetre } from './schema.ts';
import { type MyriapodScratch, type MyriapodSystem, setFrames } from './system.ts';

type Block = SignalBlock<MyriapodSystem, MyriapodScratch>;

/** Metres: the gap to an obstacle in a scene without obstacles. */
const farAway = 10;

/** In the order of the automaton. The swing is warm, lowering after it pale, standing dark; told apart by the colour-blind. */
const stateCategories: readonly SignalCategory[] = [
  { name: 'SF1', title: 'lift', colour: '#f2b705', about: 'Lifts off the ground.' },
  { name: 'SF2', title: 'swing', colour: '#e8741a', about: 'Swings forward through the air.' },
  { name: 'SB1', title: 'lower', colour: '#c6dbef', about: 'Is lowered at the end of the swing.' },
  { name: 'SB2', title: 'search', colour: '#7fb2dd', about: 'Reaches down and back for the ground.' },
  { name: 'STANCE', title: 'stand', colour: '#1f5fa8', about: 'Stands and carries the body.' },
  {
    name: 'ADJUST',
    title: 'adjust',
    colour: '#b04a9e',
    about: 'Hurries or waits, to keep its time after the leg before it.',
  },
];

const modeCategories: readonly SignalCategory[] = [
  { name: 'ADJUSTMENT', title: 'getting up', colour: '#8c96a3', about: 'Limp, until enough legs stand.' },
  { name: 'RANDOM-WALK', title: 'wandering', colour: '#4aa3df', about: 'Nothing to do: it wanders.' },
  { name: 'AVOIDANCE', title: 'avoiding', colour: '#d95f02', about: 'An antenna touches something: it turns away.' },
  { name: 'TROPHOTROPISM', title: 'to food', colour: '#4daf4a', about: 'Smells food and turns toward it.' },
  { name: 'CONTROL', title: 'by hand', colour: '#c46fc4', about: 'Is steered by hand.' },
  { name: 'PATH', title: 'on its path', colour: '#e6c229', about: 'Follows its path.' },
];

const stateAbout = `${stateCategories.map(({ name }, i) => `${i} ${name}`).join(', ')}, −1 lost`;
const supportAbout = 'Segments that their legs carry.';
const modeAbout = `${modeCategories.map(({ name }, i) => `${i} ${name}`).join(', ')}.`;

const one = (name: string, unit: string, range: SignalSpec['range'], about: string): SignalSpec => ({
  name,
  unit,
  size: 1,
  range,
  about,
});

export function listMyriapodSignals(
  segments: number,
  plan: LegPlan,
  animals: number,
  pond: Pond | null,
): readonly Block[] {
  return [
    track,
    createLegBlock(plan.pairCount),
    createMidlineBlock(segments),
    signal(
      {
        name: 'support',
        unit: '1',
        size: 1,
        range: [0, segments],
        about: supportAbout,
        title: 'Segments on their feet',
        display: 'strip',
      },
      (out, at, _system, _state, { chosen: { arrays } }) => {
        // The head has no legs.
        out[at] = 0;
        for (let body = 1; body < arrays.bodyKinematic.length; body++) out[at] += arrays.bodyKinematic[body]!;
      },
    ),
    ...ofBody,
    ...(animals === 1 ? [] : [createHerdBlock(animals)]),
    ...(pond === null ? [] : [waterBlock]),
  ];
}

/** Centre of mass of the boxes with half of their soft neighbours each, and its velocity. */
const track: Block = standardBlock((out, at, { shares }, _state, { chosen: { arrays } }) => {
  let mass = 0;
  let [vx, vy] = [0, 0];
  out.fill(0, at, at + 3);
  for (let body = 0; body < shares.length; body++) {
    const share = shares[body]!;
    mass += share;
    for (let a = 0; a < 3; a++) out[at + a]! += share * arrays.bodyPositions[3 * body + a]!;
    vx += share * arrays.bodyVelocities[3 * body]!;
    vy += share * arrays.bodyVelocities[3 * body + 1]!;
  }
  for (let a = 0; a < 3; a++) out[at + a] = (centimetre * out[at + a]!) / mass;
  const heading = arrays.heading[0]!;
  out[at + 3] = heading;
  out[at + 4] = (centimetre * (vx * cos(heading) + vy * sin(heading))) / mass;
});

function createLegBlock(pairs: number): Block {
  const ofSide = (side: string): SignalSpec => ({
    name: `legState.${side}`,
    unit: '1',
    size: pairs,
    range: [0, 5],
    about: `States of the ${side} legs, head first: ${stateAbout}.`,
    element: 'leg pair',
    display: 'categories',
    categories: stateCategories,
  });
  return {
    specs: [
      ofSide('left'),
      ofSide('right'),
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
    ],
    write(out, at, { plan: { legCount, missing } }, _state, { chosen: { arrays }, legAngles }) {
      for (let leg = 0; leg < legCount; leg++) {
        const isMissing = missing[leg] === 1;
        const pair = at + (leg >> 1);
        out[pair + (leg & 1) * pairs] = isMissing ? -1 : arrays.legStates[leg]!;
        if ((leg & 1) === 0) out[pair + 2 * pairs] = isMissing ? 0 : legAngles[3 * leg]!;
        out[at + 3 * pairs + leg] = isMissing ? -1 : arrays.legOnsets[leg]!;
      }
    },
  };
}

function createMidlineBlock(segments: number): Block {
  return {
    specs: [
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
    ],
    write(out, at, _system, _state, { chosen: { arrays, frames } }) {
      for (let body = 0; body < segments; body++) {
        out[at + body] = centimetre * arrays.bodyPositions[3 * body]!;
        out[at + segments + body] = centimetre * arrays.bodyPositions[3 * body + 1]!;
        if (body > 0) out[at + 2 * segments + body - 1] = computeBend(frames, 12 * body);
      }
    },
  };
}

const ofBody: readonly Block[] = [
  signal(
    one('stanceFraction', '1', [0, 1], 'Share of the legs that stand.'),
    (out, at, { plan }, _state, { chosen: { arrays, inputs } }) =>
      void (out[at] = countStanding(plan, arrays) / Math.max(1, inputs.legCount)),
  ),
  signal(
    { ...one('brain.mode', '1', [0, 5], modeAbout), display: 'categories', categories: modeCategories },
    (out, at, _system, _state, { chosen }) => void (out[at] = chosen.arrays.brain[brainPlaces.mode]!),
  ),
  {
    specs: [
      one('bodyHeight', 'm', [0, 0.04], 'Height of the lowest segment’s centre above the ground.'),
      one('bodyHeight.mean', 'm', [0, 0.04], 'Mean height of the segments’ centres above the ground.'),
    ],
    write(out, at, { parameters }, _state, { sample, environment: { terrain }, chosen: { arrays } }) {
      const { bodyPositions } = arrays;
      const count = parameters.rigidSizes.length;
      let [lowest, sum] = [Infinity, 0];
      for (let p = 0; p < 3 * count; p += 3) {
        if (terrain === null) sample[0] = bodyPositions[p + 2]!;
        else setDistance(sample, terrain, bodyPositions[p]!, bodyPositions[p + 1]!, bodyPositions[p + 2]!);
        lowest = Math.min(lowest, sample[0]!);
        sum += sample[0]!;
      }
      out[at] = centimetre * lowest;
      out[at + 1] = (centimetre * sum) / count;
    },
  },
  signal(
    one('linkStretch', '1', [0.9, 1.1], 'Mean distance of neighbouring segments over that at rest.'),
    (out, at, { targeter, parameters }, _state, { chosen: { arrays } }) => {
      const links = parameters.rigidSizes.length - 1;
      let stretch = 0;
      for (let link = 0; link < links; link++)
        stretch += computeApart(arrays.bodyPositions, 3 * link, arrays.bodyPositions, 3 * link + 3);
      out[at] = stretch / (links * targeter.linkLength);
    },
  ),
  signal(
    one('footSlip', 'm', [0, 1e-6], 'Largest distance of a standing leg’s tip from the place where it came to stand.'),
    (out, at, { plan }, _state, { chosen: { arrays, frames, legs }, legAngles }) => {
      const { tip } = legs.scratch;
      let slip = 0;
      for (let leg = 0; leg < plan.legCount; leg++) {
        if (!isStanding(plan, arrays, leg)) continue;
        setWorldTip(tip, plan, frames, leg, legAngles, 3 * leg);
        slip = Math.max(slip, computeApart(tip, 0, arrays.legTips, 3 * leg));
      }
      out[at] = centimetre * slip;
    },
  ),
  signal(one('food.eaten', '1', [0, 10], 'Pieces of food eaten.'), (out, at, _system, _state, { sceneArrays }) => {
    out[at] = 0;
    for (let i = 0; i < sceneArrays.foodEaten.length; i++) out[at] += sceneArrays.foodEaten[i]!;
  }),
  signal(
    one('obstacle.gap', 'm', [0, 1], 'Distance of the head’s centre from the nearest obstacle; 10 m without any.'),
    (out, at, { scene }, _state, { sample, sceneArrays, chosen }) => {
      const { bodyPositions: p } = chosen.arrays;
      sampleObstacles(sample, scene, sceneArrays, p[0]!, p[1]!, p[2]!);
      out[at] = Math.min(farAway, centimetre * sample[0]!);
    },
  ),
];

/** Of several animals. */
function createHerdBlock(animals: number): Block {
  const place = (axis: string): SignalSpec => ({
    name: `heads.${axis}`,
    unit: 'm',
    size: animals,
    range: [-1, 1],
    about: `Heads of all animals, ${axis}.`,
  });
  const about = 'Least distance between the bodies of two animals, legs left out; negative where they overlap.';
  const gap: SignalSpec = { ...one('animals.gap', 'm', [0, 0.1], about), display: 'strip' };
  return {
    specs: [place('x'), place('y'), gap],
    write(out, at, { brain }, _state, { walkers, herd }) {
      for (let animal = 0; animal < animals; animal++) {
        const { bodyPositions } = walkers[animal]!.arrays;
        out[at + animal] = centimetre * bodyPositions[0]!;
        out[at + animals + animal] = centimetre * bodyPositions[1]!;
      }
      updateHerd(herd!);
      out[at + 2 * animals] = centimetre * computeHerdGap(herd!, brain.halfWidth);
    },
  };
}

const waterBlock: Block = {
  specs: [
    one('water.volume', 'm^3', [0, 0.01], 'Volume of the water.'),
    {
      ...one('water.swing', 'm', [0, 0.005], 'Greatest distance of the water’s surface from its level at rest.'),
      display: 'strip',
    },
  ],
  write(out, at, _system, _state, { pond }) {
    out[at] = centimetre * centimetre * centimetre * computePondVolume(pond!);
    out[at + 1] = centimetre * computePondSwing(pond!);
  },
};

/** Where segments are turned, and the angles of the legs. */
export function prepareMyriapodSignals({ plan }: MyriapodSystem, _state: State, scratch: MyriapodScratch): void {
  const { chosen, legAngles } = scratch;
  const { arrays, frames } = chosen;
  setFrames(frames, chosen, 1);
  legAngles.set(arrays.legAngles);
  for (let leg = 0; leg < plan.legCount; leg++)
    if (isStanding(plan, arrays, leg)) setAnglesToTip(legAngles, 3 * leg, plan, frames, arrays, leg);
}

/** Angle of the x axis of the segment in front of the one at `at`, about the latter's z axis. */
function computeBend(frames: Float64Array, at: number): number {
  const front = at - 12;
  const x = frames[front]! * frames[at]! + frames[front + 1]! * frames[at + 1]! + frames[front + 2]! * frames[at + 2]!;
  const y =
    frames[front]! * frames[at + 3]! + frames[front + 1]! * frames[at + 4]! + frames[front + 2]! * frames[at + 5]!;
  return atan2(y, x);
}

function computeApart(a: Float64Array, aAt: number, b: Float64Array, bAt: number): number {
  const [x, y, z] = [a[aAt]! - b[bAt]!, a[aAt + 1]! - b[bAt + 1]!, a[aAt + 2]! - b[bAt + 2]!];
  return Math.sqrt(x * x + y * y + z * z);
}
