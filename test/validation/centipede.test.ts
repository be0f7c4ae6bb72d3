import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/engine/model/problem.ts';
import { publishedRules } from '../../src/experiments/myriapod/paper/published-rules.ts';
import { readSignal, start, states, straight, unit, walk } from '../../src/testing/runs/centipede-run.ts';

/** Within `tolerance` of `expected`. */
function near(value: number | undefined, expected: number, tolerance: number): void {
  expect(Math.abs(value! - expected)).toBeLessThanOrEqual(tolerance);
}

describe('walking straight on a plane', () => {
  const { metrics } = walk(start('centipede', [straight]), 8);

  it('makes a wave from head to tail, the same lag for every leg, with the period of an independent implementation', () => {
    near(metrics['phaseLag'], 0.097, 0.005);
    expect(metrics['lagSpread']).toBeLessThan(0.005);
    expect(metrics['coherence']).toBeGreaterThan(0.98);
    near(metrics['dutyFactor'], 0.59, 0.02);
    near(1 / metrics['frequency']!, 0.364, 0.01);
    near(metrics['supportFraction'], 0.55, 0.05);
  });

  it('neither slips nor stretches, and its tail keeps up with its head', () => {
    expect(metrics['footSlipMax']).toBeLessThan(1e-9);
    near(metrics['linkStretch'], 1, 0.003);
    near(metrics['tailSpeedRatio'], 1, 0.01);
    near(metrics['speed'], 0.08, 0.0008);
    // Two waves on the body: up to four segments in a row hang between carried ones and sag by a tenth of their height.
    expect(metrics['bodyHeightMin']).toBeGreaterThan(0.0155);
  });

  it('walks like real centipedes: half a body length a second, a fifth of one a cycle, a tenth of a cycle from leg to leg', () => {
    near(metrics['bodyLengthsPerSecond'], 0.5, 0.05);
    near(metrics['bodyLengthsPerCycle'], 0.2, 0.03);
    near(metrics['phaseLag'], 0.1, 0.02);
  });
});

describe('the rules of the paper to the letter', () => {
  const runs = [0.04, 0.06, 0.08].map((height) =>
    walk(start('centipede', [straight, ...publishedRules, `scene.startHeight=${height}`]), 8),
  );

  it('make a wave from head to tail whose lag varies along the body', () => {
    for (const { metrics } of runs) {
      near(metrics['phaseLag'], 0.19, 0.06);
      expect(metrics['lagSpread']).toBeGreaterThan(0.01);
      expect(metrics['coherence']).toBeGreaterThan(0.98);
      near(metrics['dutyFactor'], 0.58, 0.02);
      near(1 / metrics['frequency']!, 0.365, 0.01);
    }
  });

  for (const seed of [2, 4, 5]) {
    it(`make that wave from random poses too (seed ${seed})`, () => {
      const { metrics } = walk(
        start('centipede', [straight, ...publishedRules, 'controller.gait.start=random'], seed),
        12,
      );
      near(metrics['phaseLag'], 0.19, 0.06);
      expect(metrics['coherence']).toBeGreaterThan(0.98);
      near(metrics['dutyFactor'], 0.58, 0.02);
      near(metrics['tailSpeedRatio'], 1, 0.01);
    });
  }

  it('stretch every link by the speed over k₁', () => {
    for (const { metrics } of runs) near(metrics['linkStretch'], 1.06, 0.02);
  });
});

describe('a body that bends with its legs', () => {
  const loose = [
    'controller.gait.together=alternate',
    'controller.gait.kneeAngle=0.75',
    'controller.gait.limitAngle=0.75',
    'controller.gait.adjustTime=0.06',
  ];
  const measure = (amplitude: number) =>
    walk(start('centipede', [straight, ...loose, `controller.undulation.amplitude=${amplitude}`]), 8).metrics;
  const [stiff, bending] = [measure(0), measure(0.1)];

  it('has legs that stand in turn, so that every segment is carried all the time', () => {
    expect(stiff['supportFraction']).toBeGreaterThan(0.99);
    expect(stiff['coherence']).toBeGreaterThan(0.98);
  });

  it('goes farther in every cycle, at the same speed and with the same wave', () => {
    expect(bending['jointBend']).toBeGreaterThan(0.04);
    expect(stiff['jointBend']).toBeLessThan(0.005);
    expect(bending['bodyLengthsPerCycle']! / stiff['bodyLengthsPerCycle']!).toBeGreaterThan(1.04);
    expect(bending['coherence']).toBeGreaterThan(0.98);
    near(bending['speed'], 0.08, 0.001);
    near(bending['tailSpeedRatio'], 1, 0.01);
    expect(bending['footSlipMax']).toBeLessThan(1e-9);
  });
});

