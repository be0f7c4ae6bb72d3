/** A number: slider and field with a unit. */
import { type CSSProperties, useState } from 'react';
import { parseQuantity } from '../../engine/model/units.ts';
import type { JsonSchema } from '../../engine/model/field-tree.ts';
import { formatNumber, formatQuantity } from '../data/display-units.ts';
import { computeSliderRange, getDisplayUnit } from '../data/form-model.ts';
import type { ControlProps } from './field-control.ts';

export function NumberField({ id, field, value, problems, describedBy, onSet }: ControlProps) {
  const number = typeof value === 'number' ? value : undefined;
  const { ends } = field.schema;
  return (
    <div className={`flex gap-3 ${ends === undefined ? 'items-center' : 'items-start'}`}>
      <span className="min-w-0 flex-1">
        <Slider
          label={field.title}
          schema={field.schema}
          value={number}
          hue="var(--accent)"
          describedBy={describedBy}
          onSet={onSet}
        />
        {ends !== undefined && (
          <span className="flex justify-between text-[11px] leading-none text-dim" aria-hidden>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </span>
        )}
      </span>
      <QuantityInput
        id={id}
        schema={field.schema}
        value={number}
        invalid={problems.length > 0}
        describedBy={describedBy}
        onSet={onSet}
      />
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly schema: JsonSchema;
  readonly value: number | undefined;
  readonly hue: string;
  readonly describedBy?: string;
  readonly testId?: string;
  readonly large?: boolean;
  readonly onSet: (value: number) => void;
}

/** Live while dragged; a parameter that restarts the run waits until the slider is let go. */
export function Slider({ label, schema, value, hue, describedBy, testId, large = false, onSet }: SliderProps) {
  const [dragged, setDragged] = useState<number>();
  const range = computeSliderRange(schema, typeof schema.default === 'number' ? schema.default : (value ?? 0));
  if (range === undefined) return null;
  const shown = dragged ?? value ?? range.min;
  const fill = (100 * (Math.min(range.max, Math.max(range.min, shown)) - range.min)) / (range.max - range.min);
  const release = (): void => {
    if (dragged !== undefined) onSet(dragged);
    setDragged(undefined);
  };
  return (
    <input
      type="range"
      className={`slider ${large ? 'slider-large' : ''}`}
      style={{ '--fill': `${fill}%`, '--hue': hue } as CSSProperties}
      min={range.min}
      max={range.max}
      step={range.step}
      value={shown}
      aria-label={label}
      aria-valuetext={
        shown === schema.auto || (value === undefined && dragged === undefined)
          ? 'auto'
          : formatQuantity(shown, getDisplayUnit(schema, shown))
      }
      aria-describedby={describedBy}
      data-testid={testId}
      onChange={(event) => {
        // Steps are divided from the range; five digits keep rounding noise out of addresses and files.
        const next = Number(event.target.valueAsNumber.toPrecision(5));
        if (schema.restart === true) setDragged(next);
        else onSet(next);
      }}
      onPointerUp={release}
      onKeyUp={release}
      onBlur={release}
    />
  );
}

interface QuantityInputProps {
  readonly id?: string;
  readonly label?: string;
  readonly schema: JsonSchema;
  readonly value: number | undefined;
  readonly invalid: boolean;
  readonly describedBy?: string;
  readonly compact?: boolean;
  /** undefined: left empty, where that is allowed. */
  readonly onSet: (value: number | string | undefined) => void;
}

/** Takes numbers in the unit shown, or with any unit the engine knows. What cannot be read goes to the engine, which says why. */
export function QuantityInput(props: QuantityInputProps) {
  const { id, label, schema, value, invalid, describedBy, compact = false, onSet } = props;
  const [draft, setDraft] = useState<string>();
  const unit = getDisplayUnit(schema, value);
  const isAuto = value === undefined || value === schema.auto;
  const shown = isAuto ? '' : formatNumber(value / unit.factor);
  const commit = (): void => {
    if (draft !== undefined && draft !== shown) onSet(parseDraft(draft, schema, unit.factor) ?? schema.auto);
    setDraft(undefined);
  };
  return (
    <span className={`relative shrink-0 ${compact ? 'w-full' : 'w-[104px]'}`}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        className="input w-full"
        style={compact || unit.label === '' ? undefined : { paddingRight: `${unit.label.length * 0.56 + 0.9}em` }}
        value={draft ?? shown}
        placeholder={isAuto ? 'auto' : undefined}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        onChange={(event) => {
          setDraft(event.target.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setDraft(undefined);
        }}
      />
      {!compact && unit.label !== '' && (
        <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-[11px] text-dim">
          {unit.label}
        </span>
      )}
    </span>
  );
}

function parseDraft(draft: string, schema: JsonSchema, factor: number): number | string | undefined {
  const text = draft.trim().replace(',', '.');
  if (text === '') return undefined;
  const parsed = parseQuantity(text, schema.unit ?? '1');
  if (parsed === undefined || 'unknownUnit' in parsed) return text;
  // A bare number is in the unit shown; rounding hides the product's last digits.
  return /[a-z%°µ]\s*$/iu.test(text) ? parsed.value : Number((parsed.value * factor).toPrecision(12));
}
