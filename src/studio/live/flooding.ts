/** Ground that a control puts under water, as it is drawn. */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { omit } from '../data/omit.ts';

/** Values of the control from here on are water. */
const floodedFrom = 0.5;

/** Whether the ground lies under water, by the values of now. */
export function isFlooded({ floodedBy }: FrameLayout, read: (path: string) => unknown): boolean {
  return floodedBy !== undefined && Number(read(floodedBy)) >= floodedFrom;
}

/** The layout as it is drawn: water without end above the same ground, in which nothing leaves a groove. */
export function floodLayout(layout: FrameLayout): FrameLayout {
  return { ...omit(layout, ['track']), water: { level: Infinity } };
}
