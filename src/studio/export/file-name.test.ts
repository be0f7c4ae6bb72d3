import { expect, it } from 'vitest';
import { createFileName } from './file-name.ts';

it('names the animal and the time', () => {
  expect(createFileName('ribbon-eel', [1.25], 'png')).toBe('ribbon-eel-1.25s.png');
  expect(createFileName('worm', [0, 2.0005], 'csv')).toBe('worm-0s-2.001s.csv');
});

it('writes nothing that a file system refuses', () => {
  expect(createFileName('../My Eel: 2', [0], 'glb')).toBe('-my-eel-2-0s.glb');
  expect(createFileName('', [], 'json')).toBe('animal.json');
});
