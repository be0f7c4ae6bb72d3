/** `bestiary/twins`: the kernels in plain JavaScript, for pages where WebAssembly with SIMD does not run; the results are the same. */
import { createTwinFunctions } from '../kernels/functions.ts';
import { setTwins } from './substitutes/twin.ts';

/** From now on simulations run without WebAssembly where it is missing, or where they ask for it with `kernels: 'twin'`. */
export function enableTwins(): void {
  setTwins(createTwinFunctions);
}
