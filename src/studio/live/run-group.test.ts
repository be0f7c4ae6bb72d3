import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunGroup } from './run-group.ts';

/** A run that only keeps what it is told. */
function createRun() {
  const told: string[] = [];
  return {
    time: 0,
    problem: undefined as string | undefined,
    told,
    session: { play: () => told.push('play'), pause: () => told.push('pause') },
  };
}

function open(end?: number) {
  const runs = [createRun(), createRun()] as const;
  const drawn: number[] = [];
  const times: number[] = [];
  let reads = 0;
  const group = new RunGroup(
    runs,
    {
      draw: (run) => drawn.push(runs.indexOf(run)),
      onTime: (time) => times.push(time),
      onRead: () => {
        reads += 1;
      },
      readInterval: 200,
    },
    end,
  );
  return { runs, group, drawn, times, countReads: () => reads };
}

describe('a group of runs', () => {
  let draw: FrameRequestCallback | undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
      draw = callback;
      return 1;
    });
    vi.stubGlobal('cancelAnimationFrame', () => {
      draw = undefined;
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('lets the one that is ahead wait for the slowest', () => {
    const { runs, group, times } = open();
    vi.advanceTimersByTime(60);
    expect(runs.map(({ told }) => told)).toEqual([['play'], ['play']]);
    runs[0].time = 0.2;
    vi.advanceTimersByTime(60);
    expect(runs.map(({ told }) => told)).toEqual([['play', 'pause'], ['play']]);
    runs[1].time = 0.1;
    vi.advanceTimersByTime(60);
    expect(runs[0].told).toEqual(['play', 'pause', 'play']);
    expect(times).toEqual([0, 0, 0.1]);
    group.setPlaying(false);
    expect(runs.map(({ told }) => told.at(-1))).toEqual(['pause', 'pause']);
    group.close();
  });

  it('does not wait for one that cannot continue, and stops all at the end', () => {
    const { runs, group } = open(1);
    runs[1].problem = 'It broke.';
    runs[0].time = 0.5;
    vi.advanceTimersByTime(60);
    expect(runs.map(({ told }) => told)).toEqual([['play'], []]);
    runs[0].time = 1;
    vi.advanceTimersByTime(60);
    expect(runs[0].told).toEqual(['play', 'pause']);
    group.end = 2;
    vi.advanceTimersByTime(60);
    expect(runs[0].told).toEqual(['play', 'pause', 'play']);
    group.close();
  });

  it('draws one after the other until it is closed', () => {
    const { group, drawn, countReads } = open();
    for (let i = 0; i < 4; i++) draw?.(16 * i);
    expect(drawn).toEqual([1, 0, 1, 0]);
    vi.advanceTimersByTime(450);
    expect(countReads()).toBe(2);
    group.close();
    expect(draw).toBeUndefined();
    vi.advanceTimersByTime(1000);
    expect(countReads()).toBe(2);
  });
});
