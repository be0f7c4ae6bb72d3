import { expect, it } from 'vitest';
import type { SystemInfo } from './protocol.ts';
import { readParameter } from './read-parameter.ts';

it('reads live controls as they are now, and everything else from the description', () => {
  const desc = { control: { turn: 0.1 }, body: { length: 2 } };
  const info = { controls: [{ name: 'control.turn' }], desc } as unknown as SystemInfo;
  expect(readParameter(info, [0.7], 'control.turn')).toBe(0.7);
  expect(readParameter(info, undefined, 'control.turn')).toBe(0.1);
  expect(readParameter(info, [0.7], 'body.length')).toBe(2);
  expect(readParameter(undefined, [0.7], 'body.length')).toBeUndefined();
});
