import { describe, expect, it } from 'vitest';
import { suggest } from './suggest.ts';

describe('suggest', () => {
  it.each([
    ['--second', ['--seconds', '--seed', '--json', '--set'], ['--seconds']],
    ['-v', ['env', 'list', 'run'], []],
    ['lst', ['list', 'run', 'sweep'], ['list']],
    ['rnu', ['run', 'env'], ['run']],
    ['wurm', ['worm', 'octopus'], ['worm']],
    ['right', ['brainstem.left', 'brainstem.right'], ['brainstem.right']],
    ['speed', ['groundSpeed', 'speedShare', 'mass'], ['speedShare']],
    ['brainstem.lft', ['brainstem.left', 'brainstem.right', 'body.kind'], ['brainstem.left']],
    ['xyzzy', ['worm', 'octopus'], []],
    ['', ['worm'], []],
  ])('%s among %j: %j', (name, known, found) => {
    expect(suggest(name, known)).toEqual(found);
  });
});
