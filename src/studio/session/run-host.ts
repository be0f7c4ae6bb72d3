/** What the keeper of runs needs from the controller of a page. */
import type { Form } from '../data/form-model.ts';
import type { Setting } from '../data/protocol.ts';
import type { Session } from '../live/session.ts';
import type { LabPicture } from './lab-picture.ts';

export interface RunHost {
  readonly session: Session;
  readonly picture: LabPicture;
  readonly form: Form | undefined;
  listSettings(): readonly Setting[];
}
