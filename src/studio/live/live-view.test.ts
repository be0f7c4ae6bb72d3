import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { LiveView } from './live-view.ts';
import type { Session } from './session.ts';

class Observer {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Observer);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('puts a worm into water, and back, when a control of its run does so after it was shown', () => {
  // Without WebGL there is no viewer, and the layout is chosen all the same.
  const themes = { read: () => 'light' as const, watch: () => () => undefined };
  const view = new LiveView(new EventTarget() as HTMLCanvasElement, { themes });
  const desc = describeAnimal('worm');
  const { frame: layout, controls } = getFamily(desc).solver.compile(desc);
  const info = { desc, layout, controls } as unknown as SystemInfo;
  const session = { info, meta: undefined } as unknown as Session;
  const values = (water: number): number[] => controls.map(({ name }) => (name === 'medium.water' ? water : 0));
  view.show(info);
  expect(view.layout!.track).toBeDefined();
  view.followControls(session, values(1));
  expect(view.layout!.track).toBeUndefined();
  expect(view.layout!.water).toEqual({ level: Infinity });
  view.followControls(session, values(0));
  expect(view.layout).toBe(layout);
});
