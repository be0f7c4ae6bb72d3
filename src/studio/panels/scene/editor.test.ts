import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings, getFamily, getJsonSchema, replaceValue } from '../../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../../engine/model/desc-family.ts';
import type { Problem } from '../../../engine/model/problem.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import type { SystemInfo } from '../../data/protocol.ts';

// The page's store asks for these when it is loaded.
vi.stubGlobal('localStorage', { getItem: () => 'dark' });
const { useStudio } = await import('../../session/store.ts');
const { useScene } = await import('./store.ts');
const { SceneEditor } = await import('./editor.ts');
const { listThings } = await import('./model.ts');

/** What the worker sends of a creature. */
function createInfo(desc: AnimalDesc): SystemInfo {
  const { handles, frame, bodyLength } = getFamily(desc).solver.compile(desc);
  return { desc, handles, schema: getJsonSchema(desc), layout: frame, bodyLength } as unknown as SystemInfo;
}

/** A studio whose engine answers a moment later. */
function openStudio(desc: AnimalDesc) {
  let answer: ((path: string, problems: readonly Problem[]) => void) | undefined;
  const session = {
    info: createInfo(desc),
    meta: { step: 0, x: 0, y: 0, z: 0, heading: 0 },
    isSetting: () => false,
    seek: vi.fn(),
  };
  const controller = {
    session,
    viewer: undefined,
    watchSets: (watch: typeof answer) => {
      answer = watch;
      return () => undefined;
    },
    setParameter: (path: string, value: unknown) => {
      try {
        session.info = createInfo(replaceValue(session.info.desc as AnimalDesc, path, value));
        useStudio.setState({ info: session.info });
        answer?.(path, []);
      } catch (error) {
        const { problems } = error as { problems: readonly Problem[] };
        queueMicrotask(() => answer?.(path, problems));
      }
    },
  };
  useStudio.setState({ info: session.info });
  const editor = new SceneEditor(controller as unknown as StudioController);
  const list = (kind: 'food' | 'obstacle' | 'point') => listThings(editor.handle!, editor.scene!, kind);
  return { editor, list };
}

describe('the scene editor', () => {
  const centipede = applySettings(describeAnimal('centipede'), ['body.segments=4']);
  beforeEach(() => {
    useScene.setState({ problems: [] });
  });

  it('places things with the defaults of their list, selects and moves them', () => {
    const { editor, list } = openStudio(centipede);
    editor.place('box', 0.5, 0.12345);
    expect(list('obstacle')).toMatchObject([{ kind: 'box', x: 0.5, y: 0.123, length: 0.06 }]);
    expect(useScene.getState()).toMatchObject({ selection: { kind: 'obstacle', index: 0 } });
    editor.nudge({ kind: 'obstacle', index: 0 }, 0.1, 0);
    expect(list('obstacle')).toMatchObject([{ x: 0.6 }]);
  });

  it('begins a path at the head, and drops one that has a single point left', () => {
    const { editor, list } = openStudio(centipede);
    editor.place('path', 1, 0);
    expect(list('point')).toHaveLength(2);
    editor.remove({ kind: 'point', index: 1 });
    expect(list('point')).toEqual([]);
  });

  it('shows why a thing may not be there, and leaves it out', async () => {
    const { editor, list } = openStudio(centipede);
    editor.place('cylinder', 0, 0);
    await Promise.resolve();
    expect(list('obstacle')).toEqual([]);
    expect(useScene.getState().problems).not.toEqual([]);
    expect(useScene.getState().selection).toBeUndefined();
  });

  it('shapes the ground by hand and puts slopes into the heights', () => {
    const food = 'scene.foods=[{"x":0.4}]';
    const { editor, list } = openStudio(applySettings(centipede, ['scene.slope=0.2', food]));
    const field = editor.createField()!;
    expect(field).toMatchObject({ columns: 80, side: 2 });
    field.heights[5] = 0.02;
    editor.setField(field);
    expect(list('food')).toHaveLength(1);
    expect(editor.ground!.kind).toBe('field');
    expect(editor.scene).toMatchObject({ terrain: 'field', slope: 0 });
    expect((editor.scene!['heights'] as number[])[5]).toBe(0.02);
  });

  it('goes from one kind of ground to another, each with its own numbers', () => {
    const { editor, list } = openStudio(applySettings(centipede, ['scene.foods=[{"x":0.4}]']));
    editor.set({ terrain: 'hills' });
    expect(editor.scene).toMatchObject({ terrain: 'hills', terrainSeed: 1, animals: 1 });
    editor.set({ terrainSeed: 2 });
    editor.set({ terrain: 'sphere' });
    expect(editor.scene).toMatchObject({ terrain: 'sphere', meshSize: 0.25, grip: 4 });
    expect(editor.scene).not.toHaveProperty('terrainSeed');
    expect(useScene.getState().problems).toEqual([]);
    expect(list('food')).toHaveLength(1);
  });

  it('does nothing for an animal without a scene', () => {
    const { editor } = openStudio(describeAnimal('lamprey'));
    editor.place('food', 1, 1);
    editor.removeAll();
    expect([editor.scene, editor.handle, editor.canBrush]).toEqual([undefined, undefined, false]);
  });
});
