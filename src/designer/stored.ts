/** A drawing as text, for the browser's storage and for links: read with suspicion, since anybody may have written it. */
import { parseDesc } from '../engine/families/descriptions.ts';
import type { SoftDesc } from '../engine/families/soft/schema.ts';
import { parseJson } from '../engine/model/json-text.ts';
import { isObject, printGot, throwProblem } from '../engine/model/problem.ts';
import { type Drawing, maxGroups, waveKeys } from './drawing.ts';
import { stripDrawn } from './remix.ts';

/** Limits on characters, points of an outline or a muscle, shapes and muscles. */
const limits = { text: 4_000_000, points: 2000, shapes: 200, fins: 32, paint: 100, muscles: 200, farthest: 1000 };

export function formatDrawing(drawing: Drawing): string {
  return JSON.stringify(drawing);
}

/** Throws a ModelError with problem and place. */
export function parseDrawing(text: string): Drawing {
  if (text.length > limits.text)
    throwProblem('too-large', '', `${text.length} characters`, `A drawing has at most ${limits.text}.`);
  const found = parseJson(text);
  if (!isObject(found)) throwProblem('wrong-type', '', printGot(found), 'A drawing is a JSON object.');
  if (found['version'] !== 1)
    throwProblem('unknown-version', 'version', printGot(found['version']), 'This program reads version 1.');
  checkText(found['title'], 'title');
  checkChoice(found['kind'], 'kind', ['plate', 'volume', 'form']);
  const { symmetry } = found;
  if (!isObject(symmetry)) throwProblem('wrong-type', 'symmetry', printGot(symmetry), 'Give kind and count.');
  checkChoice(symmetry['kind'], 'symmetry.kind', ['none', 'mirror', 'radial']);
  checkNumber(symmetry['count'], 'symmetry.count', 2, 16);
  checkPoints(found['outline'], 'outline', 2);
  checkList(found['shapes'], 'shapes', limits.shapes, checkShape);
  // Older drawings lack these. Members keep their order, so that a drawing is restored to the letter.
  const { fins = [], paint = [], stiffness = 1 } = found;
  const whole = { ...found, fins, paint, stiffness };
  checkList(whole.fins, 'fins', limits.fins, checkFin);
  checkList(whole.paint, 'paint', limits.paint, checkPaint);
  checkNumber(whole.stiffness, 'stiffness', 0.01, 100);
  checkList(found['groups'], 'groups', maxGroups, checkGroup);
  const groups = (found['groups'] as readonly unknown[]).length;
  if (groups === 0) throwProblem('missing', 'groups', 'none', 'A drawing has one to four groups.');
  checkList(found['muscles'], 'muscles', limits.muscles, (muscle, path) => {
    checkMuscle(muscle, path, groups);
  });
  checkNumber(found['elements'], 'elements', 0, 60_000);
  checkNumber(found['blend'], 'blend', 0, 10);
  for (const key of ['evenMesh', 'ownMaterial']) checkFlag(found[key], key);
  const { base } = found;
  if (!isObject(base)) throwProblem('wrong-type', 'base', printGot(base), 'Give an object.');
  // A remix of before has a creature of version 1.
  const upgraded = base['schemaVersion'] === 1 ? { base: stripDrawn(parseDesc(base) as SoftDesc) } : {};
  return { ...whole, ...upgraded } as unknown as Drawing;
}

function checkText(value: unknown, path: string): void {
  if (typeof value !== 'string' || value.length > 200)
    throwProblem('wrong-type', path, printGot(value), 'Give a text of at most 200 characters.');
}

function checkFlag(value: unknown, path: string): void {
  if (typeof value !== 'boolean') throwProblem('wrong-type', path, printGot(value), 'Give true or false.');
}

function checkChoice(value: unknown, path: string, choices: readonly string[]): void {
  if (typeof value !== 'string' || !choices.includes(value))
    throwProblem('not-allowed', path, printGot(value), `Give one of ${choices.join(', ')}.`);
}

function checkNumber(value: unknown, path: string, least: number, most: number): void {
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throwProblem('out-of-range', path, printGot(value), `Give a number from ${least} to ${most}.`);
}

function checkList(
  value: unknown,
  path: string,
  max: number,
  check: (item: Record<string, unknown>, path: string) => void,
): void {
  if (!Array.isArray(value) || value.length > max)
    throwProblem('wrong-type', path, printGot(value), `Give a list of at max ${max}.`);
  value.forEach((item: unknown, i) => {
    if (!isObject(item)) throwProblem('wrong-type', `${path}[${i}]`, printGot(item), 'Give an object.');
    check(item, `${path}[${i}]`);
  });
}

