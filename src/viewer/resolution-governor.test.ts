import { describe, expect, it } from 'vitest';
import { ResolutionGovernor } from './resolution-governor.ts';

/** Draws pictures whose time depends on the scale. */
function run(governor: ResolutionGovernor, pictures: number, time: (scale: number) => number): void {
  for (let i = 0; i < pictures; i++) governor.observe(time(governor.scale));
}

describe('resolution governor', () => {
  it('keeps every pixel on a machine that is fast enough', () => {
    const governor = new ResolutionGovernor();
    run(governor, 1000, () => 16.7);
    expect(governor.scale).toBe(1);
  });

  it('draws fewer pixels until pictures are in time, where pixels are what costs', () => {
    const governor = new ResolutionGovernor();
    run(governor, 1000, (scale) => 5 + 30 * scale * scale);
    expect(governor.scale).toBe(0.65);
  });

  it('takes the pixels back when fewer do not help', () => {
    const governor = new ResolutionGovernor();
    run(governor, 100, () => 40);
    expect(governor.scale).toBe(1);
  });

  it('does not count pauses', () => {
    const governor = new ResolutionGovernor();
    run(governor, 1000, () => 5000);
    expect(governor.scale).toBe(1);
  });
});
