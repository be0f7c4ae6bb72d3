/** What callers give as options: an object, and nothing in it that is not known. */
import { isObject, printGot, shorten, throwProblem } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';

export function checkOptionNames(
  options: unknown,
  known: readonly string[],
  example: string,
): Readonly<Record<string, unknown>> {
  if (!isObject(options))
    throwProblem('wrong-type', 'options', printGot(options), `Write ${example}, or leave it out.`);
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throwProblem(
      'unknown-parameter',
      `options.${shorten(unknown)}`,
      printGot(options[unknown]),
      suggestSentence(unknown, known),
    );
  return options;
}

/** Progress is told to a function, and an AbortSignal ends it early. */
export function checkCallbacks({ onProgress, signal }: Readonly<Record<string, unknown>>): void {
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throwProblem(
      'wrong-type',
      'options.onProgress',
      printGot(onProgress),
      'Give a function of the share that is done.',
    );
  if (signal !== undefined && !(isObject(signal) && typeof signal['throwIfAborted'] === 'function'))
    throwProblem('wrong-type', 'options.signal', printGot(signal), 'Give the signal of an AbortController.');
}
