/** One parameter: its name, its sentence, whether it changed, and the control for its kind. */
import { Tooltip } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { describeRange, type FormField, isSame } from '../data/form-model.ts';
import { useController } from '../session/controller-context.ts';
import { type ControlProps, useNoEffect, useParameter } from './field-control.ts';
import { FieldProblems } from './field-marks.tsx';
import { Icon } from './icons.tsx';
import { ListField } from './list-field.tsx';
import { NumberField } from './number-field.tsx';
import { Select } from './choices.tsx';

export function ParameterField({ field }: { readonly field: FormField }) {
  const controller = useController();
  const id = useId();
  const [explained, setExplained] = useState(false);
  const { value, original, problems } = useParameter(field.path);
  const idle = useNoEffect(field.path);
  const changed = !isSame(value, original);
  const set = (next: unknown): void => {
    controller.setParameter(field.path, next);
  };
  const control: ControlProps = { id, field, value, problems, describedBy: `${id}-about`, onSet: set };
  const head = (
    <>
      <FieldLabel
        field={field}
        htmlFor={id}
        explained={explained}
        onExplain={() => {
          setExplained(!explained);
        }}
      />
      {field.schema.restart === true && <Mark text="restart" title="Changing it starts the run again at time zero" />}
      {idle !== undefined && <Mark text="no effect now" title={idle} />}
      {changed && (
        <ResetButton
          title={field.title}
          onPress={() => {
            set(original);
          }}
        />
      )}
    </>
  );
  return (
    <div className="py-1" data-path={field.path}>
      {field.kind === 'list' ? (
        <ListField {...control} head={head} />
      ) : isCheck(field) ? (
        <div className="flex min-h-7 items-center gap-2">
          {chooseControl(control)}
          {head}
        </div>
      ) : (
        <>
          <div className="flex min-h-5 items-center gap-1.5">{head}</div>
          {chooseControl(control)}
        </>
      )}
      <p id={`${id}-about`} className={explained ? 'mt-1 text-[12px] text-dim' : 'sr-only'}>
        {field.schema.description} <span className="whitespace-nowrap">Allowed: {describeRange(field.schema)}.</span>
      </p>
      <FieldProblems field={field} problems={problems} />
    </div>
  );
}

/** Whether it is a box to tick, whose name is part of it. */
function isCheck({ kind }: FormField): boolean {
  return kind === 'flag' || kind === 'switch';
}

function Mark({ text, title }: { readonly text: string; readonly title: string }) {
  return (
    <span className="rounded border border-line px-1 text-[10px] whitespace-nowrap text-dim" title={title}>
      {text}
    </span>
  );
}

function ResetButton({ title, onPress }: { readonly title: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      className="ml-auto flex items-center gap-1 rounded px-1 text-[11px] text-accent hover:bg-raised"
      aria-label={`Reset ${title}`}
      title="Changed: set it back"
      onClick={onPress}
    >
      <Icon name="undo" className="!size-3" /> reset
    </button>
  );
}

function chooseControl(control: ControlProps): ReactNode {
  switch (control.field.kind) {
    case 'number':
      return <NumberField {...control} />;
    case 'switch':
      return <SwitchField {...control} />;
    case 'choice':
      return <ChoiceField {...control} />;
    case 'flag':
      return <FlagField {...control} />;
    case 'text':
      return <TextField {...control} />;
    case 'list':
      return null;
  }
}

interface FieldLabelProps {
  readonly field: FormField;
  readonly htmlFor: string;
  readonly explained: boolean;
  readonly onExplain: () => void;
}

/** Hovering shows the sentence; pressing "i" keeps it, also where there is nothing to hover with. */
function FieldLabel({ field, htmlFor, explained, onExplain }: FieldLabelProps) {
  return (
    <span className="group/label flex items-center gap-1">
      <Tooltip.Provider delayDuration={350}>
        <Tooltip.Root>
          <Tooltip.Trigger asChild>
            <label htmlFor={htmlFor} className={isCheck(field) ? 'target flex items-center' : ''}>
              {field.title}
            </label>
          </Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Content
              side="left"
              sideOffset={12}
              className="z-50 max-w-72 rounded-lg border border-line bg-raised px-3 py-2 text-[12px] shadow-xl"
            >
              {field.schema.description}
              <span className="mt-1 block text-dim">
                {describeRange(field.schema)}
                {field.schema.live === true ? ' · live' : ''}
              </span>
              <code className="mt-1 block font-mono text-[11px] text-dim">{field.path}</code>
            </Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
      </Tooltip.Provider>
      <button
        type="button"
        className={`grid size-4 place-items-center rounded-full text-[10px] text-dim italic hover:bg-raised focus-visible:opacity-100 ${explained ? 'bg-raised' : 'opacity-0 group-hover/label:opacity-100 pointer-coarse:opacity-100'}`}
        aria-label={`About ${field.title}`}
        aria-expanded={explained}
        onClick={onExplain}
      >
        i
      </button>
    </span>
  );
}

function ChoiceField({ id, field, value, describedBy, onSet }: ControlProps) {
  return (
    <Select
      id={id}
      className="mt-0.5 w-full"
      value={String(value)}
      options={field.schema.enum?.map(String) ?? []}
      aria-describedby={describedBy}
      onSet={onSet}
    />
  );
}

/** A live number of which only off and on are meant. */
function SwitchField({ value, onSet, ...others }: ControlProps) {
  return (
    <FlagField {...others} value={typeof value === 'number' && value > 0} onSet={(on) => onSet(on === true ? 1 : 0)} />
  );
}

function FlagField({ id, value, describedBy, onSet }: ControlProps) {
  return (
    <input
      id={id}
      type="checkbox"
      className="size-4 accent-accent"
      checked={value === true}
      aria-describedby={describedBy}
      onChange={(event) => {
        onSet(event.target.checked);
      }}
    />
  );
}

function TextField({ id, value, describedBy, onSet, problems }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <textarea
      key={text}
      id={id}
      className="input mt-0.5 !h-auto w-full py-1 text-[12px]"
      rows={2}
      defaultValue={text}
      aria-describedby={describedBy}
      aria-invalid={problems.length > 0}
      onBlur={(event) => {
        if (event.target.value !== text) onSet(event.target.value);
      }}
    />
  );
}
