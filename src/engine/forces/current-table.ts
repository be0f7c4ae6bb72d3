/** The current around the bodies in the kernels' memory, behind fields of a law's own: field · lanes + lane. */
import type { Kernels } from '../../kernels/functions.ts';
import { allocNumbers, type Precision } from '../../kernels/memory/layout.ts';
import { throwProblem } from '../model/problem.ts';
import { type Current, currentNumbers, setCurrent, vortexNumbers } from '../world/current.ts';

/** Of one current. Chosen: no description asks for more than one. */
const maxVortices = 4;

export interface CurrentTable {
  readonly table: Float32Array | Float64Array;
  /** −1 in still water, else vortices of the current with most of them. */
  readonly vortices: number;
  /** Sets the current, in one lane or in all; still water when left out. */
  set(current: Current | undefined, lane?: number): void;
  /** Currents as seen from the origins, axis · lanes + lane: w0 + G o, and vortices at centre − o. */
  move(origins: Float64Array | undefined): void;
}

export function createCurrentTable(
  { arena }: Kernels,
  precision: Precision,
  lanes: number,
  ownFields: number,
): CurrentTable {
  const numbers = (currentNumbers + vortexNumbers * maxVortices) * lanes;
  const first = ownFields * lanes;
  const table = allocNumbers(arena, precision, first + numbers);
  const currents = new Float64Array(numbers);
  const strongest = new Int32Array(lanes).fill(-1);
  for (let lane = 0; lane < lanes; lane++) setCurrent(currents, lane, lanes, {}, maxVortices);
  let vortices = -1;
  return {
    table,
    get vortices() {
      return vortices;
    },
    set(current, lane) {
      const count = current?.vortices?.length ?? 0;
      if (count > maxVortices)
        throwProblem('too-large', 'current.vortices', `${count} vortices`, `Give at most ${maxVortices} vortices.`);
      for (let l = lane ?? 0; l <= (lane ?? lanes - 1); l++) {
        setCurrent(currents, l, lanes, current ?? {}, maxVortices);
        strongest[l] = current === undefined ? -1 : count;
      }
      vortices = strongest.reduce((max, own) => Math.max(max, own), -1);
    },
    move(origins) {
      if (vortices < 0) return;
      for (let at = 0; at < (currentNumbers + vortexNumbers * vortices) * lanes; at++)
        table[first + at] = currents[at]!;
      if (origins === undefined) return;
      for (let lane = 0; lane < lanes; lane++)
        for (let i = 0; i < 3; i++) {
          const own = i * lanes + lane;
          let flow = currents[own]!;
          for (let j = 0; j < 3; j++) flow += currents[(3 + 3 * i + j) * lanes + lane]! * origins[j * lanes + lane]!;
          table[first + own] = flow;
          for (let v = 0; v < vortices; v++) {
            const at = (currentNumbers + vortexNumbers * v) * lanes + own;
            table[first + at] = currents[at]! - origins[own]!;
          }
        }
    },
  };
}
