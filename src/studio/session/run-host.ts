/** What those who keep runs need of whoever shows them: the controller of a page is one. */
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';
import type { Viewer } from '../../viewer/viewer.ts';
import type { Form } from '../data/form-model.ts';
import type { Setting } from '../data/protocol.ts';
import type { Session } from './session.ts';

export interface RunHost {
  readonly session: Session;
  readonly viewer: Viewer | undefined;
  readonly form: Form | undefined;
  listSettings(): readonly Setting[];
  setCamera(camera: CameraMode): void;
  setColouring(colouring: Colouring, channel: string | undefined): void;
  setPartsShown(shown: boolean): void;
  setSetShown(set: string, shown: boolean): void;
  wake(): void;
}
