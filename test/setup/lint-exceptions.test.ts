import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import { createSizeRules, exceptions, limits } from '../../tools/lint-exceptions.mjs';

const rules = { lines: 'max-lines-per-function', params: 'max-params' } as const;

/** The rules that some function in these files breaks at these limits. */
async function findBroken(files: readonly string[], lines: number, params: number): Promise<Set<string | null>> {
  const linter = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts', '**/*.tsx'],
        ignores: ['**/*.test.ts'],
        languageOptions: { parser: tseslint.parser },
        rules: createSizeRules({ lines, params }),
      },
    ],
  });
  const results = await linter.lintFiles([...files]);
  return new Set(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId)));
}

describe('an exception from the size of functions', () => {
  test.each(exceptions.map((exception) => [exception.files.join(), exception] as const))(
    '%s is needed, and no larger than it has to be',
    async (_name, { files, lines, params, reason }) => {
      expect(reason).toMatch(/\.$/);
      expect(lines ?? params, 'an exception from something').toBeDefined();
      for (const [kind, now] of Object.entries({ lines, params }) as ['lines' | 'params', number | undefined][]) {
        if (now === undefined) continue;
        expect(now).toBeGreaterThan(limits[kind]);
        const smaller = { lines: 9999, params: 9999, [kind]: now - 1 };
        const broken = await findBroken(files, smaller.lines, smaller.params);
        expect(broken, `Lower or remove ${kind} in tools/lint-exceptions.mjs.`).toContain(rules[kind]);
      }
    },
  );
});
