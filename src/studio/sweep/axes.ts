/** What a study may vary, and what it proposes: parameters that act on the animal as it is, half up and half down from their values. */
import { readAt } from '../../engine/model/field-tree.ts';
import { formatQuantity } from '../data/display-units.ts';
import {
  appliesAt,
  computeSliderRange,
  createForm,
  type FormField,
  getTitle,
  getDisplayUnit,
  listFields,
  listFormFields,
} from '../data/form-model.ts';
import type { StudySubject } from './messages.ts';

export interface StudyAxis {
  readonly path: string;
  /** Numbers or texts with units. */
  readonly from: string;
  readonly to: string;
  readonly steps: number;
}

/** Of the value, to each side. */
const proposedShare = 0.5;
/** Of the range of a slider, to each side of a zero. */
const zeroShare = 0.25;

/** Fields of numbers that have an effect now, those that people reach for first on top. */
export function listVaried({
  schema,
  desc,
  inert = [],
}: Pick<StudySubject, 'schema' | 'desc'> & Partial<StudySubject>): FormField[] {
  const read = (path: string): unknown => readAt(desc, path);
  const form = createForm(schema, desc);
  const things = new Set(form.tools.flatMap(listFields));
  const numbers = listFormFields(form).filter(
    (field) => field.kind === 'number' && !things.has(field) && typeof read(field.path) === 'number',
  );
  return numbers
    .filter(({ path }) => appliesAt(schema, path, read) && !inert.includes(path))
    .map((field) => ({ ...field, title: getTitle(field.schema, field.path) }));
}

/** The first of them for whom half of its value is something, and that is no switch. */
export function proposeField(
  subject: Pick<StudySubject, 'schema' | 'desc'>,
  others: readonly string[] = [],
): FormField | undefined {
  const fields = listVaried(subject).filter(({ path }) => !others.includes(path));
  return fields.find(({ path, schema }) => readAt(subject.desc, path) !== 0 && !isSwitch(schema)) ?? fields[0];
}

function isSwitch({ type, minimum, maximum }: FormField['schema']): boolean {
  return type === 'integer' && maximum !== undefined && maximum - (minimum ?? 0) <= 1;
}

/** Half up and half down from the value, within what is allowed, in the unit that its field shows. */
export function createAxis(
  { desc }: Pick<StudySubject, 'desc'>,
  { path, schema }: FormField,
  steps: number,
): StudyAxis {
  const value = Number(readAt(desc, path));
  const slider = computeSliderRange(schema, value) ?? { min: -1, max: 1 };
  const reach = value === 0 ? zeroShare * (slider.max - slider.min) : proposedShare * Math.abs(value);
  const limit = (end: number): number =>
    Math.min(schema.maximum ?? Infinity, Math.max(schema.minimum ?? -Infinity, roundTo(schema, end)));
  const unit = getDisplayUnit(schema, value);
  const write = (end: number): string => formatQuantity(Number(end.toPrecision(6)), unit).replace('°', 'deg');
  const [from, to] = [limit(value - reach), limit(value + reach)];
  // Whole numbers have no more values than lie between the ends.
  const whole = getGrain(schema);
  const most = whole === undefined ? steps : Math.max(1, Math.round((to - from) / whole) + 1);
  return { path, from: write(from), to: write(to), steps: countSteps(steps, most) };
}

function getGrain({ multipleOf, type }: FormField['schema']): number | undefined {
  return multipleOf ?? (type === 'integer' ? 1 : undefined);
}

function roundTo(schema: FormField['schema'], value: number): number {
  const grain = getGrain(schema);
  return grain === undefined ? value : grain * Math.round(value / grain);
}

/** As many as divide the range evenly, at most those that are wanted. */
function countSteps(wanted: number, most: number): number {
  if (wanted <= 1 || most <= wanted) return Math.min(wanted, most);
  let steps = wanted;
  if (Number.isFinite(most)) while (steps > 2 && (most - 1) % (steps - 1) !== 0) steps -= 1;
  return steps;
}
