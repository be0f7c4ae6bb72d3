import type { Linter } from 'eslint';

interface Exception {
  readonly files: readonly string[];
  readonly lines?: number;
  readonly params?: number;
  readonly reason: string;
}
export const limits: { readonly lines: number; readonly params: number };
export const exceptions: readonly Exception[];
export function createSizeRules(limits: { readonly lines?: number; readonly params?: number }): Linter.RulesRecord;
