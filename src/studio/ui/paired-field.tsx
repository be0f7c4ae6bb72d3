/** Left and right of a live control, large and on top, with one switch that moves both. */
import { useState } from 'react';
import { describeRange, type FormField, type FormPair, isSame } from '../data/form-model.ts';
import { useController } from '../session/controller-context.ts';
import { useParameter } from './field-control.ts';
import { ChangedDot, FieldProblems } from './field-marks.tsx';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';
import { QuantityInput, Slider } from './number-field.tsx';
import { Check } from './choices.tsx';

export function PairedField({ pair }: { readonly pair: FormPair }) {
  const controller = useController();
  const [linked, setLinked] = useState(false);
  const left = useParameter(pair.left.path);
  const right = useParameter(pair.right.path);
  const changed = !isSame(left.value, left.original) || !isSame(right.value, right.original);
  const set = (field: FormField, value: unknown): void => {
    controller.setParameter(field.path, value);
    if (linked) controller.setParameter((field === pair.left ? pair.right : pair.left).path, value);
  };
  return (
    <section className="border-b border-line pb-3" aria-label={pair.title}>
      <div className="flex h-7 items-center gap-2">
        <h2 className="font-semibold">{pair.title}</h2>
        {changed && <ChangedDot />}
        <Check className="ml-auto text-[12px] text-dim" checked={linked} onSet={setLinked}>
          Link both
        </Check>
        <Button
          label={`Reset ${pair.title}`}
          title="Set both back"
          className="button-square !size-6"
          disabled={!changed}
          onClick={() => {
            controller.setParameter(pair.left.path, left.original);
            controller.setParameter(pair.right.path, right.original);
          }}
        >
          <Icon name="undo" className="!size-3.5" />
        </Button>
      </div>
      <p className="mb-1 text-[12px] text-dim">
        {pair.about} <span className="sr-only">Allowed: {describeRange(pair.left.schema)}.</span>
      </p>
      <Side field={pair.left} group={pair.title} hue="var(--left)" state={left} onSet={set} />
      <Side field={pair.right} group={pair.title} hue="var(--right)" state={right} onSet={set} />
      <Advice texts={[pair.left.schema.description, pair.right.schema.description]} />
    </section>
  );
}

interface SideProps {
  readonly field: FormField;
  /** What it is the left or right of. */
  readonly group: string;
  readonly hue: string;
  readonly state: ReturnType<typeof useParameter>;
  readonly onSet: (field: FormField, value: unknown) => void;
}

function Side({ field, group, hue, state, onSet }: SideProps) {
  const name = `${group}, ${field.title.toLowerCase()}`;
  const value = typeof state.value === 'number' ? state.value : undefined;
  return (
    <div data-path={field.path}>
      <div className="flex items-center gap-3">
        <span className="w-9 shrink-0 text-[12px] font-medium" style={{ color: hue }}>
          {field.title}
        </span>
        <Slider
          label={name}
          schema={field.schema}
          value={value}
          hue={hue}
          large
          testId={`slider-${field.path}`}
          onSet={(next) => {
            onSet(field, next);
          }}
        />
        <span className="w-16 shrink-0 [&>span]:w-full">
          <QuantityInput
            label={`${name}, number`}
            schema={field.schema}
            value={value}
            invalid={state.problems.length > 0}
            onSet={(next) => {
              onSet(field, next);
            }}
          />
        </span>
      </div>
      <FieldProblems field={field} problems={state.problems} />
    </div>
  );
}

/** The part of both sentences that is a warning: what follows the first semicolon, if they agree. */
function Advice({ texts }: { readonly texts: readonly (string | undefined)[] }) {
  const [first, second] = texts.map((text) => text?.split(';').slice(1).join(';').trim() ?? '');
  if (first === undefined || first === '' || first !== second) return null;
  return <p className="mt-1 text-[12px] text-dim">{first.charAt(0).toUpperCase() + first.slice(1)}</p>;
}
