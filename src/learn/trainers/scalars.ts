/**
 * The log of a training: one record for each update, with the scalar names that CleanRL and its readers use
 * (`charts/episodic_return`, `losses/policy_loss`, …), as JSON lines and as CSV. tensorboard.ts writes the third form.
 */
export interface ScalarRecord {
  /** Transitions seen so far (`global_step` elsewhere); for evolution strategies too. */
  readonly step: number;
  readonly scalars: Readonly<Record<string, number>>;
}

/** A line with its end; the caller gives the wall time in seconds, since this folder has no clock. */
export function toJsonLine(record: ScalarRecord, seconds: number): string {
  return `${JSON.stringify({ step: record.step, seconds, ...record.scalars })}\n`;
}

/** Columns are fixed by the header, since a file grows line by line; a scalar that an update does not have stays empty. */
export function toCsvHeader(names: readonly string[]): string {
  return `${['step', 'seconds', ...names].map(quote).join(',')}\n`;
}

export function toCsvLine(record: ScalarRecord, seconds: number, names: readonly string[]): string {
  return `${[record.step, seconds, ...names.map((name) => record.scalars[name] ?? '')].join(',')}\n`;
}

function quote(name: string): string {
  return /[",\n]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** Mean of the entries, or no scalar at all without entries: a zero would be read as a result. */
export function createMeanScalar(name: string, values: Float64Array): Record<string, number> {
  if (values.length === 0) return {};
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return { [name]: sum / values.length };
}

/** A mean for each info of the episodes that ended (episodes × names). */
export function createInfoScalars(names: readonly string[], infos: Float64Array): Record<string, number> {
  const scalars: Record<string, number> = {};
  for (const [i, name] of names.entries()) {
    const values = infos.filter((_, at) => at % names.length === i);
    Object.assign(scalars, createMeanScalar(`charts/${name}`, values));
  }
  return scalars;
}
