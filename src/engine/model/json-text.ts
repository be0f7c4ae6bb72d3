/**
 * JSON of unknown origin. A short text can stand for much memory: three characters make an empty object of 56 bytes. So a long
 * text is looked through first, and refused where it holds more things than any creature does.
 */
import { findJsonFault } from './json-fault.ts';
import { ModelError, printGot, shorten, throwProblem } from './problem.ts';

export const maxFileCharacters = 32 * 1024 * 1024;

/** Shorter ones stand for a few tens of megabytes at most. */
const harmlessCharacters = 1 << 20;

/** Most of each in a file, by the character that begins or parts them: several times what the largest mesh needs. */
const limits = [
  { what: 'lists and objects', characters: '[{', most: 1_500_000 },
  { what: 'values', characters: ',', most: 6_000_000 },
  { what: 'members', characters: ':', most: 200_000 },
  // Two of them for each text.
  { what: 'quotation marks', characters: '"', most: 800_000 },
] as const;

export function parseJson(text: string): unknown {
  if (typeof text !== 'string') throwProblem('wrong-type', '', printGot(text), 'Give the text of a JSON file.');
  checkExtent(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw createSyntaxError(text, error);
  }
}

/** What is wrong with a text that JSON.parse refused, with line and column. */
function createSyntaxError(text: string, error: unknown): ModelError {
  const fault = findJsonFault(text);
  const hint = 'Check that the file is complete and valid JSON.';
  const problem = fault ?? { got: shorten(error instanceof Error ? error.message : String(error), 200), hint };
  return new ModelError([{ code: 'syntax', path: '', ...problem }]);
}

function checkExtent(text: string): void {
  if (text.length > maxFileCharacters)
    throw tooLarge(`${text.length} characters`, `Files may have ${maxFileCharacters} characters.`);
  if (text.length <= harmlessCharacters) return;
  const counts = countCharacters(text);
  for (const { what, characters, most } of limits) {
    let count = 0;
    for (const character of characters) count += counts[character.charCodeAt(0)]!;
    if (count > most) throw tooLarge(`${count} ${what}`, `Files may have ${most} of them.`);
  }
}

function countCharacters(text: string): Uint32Array {
  const counts = new Uint32Array(128);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) counts[code] = counts[code]! + 1;
  }
  return counts;
}

function tooLarge(got: string, hint: string): ModelError {
  return new ModelError([{ code: 'too-large', path: '', got, hint }]);
}
