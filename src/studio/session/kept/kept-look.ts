/** How a run is looked at, for links and files, and back. */
import type { KeptLook } from '../../../engine/record/kept-run.ts';
import type { CameraMode } from '../../../viewer/camera/camera-rig.ts';
import type { Colouring } from '../../../viewer/surfaces/surface-view.ts';
import { useStudio } from '../store.ts';
import type { RunHost } from '../run-host.ts';

const cameras: readonly string[] = ['follow', 'orbit', 'top'] satisfies readonly CameraMode[];
const colourings: readonly string[] = ['natural', 'blend', 'map'] satisfies readonly Colouring[];

export function readLook({ picture: { viewer } }: RunHost): KeptLook {
  const { camera, colouring, channel, partsShown, shownSets, window, panel, insetShown, status } = useStudio.getState();
  const arm = viewer?.arm.map((number) => Number(number.toFixed(4))) as [number, number, number] | undefined;
  return {
    camera,
    ...(arm === undefined ? {} : { arm }),
    colouring,
    ...(channel === undefined ? {} : { channel }),
    parts: partsShown,
    sets: shownSets,
    window,
    panel,
    inset: insetShown,
    ...(status === undefined ? {} : { speed: status.speed }),
  };
}

/** What is not known here is left as it is. */
export function applyLook({ picture, session }: RunHost, look: KeptLook): void {
  const { camera, arm, colouring, channel, parts, sets, window, panel, inset, speed } = look;
  const { info, shownSets } = useStudio.getState();
  if (camera !== undefined && cameras.includes(camera) && camera !== useStudio.getState().camera)
    picture.setCamera(camera as CameraMode);
  if (arm !== undefined) picture.viewer?.setArm(arm);
  if (colouring !== undefined && colourings.includes(colouring)) {
    const known = info?.layout.channels.find(({ name }) => name === channel)?.name;
    picture.setColouring(colouring as Colouring, known ?? useStudio.getState().channel);
  }
  if (parts !== undefined) picture.setPartsShown(parts);
  for (const set of new Set([...shownSets, ...(sets ?? shownSets)]))
    picture.setSetShown(set, sets?.includes(set) ?? shownSets.includes(set));
  useStudio.setState({
    ...(window === undefined ? {} : { window }),
    ...(inset === undefined ? {} : { insetShown: inset }),
    ...(panel === 'scene' && info?.handles.scene !== undefined ? { panel } : {}),
  });
  if (speed !== undefined) session.setSpeed(speed);
  picture.wake();
}
