/** Where the cord of an animal is cut. */
import { readAt } from '../../engine/model/field-tree.ts';
import type { SystemInfo } from './protocol.ts';

const none: readonly number[] = [];

/** Segments behind which it is cut: the same array while the description is the same. */
export function readCuts(info: Pick<SystemInfo, 'desc' | 'handles'> | undefined): readonly number[] {
  const cuts = info?.handles.cuts === undefined ? undefined : readAt(info.desc, info.handles.cuts.path);
  return Array.isArray(cuts) ? (cuts as readonly number[]) : none;
}

/** The place of a cut on a line of points along the body, 0 to 1 between two of them. */
export function locateCut(
  cut: number,
  segments: number,
  points: number,
): { readonly index: number; readonly share: number } {
  const at = Math.min(points - 1.001, Math.max(0, (cut / segments) * (points - 1)));
  return { index: Math.floor(at), share: at - Math.floor(at) };
}
