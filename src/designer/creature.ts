/** Converts a drawing to a creature file: plain data, ready to be parsed, run and saved. */
import { isMirrored, expandOutline } from './outline.ts';
import { areMirrored, expandMuscles, expandShapes } from './symmetry.ts';
import { type Document, type Drawing, type Group, type Place, type Shape } from './drawing.ts';
import { nameCords } from './groups.ts';
import { listPaint, listSheets, listSuckers } from './marks.ts';

/** Length at which the material was tuned, and its values there. */
const tunedLength = 0.6;
const tunedPlate = { stretch: 2e4, bend: 14, thickness: 0.015 };
const tunedVolume = { shape: 1e5, volume: 1e6, muscle: 9e5 };
/**
 * Factors on that for fins on a trunk, which are smaller than a plate that is the whole animal, and for membranes, which must
 * yield when arms open. Chosen: stiffer membranes immobilise a star.
 */
const tunedFin = { stretch: 1, bend: 0.3, thickness: 0.4 };
const tunedWeb = { stretch: 0.02, bend: 0.01, thickness: 0.2 };
/** Sufficient residual of a step for plates: within 1 % of converged steps, as measured on a stingray, a manta and others. */
const plateTolerance = 0.03;

export function createCreature(drawing: Drawing): Document {
  const { base, title } = drawing;
  const controller = getDocument(base, 'controller');
  const cords = listCords(drawing);
  return toFileForm({
    ...base,
    schemaVersion: 2,
    // Under another title it is another animal.
    animal: base['title'] === title ? base['animal'] : createShortName(title),
    title,
    paper: base['paper'] ?? '',
    body: { ...getDocument(base, 'body'), kind: 'soft', ...createBody(drawing, cords.names) },
    controller: { ...controller, kind: 'excitation', waves: createWaves(drawing.groups, cords.patterns) },
    ...(drawing.kind === 'plate' ? { solver: { tolerance: plateTolerance, ...getDocument(base, 'solver') } } : {}),
  });
}

/** As JSON has it: without signed zeros and undefined members. */
function toFileForm(document: Document): Document {
  return JSON.parse(JSON.stringify(document)) as Document;
}

export function getDocument(document: Document, key: string): Document {
  const value = document[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {};
}

export function createShortName(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 40);
  return words === '' ? 'my-animal' : words;
}

function listCords(drawing: Drawing): ReturnType<typeof nameCords> {
  if (drawing.kind === 'form') return { names: [], patterns: drawing.groups.map(({ cords }) => cords ?? '') };
  return nameCords(expandMuscles(drawing), drawing.groups);
}

function createBody(drawing: Drawing, names: readonly string[]): Document {
  const made =
    drawing.kind === 'form'
      ? {}
      : drawing.kind === 'plate'
        ? createPlate(drawing, names)
        : createVolume(drawing, names);
  const body = drawing.ownMaterial ? { ...made, ...createMaterial(drawing) } : made;
  return { ...body, ...scaleMaterial(drawing, body), ...createMarks(drawing) };
}

/** Resistance to changes of shape; that to changes of volume is what makes it water. */
const stiffnesses = ['shape', 'stretch', 'bend'] as const;

function scaleMaterial({ stiffness, base }: Drawing, body: Document): Document {
  if (stiffness === 1) return {};
  const material = { ...getDocument(getDocument(base, 'body'), 'material'), ...getDocument(body, 'material') };
  const scaled = stiffnesses.flatMap((key) => {
    const value = material[key];
    return typeof value === 'number' ? [[key, value * stiffness] as const] : [];
  });
  return { material: { ...material, ...Object.fromEntries(scaled) } };
}

/** Painted factors, in addition to those of the base. */
function createMarks(drawing: Drawing): Document {
  const body = getDocument(drawing.base, 'body');
  const made = { paint: listPaint(drawing), suckers: listSuckers(drawing) };
  const keys = (['paint', 'suckers'] as const).filter((key) => made[key].length > 0);
  return Object.fromEntries(
    keys.map((key) => [key, [...(Array.isArray(body[key]) ? (body[key] as Document[]) : []), ...made[key]]]),
  );
}

function createPlate(drawing: Drawing, names: readonly string[]): Document {
  return {
    shape: 'plate',
    outline: expandOutline(drawing),
    triangles: drawing.elements,
    cords: expandMuscles(drawing).map(({ points }, i) => ({ name: names[i]!, points: points.map(([x, y]) => [x, y]) })),
  };
}

