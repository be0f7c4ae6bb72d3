import { describe, expect, it } from 'vitest';
import { SceneHistory } from './history.ts';
import { describeAnimal } from '../../../animals/registry.ts';
import { getFamily } from '../../../engine/families/descriptions.ts';
import { addItem, readScene, updateItem } from './model.ts';

const desc = describeAnimal('centipede');
const { handles } = getFamily(desc).solver.compile(desc);
const handle = handles.scene!;
const empty = readScene({ desc, handles })!;
const withFood = addItem(handle, empty, 'food', { x: 1, y: 2, size: 1 });
const moved = updateItem(handle, withFood, { kind: 'food', index: 0 }, { x: 3 });

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
    history.observe(addItem(handle, withFood, 'point', { x: 0, y: 0 }));
    expect([history.undoCount, history.redoCount]).toEqual([2, 0]);
    expect(history.redo()).toBeUndefined();
  });

  it('takes what a stroke of the brush changes for one, also when it comes in pieces or is refused', () => {
    const history = new SceneHistory(empty);
    history.hold();
    history.observe(withFood);
    history.release(moved);
    history.observe(moved);
    expect(history.undoCount).toBe(1);
    expect(history.undo()).toBe(empty);
    history.observe(empty);
    history.hold();
    history.observe(withFood);
    history.release(undefined);
    expect(history.undo()).toBe(empty);
    history.hold();
    history.release(withFood);
    expect(history.undoCount).toBe(1);
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
