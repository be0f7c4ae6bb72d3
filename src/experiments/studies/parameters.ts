/** Parameters of a study against the fields of its creature: values with units made numbers, ranges checked, links resolved. */
import { getJsonSchema, listMissingKinds } from '../../engine/families/descriptions.ts';
import { exp, log } from '../../engine/math/portable.ts';
import { describeNeeds } from '../../engine/model/branches.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import {
  describeAllowed,
  isUnsafeKey,
  type JsonSchema,
  listPaths,
  lookUp,
  parsePath,
} from '../../engine/model/field-tree.ts';
import { ModelError, type Problem, printGot } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { listUnits, parseQuantity } from '../../engine/model/units.ts';
import type { Job, ParameterValue } from './job.ts';
import { setValue } from './run-job.ts';
import { computeSamples, type SamplingMethod, samplingMethods } from './samplers.ts';
import { maxSobolDimensions } from './sobol.ts';
import type { ParameterSpec, StudySpec } from './spec.ts';

/** Values of one parameter, or of several that are drawn together; every axis is crossed with every other. */
export type ParameterAxis = readonly Job['parameters'][];

/** A parameter that follows others. */
export interface Link {
  readonly name: string;
  /** From the values of the parameters that follow none. */
  compute(values: Job['parameters']): ParameterValue;
}

export interface Choices {
  readonly axes: readonly ParameterAxis[];
  readonly links: readonly Link[];
}

/** A number that a search is free to choose: 0 is the lower end, 1 the upper. */
export interface FreeRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Share of the range at which a search begins, if the study says where. */
  readonly start?: number;
  /** The value at a share of the range, whole where the field is. */
  compute(share: number): number;
}

type Kind = 'list' | 'steps' | SamplingMethod | 'like' | 'mix';

const kinds: readonly Kind[] = ['list', 'steps', ...samplingMethods, 'like', 'mix'];

/** Members that each kind may have. */
const companions: Readonly<Record<'from' | 'to' | 'scale' | 'times' | 'plus', readonly Kind[]>> = {
  from: ['steps', ...samplingMethods],
  to: ['steps', ...samplingMethods],
  scale: ['steps', ...samplingMethods],
  times: ['like'],
  plus: ['like', 'mix'],
};

class Checker {
  readonly #schema: JsonSchema;
  readonly #creature: AnimalDesc;
  readonly #problems: Problem[];

  constructor(creature: AnimalDesc, problems: Problem[]) {
    this.#schema = getJsonSchema(creature);
    this.#creature = creature;
    this.#problems = problems;
  }

  add(code: Problem['code'], name: string, got: string, hint: string, member = ''): null {
    this.#problems.push({ code, path: `parameters.${name}${member === '' ? '' : `.${member}`}`, got, hint });
    return null;
  }

