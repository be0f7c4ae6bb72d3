/** What a run of a creature measures and records, as rows. */
import { getFamily } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { listMetrics } from '../../engine/sim/run-metrics.ts';
import type { Output } from '../command/command.ts';
import { formatNumber, layOutTable } from './layout.ts';

interface RunOutput {
  readonly name: string;
  readonly unit: string;
  /** Numbers that it has at a time. */
  readonly size: number;
  readonly about: string;
  /** Of metrics: limits outside of which a run warns. */
  readonly min?: number;
  readonly max?: number;
}

export function listOutputs(desc: AnimalDesc, kind: 'metrics' | 'signals'): RunOutput[] {
  const system = getFamily(desc).solver.compile(desc);
  if (kind === 'signals') return system.signals.map(({ name, unit, size, about }) => ({ name, unit, size, about }));
  // A number without a unit has the unit 1, as those of signals.
  return listMetrics(system).map(({ name, unit, about, sound }) => ({
    ...{ name, unit: unit === '' ? '1' : unit, size: 1, about },
    ...(sound?.min === undefined ? {} : { min: sound.min }),
    ...(sound?.max === undefined ? {} : { max: sound.max }),
  }));
}

export function formatOutputs(
  desc: AnimalDesc,
  kind: 'metrics' | 'signals',
  page: Pick<Output, 'columns' | 'style'>,
): string {
  const rows = listOutputs(desc, kind);
  if (kind === 'signals')
    return layOutTable(
      ['NAME', 'UNIT', 'COUNT', 'WHAT IT IS'],
      rows.map(({ name, unit, size, about }) => [name, unit, String(size), about]),
      page,
    );
  return layOutTable(
    ['NAME', 'UNIT', 'RELIABLE', 'WHAT IT IS'],
    rows.map((row) => [row.name, row.unit, sayLimits(row), row.about]),
    page,
  );
}

function sayLimits({ min, max }: RunOutput): string {
  if (min !== undefined && max !== undefined) return `${formatNumber(min)} to ${formatNumber(max)}`;
  if (min !== undefined) return `at least ${formatNumber(min)}`;
  return max === undefined ? '' : `at most ${formatNumber(max)}`;
}
