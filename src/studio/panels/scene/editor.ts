/**
 * Edits the scene of the open animal: places, moves and removes things, shapes the ground, undoes. Every change is one new
 * value of the scene, which the engine checks; what it refuses never shows.
 */
import type { SceneGround, SceneHandle } from '../../../engine/contract/handles.ts';
import type { Problem } from '../../../engine/model/problem.ts';
import { resolveSchema } from '../../../engine/model/branches.ts';
import { type JsonSchema, lookUp, parsePath } from '../../../engine/model/field-tree.ts';
import { createListItem } from '../../data/form-model.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { createGridOver, createHeightGrid, type HeightGrid, listHeights } from './height-grid.ts';
import {
  addItem,
  findThings,
  getItem,
  type ItemKind,
  listItems,
  listThings,
  type Placed,
  readScene,
  removeAll,
  removeItem,
  replaceThings,
  roundPlace,
  type SceneDoc,
  type SceneSelection,
  updateItem,
} from './model.ts';
import { emptySceneEditor, type PlaceTool, useScene } from './store.ts';

const names: Readonly<Record<ItemKind, string>> = { food: 'Food', obstacle: 'Obstacle', point: 'Path point' };

export function formatItem(selection: SceneSelection): string {
  return `${names[selection.kind]} ${selection.index + 1}`;
}

export class SceneEditor {
  readonly controller: StudioController;
  /** What was asked for and has not been answered. */
  #asked: SceneDoc | undefined;
  readonly #stop: () => void;

