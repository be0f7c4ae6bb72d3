/** What the parameter panel shows, made from the JSON Schema of the animal's family alone. */
import { findUnmet } from '../../engine/model/conditions.ts';
import { chooseBranch, describeAllowed, type JsonSchema, parsePath, readAt } from '../../engine/model/field-tree.ts';
import { omit } from './omit.ts';
import type { CreatureDocument, Setting } from './protocol.ts';
import { chooseDisplayUnit, type DisplayUnit, formatNumber, formatQuantity } from './display-units.ts';

export type FieldKind = 'number' | 'switch' | 'choice' | 'flag' | 'text' | 'list';

export interface FormSchema extends JsonSchema {
  /** SI; how large the values of fields that are read together are, for a common unit. */
  readonly typicalSize?: number;
}

export interface FormField {
  readonly path: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly schema: FormSchema;
}

/** Left and right of the same thing, both live: shown as a pair. */
export interface FormPair {
  readonly title: string;
  readonly about: string;
  readonly left: FormField;
  readonly right: FormField;
}

export interface FormGroup {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly fields: readonly FormField[];
  readonly groups: readonly FormGroup[];
}

/** Whether a parameter has an effect on the animal as it is, from all conditions on the way to it. */
export function appliesAt(schema: JsonSchema, path: string, read: (path: string) => unknown): boolean {
  return findUnmet(schema, parsePath(path) ?? [], read) === undefined;
}

/** The form without fields, and then without groups, that are of no use. */
export function pickForm(form: Form, isUseful: (path: string) => boolean): Form {
  const pick = (group: FormGroup): FormGroup => ({
    ...group,
    fields: group.fields.filter(({ path }) => isUseful(path)),
    groups: group.groups.map(pick).filter((member) => member.fields.length + member.groups.length > 0),
  });
  const pickAll = (groups: readonly FormGroup[]): FormGroup[] =>
    groups.map(pick).filter((group) => group.fields.length + group.groups.length > 0);
  return {
    pairs: form.pairs.filter(({ left, right }) => isUseful(left.path) || isUseful(right.path)),
    live: form.live.filter(({ path }) => isUseful(path)),
    tools: pickAll(form.tools),
    groups: pickAll(form.groups),
  };
}

export interface Form {
  readonly pairs: readonly FormPair[];
  readonly live: readonly FormField[];
  /** Groups of things one adds, such as lesions: tools rather than settings. */
  readonly tools: readonly FormGroup[];
  readonly groups: readonly FormGroup[];
}

/** Not parameters of a run. */
const hidden = new Set(['schemaVersion', 'animal', 'title', 'about', 'tryFirst', 'group', 'paper', 'view']);

/** What a drawn animal is called, though another one lends it its page: addresses carry it with the parameters. */
const names = ['animal', 'title'] as const;

export function belongsInAddress(path: string): boolean {
  return isParameter(path) || names.some((name) => name === path);
}

/** Whether a path is of the run, and not of what the animal is called or how it is shown. */
export function isParameter(path: string): boolean {
  return !hidden.has(/^\w*/u.exec(path)![0]);
}

