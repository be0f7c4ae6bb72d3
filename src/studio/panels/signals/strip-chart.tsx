/** One strip: lines over the last seconds under their title and unit, with the value at the cursor. */
import { useEffect, useRef } from 'react';
import type { Strip } from '../../data/strip-model.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { EnlargeButton } from './enlarge-button.tsx';
import { hoverTime } from './hover-time.ts';
import { formatAxisTitle, formatValues, showStrip } from './strip-plot.ts';

interface StripChartProps {
  readonly strip: Strip;
  readonly onEnlarge: () => void;
}

export function StripChart({ strip, onEnlarge }: StripChartProps) {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const box = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [element, text] = [box.current, readout.current];
    if (element === null || text === null) return undefined;
    const onValues = (time: number, values: readonly number[]): void => {
      const value = formatValues(strip, values);
      const full = hoverTime.get() === undefined ? value : `${time.toFixed(2)} s: ${value}`;
      if (text.textContent !== full) text.textContent = full;
    };
    return showStrip({ box: element, strip, large: false, onValues }, controller);
    // The theme changes the colours that are read from the page.
  }, [controller, strip, theme]);
  return (
    <div className="flex min-h-0 min-w-0 flex-col" data-testid="strip">
      <div className="flex h-[18px] shrink-0 items-center gap-2">
        <span className="eyebrow min-w-0 truncate" title={strip.about}>
          {strip.title}
          {strip.unit.label !== '' && <span className="normal-case"> ({strip.unit.label})</span>}
        </span>
        <span
          ref={readout}
          className="ml-auto shrink-0 font-mono text-[11px] whitespace-nowrap text-dim tabular-nums"
        />
        <EnlargeButton title={strip.title} onPress={onEnlarge} />
      </div>
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          className="absolute inset-0 overflow-hidden"
          role="img"
          aria-label={`${formatAxisTitle(strip)} over time. ${strip.about}`}
        />
      </div>
    </div>
  );
}
