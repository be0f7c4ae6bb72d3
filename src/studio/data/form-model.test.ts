import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { applySettings, getJsonSchema, parseDesc } from '../../engine/families/descriptions.ts';
import { type JsonSchema, readAt } from '../../engine/model/field-tree.ts';
import type { CreatureDocument } from './protocol.ts';
import {
  appliesAt,
  belongsInAddress,
  computeSliderRange,
  createForm,
  createListItem,
  describeRange,
  filterGroup,
  formatTitle,
  getDisplayUnit,
  isParameter,
  isSame,
  listChanges,
  listFormFields,
  pickForm,
} from './form-model.ts';

const lamprey = describeAnimal('lamprey');
const form = createForm(getJsonSchema(lamprey), lamprey);
const document = lamprey as unknown as CreatureDocument;

describe('form model', () => {
  it('shows every parameter once, and nothing else', () => {
    const paths = listFormFields(form).map((field) => field.path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of ['brainstem.left', 'body.muscleGain', 'lesions.cutAfter', 'segments', 'schedule', 'body.links'])
      expect(paths).toContain(path);
    for (const path of ['schemaVersion', 'animal', 'title', 'paper', 'body.kind', 'view.azimuth'])
      expect(paths).not.toContain(path);
  });

  it('puts the two sides of the brain stem in a pair and lesions among the tools', () => {
    expect(form.pairs.map((pair) => [pair.left.path, pair.right.path])).toEqual([
      ['brainstem.left', 'brainstem.right'],
    ]);
    expect(form.live.map((field) => field.path)).toEqual(['body.muscleGain']);
    expect(form.tools.map((group) => group.path)).toEqual(['lesions']);
  });

  it('puts the kind of drive with the live parameters of the worm, and its muscles among the tools', () => {
    const desc = describeAnimal('worm');
    const worm = createForm(getJsonSchema(desc), desc);
    expect(worm.live.slice(0, 2).map(({ path, title }) => [path, title])).toEqual([
      ['drive.kind', 'Drive kind'],
      ['drive.frequency', 'Drive frequency'],
    ]);
    expect(worm.tools.map((group) => group.path)).toEqual(['lesions']);
    const paths = listFormFields(worm).map((field) => field.path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain('ground.kind');
  });

  it('calls fields and groups what their schemas call them, and shows switches and ends of ranges', () => {
    const desc = describeAnimal('centipede');
    const centipede = createForm(getJsonSchema(desc), desc);
    const titles = new Map(centipede.live.map(({ path, title, kind }) => [path, `${title} (${kind})`]));
    expect(titles.get('brain.speed')).toBe('Walking speed (number)');
    expect(titles.get('control.manual')).toBe('Steer by hand (switch)');
    expect(centipede.tools.map(({ title }) => title)).toEqual(['Take legs off']);
    const soft = describeAnimal('octopus');
    const { live } = createForm(getJsonSchema(soft), soft);
    const direction = live.find(({ path }) => path === 'control.direction')!;
    expect(direction).toMatchObject({
      title: 'Direction of the waves',
      schema: { ends: ['tip to root', 'root to tip'] },
    });
    expect(live.find(({ path }) => path === 'target.follow')).toMatchObject({ kind: 'switch' });
  });

  it('shows the coordinates of one place in one unit, and wide ranges in a unit that is read', () => {
    const desc = applySettings(describeAnimal('centipede'), ['scene.water.kind=pond']);
    const fields = listFormFields(createForm(getJsonSchema(desc), desc));
    const [x, y] = ['x', 'y'].map((axis) => fields.find(({ path }) => path === `scene.water.${axis}`)!.schema);
    expect(getDisplayUnit(x!).label).toBe('mm');
    expect(getDisplayUnit(y!).label).toBe('mm');
    expect(describeRange(y!)).toBe('-100 to 100 m');
  });

  it('finds fields by words of path or sentence', () => {
    const found = form.groups.flatMap((group) => filterGroup(group, ['dendritic', 'ein']) ?? []);
    const paths = found.flatMap((group) =>
      group.groups.flatMap((member) => member.groups.flatMap(({ fields }) => fields)),
    );
    expect(paths.map((field) => field.path)).toEqual(['controller.neurons.EIN.tauDendrite']);
  });

  it('of another kind than the animal’s own are those that are not as that kind has them by itself', () => {
    const own = describeAnimal('centipede');
    const hilly = applySettings(own, ['scene.terrain=hills', 'scene.terrainSeed=7']);
    const fields = createForm(getJsonSchema(hilly), hilly);
    expect(listChanges(fields, (path) => readAt(hilly, path), own)).toEqual([
      ['scene.terrain', 'hills'],
      ['scene.terrainSeed', 7],
    ]);
  });

  it('lists what differs from the animal itself', () => {
    const changed = { ...document, segments: 50, brainstem: { left: 0.67, right: 0.4 } };
    expect(listChanges(form, (path) => readAt(changed, path), document)).toEqual([
      ['brainstem.right', 0.4],
      ['segments', 50],
    ]);
  });

  it('lists what a drawn animal is called, since another one lends it its page', () => {
    const drawn = { ...document, animal: 'my-eel', title: 'My eel' };
    expect(listChanges(form, (path) => readAt(drawn, path), document)).toEqual([
      ['animal', 'my-eel'],
      ['title', 'My eel'],
    ]);
    expect(['animal', 'title', 'segments', 'about', 'view'].map(belongsInAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('makes new rows that the engine accepts', () => {
    for (const field of listFormFields(form)) {
      if (field.kind !== 'list' || field.schema.minItems === field.schema.maxItems) continue;
      const [group, key] = field.path.split('.') as [string, string | undefined];
      const rows = [...(readAt(document, field.path) as unknown[]), createListItem(field.schema.items!)];
      const changed =
        key === undefined ? { [group]: rows } : { [group]: { ...(document[group] as object), [key]: rows } };
      expect(readAt(parseDesc({ ...document, ...changed }), field.path)).toHaveLength(rows.length);
    }
  });

  it('lets sliders cover what people want to drag through', () => {
    expect(computeSliderRange({ minimum: 0, maximum: 10, default: 0.003 }, 0.003)).toMatchObject({
      min: 0,
      max: 0.012,
    });
    expect(computeSliderRange({ minimum: 0, maximum: 1, default: 0.67 }, 0.67)).toMatchObject({ min: 0, max: 1 });
    expect(computeSliderRange({ type: 'integer', minimum: 10, maximum: 100, multipleOf: 10 }, 100)).toEqual({
      min: 10,
      max: 100,
      step: 10,
    });
    expect(computeSliderRange({ minimum: -20, maximum: 20, default: -0.2 }, -0.2)).toMatchObject({
      min: -0.8,
      max: 0.8,
    });
    expect(computeSliderRange({ type: 'number' }, 1)).toBeUndefined();
  });

  it('writes titles and compares values', () => {
    expect(formatTitle('tauDendrite')).toBe('Tau dendrite');
    expect(formatTitle('EIN')).toBe('EIN');
    expect(isSame([{ a: 1, b: undefined }], [{ a: 1 }])).toBe(true);
    expect(isSame([1, 2], [1, 3])).toBe(false);
    expect(isSame([], {})).toBe(false);
  });

  it('says ranges in the unit of the field', () => {
    const angle = { type: 'number', unit: 'rad', minimum: -Math.PI, maximum: Math.PI, default: 0 };
    expect(describeRange(angle)).toBe('-180 to 180 °');
    expect(describeRange({ type: 'number', unit: 'm', minimum: 0, maximum: 0.5, default: 0.012 })).toBe('0 to 500 mm');
    expect(describeRange({ type: 'integer', minimum: 1, maximum: 9 })).toBe('a whole number from 1 to 9');
  });

  it('knows names and pictures from parameters', () => {
    expect(['title', 'view.azimuth', 'about', 'body.links', 'segments'].map(isParameter)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('parameters that do nothing', () => {
  const listUseful = (animal: string, change: Record<string, unknown> = {}): string[] => {
    const desc = describeAnimal(animal);
    const schema = getJsonSchema(desc);
    const read = (path: string): unknown => change[path] ?? readAt(desc, path);
    return listFormFields(pickForm(createForm(schema, desc), (path) => appliesAt(schema, path, read))).map(
      ({ path }) => path,
    );
  };

  it('are left out: other patterns of soft animals, the grip without a ball, other scenes', () => {
    const plain = listUseful('starfish');
    expect(plain.some((path) => path.startsWith('controller.spinal.'))).toBe(false);
    expect(plain.some((path) => path.startsWith('controller.table.'))).toBe(false);
    expect(plain).toContain('controller.waves');
    expect(plain).not.toContain('controller.grasp.cords');
    expect(plain).not.toContain('scene.neck');
    const otherwise = applySettings(describeAnimal('starfish'), ['scene.kind=bottle', 'controller.pattern=spinal']);
    const paths = listFormFields(createForm(getJsonSchema(otherwise), otherwise)).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['scene.neck', 'controller.spinal.left']));
  });

  it('are left out: modes of a worm that is driven by its muscles, and the other way round', () => {
    expect(listUseful('worm')).toContain('drive.frequency');
    expect(listUseful('worm')).not.toContain('drive.mode');
    const modal = applySettings(describeAnimal('worm'), ['drive.kind=modal']);
    const paths = listFormFields(createForm(getJsonSchema(modal), modal)).map(({ path }) => path);
    expect(paths).toContain('drive.mode');
    expect(paths).not.toContain('drive.frequency');
  });

  it('and conditions name fields that there are', () => {
    for (const name of animalNames) {
      const desc = describeAnimal(name);
      const check = (schema: JsonSchema): void => {
        const { appliesIf } = schema;
        if (appliesIf !== undefined) expect(readAt(desc, appliesIf.path), appliesIf.path).toBeDefined();
        Object.values(schema.properties ?? {}).forEach(check);
      };
      check(getJsonSchema(desc));
    }
  });
});
