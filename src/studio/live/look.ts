import type { FrameLayout } from '../../engine/contract/frame.ts';
import { materials } from '../../viewer/surfaces/looks.ts';
import { listAttachmentSets } from '../../viewer/surfaces/attachments.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';

/** How an animal is coloured at first: activity glows through soft skin, armour is shown as it is. */
export function chooseColouring(layout: FrameLayout): Colouring {
  return layout.surfaces.some(({ look }) => materials[look].armour) ? 'natural' : 'blend';
}

/** Sets of lines and markers that are seen at first. */
export function listUsualSets(layout: FrameLayout): readonly string[] {
  return listAttachmentSets(layout).flatMap(({ name, optional }) => (optional ? [] : [name]));
}

/** Sets that are seen of another layout: those that were, and what it has for the first time and nobody has hidden. */
export function keepShown(shown: readonly string[], before: FrameLayout, now: FrameLayout): readonly string[] {
  const known = new Set(listAttachmentSets(before).map(({ name }) => name));
  const fresh = listAttachmentSets(now).filter(({ name, optional }) => !known.has(name) && !optional);
  return [...new Set([...shown, ...fresh.map(({ name }) => name)])];
}
