import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { ReportRow } from '../kinds/report.ts';
import { softReport } from './report.ts';

function readRows(animal: string, ...settings: string[]): Readonly<Record<string, number | null>> {
  const options = { thorough: false, recordings: [], basis: [] };
  const desc = applySettings(describeAnimal(animal), settings);
  const { rows } = softReport.run(desc, 4, () => undefined, options).document as { rows: readonly ReportRow[] };
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

describe('the card of a soft swimmer', () => {
  it.each([
    ['stingray', 'waves on the fin'],
    ['soft-lamprey', 'waves on the body'],
  ])('is the same in a turn to either side: %s', (animal, waves) => {
    const [left, right] = [0.5, -0.5].map((turn) => readRows(animal, `control.turn=${turn}`));
    for (const name of ['frequency', 'swing', waves, 'slip', 'Strouhal', 'Froude efficiency']) {
      expect(left![name], name).not.toBeNull();
      expect(Math.abs(left![name]! / right![name]! - 1), `${name}: ${left![name]}, ${right![name]}`).toBeLessThan(0.1);
    }
  });

  it.each(['stingray', 'cuttlefish'])('has an efficiency between 0 and 1, that of towing below it: %s', (animal) => {
    const rows = readRows(animal);
    expect(rows['efficiency of towing']).toBeGreaterThan(0);
    expect(rows['Froude efficiency']).toBeGreaterThan(rows['efficiency of towing']!);
    expect(rows['Froude efficiency']).toBeLessThan(1);
    expect(readRows(animal, 'water.model=reactive')['Froude efficiency']).toBeNull();
  });
});
