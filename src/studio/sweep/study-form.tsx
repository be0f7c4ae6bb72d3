/** What is varied, how long and how often: one or two parameters of the animal. */
import { useId, useMemo, useState } from 'react';
import {
  describeRange,
  type FormField,
  computeSliderRange,
  createForm,
  getDisplayUnit,
  listFormFields,
  readAt,
} from '../data/form-model.ts';
import { formatQuantity } from '../data/display-units.ts';
import { Icon } from '../ui/icons.tsx';
import type { Subject } from './messages.ts';

export interface Axis {
  readonly path: string;
  /** Numbers or texts with units. */
  readonly from: string;
  readonly to: string;
  readonly steps: number;
}

export interface StudyDraft {
  readonly axes: readonly Axis[];
  readonly seconds: number;
  readonly seeds: number;
}

interface StudyFormProps {
  readonly subject: Subject;
  readonly draft: StudyDraft;
  readonly busy: boolean;
  readonly onChange: (draft: StudyDraft) => void;
  readonly onRun: () => void;
  readonly onSave: () => void;
}

/** Fields of numbers, those that people reach for first on top. */
export function listVaried({ schema, desc }: Subject): FormField[] {
  return listFormFields(createForm(schema, desc)).filter(({ kind }) => kind === 'number');
}

/** The stretch that its slider covers, in the unit that its field shows. */
export function createAxis(subject: Subject, { path, schema }: FormField, steps: number): Axis {
  const value = Number(readAt(subject.desc, path));
  const { min, max } = computeSliderRange(schema, value) ?? { min: 0, max: 2 * value || 1 };
  const unit = getDisplayUnit(schema, value);
  const write = (end: number): string => formatQuantity(end, unit).replace('°', 'deg');
  return { path, from: write(min), to: write(max), steps };
}

export function StudyForm({ subject, draft, busy, onChange, onRun, onSave }: StudyFormProps) {
  const fields = useMemo(() => listVaried(subject), [subject]);
  const set = (change: Partial<StudyDraft>): void => {
    onChange({ ...draft, ...change });
  };
  const setAxis = (index: number, axis: Axis | undefined): void => {
    const axes = [...draft.axes];
    if (axis === undefined) axes.splice(index, 1);
    else axes[index] = axis;
    set({ axes });
  };
  const runs = draft.axes.reduce((product, { steps }) => product * steps, draft.seeds);
  return (
    <form
      className="grid gap-4 px-4 py-4"
      aria-label="Study"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {draft.axes.map((axis, i) => (
        <AxisFields
          key={i}
          title={i === 0 ? 'First parameter' : 'Second parameter'}
          fields={fields}
          axis={axis}
          onField={(field) => {
            setAxis(i, createAxis(subject, field, axis.steps));
          }}
          onChange={(changed) => {
            setAxis(i, changed);
          }}
          onRemove={
            i === 0
              ? undefined
              : () => {
                  setAxis(i, undefined);
                }
          }
        />
      ))}
      {draft.axes.length < 2 && (
        <button
          type="button"
          className="button button-outline justify-self-start"
          onClick={() => {
            const other = fields.find(({ path }) => path !== draft.axes[0]?.path);
            if (other !== undefined) set({ axes: [...draft.axes, createAxis(subject, other, 5)] });
          }}
        >
          <Icon name="plus" /> Second parameter
        </button>
      )}
      <div className="grid grid-cols-2 gap-2">
        <NumberInput
          title="Seconds of a run"
          value={draft.seconds}
          least={0.1}
          onChange={(seconds) => set({ seconds })}
        />
        <NumberInput title="Seeds" value={draft.seeds} least={1} whole onChange={(seeds) => set({ seeds })} />
      </div>
      <div className="flex flex-wrap gap-1.5">
        <button type="submit" className="button button-accent" disabled={busy}>
          <Icon name="play" /> Run {runs} {runs === 1 ? 'run' : 'runs'}
        </button>
        <button type="button" className="button button-outline" title="A file for bestiary sweep" onClick={onSave}>
          <Icon name="save" /> Study file
        </button>
      </div>
    </form>
  );
}

interface AxisFieldsProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly axis: Axis;
  readonly onField: (field: FormField) => void;
  readonly onChange: (axis: Axis) => void;
  readonly onRemove: (() => void) | undefined;
}

function AxisFields({ title, fields, axis, onField, onChange, onRemove }: AxisFieldsProps) {
  const id = useId();
  const [search, setSearch] = useState<string>();
  const field = fields.find(({ path }) => path === axis.path);
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3">
      <legend className="eyebrow px-1">{title}</legend>
      <div className="flex gap-1">
        <input
          className="input w-full"
          list={id}
          aria-label={`${title}: path`}
          value={search ?? axis.path}
          onFocus={() => {
            setSearch('');
          }}
          onBlur={() => {
            setSearch(undefined);
          }}
          onChange={({ target }) => {
            setSearch(target.value);
            const found = fields.find(({ path }) => path === target.value);
            if (found === undefined) return;
            onField(found);
            setSearch(undefined);
          }}
        />
        <datalist id={id}>
          {fields.map(({ path, schema }) => (
            <option key={path} value={path}>
              {schema.description}
            </option>
          ))}
        </datalist>
        {onRemove !== undefined && (
          <button type="button" className="button button-square" aria-label={`Remove ${axis.path}`} onClick={onRemove}>
            <Icon name="cross" />
          </button>
        )}
      </div>
      <div className="grid grid-cols-3 gap-2">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="grid gap-0.5 text-[12px] text-dim">
            {end === 'from' ? 'From' : 'To'}
            <input
              className="input w-full"
              value={axis[end]}
              onChange={({ target }) => {
                onChange({ ...axis, [end]: target.value });
              }}
            />
          </label>
        ))}
        <NumberInput
          title="Steps"
          value={axis.steps}
          least={1}
          whole
          onChange={(steps) => onChange({ ...axis, steps })}
        />
      </div>
      {field !== undefined && (
        <p className="text-[12px] text-dim">
          {field.schema.description} Allowed: {describeRange(field.schema)}.
        </p>
      )}
    </fieldset>
  );
}

interface NumberInputProps {
  readonly title: string;
  readonly value: number;
  readonly least: number;
  readonly whole?: boolean;
  readonly onChange: (value: number) => void;
}

function NumberInput({ title, value, least, whole = false, onChange }: NumberInputProps) {
  return (
    <label className="grid gap-0.5 text-[12px] text-dim">
      {title}
      <input
        className="input w-full"
        type="number"
        min={least}
        step={whole ? 1 : 'any'}
        value={value}
        onChange={({ target }) => {
          const next = target.valueAsNumber;
          if (next >= least && (!whole || Number.isSafeInteger(next))) onChange(next);
        }}
      />
    </label>
  );
}