function createVolume(drawing: Drawing, names: readonly string[]): Document {
  const shapes = expandShapes(drawing);
  const sheets = listSheets(drawing);
  return {
    shape: 'drawn',
    drawn: {
      ...(sheets.length === 0 ? {} : { sheets }),
      shapes: shapes.map(describeShape),
      blend: drawing.blend,
      targetTets: drawing.elements,
      mirrored: drawing.evenMesh && areMirrored(shapes),
      muscles: expandMuscles(drawing).map(({ role, route, points, axis, radius, decay }, i) => ({
        name: names[i]!,
        role,
        route,
        points,
        axis,
        ...(radius === undefined ? {} : { radius }),
        ...(decay === undefined ? {} : { decay }),
      })),
    },
  };
}

function describeShape(shape: Shape): Document {
  if (shape.kind === 'ellipsoid') return { kind: 'ellipsoid', centre: shape.centre, radii: shape.radii };
  const { points, radii, straight } = shape;
  return { kind: 'stroke', points, radii, line: straight ? 'straight' : 'smooth' };
}

/**
 * Material that moves alike at any size, with the same periods: pressures of the water grow as the square of the length, so that
 * stiffness against stretching grows as its cube, and against bending as its fifth power. Chosen; tuned at 0.6 m.
 */
function createMaterial(drawing: Drawing): Document {
  const size = computeSize(drawing);
  const s = Math.min(30, Math.max(0.003, size / tunedLength));
  const limit = (value: number, least: number, max: number): number =>
    Number(Math.min(max, Math.max(least, value)).toPrecision(4));
  const given = getDocument(getDocument(drawing.base, 'body'), 'material');
  const plate = {
    stretch: limit(tunedPlate.stretch * s * s * s, 1e-3, 1e8),
    bend: limit(tunedPlate.bend * s * s * s * s * s, 1e-9, 1e4),
    thickness: limit(tunedPlate.thickness * s, 1e-4, 1),
  };
  if (drawing.kind === 'plate')
    return {
      reach: { radius: limit(0.13 * size, 1e-4, 5), decay: limit(3 / size, 0, 1e4) },
      material: { ...plate, density: 1000, ...given },
    };
  const sheet =
    drawing.fins.length > 0 ? tunedFin : drawing.shapes.some(({ web }) => web === true) ? tunedWeb : undefined;
  return {
    reach: { radius: limit(0.05 * size, 1e-4, 5), decay: limit(6 / size, 0, 1e4) },
    material: {
      shape: limit(tunedVolume.shape * s * s, 1, 1e8),
      volume: limit(tunedVolume.volume * s * s, 10, 1e9),
      muscle: limit(tunedVolume.muscle * s * s, 10, 1e8),
      ...(sheet === undefined
        ? {}
        : {
            stretch: sheet.stretch * plate.stretch,
            bend: sheet.bend * plate.bend,
            thickness: sheet.thickness * plate.thickness,
          }),
      density: 1000,
      ...given,
    },
  };
}

/** Longest side of the bounding box of the drawing, m; 0 for an empty board. */
function computeSize(drawing: Drawing): number {
  const places: readonly Place[] =
    drawing.kind === 'plate'
      ? expandOutline(drawing).map(([x, y]) => [x, y, 0])
      : expandShapes(drawing).flatMap((shape) => (shape.kind === 'stroke' ? shape.points : listEnds(shape)));
  let size = 0;
  for (const axis of [0, 1, 2] as const) {
    let [low, high] = [Infinity, -Infinity];
    for (const place of places) {
      low = Math.min(low, place[axis]);
      high = Math.max(high, place[axis]);
    }
    size = Math.max(size, high - low);
  }
  return Number.isFinite(size) ? size : 0;
}

function listEnds({ centre: [x, y, z], radii: [rx, ry, rz] }: Extract<Shape, { kind: 'ellipsoid' }>): Place[] {
  return [
    [x - rx, y - ry, z - rz],
    [x + rx, y + ry, z + rz],
  ];
}

function createWaves(groups: readonly Group[], patterns: readonly string[]): Document[] {
  return groups.map(({ wave }, i) => ({ ...wave, cords: patterns[i]! }));
}

/** Whether a drawing has enough on it to be an animal. */
export function isEmpty(drawing: Drawing): boolean {
  if (drawing.kind === 'form') return false;
  return drawing.kind === 'plate'
    ? drawing.outline.length < (isMirrored(drawing) ? 2 : 3)
    : drawing.shapes.length === 0;
}

/** Whether two drawings differ at most in their title and in the numbers of their waves. */
export function isSameBody(one: Drawing, other: Drawing): boolean {
  const keys = [
    'kind',
    'symmetry',
    'outline',
    'shapes',
    'fins',
    'paint',
    'stiffness',
    'muscles',
    'elements',
    'blend',
    'evenMesh',
    'ownMaterial',
    'base',
  ] as const;
  return one.groups.length === other.groups.length && keys.every((key) => one[key] === other[key]);
}
