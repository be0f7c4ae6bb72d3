import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { RunMetrics } from '../../src/engine/sim/run-metrics.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import {
  compareWithTrack,
  dopri5Integrator,
  fastIntegrator,
  Lamprey,
  measureSteady,
  referenceIntegrator,
} from '../../src/testing/runs/lamprey-run.ts';

function getName(integrator: typeof fastIntegrator | typeof referenceIntegrator | typeof dopri5Integrator): string {
  return integrator.kind === 'fast' ? 'fast' : integrator.pair.name;
}

describe('the track of an independent integration', () => {
  it('is met by the reference mode: 0.1 mm and 0.01 rad in the first second, 5 mm after 10 s; fast is no worse', () => {
    const lamprey = new Lamprey({ integrator: referenceIntegrator });
    const firstSecond = compareWithTrack(lamprey, 1000);
    expect(firstSecond.centre).toBeLessThan(0.1);
    expect(firstSecond.angle).toBeLessThan(0.01);
    const all = compareWithTrack(lamprey, 10_000);
    expect(all.centre).toBeLessThan(5);
    const quick = new Lamprey({ integrator: fastIntegrator });
    expect(compareWithTrack(quick, 1000).centre).toBeLessThanOrEqual(firstSecond.centre);
    expect(compareWithTrack(quick, 10_000).end).toBeLessThanOrEqual(all.end);
  });

  it('is met by dopri5 within the same limits', () => {
    const lamprey = new Lamprey({ integrator: dopri5Integrator });
    expect(compareWithTrack(lamprey, 1000).centre).toBeLessThan(0.1);
    expect(compareWithTrack(lamprey, 10_000).centre).toBeLessThan(5);
  });

  it('is approached by fast as its steps shrink', () => {
    const [coarse, fine] = [1, 2].map((blocks) => {
      const lamprey = new Lamprey({ integrator: { kind: 'fast', blocks, bodySteps: 2 } });
      return compareWithTrack(lamprey, 3000);
    });
    expect(coarse!.centre).toBeLessThan(0.2);
    expect(fine!.centre).toBeLessThan(coarse!.centre / 4);
    expect(fine!.angle).toBeLessThan(coarse!.angle / 4);
  });
});

describe('steady swimming', () => {
  it('is that of the paper at 0.67/0.67: 466 mm/s, just over 6 Hz, two waves running to the tail, straight', () => {
    const steady = measureSteady(new Lamprey(), 6000, 10_000);
    expect(Math.abs(steady.speed - 466)).toBeLessThan(5);
    expect(Math.abs(steady.frequency - 6.01)).toBeLessThan(0.03);
    expect(Math.abs(steady.wavelengths - 2.1)).toBeLessThan(0.1);
    expect(Math.abs(steady.headingRate)).toBeLessThan(0.002);
  });

  it('gets faster with the drive, from 0.1 to 0.7', () => {
    const speeds = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map(
      (drive) => measureSteady(new Lamprey({ left: drive, right: drive }), 6000, 10_000).speed,
    );
    speeds.slice(1).forEach((speed, i) => {
      expect(speed).toBeGreaterThan(speeds[i]!);
    });
    expect(speeds[0]).toBeGreaterThan(200);
  });

  it('turns toward the more excited side, more for more difference', () => {
    const turn = (left: number, right: number): number =>
      measureSteady(new Lamprey({ left, right }), 4000, 8000).headingRate;
    expect(turn(0.67, 0.4)).toBeGreaterThan(0.3);
    expect(turn(0.4, 0.67)).toBeLessThan(-0.3);
    const slight = turn(0.7, 0.64);
    expect(slight).toBeGreaterThan(0.01);
    expect(slight).toBeLessThan(0.1);
  });

  it('continues in the new direction after a change on the way', () => {
    const lamprey = new Lamprey().run(4000);
    const before = lamprey.heading();
    lamprey.right = 0.4;
    lamprey.run(6000);
    expect(lamprey.heading() - before).toBeGreaterThan(0.4);
  });

  it('is lost with the literal weight scaling: the cord beats in phase and the body drifts backward', () => {
    const steady = measureSteady(new Lamprey({ network: { scaling: 'own-clipped' } }), 4000, 8000);
    expect(Math.abs(steady.wavelengths)).toBeLessThan(0.3);
    expect(Math.abs(steady.frequency - 4.22)).toBeLessThan(0.05);
    expect(steady.speed).toBeLessThan(0);
  });
});

