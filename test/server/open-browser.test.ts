import { expect, test } from 'vitest';
import { findLaunch } from '../../src/node/open-browser.ts';

const url = 'http://127.0.0.1:1/';

test.each([
  ['linux with X', { DISPLAY: ':0' }, 'linux', 'xdg-open'],
  ['linux with Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 'xdg-open'],
  ['linux without a screen', {}, 'linux', undefined],
  ['macOS', {}, 'darwin', 'open'],
  ['macOS from elsewhere', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 'darwin', undefined],
  ['Windows', {}, 'win32', 'cmd'],
] as const)('%s', (_name, env, platform, program) => {
  const launch = findLaunch(url, env, platform);
  expect(launch?.program).toBe(program);
  expect(launch?.args.at(-1)).toBe(program === undefined ? undefined : url);
});
