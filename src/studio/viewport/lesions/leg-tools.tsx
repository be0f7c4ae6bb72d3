/** Legs that are lost, and how to have them back; legs in the picture are taken off by pressing them. */
import { useEffect } from 'react';
import { readAt } from '../../data/form-model.ts';
import { attachLegPicker } from './leg-picker.ts';
import { listLostLegs, type LostLeg, toggleLeg } from './lost-legs.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';

/** More than these are not named one by one. */
const mostNamed = 8;

export function LegTools() {
  const controller = useController();
  const legs = useStudio((state) => readAt(state.info?.desc, 'lesions.legs') as readonly LostLeg[] | undefined);
  const editing = useStudio((state) => state.panel === 'scene');
  const usable = legs !== undefined;
  useEffect(() => {
    const { canvas } = controller;
    return canvas === undefined || !usable || editing ? undefined : attachLegPicker(canvas, controller);
  }, [controller, usable, editing]);
  if (legs === undefined || legs.length === 0) return null;
  const lost = listLostLegs(legs);
  return (
    <div className="glass flex max-w-64 flex-wrap items-center gap-1 rounded-lg px-2.5 py-1.5 text-[12px]">
      <span className="mr-1 text-dim">Lost legs</span>
      {lost.slice(0, mostNamed).map(({ pair, side }) => (
        <button
          key={`${side} ${pair}`}
          type="button"
          className="flex items-center gap-1 rounded-md border border-line px-1.5 hover:bg-raised"
          title={`Give back the ${side} leg ${pair}`}
          aria-label={`Give back the ${side} leg ${pair}`}
          onClick={() => {
            controller.setParameter('lesions.legs', toggleLeg(legs, pair, side));
          }}
        >
          {side} {pair} <Icon name="undo" className="!size-3 text-dim" />
        </button>
      ))}
      {lost.length > 1 && (
        <button
          type="button"
          className="rounded-md px-1.5 text-accent hover:bg-raised"
          onClick={() => {
            controller.setParameter('lesions.legs', []);
          }}
        >
          Give all {lost.length} back
        </button>
      )}
    </div>
  );
}