describe('from any start', () => {
  for (const [name, seed] of [
    ['random', 2],
    ['random', 3],
    ['equal', 1],
  ] as const) {
    it(`converges to the same wave (${name} poses, seed ${seed})`, () => {
      const { metrics } = walk(start('centipede', [straight, `controller.gait.start=${name}`], seed), 10);
      near(metrics['phaseLag'], 0.097, 0.005);
      expect(metrics['lagSpread']).toBeLessThan(0.005);
      expect(metrics['coherence']).toBeGreaterThan(0.98);
    });
  }
});

describe('dropped from a height', () => {
  it('swings its legs in the air, lands, finds its feet and walks', () => {
    const simulation = start('centipede', [
      straight,
      'scene.startHeight=0.08',
      'brain.start=majority',
      ...publishedRules,
    ]);
    const seen: { time: number; legs: number[]; mode: number }[] = [];
    walk(simulation, 6, (signals) => {
      const legs = [
        ...readSignal(simulation, signals, 'legState.left'),
        ...readSignal(simulation, signals, 'legState.right'),
      ];
      seen.push({ time: simulation.time, legs, mode: readSignal(simulation, signals, 'brain.mode')[0]! });
    });
    const air = seen.filter(({ time }) => time < 1);
    const inAir = new Set(air.flatMap(({ legs }) => legs));
    expect(inAir).toEqual(new Set([states.SF1, states.SF2, states.SB1, states.SB2]));
    const landing = seen.findIndex(({ legs }) => legs.includes(states.STANCE));
    expect(seen[landing]!.time).toBeGreaterThan(1);
    expect(seen[landing]!.time).toBeLessThan(1.3);
    const walking = seen.findIndex(({ mode }) => mode > 0);
    // ADJUSTMENT lasts from the landing until more than half of the legs stand.
    expect(seen[walking]!.time).toBeGreaterThan(seen[landing]!.time + 0.5);
    expect(seen[walking]!.time).toBeLessThan(4);
    expect(seen.slice(landing, walking).some(({ legs }) => legs.includes(states.ADJUST))).toBe(true);
    const count = (legs: number[]): number => legs.filter((state) => state === states.STANCE).length;
    expect(Math.max(...seen.slice(0, walking - 1).map(({ legs }) => count(legs)))).toBeLessThanOrEqual(18);
    for (const { legs } of seen.filter(({ time }) => time > 5)) {
      expect(count(legs)).toBeGreaterThanOrEqual(14);
      expect(count(legs)).toBeLessThanOrEqual(26);
      expect(legs).not.toContain(states.SB2);
    }
  });

  it('never comes to stand without ground', () => {
    const { metrics } = walk(start('centipede', ['scene.terrain=none']), 2);
    expect(metrics['dutyFactor']).toBe(0);
    expect(metrics['walkingFrom']).toBeNaN();
  });
});

describe('on rough ground', () => {
  for (const [height, lowest] of [
    [0.0015, 0.015],
    [0.004, 0.012],
    [0.01, 0.005],
  ] as const) {
    it(`walks on over bumps of ${height * 100} leg-root heights and never sinks in`, () => {
      const settings = [straight, 'scene.terrain=bumps', `scene.bumpHeight=${height}`];
      const { metrics } = walk(start('centipede', settings), 8);
      expect(metrics['bodyHeightMin']).toBeGreaterThan(lowest);
      expect(metrics['speed']).toBeGreaterThan(0.07);
      near(metrics['tailSpeedRatio'], 1, 0.12);
      expect(metrics['supportFraction']).toBeGreaterThan(0.45);
      expect(metrics['footSlipMax']).toBeLessThan(1e-9);
    });
  }
});

describe('gaps in the ground', () => {
  /** Walks over trenches; how low a segment has come, m, and where head and tail are at the end. */
  const cross = (search: boolean) => {
    const gaps = ['scene.terrain=gaps', 'scene.gapWidth=0.04', `controller.gait.search=${search}`];
    const simulation = start('centipede', [straight, ...gaps]);
    const positions = simulation.state.arrays['bodyPositions'] as Float64Array;
    let lowest = Infinity;
    const { metrics } = walk(simulation, 6, () => {
      for (let at = 2; at < positions.length; at += 3) lowest = Math.min(lowest, unit * positions[at]!);
    });
    return { metrics, lowest, head: unit * positions[0]!, tail: unit * positions[positions.length - 3]! };
  };

  it('wider than its legs step are crossed with legs that look for a foothold', () => {
    const { metrics, lowest, head, tail } = cross(true);
    expect(lowest).toBeGreaterThan(-0.007);
    // It walks from 1 s on at 8 cm/s, over three trenches.
    expect(head).toBeGreaterThan(0.38);
    expect(head - tail).toBeGreaterThan(0.14);
    expect(metrics['speed']).toBeGreaterThan(0.078);
    near(metrics['tailSpeedRatio'], 1, 0.03);
  });

  it('swallow it without', () => {
    const { lowest, head } = cross(false);
    expect(lowest).toBeLessThan(-0.05);
    expect(head).toBeLessThan(0.3);
  });
});

