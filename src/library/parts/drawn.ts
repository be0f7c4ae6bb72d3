/** The mesher of drawn bodies. */
import { createDrawnAnimal } from '../../engine/families/soft/body/drawn.ts';
import { setDrawnBodies } from '../substitutes/drawn.ts';

/** From now on creature files with `body.shape` "drawn" run: it costs a page 8 kB. */
export function enableDrawnBodies(): void {
  setDrawnBodies(createDrawnAnimal);
}
