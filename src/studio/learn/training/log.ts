/** The curves of a training that was made elsewhere, from the log that `bestiary train` writes. */
import type { CurvePoint } from './messages.ts';

/** Invalid lines are skipped: the log is only displayed. */
export function parseTrainingLog(text: string): CurvePoint[] {
  const points: CurvePoint[] = [];
  for (const line of text.split('\n')) {
    let record: Record<string, unknown>;
    try {
      record = JSON.parse(line) as Record<string, unknown>;
    } catch {
      continue;
    }
    const read = (name: string): number | undefined => {
      const value = record[name];
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    };
    const [gain, angle] = [read('charts/episodic_return'), read('charts/meanAngle')];
    points.push({
      updates: points.length + 1,
      transitions: read('step') ?? 0,
      episodes: 0,
      cpuSeconds: read('charts/cpu_seconds') ?? 0,
      seconds: read('seconds') ?? 0,
      ...(gain === undefined ? {} : { return: gain }),
      ...(angle === undefined ? {} : { angle }),
    });
  }
  return points;
}
