import type { FrameLayout } from '../../engine/contract/frame.ts';
import { materials } from '../../viewer/looks.ts';
import type { Colouring } from '../../viewer/surface-view.ts';

/** How an animal is coloured at first: activity glows through soft skin, armour is shown as it is. */
export function chooseColouring(layout: FrameLayout): Colouring {
  return layout.surfaces.some(({ look }) => materials[look].armour) ? 'natural' : 'blend';
}
