/** What programs of others hand to a simulation: anything may come, and what is wrong is named before it is used. */
import { isObject, printGot, shorten, throwProblem } from '../model/problem.ts';
import type { KernelChoice } from './set-up.ts';

export interface SimulationOptions {
  /** Any safe integer; the same seed gives the same run. */
  readonly seed: number;
  readonly kernels?: KernelChoice;
}

const optionNames = ['seed', 'kernels'];

export function checkOptions(options: unknown): SimulationOptions {
  if (!isObject(options))
    throwProblem('wrong-type', 'options', printGot(options), 'Write { seed: 1 }, or leave it out.');
  const unknown = Object.keys(options).find((key) => !optionNames.includes(key));
  if (unknown !== undefined)
    throwProblem(
      'unknown-parameter',
      `options.${shorten(unknown)}`,
      printGot(options[unknown]),
      'Known: seed, kernels.',
    );
  checkSeed(options['seed']);
  const { kernels } = options;
  if (kernels !== undefined && kernels !== 'auto' && kernels !== 'twin')
    throwProblem('not-allowed', 'options.kernels', printGot(kernels), 'Allowed: auto, twin.');
  return options as unknown as SimulationOptions;
}

export function checkSeed(seed: unknown): void {
  if (Number.isSafeInteger(seed)) return;
  throwProblem(
    typeof seed === 'number' ? 'out-of-range' : seed === undefined ? 'missing' : 'wrong-type',
    'seed',
    printGot(seed),
    `Give a whole number between ±${Number.MAX_SAFE_INTEGER}, such as 1.`,
  );
}

/** An array to write into. `size` is how a program writes its length. */
export function checkArray(
  out: unknown,
  kind: Float64ArrayConstructor | Float32ArrayConstructor,
  length: number,
  size: string,
): void {
  const isOfKind = out instanceof kind;
  if (isOfKind && out.length >= length) return;
  throwProblem(
    isOfKind ? 'out-of-range' : 'wrong-type',
    'out',
    printArray(out),
    `${length} numbers are written: give new ${kind.name}(${size}).`,
  );
}

export function checkSnapshot(snapshot: unknown): void {
  if (!(snapshot instanceof Uint8Array))
    throwProblem('wrong-type', 'snapshot', printArray(snapshot), 'Give what snapshot() of a simulation returned.');
}

function printArray(value: unknown): string {
  if (!ArrayBuffer.isView(value)) return printGot(value);
  return `a ${value.constructor.name} of ${(value as Uint8Array).length} numbers`;
}
