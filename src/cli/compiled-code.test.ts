import { expect, it } from 'vitest';
import { optimiseLater } from './compiled-code.ts';

it('raises the budget of the optimising compiler where that was measured, and nowhere else', () => {
  const flags: string[] = [];
  for (const node of ['20.19.0', '22.11.0', '24.1.0'])
    optimiseLater(node, (flag) => {
      flags.push(flag);
    });
  expect(flags).toEqual(['--interrupt-budget=400000']);
});
