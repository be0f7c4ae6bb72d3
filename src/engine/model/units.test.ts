import { describe, expect, it } from 'vitest';
import { adviseDecimalPoint, listUnits, parseQuantity, unitTable } from './units.ts';
import { fc } from '../../testing/property.ts';

describe('parseQuantity', () => {
  it.each([
    ['12 mm', 'm', 0.012],
    ['12mm', 'm', 0.012],
    [' -1.5e2 cm ', 'm', -1.5],
    ['.5', 'm', 0.5],
    ['5.', 's', 5],
    ['50 %', '1', 0.5],
    ['180 deg', 'rad', Math.PI],
    ['1.02 g/cm^3', 'kg/m^3', 1020],
    ['3 N mm', 'N m', 0.003],
  ])('%j for %s is %d', (text, unit, value) => {
    expect(parseQuantity(text, unit)).toEqual({ value: expect.closeTo(value, 12) });
  });

  it('names a unit it does not know, and one of another kind', () => {
    expect(parseQuantity('12 furlong', 'm')).toEqual({ unknownUnit: 'furlong' });
    expect(parseQuantity('12 kg', 'm')).toEqual({ unknownUnit: 'kg' });
    expect(parseQuantity('1 toString', 'm')).toEqual({ unknownUnit: 'toString' });
  });

  it.each(['', 'mm', 'NaN', 'Infinity', '0x10', '1,5', '--1', `${' '.repeat(100_000)}1`])(
    '%j is not a quantity',
    (text) => {
      const parsed = parseQuantity(text.slice(0, 200_000), 'm');
      expect(parsed === undefined || 'unknownUnit' in parsed).toBe(true);
    },
  );

  it('reads back every unit of every table', () => {
    for (const [unit, factors] of Object.entries(unitTable)) {
      for (const [name, factor] of Object.entries(factors as Record<string, number>))
        expect(parseQuantity(`2.5 ${name}`, unit), `${name} of ${unit}`).toEqual({ value: 2.5 * factor });
      expect(listUnits(unit)).toEqual(Object.keys(factors).filter((name) => name !== ''));
    }
  });

  it('never throws and never gives NaN', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...Object.keys(unitTable), 'other'), (text, unit) => {
        const parsed = parseQuantity(text, unit);
        if (parsed !== undefined && 'value' in parsed) expect(parsed.value).not.toBeNaN();
      }),
    );
  });
});

describe('adviseDecimalPoint', () => {
  it.each([
    ['0,4', /^Write 0\.4: the decimal sign is a point\.$/u],
    [',5 mm', /^Write 0\.5:/u],
    ['1,000', /^Write 1\.000 or 1000:/u],
    ['0,125', /^Write 0\.125:/u],
  ])('%s', (text, advice) => {
    expect(adviseDecimalPoint(text)).toMatch(advice);
  });

  it.each(['0.4', '1,2,3', 'a,b', '', '4,', `${'1'.repeat(40)},5`])('has none for %j', (text) => {
    expect(adviseDecimalPoint(text)).toBeUndefined();
  });
});
