import { describe, expect, it } from 'vitest';
import { applySettings, parseDesc } from '../descriptions.ts';

const worm = { schemaVersion: 1, animal: 'worm', body: { kind: 'fem' }, controller: { kind: 'worm' } };
const now = (...settings: string[]) => applySettings(parseDesc({ ...worm, schemaVersion: 2 }), settings);

describe('a worm of version 1', () => {
  it.each<[string, object, ...string[]]>([
    [
      'its modes',
      { drive: { kind: 'two-mode', duty: 0.5, frequency: 0 }, momentum: { compensation: 'printed' } },
      'drive.kind=two-mode',
      'drive.compensation=printed',
    ],
    ['modes that drive nothing', { drive: { mode: 3 }, momentum: { compensation: 'off' }, reflex: { gain: 3 } }],
    [
      'its reflexes',
      { drive: { kind: 'reflex' }, reflex: { gain: 3 }, noise: { turn: 0.1, rate: 0, memory: 1 } },
      'drive.kind=reflex',
      'drive.reflex.gain=3',
      'drive.noise.turn=0.1',
      'drive.noise.memory=1',
    ],
    [
      'values that follow the drive',
      { friction: { model: 'recipe' }, solver: { viscosity: 'recipe' }, medium: { drag: 'recipe' } },
    ],
    ['no medium', { medium: { drag: 'off', agarAlong: 1 } }, 'medium.kind=none'],
    [
      'anchors',
      { friction: { model: 'anchored', slipSpeed: 1e-4, tangentStiffness: 0.02 } },
      'friction.model=anchored',
      'friction.tangentStiffness=0.02',
    ],
    [
      'patches',
      {
        friction: {
          patches: [
            { sizeX: '1 mm', sizeY: 1 },
            { shape: 'rectangle', sizeX: 0.002, sizeY: 0.003 },
          ],
        },
      },
      'friction.patches=[{"shape":"circle","diameter":0.001},{"shape":"rectangle","sizeX":0.002,"sizeY":0.003}]',
    ],
    ['bumps that it does not have', { ground: { bumps: 'sine', bumpHeight: 1e-5, bumpSeed: 3 } }],
    [
      'bumps',
      { ground: { kind: 'height-field', bumps: 'sine', bumpHeight: 1e-5, bumpSize: '0.1 mm', bumpSeed: 3 } },
      'ground.kind=height-field',
      'ground.relief.kind=sine',
      'ground.relief.height=1e-5',
      'ground.relief.size=1e-4',
    ],
    ['the whole body', { preview: false }],
  ])('is read with %s', (_, document, ...settings) => {
    expect(parseDesc({ ...worm, ...document })).toEqual(now(...settings));
  });

  it.each([
    [{ preview: true }, 'mesh.resolution=coarse'],
    [{ solver: { kind: 'block-cholesky' } }, 'solver.kind'],
    [{ drive: { kind: 'reflex' }, noise: { rate: 0.2 } }, 'noise.rate'],
    [{ drive: { alpha: 3 } }, 'drive.alpha'],
  ])('is refused where its run would be another one: %j', (document, words) => {
    expect(() => parseDesc({ ...worm, ...document })).toThrow(words);
  });

  it('has its settings by their old names', () => {
    expect(now('medium.drag=off', 'noise.turn=0.2')).toEqual(now('medium.kind=none', 'drive.noise.turn=0.2'));
  });
});
