/** The scene of a creature file as an editor sees it, and what can be done to it. Nothing here changes in place. */
import type { Document } from '../../data/protocol.ts';

export interface Placed {
  readonly x: number;
  readonly y: number;
}

export interface Obstacle extends Placed {
  readonly kind: string;
  readonly radius: number;
  readonly length: number;
  readonly width: number;
  readonly turn: number;
}

/** Members that the editor reads; all others are kept as they are. */
export interface SceneDoc extends Document {
  readonly terrain: string;
  readonly terrainSide: number;
  readonly terrainSeed: number;
  readonly heights: readonly number[];
  readonly heightColumns: number;
  readonly foods: readonly Placed[];
  readonly obstacles: readonly Obstacle[];
  readonly path: readonly Placed[];
  readonly pathClosed: boolean;
}

export type ItemKind = 'food' | 'obstacle' | 'point';

export interface Selection {
  readonly kind: ItemKind;
  readonly index: number;
}

const lists = { food: 'foods', obstacle: 'obstacles', point: 'path' } as const;

/** The scene of a description, if it is one that can be edited: with food and obstacles on a ground. */
export function readScene(desc: Document | undefined): SceneDoc | undefined {
  const scene = desc?.['scene'] as Partial<SceneDoc> | undefined;
  const whole = scene !== undefined && Array.isArray(scene.foods) && Array.isArray(scene.obstacles);
  return whole && typeof scene.terrain === 'string' ? (scene as SceneDoc) : undefined;
}

export function listItems(scene: SceneDoc): Selection[] {
  return (['food', 'obstacle', 'point'] as const).flatMap((kind) =>
    scene[lists[kind]].map((_, index) => ({ kind, index })),
  );
}

export function getItem(scene: SceneDoc, { kind, index }: Selection): Placed | undefined {
  return scene[lists[kind]][index];
}

export function addItem(scene: SceneDoc, kind: ItemKind, item: object): SceneDoc {
  return { ...scene, [lists[kind]]: [...scene[lists[kind]], item] };
}

export function updateItem(scene: SceneDoc, { kind, index }: Selection, values: object): SceneDoc {
  const items = scene[lists[kind]].map((item, i) => (i === index ? { ...item, ...values } : item));
  return { ...scene, [lists[kind]]: items };
}

export function removeItem(scene: SceneDoc, { kind, index }: Selection): SceneDoc {
  return { ...scene, [lists[kind]]: scene[lists[kind]].filter((_, i) => i !== index) };
}

/** Millimetres are fine enough to place things, and keep addresses short. */
export function roundPlace(x: number, y: number): Placed {
  return { x: Math.round(1e3 * x) / 1e3 + 0, y: Math.round(1e3 * y) / 1e3 + 0 };
}

/** Outline of an item on the ground: x, y of its corners. */
export function createItemOutline(scene: SceneDoc, selection: Selection, margin: number): [number, number][] {
  const item = getItem(scene, selection);
  if (item === undefined) return [];
  if (selection.kind !== 'obstacle') return createCircle(item.x, item.y, 0.01 + margin);
  const { kind, radius, length, width, turn } = item as Obstacle;
  if (kind === 'cylinder') return createCircle(item.x, item.y, radius + margin);
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
