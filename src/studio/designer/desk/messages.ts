/** Messages between the designer's page and its worker, which meshes drawings, reads creature files and searches for speed. */
import type { Drawing } from '../../../designer/drawing.ts';
import type { Sketched } from '../../../designer/gauge.ts';
import type { Problem } from '../../../engine/model/problem.ts';

export type DesignerCommand =
  | { readonly kind: 'make'; readonly id: number; readonly drawing: Drawing }
  /** An animal of the gallery, or the text of a creature file, as a drawing. */
  | { readonly kind: 'remix'; readonly id: number; readonly animal: string }
  | { readonly kind: 'read'; readonly id: number; readonly text: string }
  /** Which animals of the gallery can be drawn. */
  | { readonly kind: 'list'; readonly id: number }
  /** Searches until the worker is ended. */
  | { readonly kind: 'search'; readonly drawing: Drawing };

export interface RemixCard {
  readonly name: string;
  readonly title: string;
}

export type DesignerReport =
  | { readonly kind: 'made'; readonly id: number; readonly sketched: Sketched }
  | { readonly kind: 'drawing'; readonly id: number; readonly drawing: Drawing }
  | { readonly kind: 'list'; readonly id: number; readonly animals: readonly RemixCard[] }
  | { readonly kind: 'refused'; readonly id: number; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'trial';
      readonly speeds: readonly number[];
      readonly best: { readonly drawing: Drawing; readonly speed: number };
    }
  /** Something else than the drawing is wrong; `id`: of what was asked. */
  | { readonly kind: 'failed'; readonly id: number | undefined; readonly message: string };

/** The animal that a search has made faster, or is making. */
export interface SearchState {
  readonly running: boolean;
  /** Body lengths per second of every trial. */
  readonly speeds: readonly number[];
  readonly best: { readonly drawing: Drawing; readonly speed: number } | undefined;
  readonly before: Drawing;
}
