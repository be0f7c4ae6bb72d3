/** The value of a parameter of the open animal: a live control's of now, any other's from the description. */
import { readAt } from '../../engine/model/field-tree.ts';
import type { SystemInfo } from './protocol.ts';

export function readParameter(
  info: SystemInfo | undefined,
  controls: readonly number[] | undefined,
  path: string,
): unknown {
  if (info === undefined) return undefined;
  const index = info.controls.findIndex((control) => control.name === path);
  return index >= 0 && controls !== undefined ? controls[index] : readAt(info.desc, path);
}
