/** What the designer's parts share besides the store: worker, preview and board, which are not data. */
import { createContext, use } from 'react';
import type { BoardController } from './board-controller.ts';
import type { DrawingMaker } from './drawing-maker.ts';
import type { Preview } from './preview.ts';

export interface DesignerHands {
  readonly maker: DrawingMaker;
  readonly preview: { current: Preview | undefined };
  readonly board: { current: BoardController | undefined };
}

export const DesignerContext = createContext<DesignerHands | undefined>(undefined);

export function useHands(): DesignerHands {
  const hands = use(DesignerContext);
  if (hands === undefined) throw new Error('Only inside the designer.');
  return hands;
}
