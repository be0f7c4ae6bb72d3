/** Property of every drawing: a valid animal, or a refusal with a place, within a time limit. */
import { expect } from 'vitest';
import type { Drawing } from '../../designer/drawing.ts';
import { makeAnimal } from '../../designer/gauge.ts';

/** Seconds of the processor that meshing a drawing may take. */
const maxMeshSeconds = 2;

/** Processor time and not that of the clock, and the least of three: whatever else the machine does can only add. */
function measureCpu(act: () => void): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least >= maxMeshSeconds; attempt++) {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

export function expectSound(name: string, drawing: Drawing): 'made' | 'refused' {
  let made: ReturnType<typeof makeAnimal> | undefined;
  const seconds = measureCpu(() => {
    made = makeAnimal(drawing);
  });
  expect(seconds, `${name}: seconds`).toBeLessThan(maxMeshSeconds);
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
