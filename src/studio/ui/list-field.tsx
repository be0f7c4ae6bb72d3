/** A list of numbers or of rows. Short ones are edited in place; long tables wait behind a button. */
import { type ReactNode, useState } from 'react';
import { changeKind } from '../../engine/model/branches.ts';
import { chooseBranch, getMember, type JsonSchema } from '../../engine/model/field-tree.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { createListItem, formatTitle, getDisplayUnit, isSame } from '../data/form-model.ts';
import { useStudio } from '../session/store.ts';
import type { ControlProps } from './field-control.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';
import { QuantityInput } from './number-field.tsx';
import { Select } from './choices.tsx';

/** Lists with more rows than this start folded, and those with more than that are not edited by hand. */
const foldedAbove = 4;
const maxRows = 600;

/** `head` is the name with its marks; the button that adds a row stands beside it. */
export function ListField({ id, field, value, problems, onSet, head }: ControlProps & { readonly head: ReactNode }) {
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  /** What was typed but refused stays visible with the reason, until the engine's value changes. */
  const [draft, setDraft] = useState<{ readonly rows: unknown[]; readonly base: unknown }>();
  const [opened, setOpened] = useState(false);
  const refused = draft !== undefined && problems.length > 0 && isSame(draft.base, value);
  const shown = refused ? draft.rows : rows;
  const { items, minItems = 0, maxItems = Infinity } = field.schema;
  if (items === undefined) return null;
  const commit = (next: unknown[]): void => {
    setDraft({ rows: next, base: value });
    onSet(next);
  };
  const fixed = minItems === maxItems;
  const folded = shown.length > foldedAbove;
  // Meshes have more rows than anyone types.
  const table = (!folded || opened) && shown.length <= maxRows && (
    <Rows
      path={field.path}
      items={items}
      rows={shown}
      problems={problems}
      canRemove={!fixed && shown.length > minItems}
      onSet={commit}
    />
  );
  return (
    <div id={id} role="group" aria-label={field.title}>
      <div className="flex min-h-6 items-center gap-1.5">
        <div className="flex flex-1 items-center gap-1.5">{head}</div>
        {!fixed && (
          <button
            type="button"
            className="flex h-6 items-center gap-0.5 rounded-md px-1.5 text-[12px] text-accent hover:bg-raised"
            aria-label={`Add to ${field.title}`}
            disabled={shown.length >= maxItems}
            onClick={() => {
              commit([...shown, createListItem(items)]);
            }}
          >
            <Icon name="plus" className="!size-3" /> add
          </button>
        )}
      </div>
      {folded ? (
        <details
          onToggle={(event) => {
            setOpened(event.currentTarget.open);
          }}
        >
          <summary className="button button-outline w-full !justify-start text-[12px]">
            <Icon name="chevron" className="chevron !size-3" /> Table of {shown.length} rows
          </summary>
          {shown.length > maxRows && <p className="py-1 text-[12px] text-dim">Too many to show here.</p>}
          {table}
        </details>
      ) : (
        table
      )}
    </div>
  );
}

/** Members of the rows, each of its kind; live ones are sliders elsewhere. undefined where a row is a single value. */
function listColumns(items: JsonSchema, rows: readonly unknown[]): [key: string, schema: JsonSchema][] | undefined {
  if (items.oneOf === undefined && items.properties === undefined) return undefined;
  const branches = rows.map((row) => chooseBranch(items, row) ?? {});
  const keys = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...keys]
    .map((key): [string, JsonSchema] => [key, getMember(items, key)!])
    .filter(([, schema]) => schema.live !== true);
}

function hasMember(items: JsonSchema, row: unknown, key: string): boolean {
  return chooseBranch(items, row)?.properties?.[key] !== undefined;
}

/** Another kind keeps what both kinds have. */
function changeRow(items: JsonSchema, row: Record<string, unknown>, key: string, value: unknown): unknown {
  return key === items.discriminator ? changeKind(items, row, value) : withMember(row, key, value);
}

interface RowsProps {
  readonly path: string;
  readonly items: JsonSchema;
  readonly rows: readonly unknown[];
  readonly problems: readonly Problem[];
  readonly canRemove: boolean;
  readonly onSet: (rows: unknown[]) => void;
}

