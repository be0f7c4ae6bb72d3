/** Numbers of a built-in shape that a remix may change. */
import { getDocument } from './creature.ts';
import type { Drawing } from './drawing.ts';

export interface ShapeNumber {
  readonly key: string;
  readonly title: string;
  readonly whole: boolean;
  readonly from: number;
  readonly to: number;
}

/** Lengths in m, angles in rad. */
const fields: readonly ShapeNumber[] = [
  { key: 'arms', title: 'Arms', whole: true, from: 4, to: 5 },
  { key: 'armLength', title: 'Length of the arms', whole: false, from: 0.1, to: 1 },
  { key: 'armHalfWidth', title: 'Half width of the arms', whole: false, from: 0.01, to: 0.08 },
  { key: 'armHalfThickness', title: 'Half thickness of the arms', whole: false, from: 0.01, to: 0.06 },
  { key: 'droop', title: 'How far they hang back', whole: false, from: 0.2, to: 1.5 },
  { key: 'length', title: 'Length of the trunk', whole: false, from: 0.1, to: 2 },
  { key: 'halfWidth', title: 'Half width of the trunk', whole: false, from: 0.02, to: 0.2 },
  { key: 'halfHeight', title: 'Half height of the trunk', whole: false, from: 0.02, to: 0.2 },
  { key: 'taper', title: 'Tips over roots', whole: false, from: 0.1, to: 1 },
  { key: 'finWidth', title: 'Width of the fins', whole: false, from: 0.05, to: 0.4 },
];

/** Which sizes each shape takes. */
const fieldsByShape: Readonly<Record<string, readonly string[]>> = {
  eel: ['length', 'halfWidth', 'halfHeight', 'taper'],
  octopus: ['armLength', 'armHalfWidth', 'armHalfThickness', 'droop', 'length', 'halfWidth', 'halfHeight', 'taper'],
  starfish: ['arms', 'armLength', 'armHalfWidth', 'armHalfThickness', 'droop', 'halfWidth', 'halfHeight', 'taper'],
  cuttlefish: ['length', 'halfWidth', 'halfHeight', 'armLength', 'finWidth', 'taper'],
};

export function listShapeNumbers({ base }: Drawing): readonly ShapeNumber[] {
  const shape = getDocument(base, 'body')['shape'];
  const keys = typeof shape === 'string' ? (fieldsByShape[shape] ?? []) : [];
  return fields.filter(({ key }) => keys.includes(key));
}

export function readSize({ base }: Drawing, key: string): number {
  const value = getDocument(getDocument(base, 'body'), 'sizes')[key];
  return typeof value === 'number' ? value : 0;
}

export function setSize(drawing: Drawing, key: string, value: number): Drawing {
  const body = getDocument(drawing.base, 'body');
  const sizes = { ...getDocument(body, 'sizes'), [key]: value };
  return { ...drawing, base: { ...drawing.base, body: { ...body, sizes } } };
}
