import { describe, expect, it } from 'vitest';
import { computeFrameOffsets } from '../../src/engine/contract/frame.ts';
import { start, straight, walk } from '../../src/testing/runs/centipede-run.ts';
import { setDistance, type SignedDistance } from '../../src/engine/world/distance/signed-distance.ts';

describe('turns', () => {
  it.each([
    ['millipede', 0.35],
    ['millipede', 1],
    ['centipede', 1],
  ])('the %s keeps its wave at %f rad/s and steps once in a cycle', (animal, turn) => {
    const { metrics } = walk(start(animal, [straight, `control.turn=${turn}`]), 16);
    expect(metrics['coherence']).toBeGreaterThan(0.99);
    expect(metrics['doubleSteps']).toBeLessThan(0.01);
  });

  it('where calls are deferred and no leg waits, as it was, the millipede steps twice', () => {
    const { metrics } = walk(
      start('millipede', [straight, 'control.turn=1', 'controller.gait.waitShare=0', 'controller.gait.dropShare=0']),
      12,
    );
    expect(metrics['doubleSteps']).toBeGreaterThan(0.1);
  });

  it('the centipede’s lag while it walks as it likes is that of living ones', () => {
    const { metrics } = walk(start('centipede'), 12);
    expect(metrics['phaseLag']).toBeGreaterThan(0.08);
    expect(metrics['phaseLag']).toBeLessThan(0.12);
    expect(metrics['coherence']).toBeGreaterThan(0.99);
  });
});

describe('rough ground', () => {
  it.each(['centipede', 'millipede'])('the %s keeps its wave over bumps of 4 mm', (animal) => {
    const bumps = ['scene.terrain=bumps', 'scene.bumpHeight=0.004'];
    const { metrics } = walk(start(animal, [straight, ...bumps]), 10);
    expect(metrics['coherence']).toBeGreaterThan(0.9);
    expect(metrics['footSlipMax']).toBeLessThan(1e-9);
  });

  it.each(['auto', 'time'])('no swinging leg is drawn deeper than a millimetre in it: %s', (coordination) => {
    const settings = ['scene.terrain=bumps', 'scene.bumpHeight=0.01', `controller.gait.coordination=${coordination}`];
    const simulation = start('centipede', [straight, ...settings]);
    const { frame: layout, ground } = simulation.system as typeof simulation.system & {
      ground: { terrain: SignedDistance };
    };
    const offsets = computeFrameOffsets(layout);
    const tips = layout.parts.flatMap(({ name, size }, i) =>
      name.endsWith('lower') ? [{ at: offsets.parts + 7 * i, half: (size[0] - size[1]) / 2 }] : [],
    );
    const frame = new Float32Array(simulation.frameLength);
    const sample = new Float64Array(4);
    let [deep, all] = [0, 0];
    walk(simulation, 6, () => {
      if (simulation.stepCount % 12 !== 0) return;
      simulation.writeFrame(frame);
      const states = simulation.state.arrays['legStates']!;
      tips.forEach(({ at, half }, leg) => {
        if (states[leg] === 4) return;
        const [x, y, z, w] = [frame[at + 3]!, frame[at + 4]!, frame[at + 5]!, frame[at + 6]!];
        const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
        const tip = axis.map((value, k) => 100 * (frame[at + k]! + half * value));
        setDistance(sample, ground.terrain, tip[0]!, tip[1]!, tip[2]!);
        all += 1;
        if (sample[0]! < -0.1) deep += 1;
      });
    });
    expect(all).toBeGreaterThan(500);
    expect(deep / all).toBeLessThan(0.01);
  });
});

describe('gravity of the Earth', () => {
  it.each([
    ['millipede', 0.04, []],
    ['house-centipede', 0.12, []],
    // Tissue of 400 Pa sags under it to a third of its height; ten times that carries the body.
    ['centipede', 0.08, ['body.stiffness=4000']],
  ])('the %s walks %f m/s in it, dropped from its usual height: %j', (animal, speed, tissue) => {
    const { metrics } = walk(start(animal, ['scene.gravity=9.81', ...tissue]), 8);
    expect(metrics['coherence']).toBeGreaterThan(0.99);
    expect(metrics['speed']).toBeGreaterThan(0.9 * speed);
  });

  it('falls from a tenth of a metre are survived by the lightest', () => {
    const { metrics } = walk(start('house-centipede', ['scene.gravity=9.81', 'scene.startHeight=0.1']), 3);
    expect(metrics['walkingFrom']).toBeGreaterThan(0.1);
  });
});