function Rows({ path, items, rows, problems, canRemove, onSet }: RowsProps) {
  if (rows.length === 0) return null;
  const columns = listColumns(items, rows);
  const replace = (index: number, row: unknown): void => {
    onSet(rows.map((old, i) => (i === index ? row : old)));
  };
  const isBad = (cell: string): boolean => problems.some((problem) => problem.path === cell);
  return (
    <div className="thin-scroll -mx-1 overflow-x-auto px-1">
      <table className="w-full border-separate border-spacing-x-1 border-spacing-y-0.5 text-[12px]">
        {columns !== undefined && (
          <thead>
            <tr className="text-left text-[11px] text-dim">
              {columns.map(([key, schema]) => (
                <th key={key} className="px-1 font-normal whitespace-nowrap" title={schema.description}>
                  {formatTitle(key)} {getColumnUnit(schema)}
                </th>
              ))}
              <th>
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, i) => (
            // Rows have no names of their own; their place is what identifies them.
            <tr key={i}>
              {columns === undefined ? (
                <Cell
                  label={`${path} ${i + 1}`}
                  schema={items}
                  value={row}
                  invalid={isBad(`${path}[${i}]`)}
                  onSet={(next) => {
                    replace(i, next);
                  }}
                />
              ) : (
                columns.map(([key, schema]) =>
                  hasMember(items, row, key) ? (
                    <Cell
                      key={key}
                      label={`${formatTitle(key)} of row ${i + 1}`}
                      schema={schema}
                      value={(row as Record<string, unknown>)[key]}
                      invalid={isBad(`${path}[${i}].${key}`)}
                      onSet={(next) => {
                        replace(i, changeRow(items, row as Record<string, unknown>, key, next));
                      }}
                    />
                  ) : (
                    <td key={key} />
                  ),
                )
              )}
              <td className="w-6">
                {canRemove && (
                  <Button
                    label={`Remove row ${i + 1}`}
                    className="button-square !size-6 text-dim"
                    onClick={() => onSet(rows.filter((_, k) => k !== i))}
                  >
                    <Icon name="cross" className="!size-3" />
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function getColumnUnit(schema: JsonSchema): string {
  const { label } = getDisplayUnit(schema);
  return label === '' ? '' : `(${label})`;
}

/** An empty optional member is left out, so that the engine derives it. */
function withMember(row: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  const others = Object.entries(row).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

interface CellProps {
  readonly label: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly invalid: boolean;
  readonly onSet: (value: unknown) => void;
}

function Cell({ label, schema, value, invalid, onSet }: CellProps) {
  if (schema.enum !== undefined)
    return (
      <td>
        <Select
          className="w-full min-w-16"
          value={String(value)}
          options={schema.enum.map(String)}
          aria-label={label}
          aria-invalid={invalid}
          onSet={onSet}
        />
      </td>
    );
  if (schema.type === 'string')
    return (
      <td>
        <TextCell label={label} value={String(value)} invalid={invalid} onSet={onSet} />
      </td>
    );
  if (typeof schema.additionalProperties === 'object')
    return (
      <td>
        <ControlValues label={label} value={value as Record<string, unknown>} onSet={onSet} />
      </td>
    );
  return (
    <td className="min-w-14">
      <QuantityInput
        label={label}
        schema={withColumnUnit(schema)}
        value={typeof value === 'number' ? value : undefined}
        invalid={invalid}
        compact
        onSet={onSet}
      />
    </td>
  );
}

interface TextCellProps {
  readonly label: string;
  readonly value: string;
  readonly invalid: boolean;
  readonly onSet: (value: string) => void;
}

function TextCell({ label, value, invalid, onSet }: TextCellProps) {
  return (
    <input
      // A value that comes from elsewhere replaces what stands here.
      key={value}
      className="input w-full"
      defaultValue={value}
      aria-label={label}
      aria-invalid={invalid}
      spellCheck={false}
      onBlur={(event) => {
        if (event.target.value !== value) onSet(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}

/** All cells of a column show the unit of its head, whatever their own size. */
function withColumnUnit(schema: JsonSchema): JsonSchema {
  return schema.default === undefined && schema.maximum !== undefined ? { ...schema, default: schema.maximum } : schema;
}

interface ControlValuesProps {
  readonly label: string;
  readonly value: Record<string, unknown>;
  readonly onSet: (value: Record<string, unknown>) => void;
}

/** Values of live controls by path, as in a schedule. */
function ControlValues({ label, value, onSet }: ControlValuesProps) {
  const info = useStudio((state) => state.info);
  const paths = info?.controls.map(({ name }) => name) ?? [];
  const free = paths.filter((path) => !Object.hasOwn(value, path));
  return (
    <div className="flex flex-col gap-0.5">
      {Object.entries(value).map(([path, number]) => (
        <div key={path} className="flex items-center gap-1">
          <span className="truncate" title={path}>
            {path}
          </span>
          <span className="w-14 shrink-0">
            <QuantityInput
              label={`${label}: ${path}`}
              schema={{ type: 'number' }}
              value={typeof number === 'number' ? number : undefined}
              invalid={false}
              compact
              onSet={(next) => {
                onSet(withMember(value, path, next));
              }}
            />
          </span>
        </div>
      ))}
      {free.length > 0 && (
        <Select
          value=""
          options={[['', 'set …'], ...free]}
          aria-label={`${label}: add a control`}
          onSet={(path) => {
            const control = info?.controls.find(({ name }) => name === path);
            if (control !== undefined) onSet({ ...value, [path]: control.initial });
          }}
        />
      )}
    </div>
  );
}
