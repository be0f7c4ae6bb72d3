/**
 * Edits the scene of the open animal: places, moves and removes things, shapes the ground, undoes. Every change is one new
 * value of `scene`, which the engine checks; what it refuses never shows.
 */
import type { Problem } from '../../../engine/model/problem.ts';
import { type JsonSchema, lookUp } from '../../../engine/model/field-tree.ts';
import { createListItem } from '../../data/form-model.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { createGridOver, createHeightGrid, type HeightGrid, listHeights } from './height-grid.ts';
import { SceneHistory } from './history.ts';
import {
  addItem,
  getItem,
  type ItemKind,
  listItems,
  readScene,
  removeItem,
  roundPlace,
  type SceneDoc,
  type Selection,
  updateItem,
} from './model.ts';
import { emptySceneEditor, type PlaceTool, useScene } from './store.ts';

const names: Readonly<Record<ItemKind, string>> = { food: 'Food', obstacle: 'Obstacle', point: 'Path point' };

/** Terrains that a brush may start from; closed surfaces are no height fields. */
const brushable = new Set(['plane', 'bumps', 'hills', 'pebbles', 'blocks', 'field']);

export function formatItem(selection: Selection): string {
  return `${names[selection.kind]} ${selection.index + 1}`;
}

export class SceneEditor {
  readonly controller: StudioController;
  readonly #history: SceneHistory | undefined;
  /** What was asked for and has not been answered. */
  #asked: SceneDoc | undefined;
  readonly #stop: () => void;

