/** Small controls that pages share. They hand on values instead of events. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react';

interface SelectProps<T extends string | number> extends ComponentProps<'select'> {
  /** Values, with their titles where these differ. */
  readonly options: readonly (T | readonly [T, string])[];
  readonly onSet: (value: T) => void;
}

export function Select<T extends string | number>({ options, onSet, className = '', ...others }: SelectProps<T>) {
  const entries = options.map((option) => (typeof option === 'object' ? option : ([option, String(option)] as const)));
  return (
    <select
      className={`input ${className}`}
      onChange={({ target }) => onSet(entries[target.selectedIndex]![0])}
      {...others}
    >
      {entries.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onSet: (checked: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Check({ checked, onSet, className = '', children }: CheckProps) {
  return (
    <label className={`flex items-center gap-2 ${className}`}>
      <input
        type="checkbox"
        className="accent-(--accent)"
        checked={checked}
        onChange={({ target }) => onSet(target.checked)}
      />
      {children}
    </label>
  );
}

interface RangeInputProps extends ComponentProps<'input'> {
  readonly value: number;
  readonly max: number;
  readonly hue?: string;
  readonly onSet: (value: number) => void;
}

/** A slider whose track is filled up to its value. */
export function RangeInput({ value, min = 0, max, hue, onSet, className = '', ...others }: RangeInputProps) {
  const fill = (100 * (Math.min(max, Math.max(Number(min), value)) - Number(min))) / (max - Number(min));
  return (
    <input
      type="range"
      className={`slider ${className}`}
      style={{ '--fill': `${fill}%`, '--hue': hue } as CSSProperties}
      min={min}
      max={max}
      value={value}
      onChange={({ target }) => onSet(target.valueAsNumber)}
      {...others}
    />
  );
}

interface OpenFilesProps extends Omit<ComponentProps<'input'>, 'children'> {
  readonly title?: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A button that asks for files. The same files may be chosen again. */
export function OpenFiles({ title, className = '', onFiles, children, ...others }: OpenFilesProps) {
  return (
    <label
      className={`button button-outline focus-within:outline-2 focus-within:outline-accent ${className}`}
      title={title}
    >
      {children}
      <input
        type="file"
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        {...others}
      />
    </label>
  );
}

interface RadiosProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly className: string;
  readonly onSet: (value: T) => void;
}

/** One of a few, all in sight; `className` lays them out. */
export function Radios<T extends string>({ label, value, options, className, onSet }: RadiosProps<T>) {
  return (
    <div role="radiogroup" aria-label={label} className={`gap-1 ${className}`}>
      {options.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={value === name}
          className={`h-7 flex-1 rounded-md border text-[12px] ${value === name ? 'border-accent bg-accent/15 font-medium' : 'border-line text-dim hover:bg-raised hover:text-ink'}`}
          onClick={() => onSet(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
