import { describe, expect, it } from 'vitest';
import { SceneHistory } from './history.ts';
import { addItem, createItemOutline, getItem, readScene, removeItem, roundPlace, updateItem } from './model.ts';

const empty = readScene({
  scene: { terrain: 'plane', foods: [], obstacles: [], path: [], pathClosed: false, heights: [] },
})!;
const withFood = addItem(empty, 'food', { x: 1, y: 2, size: 1 });
const moved = updateItem(withFood, { kind: 'food', index: 0 }, { x: 3 });

describe('a scene', () => {
  it('is edited without changing in place', () => {
    expect(empty.foods).toHaveLength(0);
    expect(moved.foods).toEqual([{ x: 3, y: 2, size: 1 }]);
    expect(removeItem(moved, { kind: 'food', index: 0 })).toEqual(empty);
    expect(getItem(moved, { kind: 'obstacle', index: 0 })).toBeUndefined();
    expect(roundPlace(0.12345, -1e-9)).toEqual({ x: 0.123, y: 0 });
    expect(readScene({ scene: { kind: 'bottle' } })).toBeUndefined();
  });

  it('outlines a box as it is turned', () => {
    const box = { kind: 'box', x: 1, y: 0, radius: 0, length: 4, width: 2, turn: Math.PI / 2 };
    const points = createItemOutline(addItem(empty, 'obstacle', box), { kind: 'obstacle', index: 0 }, 0);
    expect(Math.max(...points.map(([x]) => x))).toBeCloseTo(2, 9);
    expect(Math.max(...points.map(([, y]) => y))).toBeCloseTo(2, 9);
  });
});

describe('undo', () => {
  it('goes back and forth through whatever changed the scene', () => {
    const history = new SceneHistory(empty);
    history.observe(withFood);
    history.observe(structuredClone(withFood));
    history.observe(moved);
    expect([history.undoCount, history.redoCount]).toEqual([2, 0]);
    history.observe(structuredClone(history.undo()!));
    history.observe(history.undo()!);
    expect([history.undoCount, history.redoCount]).toEqual([0, 2]);
    expect(history.undo()).toBeUndefined();
    expect(history.redo()).toEqual(withFood);
    history.observe(withFood);
    expect([history.undoCount, history.redoCount]).toEqual([1, 1]);
    // Another change on the way drops what was undone.
    history.observe(addItem(withFood, 'point', { x: 0, y: 0 }));
    expect([history.undoCount, history.redoCount]).toEqual([2, 0]);
    expect(history.redo()).toBeUndefined();
  });

  it('counts an undo that was refused as none', () => {
    const history = new SceneHistory(empty);
    history.observe(withFood);
    expect(history.undo()).toBe(empty);
    history.observe(moved);
    expect(history.undoCount).toBe(2);
    expect(history.undo()).toBe(withFood);
  });
});
