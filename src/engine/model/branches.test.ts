import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changeKind, computeBranchKey, listNeeds, mergeDocuments, resolveSchema } from './branches.ts';
import { type AnimalDesc, createDescFamily } from './desc-family.ts';
import { listControlSlots, listLivePaths, listPaths, lookUp } from './field-tree.ts';
import { choice, flag, group, itemOf, list, object, oneOf, quantity, wholeFile } from './fields.ts';
import { applySettingsTo } from './override.ts';
import { parseDescAs } from './parse.ts';
import { ModelError } from './problem.ts';

const number = (about: string, unit: 'm' | '1' = '1', live = false) =>
  quantity({ unit, min: 0, max: 10, default: 1, about, live });
const friction = number('Friction.');

const schema = wholeFile('a thing', {
  schemaVersion: () => z.literal(2).meta({ description: 'Version.' }),
  body: object('The body.', { kind: () => z.literal('toy') }),
  controller: object('The controller.', { kind: () => z.literal('none') }),
  schedule: list(object('', {}), { default: [], max: 1, about: 'None.' }),
  scene: oneOf(
    'kind',
    { default: 'open', about: 'The scene.', restart: true },
    {
      open: { about: 'Nothing.', fields: { wind: number('Wind.', '1', true) } },
      bottle: { about: 'A bottle.', fields: { friction, neck: number('Neck.', 'm') } },
      valley: {
        about: 'A valley.',
        fields: {
          friction,
          neck: number('Another neck.'),
          wall: oneOf(
            'form',
            { default: 'flat', about: 'Its wall.' },
            {
              flat: { about: 'Flat.', fields: {} },
              wavy: { about: 'Wavy.', fields: { height: number('Height.') } },
            },
          ),
        },
      },
    },
  ),
  waves: list(object('', { height: number('Height.', '1', true), on: flag({ default: true, about: 'On.' }) }), {
    default: [{}],
    max: 3,
    about: 'Waves.',
  }),
  stones: list(
    itemOf('shape', 'A stone.', {
      round: { about: 'Round.', fields: { radius: number('Radius.', 'm') } },
      long: { about: 'Long.', fields: { side: choice(['left', 'right'], { default: 'left', about: 'Side.' }) } },
    }),
    { default: [], max: 3, about: 'Stones.' },
  ),
  end: group('Last.', { push: number('Push.', '1', true) }),
});

const family = createDescFamily('toy', 'none', schema as never);
const toy = { schemaVersion: 2, body: { kind: 'toy' }, controller: { kind: 'none' } };
const read = (document: object = {}): AnimalDesc => parseDescAs([family], { ...toy, ...document });
const set = (...settings: string[]) => applySettingsTo(family, read(), settings) as unknown as Record<string, unknown>;

