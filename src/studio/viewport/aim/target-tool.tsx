/** Switches the compass on; aiming makes the animal follow. */
import { useEffect, useState } from 'react';
import { ringReach, TargetRing } from './target-ring.ts';
import { type StudioState, useStudio } from '../../session/store.ts';
import type { AimHandle } from '../../../engine/contract/handles.ts';
import { courseHandle } from '../../data/protocol.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';

/** An animal without controls for a target has one while a policy drives it. */
export function findAim({ info, status }: StudioState): AimHandle | undefined {
  return info?.handles.aim ?? (status?.pilot === undefined ? undefined : courseHandle);
}

export function TargetTool() {
  const controller = useController();
  const handle = useStudio(findAim);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const { canvas } = controller;
    if (!open || handle === undefined || canvas === undefined) return undefined;
    const ring = new TargetRing(controller, canvas, handle);
    controller.viewer?.setLeastReach(ringReach);
    return () => {
      ring.close();
      controller.viewer?.setLeastReach(0);
    };
  }, [controller, open, handle]);
  if (handle === undefined) return null;
  return (
    <>
      <button
        type="button"
        aria-pressed={open}
        title="A compass in the picture: drag its handle to where the animal should swim, with Shift up and down"
        className={`flex h-8 items-center gap-1.5 rounded-lg px-2.5 text-[12px] ${open ? 'bg-accent text-on-accent' : 'glass text-dim hover:text-ink'}`}
        onClick={() => {
          if (open) controller.setParameter(handle.follow, 0);
          setOpen(!open);
        }}
      >
        <Icon name="compass" /> {open ? 'Stop aiming' : 'Aim'}
      </button>
      {open && (
        <p
          className="glass !pointer-events-none rounded-lg px-2.5 py-1.5 text-[11px] text-dim [@container(max-height:24rem)]:hidden"
          role="status"
        >
          Drag the dot to where it should swim
        </p>
      )}
    </>
  );
}
