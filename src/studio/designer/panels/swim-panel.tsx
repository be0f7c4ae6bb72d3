/** In the water: how fast and how far, and a search that makes it faster. */
import { useCallback, useEffect, useRef } from 'react';
import { createCreature } from '../../../designer/creature.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useHands } from '../desk/context.ts';
import { PanelSection } from './controls.tsx';
import { startSearch } from '../desk/drawing-maker.ts';
import type { SearchState } from '../desk/messages.ts';
import type { Reading } from '../desk/preview.ts';
import { useReadings } from '../desk/readings.ts';
import { commit, getDrawing, useDesigner } from '../desk/store.ts';
import { formatLab, formatTeaching } from '../desk/lab-address.ts';

const numbers = [
  ['speed', 'Speed'],
  ['mean', 'Mean speed'],
  ['distance', 'Distance'],
  ['heading', 'Heading'],
  ['volume', 'Volume'],
  ['time', 'Time'],
] as const;

function formatReading(reading: Reading): Readonly<Record<(typeof numbers)[number][0], string>> {
  return {
    speed: `${reading.speed.toFixed(2)} BL/s`,
    mean: `${reading.meanSpeed.toFixed(3)} BL/s`,
    distance: `${reading.distance.toFixed(3)} m`,
    heading: Number.isFinite(reading.heading) ? `${Math.round((reading.heading * 180) / Math.PI)}°` : '–',
    volume: reading.volume === undefined ? '–' : `${(100 * reading.volume).toFixed(1)} %`,
    time: `${reading.time.toFixed(2)} s`,
  };
}

/** Measured: spheres at the nodes of a sheet do not keep its folds apart, so that contact with itself is not the default. */
function SheetNote() {
  const isSheet = useDesigner((state) => state.history.present.kind === 'plate');
  if (!isSheet) return null;
  return (
    <p className="text-[12px] text-dim">
      A thin sheet that is driven until it folds passes through itself. Smaller waves, or a stiffer sheet, keep it from
      folding.
    </p>
  );
}

export function SwimPanel() {
  const { preview } = useHands();
  const list = useRef<HTMLDListElement>(null);
  const play = useRef<HTMLButtonElement>(null);
  const hash = useRef<HTMLOutputElement>(null);
  const show = useCallback((reading: Reading | undefined) => {
    if (list.current === null) return;
    const texts = reading === undefined ? undefined : formatReading(reading);
    for (const [name] of numbers) {
      const element = list.current.querySelector(`[data-testid="swim-${name}"]`);
      const text = texts?.[name] ?? '–';
      if (element !== null && element.textContent !== text) element.textContent = text;
    }
    if (play.current !== null) play.current.textContent = reading?.playing === false ? 'Play' : 'Pause';
    if (hash.current !== null) {
      hash.current.textContent = reading?.hash ?? '';
      hash.current.dataset['step'] = String(reading?.step ?? 0);
    }
  }, []);
  useReadings(show);
  return (
    <>
      <PanelSection title="In the water">
        <dl ref={list} className="grid grid-cols-2 gap-x-4 gap-y-2">
          {numbers.map(([name, label], i) => (
            <div key={name} className={i === 0 ? 'col-span-2' : ''}>
              <dt className="text-[11px] text-dim">{label}</dt>
              <dd
                className={`font-mono tabular-nums ${i === 0 ? 'text-[24px] font-medium' : 'text-[14px]'}`}
                data-testid={`swim-${name}`}
              >
                –
              </dd>
            </div>
          ))}
        </dl>
        <SheetNote />
        <div className="flex gap-2">
          <Button ref={play} look="outline" className="flex-1" onClick={() => preview.current?.togglePlay()}>
            Pause
          </Button>
          <Button icon="restart" look="outline" className="flex-1" onClick={() => preview.current?.restart()}>
            Again
          </Button>
        </div>
        <output
          ref={hash}
          className="truncate font-mono text-[11px] text-dim"
          title="Hash of the state: the same animal gives the same one everywhere"
          data-testid="swim-hash"
        />
      </PanelSection>
      <Faster />
      <Onward />
    </>
  );
}

/** To other pages, with the drawn animal in the address. */
function Onward() {
  const creature = useDesigner((state) => state.creature);
  if (creature === undefined) return null;
  return (
    <PanelSection title="Then">
      <p className="text-dim">Lets it learn by trying: to steer where it is told.</p>
      <a className="button button-outline" href={formatTeaching(creature)} data-testid="teach">
        <Icon name="steer" /> Teach it to steer
      </a>
      <p className="text-dim">Signals, films, 3-D files, tables:</p>
      <a className="button button-outline" href={formatLab(creature)} data-testid="lab">
        <Icon name="wave" /> Open it in the lab
      </a>
    </PanelSection>
  );
}

