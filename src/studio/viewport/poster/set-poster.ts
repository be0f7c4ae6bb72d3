/** Poster view: nothing but the picture and no grid in it, the animal whole and away from its edges. */
import { safeMargin } from '../../../viewer/scale-bar.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';

export function setPoster({ viewer }: StudioController, poster: boolean): void {
  if (viewer !== undefined && poster !== useStudio.getState().poster) {
    viewer.setMargin(poster ? safeMargin : 0);
    viewer.setMeasured(!poster);
    const [azimuth, elevation] = viewer.arm;
    // From where it was seen, but all of it.
    if (poster) viewer.setArm([azimuth, elevation, 1]);
  }
  useStudio.setState({ poster });
}