describe('both integrators', () => {
  it('agree on the gait within 2 %', () => {
    const [fast, paper] = ['fast', 'paper'].map(
      (integrator) => walk(start('centipede', [straight, `integrator=${integrator}`]), 5).metrics,
    );
    for (const name of ['frequency', 'dutyFactor', 'speed', 'linkStretch']) near(fast![name]! / paper![name]!, 1, 0.02);
    near(fast!['phaseLag'], paper!['phaseLag']!, 0.003);
  });
});

describe('steps of a sixtieth of a second', () => {
  it('keep the gait within 2 % of those of a 240th, with the bodies inside the solve', () => {
    const settings = [straight, 'integration.dt=0.016666666666666666', 'integration.legSteps=16'];
    const [coarse, fine] = [settings, [straight]].map((set) => walk(start('centipede', set), 6).metrics);
    for (const name of ['frequency', 'dutyFactor', 'speed', 'linkStretch'])
      near(coarse![name]! / fine![name]!, 1, 0.02);
    near(coarse!['phaseLag'], fine!['phaseLag']!, 0.0032);
    expect(coarse!['coherence']).toBeGreaterThan(0.98);
  });
});

describe('tissue that the integrator cannot carry', () => {
  it('is refused with a step that can', () => {
    const stiff = ['body.stiffness=4000', 'body.poissonRatio=0', 'body.density=300', 'body.softDensity=300'];
    try {
      start('centipede', stiff);
      expect.unreachable();
    } catch (error) {
      const [problem] = (error as ModelError).problems;
      expect(problem!.path).toBe('body.stiffness');
      const step = /integration\.dt ≤ (?<step>[\d.]+)/u.exec(problem!.hint)!.groups!['step']!;
      expect(
        walk(start('centipede', [straight, ...stiff, `integration.dt=${step}`]), 1).metrics['walkingFrom'],
      ).toBeGreaterThan(0);
    }
  });
});

describe('other myriapods', () => {
  it('the millipede’s wave runs from tail to head, on four legs a segment', () => {
    const { metrics, simulation } = walk(start('millipede', [straight]), 6);
    expect(simulation.system.desc.body.kind).toBe('hybrid');
    near(metrics['phaseLag'], -0.085, 0.01);
    expect(metrics['coherence']).toBeGreaterThan(0.98);
    near(metrics['tailSpeedRatio'], 1, 0.01);
  });

  it('the house centipede runs two body lengths a second', () => {
    const { metrics } = walk(start('house-centipede', [straight]), 5);
    expect(metrics['bodyLengthsPerSecond']).toBeGreaterThan(2);
    expect(metrics['phaseLag']).toBeGreaterThan(0.05);
    expect(metrics['coherence']).toBeGreaterThan(0.98);
  });
});

describe('lost legs', () => {
  it('can be lost on the way, and it walks on', () => {
    const before = walk(start('centipede', [straight]), 3).simulation;
    const lost = [
      { pair: 3, side: 'both' },
      { pair: 8, side: 'left' },
      { pair: 12, side: 'both' },
    ];
    const desc = start('centipede', [straight, `lesions.legs=${JSON.stringify(lost)}`]).desc;
    const { simulation, restarted } = before.changeDesc(desc);
    expect(restarted).toBe(false);
    const { metrics } = walk(simulation, 6, (signals) => {
      const left = readSignal(simulation, signals, 'legState.left');
      expect([left[2], left[7], left[11]]).toEqual([-1, -1, -1]);
    });
    near(metrics['speed'], 0.08, 0.002);
    expect(metrics['phaseLag']).toBeGreaterThan(0.05);
    expect(metrics['bodyHeightMin']).toBeGreaterThan(0.014);
  });
});

describe('a description that cannot be', () => {
  const refuse = (settings: string[]): string => {
    try {
      start('centipede', settings);
    } catch (error) {
      expect(error).toBeInstanceOf(ModelError);
      return (error as ModelError).problems[0]!.path;
    }
    return 'accepted';
  };

  it('is refused with the place', () => {
    const obstacle = 'scene.obstacles=[{"x":0.3,"y":0}]';
    expect(refuse([obstacle, 'scene.foods=[{"x":0.31,"y":0}]'])).toBe('scene.foods[0]');
    expect(refuse(['scene.obstacles=[{"x":-0.05,"y":0}]'])).toBe('scene.obstacles[0]');
    expect(refuse(['scene.path=[{"x":0.1,"y":0}]'])).toBe('scene.path');
    expect(refuse(['lesions.legs=[{"pair":18}]'])).toBe('lesions.legs[0].pair');
    expect(refuse(['scene.terrain=mesh'])).toMatch(/^scene\.triangles/u);
    expect(refuse(['controller.legs.pairsPerSegment=0'])).toBe('controller.legs.pairsPerSegment');
  });
});