describe('the start', () => {
  it('curls both ends to the left, then makes no progress until about 750 ms', () => {
    const lamprey = new Lamprey();
    const [x0] = lamprey.centre();
    const ends: number[][] = [];
    lamprey.run(100, () => {
      if (lamprey.time >= 50) ends.push([lamprey.jointAngle(0), lamprey.jointAngle(8)]);
    });
    for (const angle of ends.flat()) {
      expect(angle).toBeLessThan(-0.1);
      expect(angle).toBeGreaterThan(-0.7);
    }
    let farthest = 0;
    lamprey.run(750, () => {
      farthest = Math.max(farthest, Math.abs(lamprey.centre()[0] - x0));
    });
    expect(farthest).toBeLessThan(12);
    lamprey.run(1000);
    expect(x0 - lamprey.centre()[0]).toBeGreaterThan(40);
  });

  it('never happens from exact symmetry', () => {
    const lamprey = new Lamprey({ inhibition: 0 }).run(3000);
    expect(lamprey.centre().slice(1, 4)).toEqual([0, 0, 0].map((zero) => expect.closeTo(zero, 12) as number));
    for (let joint = 0; joint < 9; joint++) expect(Math.abs(lamprey.jointAngle(joint))).toBe(0);
  });
});

describe('symmetry', () => {
  for (const integrator of [fastIntegrator, referenceIntegrator]) {
    it(`mirrored start and inputs give the mirrored track, bit for bit (${getName(integrator)})`, () => {
      const time = integrator.kind === 'fast' ? 3000 : 300;
      const one = new Lamprey({ integrator, left: 0.67, right: 0.5, side: 1 }).run(time);
      const other = new Lamprey({ integrator, left: 0.5, right: 0.67, side: 0 }).run(time);
      const half = one.state.body.length / 2;
      one.state.body.forEach((value, i) => {
        expect(other.state.body[i]).toBe(i % half === 0 ? value : -value);
      });
      one.state.neurons.forEach((value, i) => {
        expect(other.state.neurons[i ^ 1]).toBe(value);
      });
    });
  }
});

describe('the state', () => {
  for (const integrator of [fastIntegrator, referenceIntegrator, dopri5Integrator]) {
    it(`holds everything: a copy continues bit-equal, from the first steps and later (${getName(integrator)})`, () => {
      for (const [from, to] of [
        [5, 60],
        [200, 260],
      ] as const) {
        const original = new Lamprey({ integrator }).run(from);
        const copy = new Lamprey({ integrator });
        // Another past of the same object must leave no trace.
        copy.left = 0.3;
        copy.run(35);
        copy.left = 0.67;
        for (const name of Object.keys(original.state) as (keyof typeof original.state)[]) {
          const array = original.state[name];
          if (array !== undefined) copy.state[name]!.set(array);
        }
        copy.time = from;
        expect(copy.run(to).dump()).toEqual(original.run(to).dump());
      }
    });

    it(`is the same without SIMD (${getName(integrator)})`, () => {
      const [kernel, twin] = (['auto', 'twin'] as const).map((kernels) =>
        new Lamprey({ integrator, kernels }).run(integrator.kind === 'fast' ? 1000 : 60).dump(),
      );
      expect(twin).toEqual(kernel);
    });
  }
});

describe('lesions and gains', () => {
  it('a lamprey without muscles does not move', () => {
    const lamprey = new Lamprey();
    lamprey.swimmer.gains.fill(0);
    const start = lamprey.centre();
    expect(lamprey.run(1000).centre()).toEqual(start);
    expect(lamprey.state.neurons.some((value) => value !== 0)).toBe(true);
  });

  it('paralysing the right muscles of the middle bends it to the left', () => {
    const [healthy, paralysed] = [1, 0].map((gain) => {
      const lamprey = new Lamprey();
      for (let joint = 3; joint < 6; joint++) lamprey.swimmer.gains[2 * joint + 1] = gain;
      let sum = 0;
      lamprey.run(4000).run(6000, () => {
        sum += lamprey.jointAngle(4);
      });
      return sum / 400;
    });
    expect(Math.abs(healthy!)).toBeLessThan(0.005);
    // Left is negative: angles run from head to tail.
    expect(paralysed).toBeLessThan(-0.03);
  });
});

function simulate(seconds: number, ...settings: string[]): Simulation {
  const simulation = new Simulation(applySettings(describeAnimal('lamprey'), settings), { seed: 1 });
  while (simulation.time < seconds - 1e-9) simulation.step();
  return simulation;
}

function measure(seconds: number, ...settings: string[]): Record<string, number | null> {
  const simulation = new Simulation(applySettings(describeAnimal('lamprey'), settings), { seed: 1 });
  const metrics = new RunMetrics(simulation, seconds);
  metrics.observe();
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    metrics.observe();
  }
  return metrics.read();
}

function readPlace(simulation: Simulation): [number, number] {
  const signals = new Float64Array(simulation.coreSignalLength);
  simulation.writeSignals(signals);
  return [signals[0]!, signals[1]!];
}

