/** The target of the open animal: its own live controls, or the target of its pilot. */
import type { AimHandle } from '../../../engine/contract/handles.ts';
import type { AimTarget } from '../../live/target-ring.ts';
import { type StudioState, useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';

/** An animal without controls for a target has one while a policy drives it. */
export function hasTarget({ info, status }: StudioState): boolean {
  return info?.handles.aim !== undefined || status?.pilot !== undefined;
}

export function createTarget(controller: StudioController): AimTarget {
  const handle = useStudio.getState().info?.handles.aim;
  return handle === undefined ? createCourse(controller) : createControlled(controller, handle);
}

function createControlled(controller: StudioController, { follow, heading, elevation }: AimHandle): AimTarget {
  const read = (path: string): number => Number(controller.readParameter(path)) || 0;
  return {
    hasElevation: elevation !== undefined,
    read: () => ({ heading: read(heading), elevation: elevation === undefined ? 0 : read(elevation) }),
    set: (aim) => {
      controller.setParameter(heading, aim.heading);
      if (elevation !== undefined) controller.setParameter(elevation, aim.elevation);
    },
    setFollowing: (isFollowing) => {
      controller.setParameter(follow, Number(isFollowing));
    },
  };
}

function createCourse(controller: StudioController): AimTarget {
  return {
    hasElevation: false,
    read: () => ({ heading: useStudio.getState().status?.pilot?.targetDirection[0] ?? 0, elevation: 0 }),
    set: ({ heading }) => {
      controller.setHeading(heading);
    },
    setFollowing: () => undefined,
  };
}
