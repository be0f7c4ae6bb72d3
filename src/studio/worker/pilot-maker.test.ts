import { expect, it } from 'vitest';
import { pilotPath } from '../../engine/sim/edit-paths.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import { findPilotMaker } from './pilot-maker.ts';

it('loads policies for a run that has one from the start or gets one on the way, and for no other', async () => {
  const find = (script: object) => findPilotMaker({ changes: [], ...script } as unknown as RunScript);
  expect(await find({})).toBeUndefined();
  expect(await find({ changes: [{ path: 'brainstem.left' }] })).toBeUndefined();
  expect(await find({ pilot: {} })).toBeTypeOf('function');
  expect(await find({ changes: [{ path: pilotPath }] })).toBeTypeOf('function');
});
