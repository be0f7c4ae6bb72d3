// What the report cards claim together: enough of it is predicted and held against numbers that were read.
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../src/animals/registry.ts';
import type { ReportRow } from '../../src/experiments/kinds/report.ts';
import { isNight } from '../../src/testing/nightly.ts';
import { findReport } from '../../src/experiments/registry.ts';

const seconds = 4;

describe('report cards', () => {
  let judged = 0;

  // Many walkers in one scene take half of the time of all.
  it.each(animalNames.filter((animal) => isNight || animal !== 'letters'))(
    '%s has a card with one row a name',
    (animal) => {
      const desc = describeAnimal(animal);
      const options = { thorough: false, recordings: [], basis: [] };
      const { document } = findReport(desc)!.run(desc, seconds, () => undefined, options);
      const rows = document['rows'] as readonly ReportRow[];
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
      judged += rows.filter(
        ({ kind, verdict, reading }) => kind === 'predicted' && verdict !== 'unknown' && reading === 'read',
      ).length;
    },
  );

  it('judge at least 40 predicted rows by sources that were read', () => {
    expect(judged).toBeGreaterThanOrEqual(40);
  });
});
