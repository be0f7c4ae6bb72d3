import { describe, expect, it } from 'vitest';
import { createDrawing } from '../../../designer/drawing.ts';
import { chooseNextTool } from './store.ts';

describe('the tool after a stroke', () => {
  const empty = createDrawing('plate');
  const outlined = {
    ...empty,
    outline: [
      [0, 0],
      [1, 0],
      [0.5, 1],
    ] as const,
  };

  it('is that for muscles after the first outline, and stays otherwise', () => {
    expect(chooseNextTool('outline', empty, outlined)).toBe('line');
    expect(chooseNextTool('outline', outlined, outlined)).toBe('outline');
    expect(chooseNextTool('brush', empty, outlined)).toBe('brush');
  });
});
