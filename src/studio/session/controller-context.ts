import { createContext, useContext } from 'react';
import type { StudioController } from './studio-controller.ts';

export const ControllerContext = createContext<StudioController | undefined>(undefined);

/** The open animal; only used below the studio view. */
export function useController(): StudioController {
  return useContext(ControllerContext)!;
}
