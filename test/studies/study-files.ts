/** Study files and what studies leave behind, for tests. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JobResult } from '../../src/experiments/studies/job.ts';

/** Six short runs of the lamprey, besides what `more` says. */
export function writeSpec(folder: string, more: object = {}): string {
  const spec = {
    animal: 'lamprey',
    seconds: 0.1,
    seeds: 2,
    parameters: { 'brainstem.left': { from: 0.2, to: 0.6, steps: 3 } },
    metrics: ['distance', 'speed'],
    ...more,
  };
  const file = path.join(folder, 'spec.json');
  writeFileSync(file, JSON.stringify(spec));
  return file;
}

/** Every stored line, repeats and all. */
export function readStored(folder: string): JobResult[] {
  const results = path.join(folder, 'results');
  return readdirSync(results).flatMap((name) =>
    readFileSync(path.join(results, name), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line.slice(9)) as JobResult),
  );
}

export function readTable(folder: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(path.join(folder, 'results.csv'), 'utf8').trim().split('\r\n');
  const names = head!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i]!, cell])));
}

/** The bytes of everything that must not depend on who computed it. */
export function readTables(folder: string): Record<string, Buffer> {
  const names = ['results.csv', 'results.parquet', 'columns.json', 'summary.html', 'study.json', 'creature.json'];
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}

export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 200_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