  constructor(controller: StudioController) {
    this.controller = controller;
    useScene.setState({ ...emptySceneEditor });
    this.#stop = controller.watchSets((path, problems) => {
      if (path === this.handle?.path) this.#answer(problems);
    });
  }

  close(): void {
    this.#stop();
  }

  /** What the open animal says of its scene. */
  get handle(): SceneHandle | undefined {
    return this.controller.session.info?.handles.scene;
  }

  /** The scene with everything that was asked for. */
  get scene(): SceneDoc | undefined {
    return this.#asked ?? readScene(this.controller.session.info);
  }

  /** Scene and handle, while there is an animal with both. */
  #open(): { readonly handle: SceneHandle; readonly scene: SceneDoc } | undefined {
    const { handle, scene } = this;
    return handle === undefined || scene === undefined ? undefined : { handle, scene };
  }

  /** Things that were asked for, by their kind and number. */
  getItem(selection: SceneSelection): Placed | undefined {
    const open = this.#open();
    return open === undefined ? undefined : getItem(open.handle, open.scene, selection);
  }

  /** `sent` where the engine fills in the rest, as in a scene of another kind. */
  change(scene: SceneDoc, said = '', sent = scene): void {
    this.#asked = scene;
    useScene.setState({ problems: [], said });
    if (this.handle !== undefined) this.controller.setParameter(this.handle.path, sent);
  }

  #answer(problems: readonly Problem[]): void {
    if (this.handle === undefined || this.controller.session.isSetting(this.handle.path)) return;
    this.#asked = undefined;
    useScene.setState({ problems });
    // A refused drag is drawn at its old place again; a playing run does that by itself.
    const { meta } = this.controller.session;
    if (problems.length > 0 && meta !== undefined && useStudio.getState().status?.playing === false)
      this.controller.session.seek(meta.step);
    const { selection } = useScene.getState();
    // What was placed and refused cannot be selected.
    if (selection !== undefined && this.getItem(selection) === undefined) useScene.setState({ selection: undefined });
  }

  /** What is changed until `finish` is undone as one. */
  begin(): void {
    this.controller.keeper?.hold();
  }

  finish(): void {
    this.controller.keeper?.release();
  }

  undo(): void {
    if (this.controller.keeper?.undo() === true) useScene.setState({ selection: undefined, said: 'Undone.' });
  }

  redo(): void {
    if (this.controller.keeper?.redo() === true) useScene.setState({ selection: undefined, said: 'Redone.' });
  }

  /** Puts a new thing at a place and selects it. */
  place(tool: PlaceTool | 'mesh', x: number, y: number, values: object = {}): void {
    const open = this.#open();
    const kind: ItemKind = tool === 'food' ? 'food' : tool === 'path' ? 'point' : 'obstacle';
    if (open === undefined || findThings(open.handle, kind) === undefined) return;
    const { handle, scene } = open;
    const items = this.lookUpItem(kind, kind === 'obstacle' ? { kind: tool } : undefined);
    const item = { ...(items === undefined ? {} : (createListItem(items) as object)), ...values, ...roundPlace(x, y) };
    const shaped = kind === 'obstacle' ? { ...item, kind: tool } : item;
    const index = listThings(handle, scene, kind).length;
    // One point does not make a path: start at the head.
    if (kind === 'point' && index === 0) {
      const start = this.headPlace();
      this.change(
        replaceThings(handle, scene, kind, () => [roundPlace(start.x, start.y), shaped]),
        'Path begun.',
      );
      useScene.setState({ selection: { kind, index: 1 } });
      return;
    }
    this.change(addItem(handle, scene, kind, shaped), `${formatItem({ kind, index })} placed.`);
    useScene.setState({ selection: { kind, index } });
  }

  /** A body length ahead of the animal, for those who do not point. */
  placeAhead(tool: PlaceTool | 'mesh', values: object = {}): void {
    const { x, y, heading } = this.headPlace();
    const { bodyLength } = this.controller.session.info ?? { bodyLength: 0.1 };
    const open = this.#open();
    const count = open === undefined ? 0 : listItems(open.handle, open.scene).length;
    const sideways = 0.35 * bodyLength * ((count % 3) - 1);
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    this.place(tool, x + 1.2 * bodyLength * c - sideways * s, y + 1.2 * bodyLength * s + sideways * c, values);
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

  update(selection: SceneSelection, values: object, said = ''): void {
    const open = this.#open();
    if (open !== undefined) this.change(updateItem(open.handle, open.scene, selection, values), said);
  }

  move(selection: SceneSelection, x: number, y: number): void {
    this.update(selection, roundPlace(x, y), `${formatItem(selection)} moved.`);
  }

  nudge(selection: SceneSelection, dx: number, dy: number): void {
    const item = this.getItem(selection);
    if (item !== undefined) this.move(selection, item.x + dx, item.y + dy);
  }

  remove(selection: SceneSelection): void {
    const open = this.#open();
    if (open === undefined || this.getItem(selection) === undefined) return;
    const { handle } = open;
    const next = removeItem(handle, open.scene, selection);
    // One point does not make a path.
    const lone = selection.kind === 'point' && listThings(handle, next, 'point').length === 1;
    this.change(lone ? replaceThings(handle, next, 'point', () => []) : next, `${formatItem(selection)} removed.`);
    useScene.setState({ selection: undefined });
  }

  removeAll(): void {
    const open = this.#open();
    useScene.setState({ selection: undefined });
    if (open !== undefined) this.change(removeAll(open.handle, open.scene), 'All things removed.');
  }

  /** Sets members of the scene. Ground of another kind has other members: the engine keeps what both have. */
  set(values: SceneDoc, said = ''): void {
    const { scene, ground } = this;
    if (scene === undefined) return;
    const kind = ground === undefined ? undefined : values[ground.spec.member];
    const whole = { ...scene, ...values };
    this.change(whole, said, kind === undefined || kind === ground?.kind ? whole : values);
  }

  /** The kind of ground, and what is known of it. */
  get ground(): { readonly kind: string; readonly spec: SceneGround } | undefined {
    const open = this.#open();
    const spec = open?.handle.ground;
    return spec === undefined ? undefined : { kind: String(open!.scene[spec.member]), spec };
  }

  get canBrush(): boolean {
    return this.ground?.spec.heights?.from.includes(this.ground.kind) === true;
  }

  /** The ground as a grid to brush on: the heights themselves, or another ground turned into such. */
  createField(): HeightGrid | undefined {
    const { scene, ground } = this;
    const heights = ground?.spec.heights;
    const shown = this.controller.viewer?.shown;
    if (scene === undefined || heights === undefined || !this.canBrush) return undefined;
    const columns = (scene[heights.columns] as number | undefined) ?? heights.newColumns;
    const side = (scene[heights.side] as number | undefined) ?? heights.newSide;
    const list = scene[heights.list] as readonly number[] | undefined;
    if (list?.length === columns * columns) return { columns, side, heights: Float64Array.from(list) };
    if (shown?.ground === undefined) return createHeightGrid(columns, side);
    return createGridOver(columns, side, shown.ground.shape, 0);
  }

  setField(field: HeightGrid): void {
    const { ground } = this;
    const heights = ground?.spec.heights;
    if (heights === undefined) return;
    // Slopes are in the heights now.
    const slopes = ground!.kind === heights.kind ? [] : heights.slopes.map((member) => [member, 0] as const);
    this.set(
      {
        [ground!.spec.member]: heights.kind,
        [heights.list]: listHeights(field),
        [heights.columns]: field.columns,
        [heights.side]: field.side,
        ...Object.fromEntries(slopes),
      },
      'Ground shaped.',
    );
  }

  /** Schema of a thing, of the kind that `item` says or the usual one. */
  lookUpItem(kind: ItemKind, item?: object): JsonSchema | undefined {
    const { handle } = this;
    const { info } = this.controller.session;
    const things = handle === undefined ? undefined : findThings(handle, kind);
    if (info === undefined || things === undefined) return undefined;
    const items = lookUp(info.schema, parsePath(`${handle!.path}.${things.member}`)!)?.items;
    return items === undefined ? undefined : resolveSchema(items, item);
  }
}
