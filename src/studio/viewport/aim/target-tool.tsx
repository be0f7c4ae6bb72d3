/** Switches the compass on; aiming makes the animal follow. */
import { useEffect, useState } from 'react';
import { ringReach, TargetRing } from '../../live/target-ring.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { ToolToggle } from '../../ui/tool-toggle.tsx';
import { createTarget, hasTarget } from './target.ts';

export function TargetTool() {
  const controller = useController();
  const usable = useStudio(hasTarget);
  const handle = useStudio((state) => state.info?.handles.aim);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const { view } = controller.picture;
    if (!open || !usable || view === undefined) return undefined;
    const ring = new TargetRing(view, controller.session, createTarget(controller));
    view.viewer?.setLeastReach(ringReach);
    return () => {
      ring.close();
      view.viewer?.setLeastReach(0);
    };
    // Another handle is another target.
  }, [controller, open, usable, handle]);
  if (!usable) return null;
  return (
    <>
      <ToolToggle
        icon="compass"
        label={open ? 'Stop aiming' : 'Aim'}
        title="A compass in the picture: drag its handle to where the animal should swim, with Shift up and down"
        pressed={open}
        onToggle={() => {
          if (open) createTarget(controller).setFollowing(false);
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
