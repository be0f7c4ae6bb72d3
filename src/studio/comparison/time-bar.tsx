/** One time line, one camera and one set of keys for all compared runs. */
import { useEffect, useState } from 'react';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import { Button } from '../ui/button.tsx';
import type { ComparisonController, RunReading } from './comparison-controller.ts';
import type { ComparisonPlan } from './plan.ts';
import { Select, Check, RangeInput } from '../ui/choices.tsx';
import { listen } from '../../viewer/listen.ts';

interface TimeBarProps {
  readonly plan: ComparisonPlan;
  readonly controller: ComparisonController | undefined;
  readonly readings: readonly RunReading[];
  readonly ghosts: boolean;
  readonly onGhosts: (shown: boolean) => void;
}

const cameras: readonly (readonly [CameraMode | 'start', string])[] = [
  ['follow', 'Follow'],
  ['orbit', 'Orbit'],
  ['top', 'Top'],
  ['start', 'From the start'],
];

export function TimeBar({ plan, controller, readings, ghosts, onGhosts }: TimeBarProps) {
  const [playing, setPlaying] = useState(true);
  const time = Math.min(...readings.map((reading) => reading.time));
  const last = Math.max(0, ...readings.map((reading) => reading.lastTime));
  const play = (wanted: boolean): void => {
    controller?.setPlaying(wanted);
    setPlaying(wanted);
  };
  useKeys((key) => {
    if (key === ' ') play(!playing);
    else if (key === 'g' || key === 'G') onGhosts(!ghosts);
    else if (key === 'r' || key === 'R') {
      controller?.restart();
      setPlaying(true);
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      controller?.seek(Math.min(last, Math.max(0, time + (key === 'ArrowLeft' ? -keyStep : keyStep))));
      setPlaying(false);
    } else return false;
    return true;
  });
  return (
    <section
      aria-label="Time"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-panel px-4 py-2"
    >
      <Button
        icon={playing ? 'pause' : 'play'}
        look="accent"
        label={playing ? 'Pause' : 'Play'}
        title="Space; ← → move all runs in time, R starts again, G shows ghosts"
        className="!h-9 !w-9 !rounded-full"
        onClick={() => play(!playing)}
      />
      <Button
        icon="restart"
        look="outline"
        onClick={() => {
          controller?.restart();
          setPlaying(true);
        }}
      >
        Start again
      </Button>
      <RangeInput
        className="slider-large min-w-32 flex-1"
        max={Math.max(0.01, last)}
        step={0.01}
        value={Number.isFinite(time) ? time : 0}
        aria-label="Time of all runs"
        data-testid="compared-time"
        onSet={(seconds) => {
          controller?.seek(seconds);
          setPlaying(false);
        }}
      />
      <output className="font-mono tabular-nums" aria-label="Simulated time">
        {Number.isFinite(time) ? time.toFixed(1) : '0.0'} s
      </output>
      <CameraChoice fromStart={plan.fromStart} controller={controller} />
      <Check checked={ghosts} onSet={onGhosts}>
        Ghosts
      </Check>
      <p className="w-full text-[12px] text-dim">{plan.about}</p>
    </section>
  );
}

/** Seconds that an arrow key moves all runs. */
const keyStep = 0.1;

/** Keys of the page; those of a field that is being filled, or of a button that has the focus, are its own. */
function useKeys(act: (key: string) => boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target instanceof HTMLElement && target.matches('input, select, textarea')) return;
      if (key === ' ' && target instanceof HTMLElement && target.matches('button, a')) return;
      if (act(key)) event.preventDefault();
    };
    return listen(window, { keydown: press });
  });
}

interface CameraChoiceProps {
  readonly fromStart: ComparisonPlan['fromStart'];
  readonly controller: TimeBarProps['controller'];
}

/** One camera for all runs. */
function CameraChoice({ fromStart, controller }: CameraChoiceProps) {
  const [camera, setCamera] = useState<CameraMode | 'start'>(fromStart ? 'start' : 'follow');
  return (
    <label className="flex items-center gap-2">
      <span className="sr-only">Camera</span>
      <Select
        className="!h-8"
        value={camera}
        options={cameras}
        onSet={(mode) => {
          setCamera(mode);
          controller?.setCamera(mode === 'start' ? 'top' : mode, mode === 'start');
        }}
      />
    </label>
  );
}
