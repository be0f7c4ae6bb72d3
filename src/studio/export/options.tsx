/** What can be said about the chosen export: times, rates, sizes, signals. */
import type { ReactNode } from 'react';
import { useStudio } from '../session/store.ts';
import { type Draft, readSize, usesRange } from './draft.ts';
import { countPictures, makeEven } from './film.ts';
import { Button } from '../ui/button.tsx';
import { Check, Select } from '../ui/choices.tsx';

interface Props {
  readonly draft: Draft;
  /** Simulated seconds that have run. */
  readonly lastTime: number;
  readonly onChange: (draft: Draft) => void;
}

export function Options({ draft, lastTime, onChange }: Props) {
  const { what } = draft;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {what === 'picture' && <ScaleChoice draft={draft} onChange={onChange} />}
      {usesRange(draft) && <RangeFields draft={draft} lastTime={lastTime} onChange={onChange} />}
      {what === 'film' && <SizeChoice draft={draft} onChange={onChange} />}
      {(what === 'picture' || what === 'film') && (
        <Check checked={draft.scaleBar} onSet={(scaleBar) => onChange({ ...draft, scaleBar })}>
          With a scale bar
        </Check>
      )}
      {what === 'csv' && <SignalChoice draft={draft} onChange={onChange} />}
      {what === 'runs' && (
        <p className="text-dim">
          All branches of this page, each with its start and every change at its step. Dropped on a page of the studio
          it continues where it was; <code>bestiary render</code> films it.
        </p>
      )}
      {what === 'link' && (
        <p className="text-dim">
          A file that opens the link of this run. The same link is copied by “Copy link”, and stands in the address bar
          while the run is paused.
        </p>
      )}
      {what === 'creature' && (
        <p className="text-dim">
          Opens here again when dropped on the page, and runs with <code>bestiary run</code>.
        </p>
      )}
    </div>
  );
}

type FieldProps = Pick<Props, 'draft' | 'onChange'>;

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="flex flex-col gap-1 text-[12px] text-dim">
      {label}
      {children}
    </label>
  );
}

function ScaleChoice({ draft, onChange }: FieldProps) {
  const [width, height] = draft.view;
  return (
    <Labelled label="Size">
      <Select
        className="!h-8"
        value={draft.scale}
        options={[1, 2, 3, 4].map((scale) => [scale, `× ${scale} (${scale * width} × ${scale * height} pixels)`])}
        onSet={(scale) => onChange({ ...draft, scale })}
      />
    </Labelled>
  );
}

function TimeField({
  label,
  value,
  onSet,
}: {
  readonly label: string;
  readonly value: number;
  readonly onSet: (value: number) => void;
}) {
  return (
    <Labelled label={label}>
      <input
        type="number"
        className="input !h-8 w-full"
        min={0}
        step="any"
        value={Number.isNaN(value) ? '' : Number(value.toFixed(6))}
        onChange={(event) => {
          onSet(event.target.valueAsNumber);
        }}
      />
    </Labelled>
  );
}

const rates = [24, 25, 30, 50, 60];
const rowRates = [[0, 'every step'] as const, 1000, 200, 100, 50, 20, 10];

function RangeFields({ draft, lastTime, onChange }: Props) {
  const isTable = draft.what === 'csv';
  return (
    <div>
      <div className="grid grid-cols-3 gap-3">
        <TimeField label="From (s)" value={draft.from} onSet={(from) => onChange({ ...draft, from })} />
        <TimeField label="To (s)" value={draft.to} onSet={(to) => onChange({ ...draft, to })} />
        <Labelled label={isTable ? 'Rows per second' : 'Frames per second'}>
          <Select
            className="!h-8"
            value={isTable ? draft.rows : draft.fps}
            options={isTable ? rowRates : rates}
            onSet={(rate) => onChange(isTable ? { ...draft, rows: rate } : { ...draft, fps: rate })}
          />
        </Labelled>
      </div>
      <p className="mt-2 text-[12px] text-dim">
        {lastTime.toFixed(2)} s have run and are replayed exactly
        {draft.to > lastTime + 1e-9 ? '; the rest is run for the file.' : '.'}
        {draft.what === 'film' && draft.to > draft.from
          ? ` ${countPictures(draft.from, draft.to, draft.fps)} pictures.`
          : ''}
      </p>
    </div>
  );
}

function SizeChoice({ draft, onChange }: FieldProps) {
  const [width, height] = readSize({ ...draft, size: 'view' });
  const sizes: readonly (readonly [Draft['size'], string])[] = [
    ['1280x720', '1280 × 720'],
    ['1920x1080', '1920 × 1080'],
    ['1080x1080', '1080 × 1080 (square)'],
    ['view', `${makeEven(width)} × ${makeEven(height)} (as on the page)`],
  ];
  return (
    <Labelled label="Size in pixels">
      <Select className="!h-8" value={draft.size} options={sizes} onSet={(size) => onChange({ ...draft, size })} />
    </Labelled>
  );
}

function SignalChoice({ draft, onChange }: FieldProps) {
  const signals = useStudio((state) => state.info?.signals) ?? [];
  const set = (names: readonly string[]): void => {
    onChange({ ...draft, signals: names });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="text-[12px] text-dim">
        Signals ({draft.signals.length} of {signals.length})
      </legend>
      <div className="mt-1 flex gap-2">
        <Button look="outline" className="!h-7 text-[12px]" onClick={() => set(signals.map(({ name }) => name))}>
          All
        </Button>
        <Button look="outline" className="!h-7 text-[12px]" onClick={() => set([])}>
          None
        </Button>
      </div>
      <ul className="thin-scroll relative mt-2 max-h-56 overflow-auto rounded-lg border border-line p-2">
        {signals.map(({ name, unit, size, about }) => (
          <li key={name}>
            <label className="flex items-baseline gap-2 py-0.5" title={about}>
              <input
                type="checkbox"
                className="translate-y-0.5 accent-(--accent)"
                checked={draft.signals.includes(name)}
                onChange={(event) => {
                  const others = draft.signals.filter((other) => other !== name);
                  set(event.target.checked ? [...others, name] : others);
                }}
              />
              <span className="min-w-0 truncate">{name}</span>
              <span className="ml-auto text-[12px] whitespace-nowrap text-dim">
                {size > 1 ? `${size} × ` : ''}
                {unit === '1' ? 'no unit' : unit}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
