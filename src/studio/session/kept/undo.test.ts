import { describe, expect, it } from 'vitest';
import { UndoHistory } from './undo.ts';

const here = { branch: 1, step: 100 };

describe('undo', () => {
  it('takes back one drag of a slider at a time, and brings it again', () => {
    const history = new UndoHistory();
    for (let i = 0; i <= 10; i++) history.noteSet('a', 0, i / 10, 100 * i);
    history.noteSet('b', 'x', 'y', 5000);
    expect(history.undoCount).toBe(2);
    expect(history.undo(here)).toEqual({ kind: 'sets', sets: [['b', 'x']] });
    expect(history.undo(here)).toEqual({ kind: 'sets', sets: [['a', 0]] });
    expect(history.undo(here)).toBeUndefined();
    expect(history.redo()).toEqual({ kind: 'sets', sets: [['a', 1]] });
    expect(history.redo()).toEqual({ kind: 'sets', sets: [['b', 'y']] });
    expect(history.redo()).toBeUndefined();
  });

  it('takes a pair that moves together as one, and what is held', () => {
    const history = new UndoHistory();
    for (let i = 1; i <= 5; i++) {
      history.noteSet('left', 1, 1 - i / 10, 100 * i);
      history.noteSet('right', 1, 1 - i / 10, 100 * i + 1);
    }
    expect(history.undo(here)).toEqual({
      kind: 'sets',
      sets: [
        ['left', 1],
        ['right', 1],
      ],
    });
    history.hold();
    for (let i = 1; i <= 5; i++) history.noteSet('scene', 'flat', `hill ${i}`, 5000 * i);
    history.release();
    expect(history.undoCount).toBe(1);
  });

  it('takes as one only what begins together, not what follows on and on', () => {
    const history = new UndoHistory();
    ['a', 'b', 'c', 'd'].forEach((path, i) => history.noteSet(path, 0, 1, 40 * i));
    expect(history.undo(here)).toEqual({
      kind: 'sets',
      sets: [
        ['c', 0],
        ['d', 0],
      ],
    });
    expect(history.undo(here)).toEqual({
      kind: 'sets',
      sets: [
        ['a', 0],
        ['b', 0],
      ],
    });
  });

  it('forgets what came back to where it was, and what was refused', () => {
    const history = new UndoHistory();
    for (const force of [2, 3, 0]) for (const axis of ['x', 'y']) history.noteSet(axis, 0, force, 10 * force);
    expect(history.undoCount).toBe(0);
    history.noteSet('a', 1, 1e9, 3000);
    history.noteRefused('a');
    expect(history.undo(here)).toBeUndefined();
  });

  it('goes back to the run that a change in its past has left, and on to where the other one was', () => {
    const history = new UndoHistory();
    history.noteSet('a', 0, 0.1, 0);
    history.noteBranch({ branch: 1, step: 40 }, { branch: 2, step: 40 }, 'a', 1);
    // The rest of the drag.
    history.noteSet('a', 0.1, 0.5, 200);
    expect(history.undoCount).toBe(1);
    expect(history.undo({ branch: 2, step: 77 })).toEqual({ kind: 'go', place: { branch: 1, step: 40 } });
    expect(history.redo()).toEqual({ kind: 'go', place: { branch: 2, step: 77 } });
  });

  it('takes a creature back, unless opening it was a new start', () => {
    const history = new UndoHistory();
    history.noteCreature('old', 'new');
    expect(history.undo(here)).toEqual({ kind: 'creature', document: 'old' });
    history.noteCreature('old', 'other');
    history.noteBranch(here, { branch: 2, step: 0 }, undefined, 0);
    expect(history.undo(here)).toEqual({ kind: 'go', place: here });
  });
});