function checkPoints(value: unknown, path: string, size: 2 | 3): void {
  if (!Array.isArray(value) || value.length > limits.points)
    throwProblem('wrong-type', path, printGot(value), `Give a list of at most ${limits.points} points.`);
  value.forEach((point: unknown, k) => {
    if (!Array.isArray(point) || point.length !== size)
      throwProblem('wrong-type', `${path}[${k}]`, printGot(point), `Give ${size} coordinates.`);
    point.forEach((one: unknown) => {
      checkNumber(one, `${path}[${k}]`, -limits.farthest, limits.farthest);
    });
  });
}

function checkFin(fin: Record<string, unknown>, path: string): void {
  checkText(fin['name'], `${path}.name`);
  checkPoints(fin['root'], `${path}.root`, 3);
  checkPoints(fin['rim'], `${path}.rim`, 3);
  for (const key of ['held', 'copied']) checkFlag(fin[key], `${path}.${key}`);
}

function checkPaint(stroke: Record<string, unknown>, path: string): void {
  checkPoints(stroke['points'], `${path}.points`, 3);
  checkNumber(stroke['radius'], `${path}.radius`, 1e-4, 20);
  checkNumber(stroke['stiffness'], `${path}.stiffness`, 0.01, 100);
  checkNumber(stroke['thickness'], `${path}.thickness`, 0.1, 10);
}

function checkShape(shape: Record<string, unknown>, path: string): void {
  checkChoice(shape['kind'], `${path}.kind`, ['stroke', 'ellipsoid']);
  checkFlag(shape['copied'], `${path}.copied`);
  if (shape['stiffness'] !== undefined) checkNumber(shape['stiffness'], `${path}.stiffness`, 0.01, 100);
  for (const key of ['web', 'suckers']) if (shape[key] !== undefined) checkFlag(shape[key], `${path}.${key}`);
  const { radii } = shape;
  if (!Array.isArray(radii) || radii.length > limits.points)
    throwProblem('wrong-type', `${path}.radii`, printGot(radii), 'Give a list of radii.');
  radii.forEach((radius: unknown, k) => {
    checkNumber(radius, `${path}.radii[${k}]`, 1e-4, 100);
  });
  if (shape['kind'] === 'ellipsoid') {
    checkPoints([shape['centre']], `${path}.centre`, 3);
    if (radii.length !== 3) throwProblem('inconsistent', `${path}.radii`, `${radii.length}`, 'Give three half axes.');
    return;
  }
  checkFlag(shape['straight'], `${path}.straight`);
  checkPoints(shape['points'], `${path}.points`, 3);
  if (radii.length !== (shape['points'] as unknown[]).length || radii.length === 0)
    throwProblem('inconsistent', `${path}.radii`, `${radii.length}`, 'Give one radius for each point.');
}

function checkMuscle(muscle: Record<string, unknown>, path: string, groups: number): void {
  checkText(muscle['name'], `${path}.name`);
  checkChoice(muscle['role'], `${path}.role`, ['longitudinal', 'transverse', 'oblique', 'bending']);
  checkChoice(muscle['route'], `${path}.route`, ['polyline', 'bezier']);
  checkPoints(muscle['points'], `${path}.points`, 3);
  checkPoints(muscle['axis'], `${path}.axis`, 3);
  checkFlag(muscle['copied'], `${path}.copied`);
  for (const key of ['radius', 'decay'])
    if (muscle[key] !== undefined) checkNumber(muscle[key], `${path}.${key}`, 0, 1e4);
  checkNumber(muscle['group'], `${path}.group`, 0, groups - 1);
  if (!Number.isInteger(muscle['group']))
    throwProblem('out-of-range', `${path}.group`, printGot(muscle['group']), 'Give a whole number.');
}

function checkGroup(group: Record<string, unknown>, path: string): void {
  checkText(group['name'], `${path}.name`);
  if (group['cords'] !== undefined) checkText(group['cords'], `${path}.cords`);
  const { wave } = group;
  if (!isObject(wave)) throwProblem('wrong-type', `${path}.wave`, printGot(wave), 'Give the numbers of the wave.');
  for (const key of waveKeys) checkNumber(wave[key], `${path}.wave.${key}`, -20, 20);
}
