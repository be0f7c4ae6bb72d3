/** Whatever people draw becomes a sound animal, or is refused with the place that is wrong; and nobody waits. */
import { describe, expect, it } from 'vitest';
import { createScribble, nastyDrawings } from '../testing/scribbles.ts';
import type { Drawing } from './drawing.ts';
import { makeAnimal } from './gauge.ts';

/** Seconds of the processor that meshing a drawing may take. */
const longest = 2;

/** Processor time and not that of the clock: the machine may have other work. */
function measureCpu(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function expectSound(name: string, drawing: Drawing): 'made' | 'refused' {
  let made: ReturnType<typeof makeAnimal> | undefined;
  const seconds = measureCpu(() => {
    made = makeAnimal(drawing);
  });
  expect(seconds, `${name}: seconds`).toBeLessThan(longest);
  if (made!.kind === 'made') {
    const { inverted, sharpest, elements, mass } = made!.gauge;
    expect({ inverted, sound: sharpest > 9 && elements > 0 && mass > 0 }, name).toEqual({ inverted: 0, sound: true });
  } else
    for (const { message, place } of made!.findings) {
      expect(message, name).toMatch(/\.$/u);
      const isEmpty = drawing.outline.length + drawing.shapes.length === 0;
      if (!isEmpty) expect(place?.length, `${name}: ${message}`).toBe(3);
    }
  return made!.kind;
}

describe('drawings of all kinds', () => {
  it('from a seed: five hundred scribbles', () => {
    const count = { made: 0, refused: 0 };
    for (let seed = 1; seed <= 500; seed++) count[expectSound(`scribble ${seed}`, createScribble(seed))] += 1;
    // Neither are all refused nor is everything taken.
    expect(count.made).toBeGreaterThan(120);
    expect(count.refused).toBeGreaterThan(50);
  }, 900_000);

  it.each(nastyDrawings)(
    'made to break it: %s',
    (name, drawing) => {
      expectSound(name, drawing);
    },
    300_000,
  );

  it('made to break it, all fifty', () => {
    expect(nastyDrawings).toHaveLength(50);
  });
});
