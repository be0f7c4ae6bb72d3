/** A drawing as text, for the browser's storage and for links: read with suspicion, since anybody may have written it. */
import { z } from 'zod';
import { parseDesc } from '../engine/families/descriptions.ts';
import type { SoftDesc } from '../engine/families/soft/schema.ts';
import { formatPath, type JsonSchema } from '../engine/model/field-tree.ts';
import { parseJson } from '../engine/model/json-text.ts';
import { toProblems } from '../engine/model/parse.ts';
import { isObject, ModelError, printGot, throwProblem } from '../engine/model/problem.ts';
import { type Drawing, maxGroups, waveKeys } from './drawing.ts';
import { stripDrawn } from './remix.ts';

/** Limits on characters, points of an outline or a muscle, shapes and muscles. */
const limits = { text: 4_000_000, points: 2000, shapes: 200, fins: 32, paint: 100, muscles: 200, farthest: 1000 };

const flag = z.boolean();
const text = z.string().max(200);
const number = (least: number, most: number) => z.number().min(least).max(most);
const factor = number(0.01, 100);
const listOf = (size: number) => z.array(number(-limits.farthest, limits.farthest)).length(size);
const points = (size: number) => z.array(listOf(size)).max(limits.points);
const radius = number(1e-4, 100);
const ofShapes = { copied: flag, stiffness: factor.optional(), web: flag.optional(), suckers: flag.optional() };

const shape = z.discriminatedUnion('kind', [
  z
    .looseObject({
      kind: z.literal('stroke'),
      points: points(3).min(1),
      radii: z.array(radius),
      straight: flag,
      ...ofShapes,
    })
    .refine(({ points: places, radii }) => places.length === radii.length, {
      path: ['radii'],
      message: 'Give one radius for each point.',
    }),
  z.looseObject({ kind: z.literal('ellipsoid'), centre: listOf(3), radii: z.array(radius).length(3), ...ofShapes }),
]);
const fin = z.looseObject({ name: text, root: points(3), rim: points(3), held: flag, copied: flag });
const paint = z.looseObject({
  points: points(3),
  radius: number(1e-4, 20),
  stiffness: factor,
  thickness: number(0.1, 10),
});
const group = z.looseObject({
  name: text,
  cords: text.optional(),
  wave: z.looseObject(Object.fromEntries(waveKeys.map((key) => [key, number(-20, 20)]))),
});
const muscle = z.looseObject({
  name: text,
  role: z.enum(['longitudinal', 'transverse', 'oblique', 'bending']),
  route: z.enum(['polyline', 'bezier']),
  points: points(3),
  axis: points(3),
  copied: flag,
  radius: number(0, 1e4).optional(),
  decay: number(0, 1e4).optional(),
  group: z.int().min(0),
});
const schema = z
  .looseObject({
    title: text,
    kind: z.enum(['plate', 'volume', 'form']),
    symmetry: z.looseObject({ kind: z.enum(['none', 'mirror', 'radial']), count: number(2, 16) }),
    outline: points(2),
    shapes: z.array(shape).max(limits.shapes),
    fins: z.array(fin).max(limits.fins),
    paint: z.array(paint).max(limits.paint),
    stiffness: factor,
    groups: z.array(group).min(1).max(maxGroups),
    muscles: z.array(muscle).max(limits.muscles),
    elements: number(0, 60_000),
    blend: number(0, 10),
    evenMesh: flag,
    ownMaterial: flag,
    base: z.looseObject({}),
  })
  .refine(({ muscles, groups }) => muscles.every((one) => one.group < groups.length), {
    path: ['muscles'],
    message: 'The group of each muscle must be there.',
  });

export function formatDrawing(drawing: Drawing): string {
  return JSON.stringify(drawing);
}

/** Throws a ModelError with problem and place. */
export function parseDrawing(json: string): Drawing {
  if (json.length > limits.text)
    throwProblem('too-large', '', `${json.length} characters`, `A drawing has at most ${limits.text}.`);
  const found = parseJson(json);
  if (!isObject(found)) throwProblem('wrong-type', '', printGot(found), 'A drawing is a JSON object.');
  if (found['version'] !== 1)
    throwProblem('unknown-version', 'version', printGot(found['version']), 'This program reads version 1.');
  // Older drawings lack these. Members keep their order, so that a drawing is restored to the letter.
  const { fins = [], paint: strokes = [], stiffness = 1 } = found;
  const whole = { ...found, fins, paint: strokes, stiffness };
  const parsed = schema.safeParse(whole);
  if (!parsed.success) {
    const [issue] = parsed.error.issues as [z.core.$ZodIssue];
    if (issue.code === 'custom') throwProblem('inconsistent', formatPath(issue.path), 'other counts', issue.message);
    throw new ModelError(toProblems(issue, whole, z.toJSONSchema(schema) as JsonSchema));
  }
  // A remix of before has a creature of version 1.
  const { base } = parsed.data;
  const upgraded = base['schemaVersion'] === 1 ? { base: stripDrawn(parseDesc(base) as SoftDesc) } : {};
  return { ...whole, ...upgraded } as unknown as Drawing;
}
