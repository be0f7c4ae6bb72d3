/**
 * Where a text stops being JSON, and what to do about it. `JSON.parse` says so in the words of each engine, often without a place;
 * this says the same everywhere. It is only asked about texts that were refused.
 */
import { shorten } from './problem.ts';

export interface JsonFault {
  /** From 1, as editors count. */
  readonly line: number;
  readonly column: number;
  /** What stands there, printed. */
  readonly got: string;
  readonly hint: string;
}

type Wanted = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'next' | 'end';

interface Found {
  readonly offset: number;
  readonly hint: string;
}

const longestQuote = 24;

/** undefined where the text is JSON after all. */
export function findJsonFault(text: string): JsonFault | undefined {
  const found = new Scan(text).find();
  if (found === undefined) return undefined;
  const { offset, hint } = found;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset);
  const rest = text.slice(offset, lineEnd < 0 ? undefined : lineEnd).trimEnd();
  const got =
    offset >= text.length ? 'the end' : rest === '' ? 'the end of the line' : `'${shorten(rest, longestQuote)}'`;
  return { line: countLines(text, offset), column: offset - lineStart + 1, got, hint };
}

function countLines(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** One pass over a text, without recursion: it may be nested as deeply as it likes. */
class Scan {
  readonly #text: string;
  readonly #open: number[] = [];
  #at = 0;
  #wanted: Wanted = 'value';
  /** Where the value before began. */
  #before = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find(): Found | undefined {
    for (;;) {
      while (/[ \t\n\r]/u.test(this.#text[this.#at] ?? '')) this.#at++;
      if (this.#at >= this.#text.length) return this.#wanted === 'end' ? undefined : this.#explainEnd();
      const found = this.#take(this.#text[this.#at]!);
      if (found !== undefined) return found;
    }
  }

  #take(letter: string): Found | undefined {
    switch (this.#wanted) {
      case 'value':
      case 'first item':
        return this.#wanted === 'first item' && letter === ']' ? this.#close() : this.#takeValue(letter);
      case 'name':
      case 'first name':
        if (this.#wanted === 'first name' && letter === '}') return this.#close();
        return letter === '"' ? this.#takeText('colon') : this.#refuse(this.#explainName(letter));
      case 'colon':
        if (letter !== ':') return this.#refuse('Write a colon between a name and its value.');
        return this.#move(1, 'value');
      case 'next':
        return this.#takeNext(letter);
      case 'end':
        return this.#refuse('The document ends before it: remove what follows.');
    }
  }

  #takeValue(letter: string): Found | undefined {
    this.#before = this.#at;
    if (letter === '{' || letter === '[') {
      this.#open.push(this.#at);
      return this.#move(1, letter === '{' ? 'first name' : 'first item');
    }
    if (letter === '"') return this.#takeText('next');
    const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?)(?![\w.+-])/uy;
    word.lastIndex = this.#at;
    const [found] = word.exec(this.#text) ?? [];
    if (found === undefined) return this.#refuse(this.#explainValue(letter));
    return this.#move(found.length, 'next');
  }

  #takeText(wanted: Wanted): Found | undefined {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const letter = this.#text[at]!;
      if (letter === '"') return this.#move(at + 1 - this.#at, wanted);
      if (letter === '\\') {
        if (!/^(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/u.test(this.#text.slice(at + 1, at + 6)))
          return { offset: at, hint: 'Write a backslash in a text twice.' };
        at++;
      } else if (letter < ' ')
        return { offset: at, hint: 'Close the text with a double quotation mark; line breaks are written \\n.' };
    }
    return { offset: this.#at, hint: 'The text has no closing quotation mark.' };
  }

  #takeNext(letter: string): Found | undefined {
    const isList = this.#text[this.#open.at(-1) ?? 0] === '[';
    if (this.#open.length === 0 || letter === (isList ? ']' : '}'))
      return this.#open.length > 0 ? this.#close() : this.#take(letter);
    if (letter === ',') return this.#move(1, isList ? 'value' : 'name');
    return this.#refuse(this.#explainNext(letter, isList ? ']' : '}'));
  }

  #close(): Found | undefined {
    this.#open.pop();
    return this.#move(1, 'next');
  }

  #move(count: number, wanted: Wanted): Found | undefined {
    this.#at += count;
    this.#wanted = wanted === 'next' && this.#open.length === 0 ? 'end' : wanted;
    return undefined;
  }

  #refuse(hint: string): Found {
    return { offset: this.#at, hint };
  }

  #explainEnd(): Found {
    const opened = this.#open.at(-1);
    if (opened === undefined) return this.#refuse('The file is empty: write a JSON document.');
    const bracket = this.#text[opened] === '[' ? '[' : '{';
    return this.#refuse(
      `The file is cut off, or a ${bracket === '[' ? ']' : '}'} is missing: the ${bracket} of line ${countLines(this.#text, opened)} is not closed.`,
    );
  }

  #explainName(letter: string): string {
    if (letter === '}') return 'Remove the comma before it.';
    if (letter === ',') return 'Remove one of the two commas.';
    const number = /^-?\d+$/u.exec(this.#text.slice(this.#before, this.#at).split(',')[0]!.trim());
    const decimals = /^\d+/u.exec(this.#text.slice(this.#at));
    if (number !== null && decimals !== null) return `Write ${number[0]}.${decimals[0]}: the decimal sign is a point.`;
    return explainCommon(letter) ?? 'Write names in double quotation marks.';
  }

  #explainValue(letter: string): string {
    if (letter === ']' || letter === '}') return 'Remove the comma before it, or write a value.';
    const rest = this.#text.slice(this.#at, this.#at + 40);
    const number = /^\+?(\.?\d[\d.]*(?:e[+-]?\d+)?)/iu.exec(rest)?.[1];
    if (number?.startsWith('.') === true) return `Write 0${number}.`;
    if (number !== undefined && rest.startsWith('+')) return `Write ${number}, without the plus.`;
    if (number !== undefined) return 'Write a number such as 0.5, 12 or 1e-3; a number with a unit is a text, "12 mm".';
    const word = /^(?:true|false|null)/iu.exec(rest)?.[0];
    if (word !== undefined) return `Write ${word.toLowerCase()}.`;
    return (
      explainCommon(letter) ?? 'Write a number, a text in double quotation marks, true, false, a list or an object.'
    );
  }

  #explainNext(letter: string, close: string): string {
    if (letter === ']' || letter === '}') return `Write ${close} first: another bracket is open.`;
    return explainCommon(letter) ?? `Write a comma or ${close} before it.`;
  }
}

function explainCommon(letter: string): string | undefined {
  if (letter === "'" || letter === '“' || letter === '”') return 'Write straight double quotation marks.';
  return letter === '/' || letter === '#' ? 'JSON has no comments: remove it.' : undefined;
}
