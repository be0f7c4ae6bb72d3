/** Switches the compass on; aiming makes the animal follow. */
import { useEffect, useState } from 'react';
import { ringReach, TargetRing } from './target-ring.ts';
import { type StudioState, useStudio } from '../../session/store.ts';
import type { AimHandle } from '../../../engine/contract/handles.ts';
import { courseHandle } from '../../data/protocol.ts';
import { useController } from '../../session/controller-context.ts';
import { ToolToggle } from '../../ui/tool-toggle.tsx';

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
      <ToolToggle
        icon="compass"
        label={open ? 'Stop aiming' : 'Aim'}
        title="A compass in the picture: drag its handle to where the animal should swim, with Shift up and down"
        pressed={open}
        onToggle={() => {
          if (open) controller.setParameter(handle.follow, 0);
          setOpen(!open);
        }}
      />
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
