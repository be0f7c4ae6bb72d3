/**
 * What the fields of creature files use of zod, in a tenth of its size: the build of the package puts it in the place of zod for the
 * engine (vite.library.config.ts), so that a page with one animal does not pay for a library of all formats. A test reads thousands
 * of right and wrong documents with both and compares results and issues.
 */

type Key = string | number;

interface Issue {
  readonly code: string;
  path: Key[];
  readonly message: string;
  /** Whether checks that come after it still make sense. */
  readonly continues?: boolean;
  readonly [more: string]: unknown;
}

interface Check {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> };
  /** Gives the value to continue with; pushes what it finds. */
  readonly run: (value: never, issues: Issue[]) => unknown;
  /** Runs also when another check has failed. */
  readonly always?: boolean;
}

type Definition = Readonly<Record<string, unknown>> & { readonly type: string; readonly checks?: readonly Check[] };
type Read = (value: unknown, issues: Issue[]) => unknown;
type Shape = Readonly<Record<string, Schema>>;

const registry = new WeakMap<Schema, Readonly<Record<string, unknown>>>();

class Schema {
  readonly _zod: { readonly def: Definition; readonly optin: 'optional' | undefined };
  readonly #read: Read;

  constructor(def: Definition, read: Read, optin?: 'optional') {
    this._zod = { def, optin };
    this.#read = read;
  }

  /** Reads a value, then runs the checks; undefined where there is nothing to continue with. */
  readInto(value: unknown, issues: Issue[]): unknown {
    const found: Issue[] = [];
    let result = this.#read(value, found);
    for (const { run, always } of this._zod.def.checks ?? []) {
      const isStopped = found.some(({ continues }) => continues !== true);
      const isRefused = found.some(({ continues }) => continues === false);
      if (always === true ? isRefused || !Array.isArray(result) : isStopped) continue;
      result = run(result as never, found);
    }
    issues.push(...found);
    return result;
  }

  safeParse(value: unknown) {
    const issues: Issue[] = [];
    const data = this.readInto(value, issues);
    return issues.length === 0 ? { success: true as const, data } : { success: false as const, error: { issues } };
  }

  parse(value: unknown): unknown {
    const result = this.safeParse(value);
    if (result.success) return result.data;
    throw new Error(JSON.stringify(result.error.issues, null, 2));
  }

  #with(check: Check): Schema {
    const { def, optin } = this._zod;
    return new Schema({ ...def, checks: [...(def.checks ?? []), check] }, this.#read, optin);
  }

  meta(notes: Readonly<Record<string, unknown>>): Schema {
    const copy = new Schema(this._zod.def, this.#read, this._zod.optin);
    registry.set(copy, { ...registry.get(this), ...notes });
    return copy;
  }

  default(defaultValue: unknown): Schema {
    const read: Read = (value, issues) => (value === undefined ? defaultValue : this.readInto(value, issues));
    return new Schema({ type: 'default', innerType: this, defaultValue }, read, 'optional');
  }

  prefault(defaultValue: unknown): Schema {
    const read: Read = (value, issues) => this.readInto(value === undefined ? defaultValue : value, issues);
    return new Schema({ type: 'prefault', innerType: this, defaultValue }, read, 'optional');
  }

  optional(): Schema {
    const read: Read = (value, issues) => (value === undefined ? undefined : this.readInto(value, issues));
    return new Schema({ type: 'optional', innerType: this }, read, 'optional');
  }

  min(limit: number): Schema {
    return this.#with(this._zod.def.type === 'number' ? z.gte(limit) : lengthCheck('min_length', limit));
  }

  max(limit: number): Schema {
    return this.#with(this._zod.def.type === 'number' ? z.lte(limit) : lengthCheck('max_length', limit));
  }

  length(limit: number): Schema {
    return this.#with(lengthCheck('length_equals', limit));
  }

  array(): Schema {
    return array(this);
  }

  int(): Schema {
    return this.#with(z.int());
  }
}

/** Gives nothing to continue with. */
function refuseType(expected: string, issues: Issue[]): unknown {
  issues.push({ code: 'invalid_type', expected, path: [], message: `Invalid input: expected ${expected}` });
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member or item, its issues with its place before theirs. */
function readMember(schema: Schema, value: unknown, key: Key, issues: Issue[]): unknown {
  const found: Issue[] = [];
  const result = schema.readInto(value, found);
  for (const issue of found) issue.path = [key, ...issue.path];
  issues.push(...found);
  return result;
}

function numberCheck(
  def: Readonly<Record<string, unknown>>,
  isFine: (value: number) => boolean,
  issue: Readonly<Record<string, unknown>> & { readonly code: string },
): Check {
  const run = (value: number, issues: Issue[]): number => {
    if (!isFine(value)) issues.push({ path: [], message: 'Invalid input', continues: true, ...issue });
    return value;
  };
  return { _zod: { def }, run };
}

type LengthCheck = 'min_length' | 'max_length' | 'length_equals';

function lengthCheck(check: LengthCheck, limit: number): Check {
  const run = (value: string | readonly unknown[], issues: Issue[]): unknown => {
    const isSmall = value.length < limit && check !== 'max_length';
    const isBig = value.length > limit && check !== 'min_length';
    if (isSmall || isBig)
      issues.push({
        ...{ code: isSmall ? 'too_small' : 'too_big', path: [], continues: true, message: 'Invalid input' },
        ...(isSmall ? { minimum: limit } : { maximum: limit }),
      });
    return value;
  };
  const bound = { min_length: 'minimum', max_length: 'maximum', length_equals: 'length' }[check];
  return { _zod: { def: { check, [bound]: limit } }, run, always: true };
}

function literal(value: unknown): Schema {
  return new Schema({ type: 'literal', values: [value] }, (given, issues) => {
    if (given === value) return given;
    issues.push({ code: 'invalid_value', values: [value], path: [], message: 'Invalid input' });
    return undefined;
  });
}

function strictObject(shape: Shape): Schema {
  const keys = Object.keys(shape);
  return new Schema({ type: 'object', shape }, (value, issues) => {
    if (!isObject(value)) return refuseType('object', issues);
    const result: Record<string, unknown> = {};
    for (const key of keys) {
      const member = readMember(shape[key]!, value[key], key, issues);
      if (member !== undefined || key in value) result[key] = member;
    }
    const others = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
    if (others.length > 0)
      issues.push({ code: 'unrecognized_keys', keys: others, path: [], message: 'Unrecognized keys' });
    return result;
  });
}

function discriminatedUnion(discriminator: string, options: readonly Schema[]): Schema {
  const kinds = new Map(
    options.map((option) => {
      const { shape } = option._zod.def as unknown as { readonly shape: Shape };
      return [(shape[discriminator]!._zod.def['values'] as readonly unknown[])[0], option];
    }),
  );
  return new Schema({ type: 'union', options }, (value, issues) => {
    if (!isObject(value)) return refuseType('object', issues);
    const option = kinds.get(value[discriminator]);
    if (option !== undefined) return option.readInto(value, issues);
    issues.push({ code: 'invalid_union', discriminator, path: [discriminator], message: 'Invalid input' });
    return undefined;
  });
}

function array(element: Schema): Schema {
  return new Schema({ type: 'array', element }, (value, issues) => {
    if (!Array.isArray(value)) return refuseType('array', issues);
    return value.map((item: unknown, i) => readMember(element, item, i, issues));
  });
}

function record(keyType: Schema, valueType: Schema): Schema {
  return new Schema({ type: 'record', keyType, valueType }, (value, issues) => {
    if (!isObject(value)) return refuseType('record', issues);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, readMember(valueType, item, key, issues)]),
    );
  });
}

