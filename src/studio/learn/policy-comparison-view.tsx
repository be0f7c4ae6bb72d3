/** The two animals: the pattern alone, and the best policy so far, with the same target. */
import { useEffect, useRef, useState } from 'react';
import type { PolicyPlan } from '../../learn/policies/policy-plan.ts';
import type { Permalink } from '../../engine/record/permalink.ts';
import { Button } from '../ui/button.tsx';
import { PolicyComparison, type PolicyReading } from './policy-comparison.ts';
import { Check } from '../ui/choices.tsx';

interface PolicyComparisonViewProps {
  readonly link: Permalink;
  readonly plan: PolicyPlan | undefined;
  /** What drives the second. */
  readonly title: string;
  readonly problem: string | undefined;
}

/** rad that a key turns the target by. */
const keyTurn = 0.15;
const keys: Readonly<Record<string, readonly [left: number, up: number]>> = {
  ArrowLeft: [keyTurn, 0],
  ArrowRight: [-keyTurn, 0],
  ArrowUp: [0, keyTurn],
  ArrowDown: [0, -keyTurn],
};

export function PolicyComparisonView({ link, plan, title: trained, problem }: PolicyComparisonViewProps) {
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const [comparison, setComparison] = useState<PolicyComparison>();
  const [readings, setReadings] = useState<readonly PolicyReading[]>([]);
  const [playing, setPlaying] = useState(true);
  const [wandering, setWandering] = useState(true);
  useEffect(() => {
    const [one, other] = canvases.current;
    if (one == null || other == null) return undefined;
    const opened = new PolicyComparison([one, other], link, setReadings);
    setComparison(opened);
    return () => {
      opened.close();
    };
  }, [link]);
  useEffect(() => {
    comparison?.setPolicy(plan);
  }, [comparison, plan]);
  return (
    <section
      aria-label="The untrained animal and the best so far"
      className="relative grid min-h-0 grid-cols-2 gap-px bg-line"
      onKeyDown={(event) => {
        const turn = keys[event.key];
        if (turn === undefined || (event.target as HTMLElement).matches('input, select')) return;
        event.preventDefault();
        comparison?.turnTarget(...turn);
      }}
    >
      {['Untrained: its own rhythm', trained].map((title, i) => (
        <Animal
          key={i}
          title={title}
          testId={i === 0 ? 'comparison-pattern' : 'comparison-policy'}
          reading={readings[i]}
          problem={(i === 0 ? undefined : problem) ?? readings[i]?.problem}
          onCanvas={(canvas) => {
            canvases.current[i] = canvas;
          }}
        />
      ))}
      <div className="absolute right-3 bottom-3 flex items-center gap-2">
        <Check
          className="glass h-8 rounded-lg px-2.5 text-[12px]"
          checked={wandering}
          onSet={(checked) => {
            setWandering(checked);
            comparison?.setWandering(checked);
          }}
        >
          New target every 8 s
        </Check>
        <Button
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Pause the animals' : 'Let the animals swim'}
          className="glass"
          onClick={() => {
            comparison?.setPlaying(!playing);
            setPlaying(!playing);
          }}
        />
      </div>
    </section>
  );
}

interface AnimalProps {
  readonly title: string;
  readonly testId: string;
  readonly reading: PolicyReading | undefined;
  readonly problem: string | undefined;
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
}

function Animal({ title, testId, reading, problem, onCanvas }: AnimalProps) {
  return (
    <figure className="relative min-h-0 overflow-hidden bg-ground" aria-label={title}>
      <canvas
        ref={onCanvas}
        className="absolute inset-0 size-full touch-none"
        tabIndex={0}
        aria-label={`${title}. Arrow keys turn the target.`}
        data-testid={testId}
      />
      <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-col items-start gap-2">
        <figcaption className="glass rounded-lg px-3 py-1.5 text-[13px] font-medium">{title}</figcaption>
        <Angle reading={reading} />
        {problem !== undefined && (
          <p role="alert" className="glass self-stretch rounded-lg px-3 py-2 text-bad">
            {problem}
          </p>
        )}
      </div>
    </figure>
  );
}

function Angle({ reading }: { readonly reading: PolicyReading | undefined }) {
  const angle = reading?.angle;
  const colour = angle === undefined ? '' : angle < 20 ? 'text-accent' : angle > 60 ? 'text-bad' : 'text-warn';
  return (
    <p className="glass rounded-lg px-3 py-1 text-[12px] text-dim">
      Off the target{' '}
      <output className={`ml-1 font-mono text-[15px] font-medium tabular-nums ${colour}`} data-testid="angle">
        {angle === undefined ? '–' : `${angle.toFixed(0)}°`}
      </output>
    </p>
  );
}
