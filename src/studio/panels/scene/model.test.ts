import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { lookUp } from '../../../engine/model/field-tree.ts';
import { applySettings, getFamily } from '../../../engine/families/descriptions.ts';
import {
  addItem,
  createItemOutline,
  getItem,
  listItems,
  listThings,
  readScene,
  roundPlace,
  removeAll,
  removeItem,
  updateItem,
} from './model.ts';

const desc = applySettings(describeAnimal('centipede'), ['scene.foods=[{"x":0.4,"y":0.1}]', 'scene.path=[]']);
const { handles, frame } = getFamily(desc).solver.compile(desc);
const handle = handles.scene!;
const scene = readScene({ desc, handles })!;

describe('a scene', () => {
  it('is read where the animal offers one', () => {
    expect(scene).toBe(desc['scene']);
    expect(readScene(undefined)).toBeUndefined();
    expect(readScene({ desc, handles: {} })).toBeUndefined();
  });

  it('has things that come, change and go, while the old scene stays', () => {
    const box = { kind: 'box', x: 1, y: 2, length: 0.2, width: 0.1, turn: 0, radius: 1 };
    const more = addItem(handle, scene, 'obstacle', box);
    expect(listItems(handle, more)).toEqual([
      { kind: 'food', index: 0 },
      { kind: 'obstacle', index: 0 },
    ]);
    const moved = updateItem(handle, more, { kind: 'obstacle', index: 0 }, { x: 3 });
    expect(getItem(handle, moved, { kind: 'obstacle', index: 0 })).toMatchObject({ x: 3, y: 2, kind: 'box' });
    expect(listThings(handle, removeItem(handle, moved, { kind: 'food', index: 0 }), 'food')).toEqual([]);
    expect(listItems(handle, removeAll(handle, moved))).toEqual([]);
    expect(listItems(handle, scene)).toHaveLength(1);
  });

  it('ignores things that the animal does not know', () => {
    const { things, ...rest } = handle;
    const foodless = { ...rest, things: things.filter(({ kind }) => kind !== 'food') };
    expect(listThings(foodless, scene, 'food')).toEqual([]);
    expect(addItem(foodless, scene, 'food', { x: 0, y: 0 })).toBe(scene);
  });

  it('places things on whole millimetres', () => {
    expect(roundPlace(0.12345, -1e-9)).toEqual({ x: 0.123, y: 0 });
  });

  it('draws things around their place with a margin', () => {
    const cylinder = { kind: 'cylinder', x: 1, y: 2, radius: 0.5 };
    for (const [x, y] of createItemOutline(cylinder, 'obstacle', 0.1))
      expect(Math.hypot(x - 1, y - 2)).toBeCloseTo(0.6, 9);
    const box = { kind: 'box', x: 0, y: 0, length: 2, width: 1, turn: Math.PI / 2 };
    const corners = createItemOutline(box, 'obstacle', 0);
    expect(Math.max(...corners.map(([x]) => x))).toBeCloseTo(0.5, 9);
    expect(Math.max(...corners.map(([, y]) => y))).toBeCloseTo(1, 9);
    expect(createItemOutline(undefined, 'food', 0)).toEqual([]);
  });
});

describe('the handle of a scene', () => {
  // In any of its kinds.
  const find = (member: string) => lookUp(getFamily(desc).jsonSchema, [handle.path, ...member.split('.')]);

  it('names members that the description has', () => {
    const { ground, things, more } = handle;
    const members = [
      ...things.flatMap(({ member, closed }) => [member, ...(closed === undefined ? [] : [closed.member])]),
      ...more!.flatMap((group) => group.members),
      ground!.member,
      ...ground!.members,
      ground!.seed!,
      ...[ground!.mesh!.vertices, ground!.mesh!.triangles],
      ...[ground!.heights!.list, ground!.heights!.columns, ground!.heights!.side, ...ground!.heights!.slopes],
    ];
    for (const member of members) expect(find(member), member).toBeDefined();
    const kinds = find(ground!.member)!.enum!;
    expect(kinds).toEqual(
      expect.arrayContaining([...ground!.heights!.from, ground!.heights!.kind, ground!.mesh!.kind]),
    );
  });

  it('says where a frame has its things', () => {
    const full = applySettings(desc, [
      'scene.obstacles=[{"x":0.5},{"x":0.7}]',
      'scene.animals=2',
      'scene.randomObstacles=1',
    ]);
    const system = getFamily(full).solver.compile(full);
    const { firstPart } = system.handles.scene!.things.find(({ kind }) => kind === 'obstacle')!;
    expect(system.frame.parts[firstPart!]!.name).toBe('obstacle 1');
    expect(frame.markers[handle.things[0]!.firstMarker!]!.name).toBe('food 1');
  });
});
