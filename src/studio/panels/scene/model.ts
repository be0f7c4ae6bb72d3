/**
 * The scene of a creature file as an editor sees it: lists of things with a place, found by the handle of the animal, and
 * what can be done to them. Nothing here changes in place.
 */
import type { SceneHandle, SceneThings } from '../../../engine/contract/handles.ts';
import { readAt } from '../../../engine/model/field-tree.ts';
import type { CreatureDocument, SystemInfo } from '../../data/protocol.ts';

export interface Placed {
  readonly x: number;
  readonly y: number;
}

/** Sizes in metres; a shape has some of them. */
interface Shaped extends Placed {
  readonly kind: string;
  readonly radius: number;
  readonly length: number;
  readonly width: number;
  readonly turn: number;
}

/** The group of the description; only members that the handle names are read, all others are kept as they are. */
export type SceneDoc = CreatureDocument;

export type ItemKind = SceneThings['kind'];

export interface SceneSelection {
  readonly kind: ItemKind;
  readonly index: number;
}

/** The scene of the open animal, if it has one to edit. */
export function readScene(info: Pick<SystemInfo, 'desc' | 'handles'> | undefined): SceneDoc | undefined {
  const path = info?.handles.scene?.path;
  return path === undefined ? undefined : (readAt(info!.desc, path) as SceneDoc);
}

export function findThings({ things }: SceneHandle, kind: ItemKind): SceneThings | undefined {
  return things.find((candidate) => candidate.kind === kind);
}

/** The things of a kind; none where the animal knows no such things. */
export function listThings(handle: SceneHandle, scene: SceneDoc, kind: ItemKind): readonly Placed[] {
  const things = findThings(handle, kind);
  return things === undefined ? [] : (scene[things.member] as readonly Placed[]);
}

export function listItems(handle: SceneHandle, scene: SceneDoc): SceneSelection[] {
  return handle.things.flatMap(({ kind }) => listThings(handle, scene, kind).map((_, index) => ({ kind, index })));
}

export function getItem(handle: SceneHandle, scene: SceneDoc, { kind, index }: SceneSelection): Placed | undefined {
  return listThings(handle, scene, kind)[index];
}

export function addItem(handle: SceneHandle, scene: SceneDoc, kind: ItemKind, item: object): SceneDoc {
  return replaceThings(handle, scene, kind, (things) => [...things, item]);
}

export function updateItem(
  handle: SceneHandle,
  scene: SceneDoc,
  { kind, index }: SceneSelection,
  values: object,
): SceneDoc {
  return replaceThings(handle, scene, kind, (things) =>
    things.map((item, i) => (i === index ? { ...item, ...values } : item)),
  );
}

export function removeItem(handle: SceneHandle, scene: SceneDoc, { kind, index }: SceneSelection): SceneDoc {
  return replaceThings(handle, scene, kind, (things) => things.filter((_, i) => i !== index));
}

export function removeAll(handle: SceneHandle, scene: SceneDoc): SceneDoc {
  return { ...scene, ...Object.fromEntries(handle.things.map(({ member }) => [member, []])) };
}

export function replaceThings(
  handle: SceneHandle,
  scene: SceneDoc,
  kind: ItemKind,
  change: (things: readonly object[]) => readonly object[],
): SceneDoc {
  const things = findThings(handle, kind);
  if (things === undefined) return scene;
  return { ...scene, [things.member]: change(scene[things.member] as readonly object[]) };
}

/** Millimetres are fine enough to place things, and keep addresses short. */
export function roundPlace(x: number, y: number): Placed {
  return { x: Math.round(1e3 * x) / 1e3 + 0, y: Math.round(1e3 * y) / 1e3 + 0 };
}

/** Outline of an item on the ground: x, y of its corners. */
export function createItemOutline(item: Placed | undefined, kind: ItemKind, margin: number): [number, number][] {
  if (item === undefined) return [];
  if (kind !== 'obstacle') return createCircle(item.x, item.y, 0.01 + margin);
  const { kind: shape, radius, length, width, turn } = item as Shaped;
  if (shape === 'cylinder') return createCircle(item.x, item.y, radius + margin);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [a, b] = [length / 2 + margin, width / 2 + margin];
  const corners = [
    [a, b],
    [-a, b],
    [-a, -b],
    [a, -b],
  ] as const;
  // Points along the edges, so that the outline follows the ground.
  return corners.flatMap(([u, v], i) => {
    const [p, q] = corners[(i + 1) % 4]!;
    return [0, 0.01, 0.25, 0.5, 0.75, 0.99].map((t): [number, number] => {
      const [along, across] = [u + t * (p - u), v + t * (q - v)];
      return [item.x + c * along - s * across, item.y + s * along + c * across];
    });
  });
}

export function createCircle(x: number, y: number, radius: number): [number, number][] {
  return Array.from({ length: 48 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 48;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
