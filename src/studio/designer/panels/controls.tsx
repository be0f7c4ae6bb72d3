/** Small controls that the designer's panels share. */
import { type CSSProperties, type ReactNode, useId } from 'react';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2.5 border-b border-line px-4 py-3.5 last:border-b-0">
      <h2 className="eyebrow">{title}</h2>
      {children}
    </section>
  );
}

interface RangeProps {
  readonly label: string;
  readonly about?: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  readonly text: string;
  readonly hue?: string;
  readonly disabled?: boolean;
  /** While it is dragged. */
  readonly onChange: (value: number) => void;
  /** Before the first change of a drag, for undo. */
  readonly onBegin?: () => void;
}

/** Keys that move a slider. */
const changingKeys = /^(?:Arrow|Home|End|Page)/u;

export function Range(props: RangeProps) {
  const { label, about, value, from, to, text, hue = 'var(--accent)', onChange, onBegin } = props;
  const id = useId();
  const fill = (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  return (
    <div>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} title={about}>
          {label}
        </label>
        <output htmlFor={id} className="font-mono text-[12px] tabular-nums text-dim">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="slider"
        style={{ '--fill': `${fill}%`, '--hue': hue } as CSSProperties}
        min={from}
        max={to}
        step={props.step ?? (to - from) / 200}
        value={value}
        disabled={props.disabled}
        aria-valuetext={text}
        onPointerDown={onBegin}
        onKeyDown={({ key }) => {
          if (changingKeys.test(key)) onBegin?.();
        }}
        onChange={(event) => {
          onChange(Number(event.target.valueAsNumber.toPrecision(5)));
        }}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  return (
    <div className="flex overflow-hidden rounded-lg border border-line" role="radiogroup" aria-label={label}>
      {choices.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={value === name}
          className={`h-8 flex-1 px-2 ${value === name ? 'bg-raised font-medium text-ink' : 'text-dim hover:text-ink'}`}
          onClick={() => {
            onChange(name);
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