describe('the time between two states', () => {
  const [x, y] = readPlace(simulate(4, 'integration.method=reference', 'integration.tolerance=1e-6'));

  it.each([0.0005, 0.001, 0.002, 0.004, 0.005, 0.008, 0.01, 0.016, 0.02])(
    'does not change the swim (%s s)',
    (interval) => {
      const place = readPlace(simulate(4, `integration.outputInterval=${interval}`));
      expect(1000 * Math.hypot(place[0] - x, place[1] - y)).toBeLessThan(0.3);
    },
  );
});

describe('pieces of a cut cord that is bathed in excitation', () => {
  /** Beats of the excitatory neurons in the middle of a piece, Hz, from 2 s to 4 s. */
  function measurePiece(first: number, last: number): number {
    const desc = applySettings(describeAnimal('lamprey'), [
      `lesions.cutAfter=[${first - 1},${last}]`,
      'lesions.driveBehindCut=1',
    ]);
    const simulation = new Simulation(desc, { seed: 1 });
    const signals = new Float64Array(simulation.signalLength);
    const segment = (first + last) >> 1;
    const crossings: number[] = [];
    let before = 0;
    while (simulation.time < 4) {
      simulation.step();
      if (simulation.time < 2) continue;
      simulation.writeSignals(signals);
      const now =
        signals[simulation.signalOffsets['EIN.left']! + segment - 1]! -
        signals[simulation.signalOffsets['EIN.right']! + segment - 1]!;
      if (before < -0.05 && now >= -0.05) crossings.push(simulation.time);
      before = now;
    }
    return (crossings.length - 1) / (crossings.at(-1)! - crossings[0]!);
  }

  it.each([
    [40, 44],
    [40, 49],
    [40, 60],
    [30, 79],
  ])('beat by themselves (segments %i to %i)', (first, last) => {
    const frequency = measurePiece(first, last);
    expect(frequency).toBeGreaterThan(5.5);
    expect(frequency).toBeLessThan(6.1);
  });

  it.each([10, 50, 90])('only tremble where nothing excites them: behind a cut after segment %i', (cut) => {
    const simulation = simulate(4, `lesions.cutAfter=[${cut}]`);
    const signals = new Float64Array(simulation.signalLength);
    const at = simulation.signalOffsets['EIN.left']!;
    const [least, most] = [new Float64Array(100).fill(Infinity), new Float64Array(100).fill(-Infinity)];
    while (simulation.time < 5) {
      simulation.step();
      simulation.writeSignals(signals);
      for (let i = 0; i < 100; i++) {
        least[i] = Math.min(least[i]!, signals[at + i]!);
        most[i] = Math.max(most[i]!, signals[at + i]!);
      }
    }
    const swings = Array.from(most, (value, i) => value - least[i]!);
    expect(Math.min(...swings.slice(0, cut))).toBeGreaterThan(0.4);
    expect(Math.max(...swings.slice(cut))).toBeLessThan(0.05);
  });
});

it('the motoneurons of the last tenth, behind which there is no joint, move nothing', () => {
  const silence = (from: number): string =>
    `lesions.silence=[{"neurons":"MN","side":"both","from":${from},"to":${from + 9}}]`;
  const [whole, last, other] = [simulate(2), simulate(2, silence(91)), simulate(2, silence(81))];
  expect(last.state.arrays['body']).toEqual(whole.state.arrays['body']);
  expect(other.state.arrays['body']).not.toEqual(whole.state.arrays['body']);
});

describe('metrics of whole runs', () => {
  it('are those of the mirror image', () => {
    const [left, right] = [measure(6), measure(6, 'controller.start=mirrored')];
    for (const name of ['speed', 'frequency', 'wavelengths', 'amplitudeHead', 'amplitudeTail', 'costOfTransport'])
      expect(right[name]! / left[name]!, name).toBeCloseTo(1, 2);
    expect(Math.abs(left['headingRate']!)).toBeLessThan(1e-3);
    expect(left['amplitudeRatio']).toBeCloseTo(left['amplitudeTail']! / left['amplitudeHead']!, 12);
    expect(left['waveQuality']).toBeGreaterThan(0.8);
  });

  it('charge an animal that circles by its path', () => {
    const straight = measure(10)['costOfTransport']!;
    const circling = measure(10, 'brainstem.left=0.3', 'brainstem.right=0.6')['costOfTransport']!;
    expect(circling).toBeLessThan(straight);
    expect(circling).toBeGreaterThan(2);
  });

  it.each([0, 0.8])('find no rhythm in an animal driven by %s', (drive) => {
    const read = measure(8, `brainstem.left=${drive}`, `brainstem.right=${drive}`);
    expect(read).toMatchObject({ frequency: null, wavelengths: null, amplitudeTail: null, beating: 0 });
    expect(read['costOfTransport']).toBeNull();
  });

  it('find no wavelength where the wave stands', () => {
    expect(measure(8, 'segments=50')).toMatchObject({ wavelengths: null, phaseLag: null });
    expect(measure(8, 'controller.weightScaling=own-clipped')['wavelengths']).toBeNull();
  });
});
