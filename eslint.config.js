import tseslint from 'typescript-eslint';
import { createSizeRules, exceptions, limits } from './tools/lint-exceptions.mjs';

/** Functions whose last bit differs between JavaScript engines; the engine has its own in math/portable.ts. */
const nonPortable = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'exp',
  'expm1',
  'log',
  'log2',
  'log10',
  'log1p',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'pow',
  'cbrt',
  'hypot',
  'random',
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'coverage/**',
      'src/kernels/generated/**',
      'src/library/generated/**',
      'src/kernels/assembly/**',
      'test/artefacts/**',
    ],
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts', 'bench/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Indexed access is checked by the compiler, so kernels must write x[i]!.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' }],
      'max-lines': ['error', { max: 500 }],
    },
  },
  // A step reads like its paper: types, memory, start and arithmetic have files of their own.
  { files: ['src/engine/{bodies,families}/**/step.ts'], rules: { 'max-lines': ['error', { max: 120 }] } },
  {
    files: ['src/{engine,kernels,animals,jobs,learn,experiments,designer,imports,exports}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...nonPortable.map((property) => ({
          object: 'Math',
          property,
          message: 'Differs between engines: use engine/math/portable.ts or rng.ts.',
        })),
      ],
      'no-restricted-globals': [
        'error',
        ...['Date', 'performance', 'console', 'setTimeout', 'fetch', 'process'].map((name) => ({
          name,
          message: 'The engine has no clock, console, process or network.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
        {
          selector: "BinaryExpression[operator='**']",
          message: '** differs between engines: use pow from engine/math/portable.ts.',
        },
        {
          selector: "AssignmentExpression[operator='**=']",
          message: '**= differs between engines: use pow from engine/math/portable.ts.',
        },
      ],
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ignores: ['**/*.test.ts'], rules: createSizeRules(limits) },
  ...exceptions.map((exception) => ({
    files: exception.files,
    ignores: ['**/*.test.ts'],
    rules: createSizeRules(exception),
  })),
  { files: ['*.config.ts'], languageOptions: { parser: tseslint.parser } },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', '*.config.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-restricted-syntax': 'off',
    },
  },
);