function enumeration(values: readonly string[]): Schema {
  const entries = Object.fromEntries(values.map((value) => [value, value]));
  return new Schema({ type: 'enum', entries }, (value, issues) => {
    if (typeof value === 'string' && values.includes(value)) return value;
    issues.push({ code: 'invalid_value', values, path: [], message: 'Invalid input' });
    return undefined;
  });
}

function readNumber(value: unknown, issues: Issue[]): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? value : refuseType('number', issues);
}

/** Rest of a division of decimal numbers, as zod computes it: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
}

export const z = {
  config: () => undefined,
  globalRegistry: {
    add: (schema: Schema, notes: Readonly<Record<string, unknown>>) => void registry.set(schema, notes),
    get: (schema: Schema) => registry.get(schema),
  },
  number: ({ checks = [] }: { readonly checks?: readonly Check[] } = {}) =>
    new Schema({ type: 'number', checks }, readNumber),
  string: () =>
    new Schema({ type: 'string' }, (value, issues) =>
      typeof value === 'string' ? value : refuseType('string', issues),
    ),
  boolean: () =>
    new Schema({ type: 'boolean' }, (value, issues) =>
      typeof value === 'boolean' ? value : refuseType('boolean', issues),
    ),
  enum: enumeration,
  ...{ literal, strictObject, discriminatedUnion, array, record },
  overwrite: (change: (value: number) => number): Check => ({
    _zod: { def: { check: 'overwrite' } },
    run: (value: number) => change(value),
  }),
  gte: (limit: number): Check =>
    numberCheck({ check: 'greater_than', value: limit }, (value) => value >= limit, {
      ...{ code: 'too_small', minimum: limit },
    }),
  lte: (limit: number): Check =>
    numberCheck({ check: 'less_than', value: limit }, (value) => value <= limit, {
      ...{ code: 'too_big', maximum: limit },
    }),
  multipleOf: (step: number): Check =>
    numberCheck({ check: 'multiple_of', value: step }, (value) => isMultiple(value, step), {
      ...{ code: 'not_multiple_of', divisor: step },
    }),
  int: (): Check => ({
    _zod: { def: { check: 'number_format' } },
    run(value: number, issues: Issue[]) {
      if (!Number.isInteger(value))
        issues.push({ code: 'invalid_type', expected: 'int', path: [], message: 'Invalid input', continues: false });
      else if (!Number.isSafeInteger(value))
        issues.push({ code: value > 0 ? 'too_big' : 'too_small', path: [], message: 'Invalid input', continues: true });
      return value;
    },
  }),
};