function Faster() {
  const { preview } = useHands();
  const search = useDesigner((state) => state.search);
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(
    () => () => {
      stop.current?.();
      const { search: left } = useDesigner.getState();
      if (left !== undefined) useDesigner.setState({ search: { ...left, running: false } });
    },
    [],
  );
  const begin = (): void => {
    const before = getDrawing();
    useDesigner.setState({ search: { running: true, speeds: [], best: undefined, before } });
    stop.current?.();
    stop.current = startSearch(
      before,
      ({ speeds, best }) => {
        const { search: running } = useDesigner.getState();
        if (running?.running === true) useDesigner.setState({ search: { ...running, speeds, best } });
      },
      (notice) => {
        useDesigner.setState({ notice, search: undefined });
      },
    );
  };
  const end = (): void => {
    stop.current?.();
    const { search: left } = useDesigner.getState();
    if (left !== undefined) useDesigner.setState({ search: { ...left, running: false } });
  };
  const take = (): void => {
    end();
    const best = useDesigner.getState().search?.best;
    if (best === undefined) return;
    commit(best.drawing);
    preview.current?.show(createCreature(best.drawing), 'swim', useDesigner.getState().gauge?.size ?? 0);
    useDesigner.setState({ search: undefined });
  };
  return (
    <PanelSection title="Make it faster">
      {search === undefined ? (
        <>
          <p className="text-dim">Tries other timings of the muscles, again and again, and keeps the best.</p>
          <Button icon="search" look="accent" onClick={begin}>
            Make it faster
          </Button>
        </>
      ) : (
        <Running search={search} onStop={end} onTake={take} />
      )}
    </PanelSection>
  );
}

interface RunningProps {
  readonly search: SearchState;
  readonly onStop: () => void;
  readonly onTake: () => void;
}

function Running({ search: { speeds, best, running }, onStop, onTake }: RunningProps) {
  const [first] = speeds;
  const gain = best !== undefined && first !== undefined && first > 0 ? best.speed / first : undefined;
  return (
    <>
      <Curve speeds={speeds} />
      <dl className="grid grid-cols-3 gap-2">
        <Figure name="Before" text={first === undefined ? '–' : first.toFixed(2)} id="before" />
        <Figure name="Best" text={best === undefined ? '–' : best.speed.toFixed(2)} id="best" />
        <Figure name="Gain" text={gain === undefined ? '–' : `× ${gain.toFixed(2)}`} id="gain" />
      </dl>
      <p className="text-[12px] text-dim" role="status">
        {speeds.length} tried, body lengths per second{running ? ' …' : ''}
      </p>
      <div className="flex gap-2">
        <Button
          icon="check"
          look="accent"
          className="flex-1"
          disabled={best === undefined || speeds.length < 2}
          onClick={onTake}
        >
          Take the best
        </Button>
        <Button
          look="outline"
          className="flex-1"
          onClick={() => {
            onStop();
            useDesigner.setState({ search: undefined });
          }}
        >
          Go back
        </Button>
      </div>
    </>
  );
}

function Figure({ name, text, id }: { readonly name: string; readonly text: string; readonly id: string }) {
  return (
    <div>
      <dt className="text-[11px] text-dim">{name}</dt>
      <dd className="font-mono text-[15px] tabular-nums" data-testid={`search-${id}`}>
        {text}
      </dd>
    </div>
  );
}

/** Every trial as a dot, the best so far as a line. */
function Curve({ speeds }: { readonly speeds: readonly number[] }) {
  const finite = speeds.map((speed) => Math.max(0, Number.isFinite(speed) ? speed : 0));
  const most = Math.max(0.1, ...finite);
  const place = (k: number, speed: number): string =>
    `${(260 * (k + 0.5)) / Math.max(20, finite.length)},${84 - (76 * speed) / most}`;
  let best = 0;
  const line = finite.map((speed, k) => place(k, (best = Math.max(best, speed)))).join(' ');
  return (
    <svg viewBox="0 0 260 90" className="w-full rounded-lg bg-ground" role="img" aria-label="Speed of every trial">
      {finite.map((speed, k) => {
        const [cx, cy] = place(k, speed).split(',');
        return <circle key={k} cx={cx} cy={cy} r="2" fill="var(--dim)" />;
      })}
      <polyline points={line} fill="none" stroke="var(--accent)" strokeWidth="2" />
    </svg>
  );
}
