/** All parameters of a creature as rows, read from the JSON Schema that also checks them. */
import { getJsonSchema } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { chooseKind } from '../../engine/model/conditions.ts';
import { createKindSchema, describeAllowed, type JsonSchema, readAt } from '../../engine/model/field-tree.ts';
import type { Output } from '../command/command.ts';
import { layOutTable } from './layout.ts';

export interface Parameter {
  /** As in `--set`; `[i]` stands for an index from 0. */
  readonly path: string;
  readonly unit: string;
  readonly range: string;
  /** Value in this creature; inside a list the one a new item gets. */
  readonly default: unknown;
  /** live: may change while it runs; restart: changing it in a running studio starts the run again. */
  readonly change: 'live' | 'restart' | '';
  readonly about: string;
  /** What `auto` stands for in this creature. */
  readonly chosen?: string;
  /** The words that it may be, where it is one of several. */
  readonly choices?: readonly string[];
}

export function listParameters(desc: AnimalDesc): Parameter[] {
  return walk(getJsonSchema(desc), '', desc);
}

function walk(schema: JsonSchema, prefix: string, desc: AnimalDesc): Parameter[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (member.properties !== undefined) return walk(member, path, desc);
    if (member.type !== 'array' || member.items === undefined) return [toParameter(path, member, desc)];
    return [toParameter(path, member, desc), ...listItem(member.items, `${path}[i]`, desc)];
  });
}

function listItem(items: JsonSchema, path: string, desc: AnimalDesc): Parameter[] {
  if (items.properties !== undefined) return walk(items, path, desc);
  if (items.oneOf === undefined) return [toParameter(path, items, desc)];
  const { discriminator = '' } = items;
  return [toParameter(`${path}.${discriminator}`, createKindSchema(items), desc), ...listKinds(items, path, desc)];
}

/**
 * Members of items of several kinds: a row for each that means something else, with the kinds that have it. Kinds are those of
 * the creature's own items, or the first where it has none.
 */
function listKinds({ oneOf = [], discriminator = '' }: JsonSchema, path: string, desc: AnimalDesc): Parameter[] {
  const rows = new Map<string, { readonly key: string; readonly member: JsonSchema; readonly kinds: string[] }>();
  const own = readAt(desc, path.replace(/\[i\]$/u, ''));
  const kinds = Array.isArray(own) ? own.map((item: Record<string, unknown>) => item[discriminator]) : [];
  const present = oneOf.filter(({ properties = {} }) => kinds.includes(properties[discriminator]!.const));
  for (const { properties = {} } of present.length > 0 ? present : oneOf.slice(0, 1)) {
    for (const [key, member] of Object.entries(properties)) {
      if (key === discriminator) continue;
      const name = JSON.stringify([key, member]);
      const row = rows.get(name) ?? { key, member, kinds: [] };
      row.kinds.push(String(properties[discriminator]!.const));
      rows.set(name, row);
    }
  }
  return [...rows.values()].map(({ key, member, kinds }) => {
    const row = toParameter(`${path}.${key}`, member, desc);
    return { ...row, about: `${row.about} Of ${kinds.join(', ')}.` };
  });
}

function toParameter(path: string, schema: JsonSchema, desc: AnimalDesc): Parameter {
  const value: unknown = path.includes('[i]') ? schema.default : readAt(desc, path);
  return {
    path,
    unit: schema.unit === undefined || schema.unit === '1' ? '' : schema.unit,
    range: describeAllowed(schema),
    default: value ?? null,
    change: schema.live === true ? 'live' : schema.restart === true ? 'restart' : '',
    about: schema.description ?? '',
    ...(schema.chooses === undefined || value !== 'auto'
      ? {}
      : { chosen: chooseKind(schema.chooses, (at) => readAt(desc, at)) }),
    ...(schema.enum === undefined ? {} : { choices: schema.enum.map(String) }),
  };
}

export function formatParameters(desc: AnimalDesc, page: Pick<Output, 'columns' | 'hasWidth' | 'style'>): string {
  const rows = listParameters(desc).map((parameter) => [
    parameter.path,
    parameter.unit,
    stripUnit(parameter),
    formatDefault(parameter.chosen === undefined ? parameter.default : `auto: ${parameter.chosen}`),
    parameter.change,
    parameter.about,
  ]);
  const head = ['PATH', 'UNIT', 'RANGE', 'DEFAULT', 'CHANGE', 'WHAT IT IS'];
  // A file has room for whole sentences; a terminal has as much as it has.
  return layOutTable(head, rows, page.hasWidth ? page : { ...page, columns: Math.max(page.columns, 160) });
}

/** The unit has its own column. */
function stripUnit({ range, unit }: Parameter): string {
  const bare = unit === '' ? range : range.replace(` ${unit}`, '');
  return bare.length > 30 ? `${bare.slice(0, 29)}…` : bare;
}

function formatDefault(value: unknown): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${value.length} items`;
  const text = typeof value === 'number' ? String(Number(value.toPrecision(6))) : printText(value);
  return text.length > 18 ? `${text.slice(0, 17)}…` : text;
}

function printText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
