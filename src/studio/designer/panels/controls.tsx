/** Small controls that the designer's panels share. */
import { type ReactNode, useId } from 'react';
import { RangeInput } from '../../ui/choices.tsx';

export function PanelSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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

export function RangeField(props: RangeProps) {
  const { label, about, value, from, to, text, hue = 'var(--accent)', onChange, onBegin } = props;
  const id = useId();
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
      <RangeInput
        id={id}
        hue={hue}
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
        onSet={(next) => onChange(Number(next.toPrecision(5)))}
      />
    </div>
  );
}
