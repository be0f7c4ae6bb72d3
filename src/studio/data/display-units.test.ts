import { describe, expect, it } from 'vitest';
import { chooseDisplayUnit, formatNumber, formatQuantity, formatReading } from './display-units.ts';

describe('display units', () => {
  it('shows small things in small units', () => {
    expect(formatQuantity(0.03, chooseDisplayUnit('m', 0.03))).toBe('30 mm');
    expect(formatQuantity(0.4, chooseDisplayUnit('s', 0.4))).toBe('400 ms');
    expect(formatQuantity(3e-3, chooseDisplayUnit('N m', 3e-3))).toBe('3 N mm');
    expect(formatQuantity(30e-6, chooseDisplayUnit('N m s', 30e-6))).toBe('30 N mm ms');
    expect(formatQuantity(2, chooseDisplayUnit('m', 2))).toBe('2 m');
    expect(formatQuantity(Math.PI, chooseDisplayUnit('rad', 1))).toBe('180 °');
    expect(formatQuantity(0.67, chooseDisplayUnit('1', 1))).toBe('0.67');
  });

  it('writes numbers without noise', () => {
    expect(formatNumber(0.1 + 0.2)).toBe('0.3');
    expect(formatNumber(1e-12)).toBe('1e-12');
    expect(formatNumber(0)).toBe('0');
    expect(formatNumber(NaN)).toBe('');
  });

  it('reads nothing as nothing, and anything else with three digits', () => {
    const range = [-5, 30] as const;
    expect([6.49e-14, -3e-7, 0.0123456, 123.456].map((value) => formatReading(value, range))).toEqual([
      '0',
      '0',
      '0.0123',
      '123',
    ]);
  });
});
