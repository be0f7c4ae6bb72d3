/** What is varied, how long and how often: one or two parameters of the animal. */
import { useId, useMemo, useState } from 'react';
import { describeRange, type FormField } from '../data/form-model.ts';
import { Button } from '../ui/button.tsx';
import { createAxis, listVaried, proposeField, type StudyAxis } from './axes.ts';
import type { StudySubject } from './messages.ts';

export interface StudyDraft {
  readonly axes: readonly StudyAxis[];
  readonly seconds: number;
  readonly seeds: number;
}

interface StudyFormProps {
  readonly subject: StudySubject;
  readonly draft: StudyDraft;
  readonly busy: boolean;
  readonly onChange: (draft: StudyDraft) => void;
  readonly onRun: () => void;
  readonly onSave: () => void;
}

export function StudyForm({ subject, draft, busy, onChange, onRun, onSave }: StudyFormProps) {
  const fields = useMemo(() => listVaried(subject), [subject]);
  const set = (change: Partial<StudyDraft>): void => {
    onChange({ ...draft, ...change });
  };
  const setAxis = (index: number, axis: StudyAxis | undefined): void => {
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
        <Button
          icon="plus"
          look="outline"
          className="justify-self-start"
          onClick={() => {
            const other = proposeField(
              subject,
              draft.axes.map(({ path }) => path),
            );
            if (other !== undefined) set({ axes: [...draft.axes, createAxis(subject, other, 5)] });
          }}
        >
          Second parameter
        </Button>
      )}
      <div className="grid grid-cols-2 gap-2">
        <NumberInput
          title="Seconds per run"
          value={draft.seconds}
          least={0.1}
          onChange={(seconds) => set({ seconds })}
        />
        <NumberInput title="Seeds" value={draft.seeds} least={1} whole onChange={(seeds) => set({ seeds })} />
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" icon="play" look="accent" disabled={busy}>
          Run {runs} {runs === 1 ? 'run' : 'runs'}
        </Button>
        <Button icon="save" look="outline" title="A file for bestiary sweep" onClick={onSave}>
          Study file
        </Button>
      </div>
    </form>
  );
}

interface AxisFieldsProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly axis: StudyAxis;
  readonly onField: (field: FormField) => void;
  readonly onChange: (axis: StudyAxis) => void;
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
          aria-label={`${title}: name`}
          title={axis.path}
          placeholder="Search by name"
          value={search ?? field?.title ?? axis.path}
          onFocus={() => {
            setSearch('');
          }}
          onBlur={() => {
            setSearch(undefined);
          }}
          onChange={({ target }) => {
            setSearch(target.value);
            const found = fields.find((one) => one.path === target.value || one.title === target.value);
            if (found === undefined) return;
            onField(found);
            setSearch(undefined);
          }}
        />
        <datalist id={id}>
          {fields.map(({ path, title: name, schema }) => (
            <option key={path} value={name}>
              {schema.description}
            </option>
          ))}
        </datalist>
        {onRemove !== undefined && (
          <Button icon="cross" label={`Remove ${field?.title ?? axis.path}`} onClick={onRemove} />
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
          {field.schema.description} Allowed: {describeRange(field.schema)}. <code>{axis.path}</code>
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
