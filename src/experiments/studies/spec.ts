/**
 * The study file: animal, varied parameters, metrics. One schema gives types, defaults, the JSON Schema for editors and the
 * errors. What depends on the animal (paths, ranges, metrics) is checked in study.ts.
 */
import { z } from 'zod';
import { geneGroups } from '../../engine/contract/design.ts';
import {
  choice,
  count,
  type Field,
  group,
  list,
  object,
  quantity,
  text,
  wholeFile,
} from '../../engine/model/fields.ts';
import type { JsonSchema } from '../../engine/model/field-tree.ts';
import { parseJson } from '../../engine/model/json-text.ts';
import { toProblems } from '../../engine/model/parse.ts';
import { ModelError, type Problem, printGot } from '../../engine/model/problem.ts';

const maxListItems = 100_000;
const maxSeeds = 1_000_000;
const safe = Number.MAX_SAFE_INTEGER;

const amount = z.union([z.number(), z.string().max(64)]);
const value = z.union([z.number(), z.string().max(2000), z.boolean(), z.array(z.unknown())]);

function describe<T extends z.ZodType>(make: () => T, about: string): Field<T> {
  return () => make().meta({ description: about });
}

function optionalCount(about: string): Field<z.ZodOptional<z.ZodNumber>> {
  return describe(() => z.number().int().min(1).max(10_000_000).optional(), about);
}

const parameter = object('', {
  list: describe(() => z.array(value).min(1).max(maxListItems).optional(), 'The values, one by one.'),
  from: describe(() => amount.optional(), 'Lower end, a number or a text with a unit.'),
  to: describe(() => amount.optional(), 'Upper end, which belongs to the range.'),
  steps: optionalCount('Number of evenly spaced values from one end to the other, both included.'),
  random: optionalCount('Number of values drawn at random between the ends, together with other drawn parameters.'),
  latin: optionalCount('The same as a Latin hypercube: each of so many equal parts of the range has one value.'),
  sobol: optionalCount("The same as Sobol's sequence, best with a power of two."),
  scale: describe(() => z.enum(['linear', 'log']).optional(), 'Whether values are spaced evenly, or by even factors.'),
  like: describe(() => z.string().max(200).optional(), 'Path of another parameter that this one follows.'),
  times: describe(() => z.number().optional(), 'Factor on the value of the followed parameter (default 1).'),
  plus: describe(() => z.number().optional(), 'Added to it after that (default 0), in SI units.'),
  mix: describe(
    () => z.record(z.string().max(200), z.number()).optional(),
    'Paths of other parameters and weights: this one is their weighted sum, in SI units.',
  ),
  start: describe(() => amount.optional(), 'fit: where the search begins (default: the middle of the range).'),
});

const rule = object('', {
  metric: describe(() => z.string().max(200).optional(), 'A metric, looked at ten times per simulated second.'),
  signal: describe(() => z.string().max(200).optional(), 'A signal of one number, looked at after every step.'),
  above: describe(() => z.number().optional(), 'It holds when the value is larger (SI units).'),
  below: describe(() => z.number().optional(), 'It holds when the value is smaller (SI units).'),
});

const target = object('', {
  metric: describe(() => z.string().max(200), 'The metric that is wanted.'),
  value: describe(() => z.number().optional(), 'What it should be, in SI units.'),
  goal: describe(
    () => z.enum(['maximise', 'minimise']).optional(),
    'Instead of a value: as large or as small as it gets.',
  ),
  scale: describe(
    () => z.number().positive().optional(),
    'A difference that counts as one (default: the value, or 1).',
  ),
  weight: describe(() => z.number().positive().optional(), 'How much it matters beside the others (default 1).'),
});