  constructor(controller: StudioController) {
    this.controller = controller;
    useScene.setState({ ...emptySceneEditor });
    const scene = readScene(controller.session.info?.desc);
    this.#history = scene === undefined ? undefined : new SceneHistory(scene);
    const unsubscribe = useStudio.subscribe(({ info }, before) => {
      const now = readScene(info?.desc);
      if (info === before.info || now === undefined) return;
      this.#history?.observe(now);
      this.#showCounts();
    });
    const unwatch = controller.watchSets((path, problems) => {
      if (path === 'scene') this.#answer(problems);
    });
    this.#stop = () => {
      unsubscribe();
      unwatch();
    };
  }

  close(): void {
    this.#stop();
  }

  /** The scene with everything that was asked for. */
  get scene(): SceneDoc | undefined {
    return this.#asked ?? readScene(this.controller.session.info?.desc);
  }

  change(scene: SceneDoc, said = ''): void {
    this.#asked = scene;
    useScene.setState({ problems: [], said });
    this.controller.setParameter('scene', scene);
  }

  #answer(problems: readonly Problem[]): void {
    if (this.controller.session.isSetting('scene')) return;
    this.#asked = undefined;
    useScene.setState({ problems });
    // What was dragged to where it may not be goes back; a run that goes on shows it by itself.
    const { meta } = this.controller.session;
    if (problems.length > 0 && meta !== undefined && useStudio.getState().status?.playing === false)
      this.controller.session.seek(meta.step);
    const { selection } = useScene.getState();
    const { scene } = this;
    // What was placed and refused cannot be selected.
    if (selection !== undefined && scene !== undefined && getItem(scene, selection) === undefined)
      useScene.setState({ selection: undefined });
  }

  #showCounts(): void {
    useScene.setState({ undoCount: this.#history?.undoCount ?? 0, redoCount: this.#history?.redoCount ?? 0 });
  }

  undo(): void {
    this.#travel(this.#history?.undo(), 'Undone.');
  }

  redo(): void {
    this.#travel(this.#history?.redo(), 'Redone.');
  }

  #travel(scene: SceneDoc | undefined, said: string): void {
    if (scene === undefined) return;
    useScene.setState({ selection: undefined });
    this.change(scene, said);
  }

  /** Puts a new thing at a place and selects it. */
  place(tool: PlaceTool | 'mesh', x: number, y: number, values: object = {}): void {
    const { scene } = this;
    if (scene === undefined) return;
    const kind: ItemKind = tool === 'food' ? 'food' : tool === 'path' ? 'point' : 'obstacle';
    const list = kind === 'food' ? 'foods' : kind === 'point' ? 'path' : 'obstacles';
    const { items } = this.#lookUp(['scene', list]) ?? {};
    const item = { ...(items === undefined ? {} : (createListItem(items) as object)), ...values, ...roundPlace(x, y) };
    const shaped = kind === 'obstacle' ? { ...item, kind: tool } : item;
    const next = addItem(scene, kind, shaped);
    const selection = { kind, index: scene[list].length };
    // One point is no path yet.
    if (kind === 'point' && scene.path.length === 0) {
      const start = this.headPlace();
      this.change({ ...scene, path: [roundPlace(start.x, start.y), shaped] }, 'Path begun.');
      useScene.setState({ selection: { kind, index: 1 } });
      return;
    }
    this.change(next, `${formatItem(selection)} placed.`);
    useScene.setState({ selection });
  }

  /** A body length ahead of the animal, for those who do not point. */
  placeAhead(tool: PlaceTool | 'mesh', values: object = {}): void {
    const { x, y, heading } = this.headPlace();
    const { bodyLength } = this.controller.session.info ?? { bodyLength: 0.1 };
    const aside = 0.35 * bodyLength * (((this.scene === undefined ? 0 : listItems(this.scene).length) % 3) - 1);
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    this.place(tool, x + 1.2 * bodyLength * c - aside * s, y + 1.2 * bodyLength * s + aside * c, values);
  }

  headPlace(): { x: number; y: number; heading: number } {
    const { meta, info } = this.controller.session;
    const half = (info?.bodyLength ?? 0) / 2;
    const heading = meta?.heading ?? 0;
    return {
      x: (meta?.x ?? 0) + half * Math.cos(heading),
      y: (meta?.y ?? 0) + half * Math.sin(heading),
      heading,
    };
  }

  update(selection: Selection, values: object, said = ''): void {
    const { scene } = this;
    if (scene !== undefined) this.change(updateItem(scene, selection, values), said);
  }

  move(selection: Selection, x: number, y: number): void {
    this.update(selection, roundPlace(x, y), `${formatItem(selection)} moved.`);
  }

  nudge(selection: Selection, dx: number, dy: number): void {
    const item = this.scene === undefined ? undefined : getItem(this.scene, selection);
    if (item !== undefined) this.move(selection, item.x + dx, item.y + dy);
  }

  remove(selection: Selection): void {
    const { scene } = this;
    if (scene === undefined || getItem(scene, selection) === undefined) return;
    const next = removeItem(scene, selection);
    // A path of one point is none.
    const lone = selection.kind === 'point' && next.path.length === 1;
    this.change(lone ? { ...next, path: [] } : next, `${formatItem(selection)} removed.`);
    useScene.setState({ selection: undefined });
  }

  /** Sets members of the scene. */
  set(values: Partial<SceneDoc>, said = ''): void {
    if (this.scene !== undefined) this.change({ ...this.scene, ...values }, said);
  }

  get canBrush(): boolean {
    return this.scene !== undefined && brushable.has(this.scene.terrain);
  }

  /** The ground as a grid to brush on: the field itself, or another terrain turned into one. */
  createField(): HeightGrid | undefined {
    const { scene } = this;
    const shown = this.controller.viewer?.shown;
    if (scene === undefined || !this.canBrush) return undefined;
    const { heightColumns: columns, terrainSide: side } = scene;
    if (scene.terrain === 'field' && scene.heights.length === columns * columns)
      return { columns, side, heights: Float64Array.from(scene.heights) };
    if (shown?.ground === undefined) return createHeightGrid(columns, side);
    return createGridOver(columns, side, shown.ground.shape, 0);
  }

  setField(field: HeightGrid): void {
    this.set(
      {
        terrain: 'field',
        heights: listHeights(field),
        heightColumns: field.columns,
        terrainSide: field.side,
        // It is in the heights now.
        ...(this.scene?.terrain === 'field' ? {} : { slope: 0, slopeAcross: 0 }),
      },
      'Ground shaped.',
    );
  }

  #lookUp(path: readonly string[]): JsonSchema | undefined {
    const { info } = this.controller.session;
    return info === undefined ? undefined : lookUp(info.schema, path);
  }

  /** Schema of one member of a thing. */
  lookUpItem(kind: ItemKind): JsonSchema | undefined {
    return this.#lookUp(['scene', kind === 'food' ? 'foods' : kind === 'point' ? 'path' : 'obstacles'])?.items;
  }
}
