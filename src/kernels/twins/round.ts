/**
 * The result of one operation in the precision of the kernel. A flag and not a function to call: engines inline this, and
 * would box every number passed through a function value.
 */
export function round(x: number, single: boolean): number {
  return single ? Math.fround(x) : x;
}
