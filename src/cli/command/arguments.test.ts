import { describe, expect, it } from 'vitest';
import { parseArguments, readNumber } from './arguments.ts';
import type { Command } from './command.ts';

const command: Command = {
  name: 'swim',
  summary: '',
  usage: 'swim ANIMAL [--seed N]',
  positionals: [
    { name: 'ANIMAL', about: '' },
    { name: 'WHERE', about: '', optional: true },
  ],
  options: [
    { name: 'seed', value: 'N', about: '' },
    { name: 'set', value: 'PATH=VALUE', repeatable: true, about: '' },
    { name: 'quiet', about: '' },
  ],
  run: () => Promise.resolve(0),
};
const parse = (...words: string[]) => parseArguments(command, words);

describe('parseArguments', () => {
  it('takes options in both spellings, in any place', () => {
    const args = parse('--seed', '-3', 'lamprey', '--set=a=1', '--quiet', '--set', 'b=x=y', 'pond');
    expect(args.positionals).toEqual(['lamprey', 'pond']);
    expect(args.get('seed')).toBe('-3');
    expect(args.getAll('set')).toEqual(['a=1', 'b=x=y']);
    expect(args.has('quiet')).toBe(true);
    expect(args.has('json')).toBe(false);
    expect(args.get('out')).toBeUndefined();
  });

  it('takes everything after -- as words', () => {
    expect(parse('--', '--seed').positionals).toEqual(['--seed']);
  });

  it('asks for nothing when help is wanted', () => {
    expect(parse('-h').has('help')).toBe(true);
    expect(parse('--help').has('help')).toBe(true);
  });

  it.each([
    [['lamprey', '--sed', '1'], "Unknown option '--sed' for 'swim'. Did you mean '--seed'"],
    [['lamprey', '-q'], "Unknown option '-q'"],
    [['lamprey', '--seed'], "Option '--seed' needs a value: got nothing. Write --seed N."],
    [['lamprey', '--quiet=yes'], "Option '--quiet' takes no value: got 'yes'"],
    [['lamprey', '--seed', '1', '--seed=2'], "Option '--seed' is given twice"],
    [[], "'swim' needs ANIMAL: got nothing. Usage: bestiary swim ANIMAL [--seed N]"],
    [['a', 'b', 'c'], "does not know what to do with 'c'"],
    [['lamprey', '--set', 'a.b'], "Option '--set' needs PATH=VALUE: got 'a.b' without a value. Write --set a.b=VALUE."],
    [['lamprey', '--set', 'a.b', '0.4'], 'Write --set a.b=0.4.'],
    [['lamprey', '--set', 'a.b', '--quiet'], 'Write --set a.b=VALUE.'],
    [['lamprey', '--set', "'a.b=12", "mm'"], 'cmd.exe knows no others'],
    [['“lamprey”'], 'A quotation mark has become part of the command line: got “lamprey”'],
  ])('refuses %j', (words, sentence) => {
    expect(() => parse(...words)).toThrow(sentence);
  });
});

describe('readNumber', () => {
  const read = (text: string, whole = false) =>
    readNumber(parse('lamprey', `--seed=${text}`), 'seed', 1, { min: -10, max: 1e6, whole, unit: 's' });

  it.each([
    ['5s', 5],
    ['500 ms', 0.5],
    ['2 min', 120],
    ['1h', 3600],
  ])('reads %s in seconds', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it('reads minutes', () => {
    const minutes = (text: string) =>
      readNumber(parse('lamprey', `--seed=${text}`), 'seed', 1, { min: 0, max: 100, unit: 'min' });
    expect(['5', '30 s', '1 h'].map(minutes)).toEqual([5, 0.5, 60]);
  });

  it.each([
    ['0,5', "is not a number: got '0,5'. Write 0.5: the decimal sign is a point."],
    ['5 parsec', "has an unknown unit: got '5 parsec'. Allowed units: s, ms, min, h."],
    ['five', "is not a number: got 'five'. Write a number from -10 to 1000000 s."],
    ['2e6', "is out of range: got '2e6'."],
  ])('refuses %s', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('takes no unit where an option has none', () => {
    expect(() => readNumber(parse('lamprey', '--seed=3 s'), 'seed', 1, { min: 0, max: 9 })).toThrow(
      "Option '--seed' takes no unit: got '3 s'. Write a number from 0 to 9.",
    );
  });

  it('reads numbers and falls back to the default', () => {
    expect(read('2.5')).toBe(2.5);
    expect(read('-1e1')).toBe(-10);
    expect(readNumber(parse('lamprey'), 'seed', 7, { min: 0, max: 9 })).toBe(7);
  });

  it.each(['', 'ten', 'NaN', 'Infinity', '1e308', '-11', '0x10', '1 2', '1e+'])(
    'refuses %j and quotes range and unit',
    (text) => {
      expect(() => read(text)).toThrow(`got '${text}'. Write a number from -10 to 1000000 s.`);
    },
  );

  it('refuses fractions where a whole number is wanted', () => {
    expect(() => read('1.5', true)).toThrow('Write a whole number');
  });
});