function getProblem(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a thing of several kinds', () => {
  it('is of the usual kind where the file does not say, and has only its fields', () => {
    expect(read()['scene']).toEqual({ kind: 'open', wind: 1 });
    expect(read({ scene: { wind: 2 } })['scene']).toEqual({ kind: 'open', wind: 2 });
    expect(read({ scene: { kind: 'bottle', neck: '20 cm' } })['scene']).toEqual({
      kind: 'bottle',
      friction: 1,
      neck: 0.2,
    });
  });

  it('refuses a field of another kind and says what it needs', () => {
    expect(getProblem(() => read({ scene: { neck: 1 } }))).toMatchObject({
      code: 'other-kind',
      path: 'scene.neck',
      hint: 'It needs scene.kind=bottle or valley, and scene.kind is open.',
    });
    expect(getProblem(() => set('scene.wall.height=1'))).toMatchObject({
      code: 'other-kind',
      path: 'scene.wall.height',
    });
    expect(getProblem(() => set('scene.kind=valley', 'scene.wall.height=1')).hint).toContain('scene.wall.form=wavy');
    expect(getProblem(() => set('scene.kind=jar'))).toMatchObject({ code: 'not-allowed', path: 'scene.kind' });
    expect(getProblem(() => set('scene.nek=1'))).toMatchObject({ code: 'unknown-parameter' });
  });

  it('keeps what both kinds have in the same sense', () => {
    const union = lookUp(family.jsonSchema, ['scene'])!;
    const bottle = { kind: 'bottle', friction: 3, neck: 4 };
    expect(changeKind(union, bottle, 'valley')).toEqual({ kind: 'valley', friction: 3 });
    expect(changeKind(union, bottle, 'open')).toEqual({ kind: 'open' });
    expect(mergeDocuments(family.jsonSchema, { scene: bottle }, { scene: { kind: 'valley', neck: 5 } })).toEqual({
      scene: { kind: 'valley', friction: 3, neck: 5 },
    });
  });

  it('takes settings in any order, and a kind by its name alone', () => {
    expect(set('scene.neck=2 m', 'scene.kind=bottle')['scene']).toEqual({ kind: 'bottle', friction: 1, neck: 2 });
    const wavy = ['scene.wall.height=2', 'scene.wall.form=wavy', 'scene.kind=valley'];
    expect(set(...wavy)['scene']).toMatchObject({ kind: 'valley', wall: { form: 'wavy', height: 2 } });
    const lost = () => set('scene.kind=valley', 'scene.wall.form=wavy', 'scene.kind=bottle');
    expect(getProblem(lost)).toMatchObject({ code: 'other-kind', path: 'scene.wall.form' });
    expect(set('scene=bottle', 'scene.neck=2 m')['scene']).toEqual({ kind: 'bottle', friction: 1, neck: 2 });
    expect(getProblem(() => set('scene=botle'))).toMatchObject({ code: 'not-allowed', path: 'scene.kind' });
  });

  it('keeps what both kinds have when it is set whole as another kind', () => {
    const settings = ['scene={"kind":"bottle","friction":3}', 'scene={"kind":"valley"}'];
    expect(set(...settings)['scene']).toMatchObject({ kind: 'valley', friction: 3 });
    const again = ['scene=bottle', 'scene.friction=3', 'scene={"kind":"bottle"}'];
    expect(set(...again)['scene']).toMatchObject({ friction: 1 });
  });

  it('is a schema of plain fields for the document at hand', () => {
    const bottle = read({ scene: { kind: 'bottle' } });
    const resolved = resolveSchema(family.jsonSchema, bottle);
    expect(listPaths(resolved)).toContain('scene.neck');
    expect(lookUp(resolved, ['scene', 'kind'])).toMatchObject({
      enum: ['open', 'bottle', 'valley'],
      default: 'open',
      restart: true,
      description: 'open: Nothing. bottle: A bottle. valley: A valley.',
    });
    expect(listPaths(resolveSchema(family.jsonSchema, read()))).not.toContain('scene.neck');
    expect(computeBranchKey(family.jsonSchema, bottle)).toBe('bottle');
    expect(computeBranchKey(family.jsonSchema, { scene: { kind: 'valley' } })).toBe('valley flat');
    expect(listNeeds(family.jsonSchema, bottle, ['scene', 'neck'])).toEqual([]);
  });

  it('may be an item of a list', () => {
    expect(read({ stones: [{ shape: 'round', radius: '3 cm' }] })['stones']).toEqual([
      { shape: 'round', radius: 0.03 },
    ]);
    expect(getProblem(() => read({ stones: [{ shape: 'long', radius: 1 }] }))).toMatchObject({
      code: 'other-kind',
      path: 'stones[0].radius',
    });
    expect(getProblem(() => read({ stones: [{ shape: 'flat' }] })).path).toBe('stones[0].shape');
  });
});

describe('live controls', () => {
  it('have a slot in every branch and every item that there may be', () => {
    expect(listControlSlots(family.jsonSchema).map(({ path }) => path)).toEqual([
      'scene.wind',
      'waves[0].height',
      'waves[1].height',
      'waves[2].height',
      'end.push',
    ]);
  });

  it('are those of the present branches and items', () => {
    const desc = read({ scene: { kind: 'bottle' }, waves: [{}, {}] });
    expect(listLivePaths(resolveSchema(family.jsonSchema, desc), desc)).toEqual([
      'waves[0].height',
      'waves[1].height',
      'end.push',
    ]);
  });
});
