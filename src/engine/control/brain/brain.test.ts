import { describe, expect, it } from 'vitest';
import { createRng } from '../../math/rng.ts';
import type { Obstructions } from '../../world/obstructions.ts';
import type { Scene } from '../../world/things.ts';
import { createAntennae } from './antennae.ts';
import {
  type Brain,
  type BrainInputs,
  type BrainOptions,
  brainModes,
  brainPlaces,
  createBrain,
  updateBrain,
} from './brain.ts';

const dt = 1 / 240;
const at = brainPlaces;
const { ADJUSTMENT, AVOIDANCE, TROPHOTROPISM, CONTROL, PATH } = brainModes;
const WALK = brainModes['RANDOM-WALK'];

const options: BrainOptions = {
  startRule: 'either',
  neckTime: 0.1,
  patience: 2,
  airTime: 0.3,
  wanderRate: [0.5, 0.6],
  wanderAngle: [0.8, 1.6],
  avoidRate: 2,
  avoidSpeed: 0.5,
  avoidAngle: 0.2,
  avoidMemory: 1,
  lookOut: 3,
  openWay: 1.5,
  clearance: 1.2,
  slowest: 0.25,
  foodRate: 1,
  slowInTurns: 0.65,
  smell: 1e4,
  eatDistance: 3,
  foodOrder: 'strongest',
  path: null,
  pathEnd: 'leave',
  lookAhead: 4,
  halfWidth: 1,
  minRadius: 1,
  neckCosine: 0.26,
};

interface Setting {
  readonly brain: Brain;
  readonly values: Float64Array;
  readonly rng: Uint32Array;
  readonly inputs: BrainInputs;
  readonly think: (times?: number) => Float64Array;
}

/** A head at the origin that looks along x, on its legs, among things. */
function createSetting(
  changes: Partial<BrainOptions> = {},
  {
    obstacles = [],
    foods = [],
  }: { readonly obstacles?: readonly number[][]; readonly foods?: readonly number[][] } = {},
): Setting {
  const scene: Scene = {
    obstacles: obstacles.map(([, , radius]) => ({ kind: 'cylinder', halfX: radius!, halfY: radius! })),
    foodSizes: foods.map(([, , size]) => size!),
    ...{ obstaclePlaces: [], foodPlaces: [], radius: 1, starts: [], margin: 1 },
  };
  const obstructions: Obstructions = {
    scene,
    arrays: {
      obstaclePlaces: Float64Array.from(obstacles.flatMap(([x, y]) => [x!, y!, 0])),
      foodPlaces: Float64Array.from(foods.flatMap(([x, y]) => [x!, y!, 0])),
      foodEaten: new Uint8Array(foods.length),
    },
    herd: null,
    own: 0,
  };
  const antennae = createAntennae({ links: 2, firstLength: 1, lastLength: 1, root: [0, 0.5, 0], touch: 0.2 });
  // Tips held out to both sides.
  antennae.points.set([3, 2, 0], 6);
  antennae.points.set([3, -2, 0], 15);
  const brain = createBrain({ ...options, ...changes }, obstructions, antennae);
  const frame = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
  const values = new Float64Array(Object.keys(brainPlaces).length);
  const inputs: BrainInputs = {
    head: frame,
    neck: frame.slice(),
    standing: 10,
    legCount: 12,
    neckSupported: true,
    speed: 8,
    manual: 0,
    manualSpeed: 5,
    manualTurn: 0.7,
  };
  const rng = createRng(1, 'brain');
  return {
    ...{ brain, values, rng, inputs },
    think(times = 1) {
      for (let i = 0; i < times; i++) updateBrain(brain, values, rng, inputs, dt);
      return values;
    },
  };
}

describe('before walking', () => {
  it.each([
    ['majority', 7, false, 1, WALK],
    ['majority', 6, true, 600, ADJUSTMENT],
    ['neck', 12, false, 600, ADJUSTMENT],
    ['neck', 1, true, 23, ADJUSTMENT],
    ['neck', 1, true, 25, WALK],
    ['either', 1, false, 478, ADJUSTMENT],
    ['either', 1, false, 481, WALK],
    ['either', 0, false, 600, ADJUSTMENT],
  ] as const)(
    'rule %s, %i of 12 legs standing, neck carried: %s, after %i thoughts: mode %i',
    (rule, standing, neck, n, mode) => {
      const { inputs, think } = createSetting({ startRule: rule });
      Object.assign(inputs, { standing, neckSupported: neck });
      expect(think(n)[at.mode]).toBe(mode);
    },
  );

  it('stands still, and begins again once no leg has stood for a while', () => {
    const { inputs, think } = createSetting();
    expect(think()[at.speed]).toBe(8);
    inputs.standing = 0;
    expect(think(70)[at.mode]).toBe(WALK);
    const limp = think(3);
    expect([limp[at.mode], limp[at.speed], limp[at.turn]]).toEqual([ADJUSTMENT, 0, 0]);
  });
});

describe('random walk', () => {
  it('turns left and right in turn, at rates and by angles within their ranges', () => {
    const { values, think } = createSetting();
    const turns: number[] = [];
    for (let i = 0; i < 240 * 60; i++) {
      think();
      if (turns.length === 0 || Math.sign(values[at.turn]!) !== Math.sign(turns.at(-1)!)) turns.push(0);
      turns[turns.length - 1] = turns.at(-1)! + values[at.turn]! * dt;
      expect(Math.abs(values[at.turn]!)).toBeGreaterThanOrEqual(0.5);
      expect(Math.abs(values[at.turn]!)).toBeLessThanOrEqual(0.6);
    }
    for (const turn of turns.slice(0, -1)) {
      expect(Math.abs(turn)).toBeGreaterThan(0.8 - 0.01);
      expect(Math.abs(turn)).toBeLessThan(1.6 + 0.01);
    }
    expect(turns.length).toBeGreaterThan(15);
  });
});

