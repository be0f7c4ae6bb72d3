/** Signals of a run as a table: RFC 4180, a column for each number with its unit, the shortest digits that read back the same. */
import { computeSignalOffsets, type SignalSpec } from '../engine/contract/types.ts';
import type { RecordedFrame } from '../engine/record/format.ts';

/** Largest number of cells that spreadsheet programs open. */
const maxCells = 20_000_000;

/** Names of the columns: `time (s)`, `position.x (m)`, and `curvature[3] (1/m)` for signals with several elements. */
export function listColumns(signals: readonly SignalSpec[]): string[] {
  const unit = (text: string): string => (text === '1' || text === '' ? '' : ` (${text})`);
  return [
    'time (s)',
    ...signals.flatMap(({ name, unit: own, size }) =>
      size === 1 ? [name + unit(own)] : Array.from({ length: size }, (_, i) => `${name}[${i}]${unit(own)}`),
    ),
  ];
}

/** `chosen` are names of signals in any order; undefined: all. Returns undefined if the table would be too large. */
export function createCsv(
  signals: readonly SignalSpec[],
  chosen: ReadonlySet<string> | undefined,
  frames: Iterable<RecordedFrame>,
  max = maxCells,
): string | undefined {
  const { offsets } = computeSignalOffsets(signals);
  const kept = signals.filter(({ name }) => chosen?.has(name) ?? true);
  const columns = listColumns(kept);
  const lines = [columns.map(quote).join(',')];
  for (const { time, signals: values } of frames) {
    if (lines.length * columns.length > max) return undefined;
    const cells = [String(time)];
    for (const { name, size } of kept)
      for (let i = 0; i < size; i++) cells.push(formatCell(values[offsets[name]! + i]!));
    lines.push(cells.join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Empty for a missing value. */
function formatCell(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

function quote(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
