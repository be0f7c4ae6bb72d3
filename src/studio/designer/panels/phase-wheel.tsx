/** When each group's pulse comes within the period, as hands of a clock: drag one, or use its arrow keys. */
import { useRef } from 'react';
import type { Group } from '../../../designer/drawing.ts';
import { groupColours } from '../desk/board-painter.ts';

interface PhaseWheelProps {
  readonly groups: readonly Group[];
  readonly onBegin: () => void;
  /** While a hand is dragged. */
  readonly onChange: (group: number, phase: number) => void;
  readonly onEnd: (group: number, phase: number) => void;
}

const middle = 70;
const reach = 52;

function place(phase: number): { readonly x: number; readonly y: number } {
  const angle = 2 * Math.PI * phase;
  return { x: middle + reach * Math.sin(angle), y: middle - reach * Math.cos(angle) };
}

function round(phase: number): number {
  return Math.round(100 * (phase - Math.floor(phase))) / 100;
}

export function PhaseWheel({ groups, onBegin, onChange, onEnd }: PhaseWheelProps) {
  const wheel = useRef<SVGSVGElement>(null);
  const hands = useRef<(SVGGElement | null)[]>([]);
  const drag = useRef<{ group: number; phase: number } | undefined>(undefined);
  const read = (event: { clientX: number; clientY: number }): number => {
    const box = wheel.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    return round(Math.atan2(x, -y) / (2 * Math.PI));
  };
  /** The hand follows the pointer without React; the drawing hears of it when it is let go. */
  const turn = (group: number, phase: number): void => {
    const { x, y } = place(phase);
    const [line, knob] = [...(hands.current[group]?.children ?? [])];
    line?.setAttribute('x2', String(x));
    line?.setAttribute('y2', String(y));
    knob?.setAttribute('cx', String(x));
    knob?.setAttribute('cy', String(y));
    onChange(group, phase);
  };
  return (
    <svg ref={wheel} viewBox="0 0 140 140" className="mx-auto w-[150px] touch-none" aria-label="Phases of the groups">
      <circle cx={middle} cy={middle} r={reach} fill="none" stroke="var(--line)" strokeWidth="2" />
      {[0, 0.25, 0.5, 0.75].map((phase) => (
        <circle key={phase} {...{ cx: place(phase).x, cy: place(phase).y }} r="2" fill="var(--dim)" />
      ))}
      {groups.map(({ name, wave }, g) => {
        const { x, y } = place(wave.phase);
        return (
          <g
            key={g}
            ref={(element) => {
              hands.current[g] = element;
            }}
            role="slider"
            tabIndex={0}
            aria-label={`Phase of ${name}`}
            aria-valuemin={0}
            aria-valuemax={1}
            aria-valuenow={round(wave.phase)}
            className="cursor-grab outline-offset-4"
            onPointerDown={(event) => {
              onBegin();
              event.currentTarget.setPointerCapture(event.pointerId);
              drag.current = { group: g, phase: wave.phase };
            }}
            onPointerMove={(event) => {
              if (drag.current?.group !== g) return;
              drag.current.phase = read(event);
              turn(g, drag.current.phase);
            }}
            onPointerUp={() => {
              if (drag.current !== undefined) onEnd(g, drag.current.phase);
              drag.current = undefined;
            }}
            onKeyDown={(event) => {
              const step = { ArrowRight: 0.05, ArrowUp: 0.05, ArrowLeft: -0.05, ArrowDown: -0.05 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              onBegin();
              const phase = round(wave.phase + step);
              onChange(g, phase);
              onEnd(g, phase);
            }}
          >
            <line
              x1={middle}
              y1={middle}
              x2={x}
              y2={y}
              stroke={groupColours[g]}
              strokeWidth="3"
              strokeLinecap="round"
            />
            <circle cx={x} cy={y} r="9" fill={groupColours[g]} stroke="var(--panel)" strokeWidth="2" />
          </g>
        );
      })}
    </svg>
  );
}
