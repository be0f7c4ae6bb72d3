/** Converts the creature file of a soft animal to a drawing that converts back to the same animal. */
import { parseDesc } from '../engine/families/descriptions.ts';
import type { BodyOf } from '../engine/families/soft/body/fields.ts';
import type { SoftDesc } from '../engine/families/soft/schema.ts';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { matchesPattern } from '../engine/model/pattern.ts';
import { throwProblem } from '../engine/model/problem.ts';
import {
  type Document,
  type Drawing,
  type Group,
  type Muscle,
  type Place,
  type Point,
  type Shape,
  defaultWave,
  type Wave,
  waveKeys,
} from './drawing.ts';
import { findHalf } from './outline.ts';

/** Whether an animal can be drawn. */
export function canRemix({ body, controller }: AnimalDesc): boolean {
  return body.kind === 'soft' && controller.kind === 'excitation';
}

/** Throws a ModelError for an invalid file, or an animal that cannot be drawn. */
export function createRemix(document: unknown, title?: string): Drawing {
  const desc = parseDesc(document);
  if (!canRemix(desc))
    throwProblem(
      'not-allowed',
      'body.kind',
      `a ${desc.body.kind} body`,
      'Only soft animals can be drawn: open one of them.',
    );
  return remixSoft(desc as SoftDesc, title);
}

function remixSoft(desc: SoftDesc, title = desc.title): Drawing {
  const { body, controller } = desc;
  const patterns = controller.waves.map(({ cords }) => cords);
  const used = patterns.flatMap((pattern, i) => (pattern === '' ? [] : [i]));
  const groups = (used.length === 0 ? [0] : used).map((i) =>
    createGroup(patterns[i] ?? '', controller.waves[i] ?? defaultWave),
  );
  const findGroup = (name: string): number =>
    Math.max(
      0,
      used.findIndex((i) => matchesPattern(patterns[i]!, name)),
    );
  const common = {
    version: 1,
    title,
    muscles: listMuscles(desc, findGroup),
    groups,
    ownMaterial: false,
    base: stripDrawn(desc),
  } as const;
  const empty = {
    ...{ outline: [], shapes: [], fins: [], paint: [], stiffness: 1, blend: 0.01, evenMesh: true },
    symmetry: { kind: 'none', count: 5 },
  } as const;
  if (body.shape === 'plate') {
    const outline = body.outline.map(([x, y]): Point => [x!, y!]);
    const half = findHalf(outline);
    return {
      ...common,
      ...empty,
      kind: 'plate',
      symmetry: { kind: half === undefined ? 'none' : 'mirror', count: 5 },
      outline: half ?? outline,
      elements: body.triangles,
    };
  }
  if (body.shape !== 'drawn') return { ...common, ...empty, kind: 'form', muscles: [], elements: 0 };
  return {
    ...common,
    ...empty,
    kind: 'volume',
    shapes: body.drawn.shapes.map((shape) => ({ ...createShape(shape), copied: false })),
    fins: body.drawn.sheets.map(({ name, root, rim, held }) => ({
      name,
      root: root as unknown as Place[],
      rim: rim as unknown as Place[],
      held: held === 'both',
      copied: false,
    })),
    elements: body.drawn.targetTets,
    blend: body.drawn.blend,
    evenMesh: body.drawn.mirrored,
  };
}

function createGroup(cords: string, wave: Wave): Group {
  const kept = Object.fromEntries(waveKeys.map((key) => [key, wave[key]])) as unknown as Wave;
  const name = cords.replace(/[*?]+/gu, ' ').trim();
  return { name: name === '' ? 'all' : name, cords, wave: kept };
}

function listMuscles({ body }: SoftDesc, findGroup: (name: string) => number): Muscle[] {
  if (body.shape === 'plate')
    return body.cords.map(({ name, points }) => ({
      name,
      role: 'bending',
      points: points.map(([x, y]): Place => [x!, y!, 0]),
      axis: [],
      route: 'polyline',
      radius: undefined,
      decay: undefined,
      group: findGroup(name),
      copied: false,
    }));
  if (body.shape !== 'drawn') return [];
  return body.drawn.muscles.map(({ name, role, route, points, axis, radius, decay }) => ({
    name,
    role,
    route,
    points: points as unknown as Place[],
    axis: axis as unknown as Place[],
    radius,
    decay,
    group: findGroup(name),
    copied: false,
  }));
}

function createShape(shape: BodyOf<'drawn'>['drawn']['shapes'][number]): Shape {
  const { kind, radii } = shape;
  if (kind === 'ellipsoid') return { kind, centre: shape.centre as unknown as Place, radii: radii as unknown as Place };
  return { kind, points: shape.points as unknown as Place[], radii, straight: shape.line === 'straight' };
}

/** A description without what the drawing itself says. */
export function stripDrawn(desc: SoftDesc): Document {
  const isDrawn = desc.body.shape === 'plate' || desc.body.shape === 'drawn';
  return {
    ...desc,
    body: isDrawn ? omit(desc.body, ['outline', 'triangles', 'cords', 'drawn']) : desc.body,
  };
}

function omit(document: object, keys: readonly string[]): Document {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)));
}