  findField(name: string): JsonSchema | null {
    const keys = parsePath(name);
    const field = keys === undefined || keys.some(isUnsafeKey) ? undefined : lookUp(this.#schema, keys);
    if (field !== undefined) return field;
    const needs = keys === undefined ? [] : listMissingKinds(this.#creature, keys);
    if (needs.length > 0) return this.add('other-kind', name, `'${name}'`, describeNeeds(needs, this.#creature));
    return this.add('unknown-parameter', name, `'${name}'`, suggestSentence(name, listPaths(this.#schema)));
  }

  /** A number, or a text with a unit, in SI units; null and a problem if it is invalid or outside the range. */
  readNumber(name: string, member: string, value: unknown, field: JsonSchema): number | null {
    const unit = field.unit ?? '1';
    const parsed = typeof value === 'string' ? parseQuantity(value, unit) : { value };
    const allowed = `Allowed: ${describeAllowed(field)}.`;
    if (parsed !== undefined && 'unknownUnit' in parsed)
      return this.add(
        'unknown-unit',
        name,
        `'${parsed.unknownUnit}'`,
        `Allowed units: ${listUnits(unit).join(', ')}.`,
        member,
      );
    const number = parsed?.value;
    if (typeof number !== 'number' || !Number.isFinite(number))
      return this.add(number === undefined ? 'missing' : 'wrong-type', name, printGot(value), allowed, member);
    if (number < (field.minimum ?? -Infinity) || number > (field.maximum ?? Infinity))
      return this.add('out-of-range', name, printGot(value), allowed, member);
    return number;
  }

  /** Whether the creature accepts the value, which its family decides. */
  checkValue(name: string, value: ParameterValue): boolean {
    try {
      setValue(this.#creature, name, value);
      return true;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      for (const { code, got, hint } of error.problems) this.add(code, name, got, hint);
      return false;
    }
  }
}

/** Everything that `sweep` varies. Adds to `problems`. */
export function resolveParameters(spec: StudySpec, creature: AnimalDesc, problems: Problem[]): Choices {
  const checker = new Checker(creature, problems);
  const axes: ParameterAxis[] = [];
  const drawn: { readonly method: SamplingMethod; readonly count: number; readonly range: FreeRange }[] = [];
  let drawnAt = 0;
  for (const [name, parameter] of Object.entries(spec.parameters)) {
    const field = checker.findField(name);
    const kind = field === null ? null : readKind(checker, name, parameter);
    if (field === null || kind === null || kind === 'like' || kind === 'mix') continue;
    if (kind === 'list') {
      const values = readList(checker, name, parameter.list!, field);
      if (values !== null) axes.push(values.map((value) => ({ [name]: value })));
      continue;
    }
    const range = readRange(checker, name, parameter, field);
    if (range === null) continue;
    if (kind === 'steps') axes.push(computeGrid(range, parameter.steps!).map((value) => ({ [name]: value })));
    else {
      if (drawn.length === 0) drawnAt = axes.length;
      drawn.push({ method: kind, count: parameter[kind]!, range });
    }
  }
  const links = resolveLinks(spec, checker);
  const [first] = drawn;
  if (first !== undefined && checkDrawn(checker, drawn, first))
    axes.splice(
      drawnAt,
      0,
      drawTogether(
        first.method,
        first.count,
        drawn.map(({ range }) => range),
        spec.samplingSeed,
      ),
    );
  return { axes, links };
}

/** The ranges that `fit` is free to choose from. Adds to `problems`. */
export function checkFreeRanges(
  spec: StudySpec,
  creature: AnimalDesc,
  problems: Problem[],
): { ranges: FreeRange[]; links: readonly Link[] } {
  const checker = new Checker(creature, problems);
  const ranges: FreeRange[] = [];
  for (const [name, parameter] of Object.entries(spec.parameters)) {
    const field = checker.findField(name);
    if (field === null || isFollower(parameter)) continue;
    const needless = (['list', 'steps', ...samplingMethods] as const).find((kind) => parameter[kind] !== undefined);
    if (needless !== undefined) {
      checker.add('inconsistent', name, needless, 'fit chooses the values itself: give from and to only.', needless);
      continue;
    }
    const range = readRange(checker, name, parameter, field);
    if (range !== null) ranges.push(range);
  }
  if (ranges.length === 0 && problems.length === 0)
    problems.push({ code: 'missing', path: 'parameters', got: 'none', hint: 'Name at least one with from and to.' });
  return { ranges, links: resolveLinks(spec, checker) };
}

function readKind(checker: Checker, name: string, parameter: ParameterSpec): Kind | null {
  const named = kinds.filter((kind) => parameter[kind] !== undefined);
  const [kind] = named;
  if (kind === undefined || named.length > 1)
    return checker.add(
      kind === undefined ? 'missing' : 'inconsistent',
      name,
      kind === undefined ? Object.keys(parameter).join(', ') || 'nothing' : named.join(' and '),
      `Say one of: list; from, to and steps, ${samplingMethods.join(', ')}; like; mix.`,
    );
  for (const [member, goesWith] of Object.entries(companions)) {
    if (parameter[member as keyof typeof companions] === undefined || goesWith.includes(kind)) continue;
    return checker.add(
      'inconsistent',
      name,
      `${member} beside ${kind}`,
      `It goes with ${goesWith.join(', ')}.`,
      member,
    );
  }
  return kind;
}

function readList(
  checker: Checker,
  name: string,
  list: readonly unknown[],
  field: JsonSchema,
): ParameterValue[] | null {
  const isNumber = field.type === 'number' || field.type === 'integer';
  const values = list.flatMap((value, i): ParameterValue[] => {
    const read = isNumber ? checker.readNumber(name, `list[${i}]`, value, field) : (value as ParameterValue);
    return read === null ? [] : [read];
  });
  if (values.length < list.length) return null;
  // Numbers inside the range are taken by the creature if the first one is.
  if (!(isNumber ? values.slice(0, 1) : values).every((value) => checker.checkValue(name, value))) return null;
  return dropRepeats(values);
}

function dropRepeats(values: readonly ParameterValue[]): ParameterValue[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function readRange(checker: Checker, name: string, parameter: ParameterSpec, field: JsonSchema): FreeRange | null {
  if (field.type !== 'number' && field.type !== 'integer')
    return checker.add(
      'wrong-type',
      name,
      'from and to',
      `This is no number: use list. Allowed: ${describeAllowed(field)}.`,
    );
  const from = checker.readNumber(name, 'from', parameter.from, field);
  const to = checker.readNumber(name, 'to', parameter.to, field);
  if (from === null || to === null) return null;
  if (parameter.scale === 'log' && !(from > 0 && to > 0))
    return checker.add('inconsistent', name, 'log', 'A logarithmic scale needs ends above zero.', 'scale');
  const step = field.multipleOf ?? (field.type === 'integer' ? 1 : 0);
  const round = (value: number): number => {
    // Rounding of the formula may step over an end, and whole fields need whole values.
    const inside = Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
    return step === 0 ? inside : step * Math.round(inside / step);
  };
  const compute =
    parameter.scale === 'log'
      ? (share: number) =>
          share <= 0 ? round(from) : share >= 1 ? round(to) : round(from * exp(share * log(to / from)))
      : (share: number) => (share >= 1 ? round(to) : round(from + share * (to - from)));
  if (![compute(0), compute(1)].every((value) => checker.checkValue(name, value))) return null;
  if (parameter.start === undefined) return { name, from, to, compute };
  const start = checker.readNumber(name, 'start', parameter.start, field);
  if (start === null) return null;
  if (start < Math.min(from, to) || start > Math.max(from, to))
    return checker.add('out-of-range', name, printGot(parameter.start), 'Between from and to.', 'start');
  const share = parameter.scale === 'log' ? log(start / from) / log(to / from) : (start - from) / (to - from);
  return { name, from, to, compute, start: to === from ? 0 : share };
}

function computeGrid(range: FreeRange, steps: number): ParameterValue[] {
  const shares = Array.from({ length: steps }, (_, i) => (steps === 1 ? 0 : i / (steps - 1)));
  // Between the ends as a person would write them: 0.6, not 0.6000000000000001.
  const tidy = (value: number): number => Number(value.toPrecision(12));
  return dropRepeats(
    shares.map((share) => (share > 0 && share < 1 ? tidy(range.compute(share)) : range.compute(share))),
  );
}

function checkDrawn(
  checker: Checker,
  drawn: readonly { method: SamplingMethod; count: number; range: FreeRange }[],
  first: { method: SamplingMethod; count: number },
): boolean {
  const other = drawn.find(({ method, count }) => method !== first.method || count !== first.count);
  if (other !== undefined) {
    const hint = `All drawn parameters are drawn together: write "${first.method}": ${first.count} in each.`;
    checker.add('inconsistent', other.range.name, `${other.method} ${other.count}`, hint, other.method);
  }
  if (first.method === 'sobol' && drawn.length > maxSobolDimensions) {
    const hint = `Sobol points have at most ${maxSobolDimensions} parameters; use latin for more.`;
    checker.add('too-large', drawn[maxSobolDimensions]!.range.name, `${drawn.length} parameters`, hint, 'sobol');
    return false;
  }
  return other === undefined;
}

function drawTogether(
  method: SamplingMethod,
  count: number,
  ranges: readonly FreeRange[],
  seed: number,
): ParameterAxis {
  const names = ranges.map((range) => range.name);
  const shares = computeSamples(method, count, names, seed);
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(ranges.map((range, i) => [range.name, range.compute(shares[row * ranges.length + i]!)])),
  );
}

function isFollower({ like, mix }: ParameterSpec): boolean {
  return like !== undefined || mix !== undefined;
}

function resolveLinks(spec: StudySpec, checker: Checker): Link[] {
  return Object.entries(spec.parameters).flatMap(([name, parameter]): Link[] => {
    const { like, mix, times, plus } = parameter;
    if (!isFollower(parameter)) return [];
    const followed = mix === undefined ? [like!] : Object.keys(mix);
    const member = mix === undefined ? 'like' : 'mix';
    if (!followed.every((other) => checkFollowed(spec, checker, name, member, other))) return [];
    const weigh = (values: Job['parameters']): ParameterValue => {
      let sum = plus ?? 0;
      for (const other of followed) sum += (values[other] as number) * (mix?.[other] ?? times ?? 1);
      return sum;
    };
    const compute = (values: Job['parameters']): ParameterValue =>
      followed.every((other) => typeof values[other] === 'number') ? weigh(values) : values[followed[0]!]!;
    return [{ name, compute }];
  });
}

function checkFollowed(spec: StudySpec, checker: Checker, name: string, member: string, other: string): boolean {
  const followed = Object.hasOwn(spec.parameters, other) ? spec.parameters[other] : undefined;
  if (followed !== undefined && !isFollower(followed)) return true;
  const others = Object.keys(spec.parameters).filter((path) => !isFollower(spec.parameters[path]!));
  const hint = `It must be a parameter of this study that follows no other. ${suggestSentence(other, others)}`;
  checker.add('unknown-parameter', name, `'${other}'`, hint, member);
  return false;
}