describe('avoidance', () => {
  it.each([
    ['left antenna', [1, 0], -1],
    ['right antenna', [0, 1], 1],
    ['both, the way between them open', [1, 1], 0],
  ] as const)('turns away: %s', (_, contacts, side) => {
    const { brain, think } = createSetting({}, { obstacles: [[0, 40, 1]] });
    brain.antennae.contacts.set(contacts);
    const values = think();
    expect([values[at.mode], Math.sign(values[at.turn]!)]).toEqual([AVOIDANCE, side]);
    expect(values[at.speed]).toBe(4);
  });

  it('turns on by its angle after the last touch, then walks on', () => {
    const { brain, think } = createSetting({ avoidAngle: 0.205 }, { obstacles: [[0, 40, 1]] });
    brain.antennae.contacts[0] = 1;
    think();
    brain.antennae.contacts[0] = 0;
    const steps = Math.ceil(0.205 / (2 * dt));
    expect(think(steps - 1)[at.mode]).toBe(AVOIDANCE);
    expect(think(1)[at.mode]).toBe(WALK);
  });

  it('close to an obstacle ahead it is slow, and turns to where the way out is', () => {
    const { think } = createSetting({}, { obstacles: [[3, -0.5, 1.5]] });
    const values = think();
    expect(Math.sign(values[at.turn]!)).toBe(1);
    // The obstacle's side is 1.54 from the head: 0.34 half widths beyond where it is slowest.
    expect(values[at.speed]! / (8 * 0.5)).toBeCloseTo(Math.hypot(3, 0.5) - 1.5 - 1.2, 9);
  });

  it('comes before food and path', () => {
    const setting = createSetting(
      { path: { points: Float64Array.of(0, 0, 50, 0), closed: false } },
      { obstacles: [[0, 40, 1]], foods: [[30, 0, 1]] },
    );
    expect(setting.think()[at.mode]).toBe(PATH);
    setting.brain.antennae.contacts[1] = 1;
    expect(setting.think()[at.mode]).toBe(AVOIDANCE);
    setting.inputs.manual = 1;
    expect(setting.think()[at.mode]).toBe(CONTROL);
  });
});

describe('food', () => {
  it.each([
    ['ahead', [40, 0, 1], 0, 8],
    ['to the left', [0, 40, 1], 1, 8 * 0.35],
    ['to the right', [0, -40, 1], -1, 8 * 0.35],
    ['behind', [-40, 1, 1], 1, 8 * 0.35],
  ] as const)('%s is turned to', (_, food, turn, speed) => {
    const values = createSetting({}, { foods: [[...food]] }).think();
    expect(values[at.mode]).toBe(TROPHOTROPISM);
    expect(values[at.turn]).toBeCloseTo(turn, 2);
    expect(values[at.speed]).toBeCloseTo(speed, 2);
  });

  it.each([
    ['strongest', -1],
    ['listed', 1],
  ] as const)('of several: %s first', (foodOrder, side) => {
    const { think } = createSetting(
      { foodOrder },
      {
        foods: [
          [0, 40, 1],
          [0, -20, 1],
        ],
      },
    );
    expect(Math.sign(think()[at.turn]!)).toBe(side);
  });

  it('that the head reaches is eaten, and not sought again; what smells too little is not sensed', () => {
    const { brain, think } = createSetting(
      { smell: 10 },
      {
        foods: [
          [2.9, 0, 1],
          [0, 40, 1],
        ],
      },
    );
    expect(think()[at.mode]).toBe(WALK);
    expect(Array.from(brain.obstructions.arrays.foodEaten)).toEqual([1, 0]);
  });
});

describe('a path', () => {
  const path = { points: Float64Array.of(0, 0, 0, 10, 0, 20), closed: false };

  it('is aimed at ahead, slower in turns', () => {
    const values = createSetting({ path }).think();
    expect([values[at.mode], values[at.turn]]).toEqual([PATH, 1]);
    expect(values[at.speed]).toBeCloseTo(8 * 0.35, 9);
  });

  it.each([
    ['leave', WALK, 8],
    ['stay', PATH, 0],
  ] as const)('at its end: %s', (pathEnd, mode, speed) => {
    const { inputs, values: before, think } = createSetting({ path, pathEnd });
    before[at.pathAt] = 1.9;
    inputs.head.set([0.1, 20, 0], 9);
    const values = think();
    expect([values[at.mode], values[at.speed]]).toEqual([mode, speed]);
  });
});

describe('limits', () => {
  it('a person steers without them, the brain never tighter than its radius', () => {
    const { inputs, think } = createSetting({}, { foods: [[0, 40, 1]] });
    inputs.speed = 0.5;
    expect(Math.abs(think()[at.turn]!)).toBeCloseTo(0.5 * 0.35, 6);
    inputs.manual = 1;
    const values = think();
    expect([values[at.turn], values[at.speed]]).toEqual([0.7, 5]);
  });

  it('a head that looks back over its neck waits for the body', () => {
    const { inputs, think } = createSetting();
    inputs.manual = 1;
    // The neck looks 80° to the right of the head.
    const [c, s] = [Math.cos(1.4), Math.sin(1.4)];
    inputs.neck.set([c, -s, 0, s, c, 0]);
    expect(think()[at.turn]).toBe(0);
    inputs.manualTurn = -0.7;
    expect(think()[at.turn]).toBe(-0.7);
  });
});
