import { describe, expect, it } from 'vitest';
import { ModelError } from '../model/problem.ts';
import { createSmallLamprey, describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { Replay } from './replay.ts';
import { Timeline } from './timeline.ts';

function createTimeline(secondsBetweenSnapshots = 0.05): Timeline {
  return new Timeline(describeSmallLamprey(), { seed: 1 }, secondsBetweenSnapshots);
}

/** Steps and notes the hash of every state passed, by step. */
function advance(timeline: Timeline, steps: number, hashes: string[] = []): string[] {
  hashes[timeline.simulation.stepCount] = timeline.simulation.hash();
  for (let i = 0; i < steps; i++) {
    timeline.step();
    hashes[timeline.simulation.stepCount] = timeline.simulation.hash();
  }
  return hashes;
}

function expectHistory(timeline: Timeline, hashes: readonly string[], steps: readonly number[]): void {
  for (const step of steps) {
    timeline.seek(step);
    expect(timeline.simulation.stepCount).toBe(step);
    expect(timeline.simulation.hash(), `step ${step}`).toBe(hashes[step]);
  }
}

describe('Timeline', () => {
  it('runs like the simulation alone', () => {
    const timeline = createTimeline();
    advance(timeline, 60);
    expect(timeline.simulation.hash()).toBe(createSmallLamprey(60).hash());
    expect(timeline.lastStep).toBe(60);
  });

  it('goes back and forth exactly', () => {
    const timeline = createTimeline();
    const hashes = advance(timeline, 60);
    expectHistory(timeline, hashes, [59, 0, 31, 30, 29, 58, 60, 10, 11]);
    timeline.seek(-5);
    expect(timeline.simulation.stepCount).toBe(0);
    timeline.seek(1e9);
    expect(timeline.simulation.stepCount).toBe(60);
    expect(timeline.simulation.hash()).toBe(hashes[60]);
  });

  it('continues from the past into the same future', () => {
    const timeline = createTimeline();
    const hashes = advance(timeline, 40);
    timeline.seek(15);
    expect(advance(timeline, 35).slice(15, 41)).toEqual(hashes.slice(15));
    expect(timeline.lastStep).toBe(50);
  });

  it('replays changes of live controls', () => {
    const timeline = createTimeline();
    const hashes = advance(timeline, 20);
    expect(timeline.setParameter('brainstem.left', 0.3)).toBe(false);
    advance(timeline, 7, hashes);
    timeline.setParameter('brainstem.left', 0.9);
    timeline.setParameter('brainstem.right', 0.1);
    advance(timeline, 30, hashes);
    expectHistory(timeline, hashes, [57, 19, 20, 21, 26, 27, 28, 50, 0, 57]);
    timeline.seek(0);
    for (let step = 1; step <= 57; step++) {
      timeline.step();
      expect(timeline.simulation.hash(), `replayed step ${step}`).toBe(hashes[step]);
    }
  });

  it('forks when the past is changed, and forgets the old future', () => {
    const timeline = createTimeline();
    const hashes = advance(timeline, 20);
    timeline.setParameter('brainstem.left', 0.3);
    advance(timeline, 20, hashes);
    timeline.seek(20);
    // What was changed here before stays changed.
    timeline.setParameter('brainstem.right', 0.1);
    expect(timeline.lastStep).toBe(20);
    hashes.length = 20;
    advance(timeline, 20, hashes);
    expectHistory(timeline, hashes, [40, 5, 20, 21, 39, 40]);
    const controls = timeline.simulation.system.controls.map((control) => control.name);
    expect(timeline.simulation.state.controls[controls.indexOf('brainstem.left')]).toBe(0.3);
    expect(timeline.simulation.state.controls[controls.indexOf('brainstem.right')]).toBe(0.1);
  });

  it('keeps an earlier change at a step reached by replaying', () => {
    const timeline = createTimeline(10);
    advance(timeline, 5);
    timeline.setParameter('brainstem.left', 0.3);
    advance(timeline, 5);
    timeline.seek(3);
    timeline.step();
    timeline.step();
    timeline.setParameter('brainstem.right', 0.1);
    const hashes = advance(timeline, 10);
    timeline.seek(0);
    timeline.seek(15);
    expect(timeline.simulation.hash()).toBe(hashes[15]);
  });

  it('carries the state over to another description, and replays that', () => {
    const timeline = createTimeline();
    const hashes = advance(timeline, 20);
    timeline.setParameter('brainstem.left', 0.3);
    expect(timeline.setParameter('medium.dragAlong', 0.5)).toBe(false);
    expect(timeline.simulation.stepCount).toBe(20);
    expect(
      timeline.simulation.state.controls[
        timeline.simulation.system.controls.findIndex((c) => c.name === 'brainstem.left')
      ],
    ).toBe(0.3);
    advance(timeline, 20, hashes);
    expect(timeline.setParameter('lesions.paralyse', [{ joint: 3, side: 'left' }])).toBe(false);
    advance(timeline, 20, hashes);
    expectHistory(timeline, hashes, [60, 19, 20, 25, 39, 40, 41, 0, 60]);
    expect(timeline.simulation.desc).toMatchObject({
      medium: { dragAlong: 0.5 },
      lesions: { paralyse: [{ joint: 3 }] },
    });
  });

  it('restarts where the shape of the state changes, and on reset', () => {
    const timeline = createTimeline();
    advance(timeline, 20);
    expect(timeline.setParameter('segments', 20)).toBe(true);
    expect([timeline.simulation.stepCount, timeline.lastStep]).toEqual([0, 0]);
    advance(timeline, 10);
    expect(timeline.simulation.hash()).toBe(createSmallLamprey(10, { segments: 20 }).hash());
    timeline.setParameter('brainstem.left', 0.1);
    timeline.reset();
    advance(timeline, 10);
    expect(timeline.simulation.hash()).toBe(createSmallLamprey(10, { segments: 20 }).hash());
  });

  it('refuses a bad value and stays as it was', () => {
    const timeline = createTimeline();
    advance(timeline, 5);
    const hash = timeline.simulation.hash();
    for (const [path, value] of [
      ['brainstem.left', 2],
      ['brainstem.left', NaN],
      ['segments', 15],
      ['nothing', 1],
    ] as const)
      expect(() => timeline.setParameter(path, value)).toThrow(ModelError);
    expect(timeline.simulation.hash()).toBe(hash);
    expect(timeline.lastStep).toBe(5);
  });

  it('stays exact when there are more snapshots and changes than it keeps', () => {
    const timeline = createTimeline(1e-9);
    const hashes = advance(timeline, 0);
    for (let i = 0; i < 500; i++) {
      if (i % 3 === 0) timeline.setParameter('brainstem.left', 0.5 + (i % 7) / 20);
      advance(timeline, 1, hashes);
    }
    expectHistory(timeline, hashes, [499, 250, 251, 3, 0, 410, 500]);
  });

  it('holds no more snapshots however long it runs: some everywhere, the newest close together', () => {
    const timeline = createTimeline(1e-9);
    const hashes = advance(timeline, 700);
    // All that it has.
    const steps = timeline.listHashes(700, 1e9).map(([step]) => step);
    expect(steps.length).toBe(300);
    expect(steps.slice(-8)).toEqual([693, 694, 695, 696, 697, 698, 699, 700]);
    expect(Math.max(...steps.slice(1).map((step, i) => step - steps[i]!))).toBeLessThanOrEqual(4);
    expectHistory(timeline, hashes, [699, 350, 1]);
    expect(timeline.createRecord().keyframes.length).toBe(60);
  });

  it('follows the schedule of the description at any point', () => {
    const schedule = [
      { at: 0.05, set: { 'brainstem.left': 0.2 } },
      { at: 0.1, set: { 'brainstem.left': 0.9 } },
    ];
    const timeline = new Timeline(describeSmallLamprey({ schedule }), { seed: 1 }, 0.03);
    const hashes = advance(timeline, 40);
    expectHistory(timeline, hashes, [9, 10, 11, 19, 20, 21, 0, 40]);
    const byHand = createSmallLamprey(10);
    byHand.setControl('brainstem.left', 0.2);
    byHand.step();
    timeline.seek(11);
    expect(timeline.simulation.state.controls).toEqual(byHand.state.controls);
    expect(timeline.simulation.state.arrays['body']).toEqual(byHand.state.arrays['body']);
  });

  it('gives a script that replays the run from any step, changes included, and continues beyond its end', () => {
    const timeline = createTimeline();
    const hashes = advance(timeline, 20);
    timeline.setParameter('brainstem.left', 0.4);
    advance(timeline, 15, hashes);
    timeline.setParameter('medium.density', 800);
    advance(timeline, 15, hashes);
    for (const from of [0, 17, 20, 33, 49]) {
      // As it is after a message to another thread.
      const script = structuredClone(timeline.createScript(from));
      expect(script.step).toBeLessThanOrEqual(from);
      const replay = new Replay(script);
      while (replay.simulation.stepCount < 50) {
        replay.step();
        const { stepCount } = replay.simulation;
        expect(replay.simulation.hash(), `step ${stepCount} from ${from}`).toBe(hashes[stepCount]);
      }
    }
    const replay = new Replay(timeline.createScript(0));
    while (replay.simulation.stepCount < 60) replay.step();
    expect(replay.simulation.hash()).toBe(advance(timeline, 10).at(-1));
  });
});
