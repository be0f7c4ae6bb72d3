import { describe, expect, it } from 'vitest';
import { Turns } from './semaphore.ts';

describe('turns', () => {
  it('are taken in order, a few at a time, and given back once', () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends = [0, 1, 2, 3, 4].map((i) => turns.request(() => begun.push(i)));
    expect(begun).toEqual([0, 1]);
    expect(turns.waiting).toBe(3);
    // One gives up waiting.
    ends[2]!();
    ends[0]!();
    ends[0]!();
    expect(begun).toEqual([0, 1, 3]);
    ends[3]!();
    expect(begun).toEqual([0, 1, 3, 4]);
    ends[1]!();
    ends[4]!();
    turns.request(() => begun.push(5));
    expect(begun.at(-1)).toBe(5);
  });
});
