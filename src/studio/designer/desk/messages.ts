/** What the designer's page and its worker tell each other. */
import type { Drawing } from '../../../designer/drawing.ts';

export interface RemixCard {
  readonly name: string;
  readonly title: string;
}

/** What a search for speed has tried. */
export interface Trials {
  /** Body lengths per second of every trial. */
  readonly speeds: readonly number[];
  readonly best: { readonly drawing: Drawing; readonly speed: number };
}

/** The animal that a search has made faster, or is making. */
export interface SearchState {
  readonly running: boolean;
  /** Body lengths per second of every trial. */
  readonly speeds: readonly number[];
  readonly best: { readonly drawing: Drawing; readonly speed: number } | undefined;
  readonly before: Drawing;
}