/** `tauDendrite` → "Tau dendrite"; names of classes stay capital, and items of lists are counted from 1. */
export function formatTitle(key: string): string {
  const words = key
    .replace(/\[(\d+)\]/gu, (_, index: string) => ` ${Number(index) + 1}`)
    .split(/(?<=[a-z0-9])(?=[A-Z])|[._-]/u)
    .map((word) => (/^[A-Z0-9]{2,}$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name a schema gives a field, or its path in words. */
export function getTitle(schema: JsonSchema, path: string): string {
  return schema.title ?? formatTitle(path);
}

function getKind(schema: JsonSchema): FieldKind | undefined {
  if (schema.const !== undefined) return undefined;
  if (schema.enum !== undefined) return 'choice';
  if (schema.type === 'number' || schema.type === 'integer') return schema.switch === true ? 'switch' : 'number';
  if (schema.type === 'boolean') return 'flag';
  if (schema.type === 'string') return 'text';
  return schema.type === 'array' ? 'list' : undefined;
}

function createField(path: string, schema: JsonSchema): FormField | undefined {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const kind = hidden.has(key) ? undefined : getKind(schema);
  return kind === undefined ? undefined : { path, title: getTitle(schema, key), kind, schema };
}

/** Live members of the items of a list; its rows show the others. */
function listLiveMembers({ items }: JsonSchema): [key: string, member: JsonSchema][] {
  return Object.entries(items?.properties ?? {}).filter(([, member]) => member.live === true);
}

/** Items with sliders, as groups of the list. */
function createItemGroups(path: string, key: string, schema: JsonSchema, value: unknown): FormGroup[] {
  const live = listLiveMembers(schema);
  if (live.length === 0 || !Array.isArray(value)) return [];
  return value.map((_, i) => ({
    path: `${path}[${i}]`,
    title: formatTitle(`${key}[${i}]`),
    about: schema.items!.description ?? '',
    fields: live.flatMap(([name, member]) => createField(`${path}[${i}].${name}`, member) ?? []),
    groups: [],
  }));
}

function createGroup(path: string, title: string, schema: JsonSchema, document: unknown): FormGroup {
  const fields: FormField[] = [];
  const groups: FormGroup[] = [];
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    const memberPath = path === '' ? key : `${path}.${key}`;
    if (hidden.has(memberPath)) continue;
    if (member.properties !== undefined) {
      const group = createGroup(memberPath, getTitle(member, key), member, readAt(document, key));
      if (group.fields.length + group.groups.length > 0) groups.push(group);
      continue;
    }
    const field = createField(memberPath, member);
    if (field !== undefined) fields.push(field);
    groups.push(...createItemGroups(memberPath, key, member, readAt(document, key)));
  }
  return { path, title, about: schema.description ?? '', fields: shareUnits(fields), groups };
}

/** Coordinates of one place are read together: one unit for all of them, that of the largest default. */
function shareUnits(fields: readonly FormField[]): FormField[] {
  const isCoordinate = ({ path }: FormField): boolean => /(?:^|\.)[xyz]$/u.test(path);
  const sizes = fields.filter(isCoordinate).map(({ schema }) => Math.abs(Number(schema.default ?? 0)));
  const typicalSize = Math.max(0, ...sizes);
  if (typicalSize === 0) return [...fields];
  return fields.map((field) => (isCoordinate(field) ? { ...field, schema: { ...field.schema, typicalSize } } : field));
}

/** Whether left and right are all that is live in a group. */
function isPair(group: FormGroup): boolean {
  const live = group.fields.filter((field) => field.schema.live === true);
  return (
    live.length === 2 && ['left', 'right'].every((side) => live.some((field) => field.path === `${group.path}.${side}`))
  );
}

/** A choice of the kind of thing whose other parameters are live comes with them: it decides what they mean. */
function isLeading(field: FormField, group: FormGroup): boolean {
  return (
    field.kind === 'choice' &&
    (field.schema.kinds === true || field.path === `${group.path}.kind`) &&
    group.fields.some((other) => other.schema.live === true)
  );
}

/** Live fields with what leads them, named with their group. */
function listLive(group: FormGroup): FormField[] {
  const own = group.fields.filter((field) => field.schema.live === true || isLeading(field, group));
  const named = own.map((field) => ({ ...field, title: getTitle(field.schema, field.path) }));
  return [...named, ...group.groups.flatMap(listLive)];
}

/** Lists of nothing else, or of rows with several members; long tables of numbers are settings. */
function isTool(group: FormGroup): boolean {
  const lists = group.fields.filter((field) => field.kind === 'list');
  const rows = lists.filter((field) => field.schema.items !== undefined && hasMembers(field.schema.items));
  return group.groups.length === 0 && (rows.length >= 2 || (lists.length > 0 && lists.length === group.fields.length));
}

function withoutLive(group: FormGroup): FormGroup {
  return {
    ...group,
    fields: group.fields.filter((field) => field.schema.live !== true && !isLeading(field, group)),
    groups: group.groups.map(withoutLive).filter((member) => member.fields.length + member.groups.length > 0),
  };
}

/** `schema`: with the branches that the document has. */
export function createForm(schema: JsonSchema, document: unknown): Form {
  const root = createGroup('', 'General', schema, document);
  const pairs = root.groups.filter(isPair);
  const tools = root.groups.filter(isTool);
  const rest = withoutLive({
    ...root,
    groups: root.groups.filter((group) => !tools.includes(group)),
  });
  return {
    pairs: pairs.map((group) => ({
      title: group.title,
      about: group.about,
      left: group.fields.find((field) => field.path.endsWith('.left'))!,
      right: group.fields.find((field) => field.path.endsWith('.right'))!,
    })),
    live: listLive(root).filter((field) => !pairs.some((pair) => field.path.startsWith(`${pair.path}.`))),
    tools,
    groups: [{ ...rest, groups: [] }, ...rest.groups].filter((group) => group.fields.length + group.groups.length > 0),
  };
}

export function listFields(group: FormGroup): FormField[] {
  return [...group.fields, ...group.groups.flatMap(listFields)];
}

/** Every field of a form, in the order shown. */
export function listFormFields(form: Form): FormField[] {
  return [
    ...form.pairs.flatMap((pair) => [pair.left, pair.right]),
    ...form.live,
    ...[...form.tools, ...form.groups].flatMap(listFields),
  ];
}

/** Only what matches the words, each anywhere in the path or the sentence. */
export function filterGroup(group: FormGroup, words: readonly string[]): FormGroup | undefined {
  if (words.length === 0) return group;
  const fields = group.fields.filter((field) => matches(field, words));
  const groups = group.groups.flatMap((member) => filterGroup(member, words) ?? []);
  return fields.length + groups.length === 0 ? undefined : { ...group, fields, groups };
}

export function matches(field: FormField, words: readonly string[]): boolean {
  const text = `${field.path} ${field.title} ${field.schema.description ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Equal as JSON, whatever the order of members; a member that is undefined counts as missing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isSame(item, b[i] as unknown));
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame((a as CreatureDocument)[key], (b as CreatureDocument)[key]));
}

/** What differs from the animal's own values: the content of a permalink. */
export function listChanges(form: Form, read: (path: string) => unknown, defaults: CreatureDocument): Setting[] {
  const called = names.flatMap((path): Setting[] => {
    const value = read(path);
    return value === undefined || value === readAt(defaults, path) ? [] : [[path, value]];
  });
  // What chooses a kind comes first: the fields of that kind are there only then.
  const fields = listFormFields(form).filter(({ path }) => isChanged(form, path, read, defaults));
  const changes = [...fields.filter(isKind), ...fields.filter((field) => !isKind(field))].map(
    ({ path, schema }): Setting => [path, withoutDefaults(read(path), schema.items)],
  );
  return [...called, ...changes];
}

function isKind({ schema }: FormField): boolean {
  return schema.kinds === true;
}

/**
 * Whether a field differs from the animal's own. Live members of items have fields of their own, as long as there are as many
 * items.
 */
export function isChanged(
  form: Form,
  path: string,
  read: (path: string) => unknown,
  defaults: CreatureDocument,
): boolean {
  const findSchema = (): JsonSchema | undefined => listFormFields(form).find((field) => field.path === path)?.schema;
  // The animal's own file may be of another kind, without this field.
  const [value, own] = [read(path), readAt(defaults, path) ?? findSchema()?.default];
  if (value === undefined || isSame(value, own)) return false;
  const list = /^(.*)\[\d+\]\.\w+$/u.exec(path)?.[1];
  if (list !== undefined) return countItems(read(list)) === countItems(readAt(defaults, list));
  const schema = findSchema();
  const live = schema === undefined ? [] : listLiveMembers(schema).map(([key]) => key);
  if (live.length === 0 || countItems(value) !== countItems(own)) return true;
  const strip = (rows: unknown): unknown => (rows as CreatureDocument[]).map((row) => omit(row, live));
  return !isSame(strip(value), strip(own));
}

function countItems(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Rows of a list without the members that the engine fills in by itself. */
function withoutDefaults(value: unknown, items: JsonSchema | undefined): unknown {
  if (!Array.isArray(value) || items === undefined) return value;
  return value.map((row: CreatureDocument) => {
    const members = chooseBranch(items, row)?.properties;
    if (members === undefined) return row;
    return Object.fromEntries(
      Object.entries(row).filter(
        ([key, own]) => members[key]?.default === undefined || !isSame(own, members[key].default),
      ),
    );
  });
}

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * The stretch a slider covers, in SI. Many parameters allow far more than anyone wants to drag through; then the slider
 * covers four times the default and the number field the rest.
 */
export function computeSliderRange(schema: JsonSchema, fallback: number): SliderRange | undefined {
  const { minimum: min, maximum: max } = schema;
  if (min === undefined || max === undefined) return undefined;
  const typical = typeof fallback === 'number' && fallback !== 0 ? Math.abs(fallback) : undefined;
  const wide = typical !== undefined && max > 20 * typical;
  const top = wide ? 4 * typical : max;
  const bottom = wide && min < 0 ? Math.max(min, -top) : min;
  const whole = schema.multipleOf ?? (schema.type === 'integer' ? 1 : undefined);
  return { min: bottom, max: top, step: whole ?? (top - bottom) / 200 };
}

/** Unit for a field: chosen by its default, else by its present value, else by its upper limit. */
export function getDisplayUnit(schema: FormSchema, value?: unknown): DisplayUnit {
  const sizes = [schema.typicalSize, schema.default, value, schema.maximum];
  const typical = sizes.find((size): size is number => typeof size === 'number' && size !== 0);
  return chooseDisplayUnit(schema.unit, typical ?? 1);
}

/** What may be written in a field, in the unit it shows. */
export function describeRange(schema: FormSchema): string {
  const { minimum, maximum } = schema;
  const own = getDisplayUnit(schema);
  // "−100 to 100 m" rather than 100000 mm.
  const unit = (maximum ?? 0) / own.factor >= 1e5 ? chooseDisplayUnit(schema.unit, maximum!) : own;
  if (minimum === undefined || maximum === undefined || schema.type === 'integer' || schema.multipleOf !== undefined)
    return describeAllowed(schema);
  // Limits of angles are round in radians only.
  const write = (limit: number): number =>
    unit.label === '°' ? unit.factor * Number((limit / unit.factor).toPrecision(3)) : limit;
  return `${formatNumber(write(minimum) / unit.factor)} to ${formatQuantity(write(maximum), unit)}`;
}

/** Whether the rows of a list have members, all the same or those of their kind. */
function hasMembers({ properties, oneOf }: JsonSchema): boolean {
  return properties !== undefined || oneOf !== undefined;
}

/** A new row of a list: the defaults of its schema, of the usual kind. */
export function createListItem(items: JsonSchema): unknown {
  const { properties } = items.oneOf?.[0] ?? items;
  if (properties === undefined) return items.default ?? items.minimum ?? (items.type === 'string' ? '' : 0);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, member]) => {
      if (member.const !== undefined) return [[key, member.const]];
      if (member.default !== undefined) return [[key, member.default]];
      return typeof member.additionalProperties === 'object' ? [[key, {}]] : [];
    }),
  );
}
