import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings, getFamily } from '../../engine/families/descriptions.ts';
import { readAt } from '../../engine/model/field-tree.ts';
import { floodLayout, isFlooded } from './flooding.ts';

function read(...settings: string[]) {
  const desc = applySettings(describeAnimal('worm'), settings);
  const { frame } = getFamily(desc).solver.compile(desc);
  return { frame, flooded: isFlooded(frame, (path) => readAt(desc, path)) };
}

describe('a worm', () => {
  it('lies on agar with a groove, and in water has neither', () => {
    expect(read().flooded).toBe(false);
    const { frame, flooded } = read('medium.water=1');
    expect(flooded).toBe(true);
    expect(frame.track).toBeDefined();
    expect(floodLayout(frame)).toMatchObject({ water: { level: Infinity } });
    expect(floodLayout(frame).track).toBeUndefined();
  });
});
