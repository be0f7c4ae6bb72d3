/** How long things are at the animal's distance. Follows the camera without React. */
import { useEffect, useRef } from 'react';
import { useController } from '../session/controller-context.ts';

export function ScaleBarView({ className = '' }: { readonly className?: string }) {
  const controller = useController();
  const whole = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (whole.current === null) return undefined;
    return controller.picture.addPanel(whole.current, () => {
      const scale = controller.viewer?.scaleBar;
      if (scale === undefined || bar.current === null || label.current === null) return;
      bar.current.style.width = `${scale.pixels.toFixed(2)}px`;
      if (label.current.textContent === scale.label) return;
      label.current.textContent = scale.label;
      bar.current.dataset['metres'] = String(scale.metres);
    });
  }, [controller]);
  return (
    // As wide as the longest bar, so that nothing beside it moves.
    <span
      ref={whole}
      className={`flex w-[120px] flex-col gap-0.5 ${className}`}
      role="img"
      aria-label="Scale bar at the animal’s distance"
    >
      <span ref={label} className="leading-none tabular-nums" />
      <span ref={bar} data-testid="scale-bar" className="box-border h-1.5 border-2 border-t-0 border-current" />
    </span>
  );
}
