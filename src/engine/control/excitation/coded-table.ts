/**
 * The central pattern in the authors' code: not eq. 12 but a table of 50 control steps (30 Hz, 5/3 s), sums of increments
 * held within 0 … 1. Even cords rise slowly over 20 steps and drop; odd cords rise over the next 10 and drop. All arms
 * beat together. [softcon, code]
 */

export const codedTableLength = 50;

const increments = {
  even: [
    { until: 20, by: 0.025 },
    { until: 30, by: -0.125 },
    { until: 50, by: 0 },
  ],
  odd: [
    { until: 20, by: -0.0625 },
    { until: 30, by: 0.03125 },
    { until: 50, by: -0.125 },
  ],
} as const;

function createTable(kind: keyof typeof increments): Float64Array {
  const table = new Float64Array(codedTableLength);
  let value = 0;
  for (let step = 0; step < codedTableLength; step++) {
    value += increments[kind].find(({ until }) => step < until)!.by;
    value = Math.min(1, Math.max(0, value));
    table[step] = value;
  }
  return table;
}

const tables = [createTable('even'), createTable('odd')] as const;

/** Central signal of a cord in a control step, both counted from 0. */
export function getCodedSignal(cord: number, step: number): number {
  return tables[(cord % 2) as 0 | 1][step % codedTableLength]!;
}