const studySchema = wholeFile('Bestiary study', {
  $schema: () => z.string().max(2000).optional(),
  title: text({ default: '', maxLength: 200, about: 'What the study is about.' }),
  animal: describe(() => z.string().max(200).optional(), 'An animal by name; or say creature.'),
  creature: describe(
    () => z.union([z.string().max(4096), z.record(z.string(), z.unknown())]).optional(),
    'A creature file, its path seen from this file; or the creature itself.',
  ),
  set: describe(() => z.record(z.string(), value).default({}), 'Values that differ from the animal in every run.'),
  seconds: quantity({ unit: 's', min: 1e-6, max: 1e6, default: 10, about: 'Simulated seconds of every run.' }),
  seeds: describe(
    () =>
      z
        .union([
          z.number().int().min(1).max(maxSeeds),
          z.array(z.number().int().min(-safe).max(safe)).min(1).max(maxSeeds),
        ])
        .default([1]),
    'How many seeds (1, 2, 3 …), or a list of whole numbers.',
  ),
  parameters: describe(
    () => z.record(z.string(), parameter()).default({}),
    'What is varied: path in the creature → values.',
  ),
  vary: list(() => z.enum(geneGroups), {
    default: [],
    max: geneGroups.length,
    about: 'fit: what the animal itself offers to a search, by groups, from what it is now: pattern, shape, material.',
  }),
  samplingSeed: count({ min: -safe, max: safe, default: 1, about: 'Seed of drawn parameter values.' }),
  metrics: list(() => z.string().max(200), { default: [], max: 200, about: 'Columns of the table; all when empty.' }),
  stop: list(rule, { default: [], max: 20, about: 'A run ends early as soon as one of these holds.' }),
  record: group('Signals kept over time for every run.', {
    signals: list(() => z.string().max(200), { default: [], max: 200, about: 'Names of signals.' }),
    every: quantity({ unit: 's', min: 1e-6, max: 1e6, default: 0.05, about: 'Simulated seconds between two samples.' }),
  }),
  targets: list(target, { default: [], max: 50, about: 'fit: what the metrics should become.' }),
  constraints: list(rule, { default: [], max: 50, about: 'fit: what a solution must keep to.' }),
  search: group('fit: how to search.', {
    method: choice(['cma-es', 'halving', 'random'], {
      default: 'cma-es',
      about: 'Evolution strategy; short runs first and long ones for the better third; or points at random.',
    }),
    evaluations: count({ min: 1, max: 1_000_000, default: 200, about: 'Most sets of parameters that are tried.' }),
    population: count({ min: 0, max: 10_000, default: 0, about: 'Sets per generation; 0 lets the method choose.' }),
    sigma: quantity({ unit: '1', min: 0.001, max: 1, default: 0.25, about: 'First step, as a share of the ranges.' }),
    seed: count({ min: -safe, max: safe, default: 1, about: 'Seed of the search.' }),
  }),
});

export type StudySpec = z.output<ReturnType<typeof studySchema>>;
export type ParameterSpec = z.output<ReturnType<typeof parameter>>;
export type RuleSpec = z.output<ReturnType<typeof rule>>;
export type TargetSpec = z.output<ReturnType<typeof target>>;

/** For editors and for hints. */
export function createStudySchema(): Record<string, unknown> {
  return z.toJSONSchema(studySchema(), { io: 'input', reused: 'inline' });
}

/** Text of a study file → spec with defaults. Throws a ModelError with every problem. */
export function parseStudySpec(text: string): StudySpec {
  const document = parseJson(text);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ModelError([
      { code: 'wrong-type', path: '', got: printGot(document), hint: 'A study is a JSON object; see docs/studies.md.' },
    ]);
  const result = studySchema().safeParse(document);
  if (!result.success) {
    const schema = createStudySchema() as JsonSchema;
    throw new ModelError(result.error.issues.slice(0, 100).flatMap((issue) => explain(issue, document, schema)));
  }
  const { animal, creature } = result.data;
  if ((animal === undefined) === (creature === undefined))
    throw new ModelError([
      {
        code: animal === undefined ? 'missing' : 'inconsistent',
        path: 'animal',
        got: animal === undefined ? 'neither animal nor creature' : 'both animal and creature',
        hint: 'Name one: "animal": "lamprey", or "creature": "mine.creature.json".',
      },
    ]);
  return result.data;
}

/** As for creature files; where several types are allowed the field's own sentence says which. */
function explain(issue: z.core.$ZodIssue, document: unknown, schema: JsonSchema): Problem[] {
  return toProblems(issue, document, schema).map((problem) =>
    issue.code === 'invalid_union'
      ? { ...problem, hint: problem.hint.replace('Allowed: another value. ', 'Allowed: ') }
      : problem,
  );
}
