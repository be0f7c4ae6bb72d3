/** What a page pays for what it imports, on an empty page of Vite: the package as it was built. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const place = mkdtempSync(join(tmpdir(), 'bestiary-bundles-'));

beforeAll(() => {
  mkdirSync(join(place, 'node_modules'));
  symlinkSync(root, join(place, 'node_modules/bestiary'), 'junction');
  writeFileSync(join(place, 'index.html'), '<!doctype html><script type="module" src="page.js"></script>');
});

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

/** Kilobytes, compressed, that are loaded at the start. */
async function measure(code: string): Promise<number> {
  writeFileSync(join(place, 'page.js'), code);
  const built = (await build({
    ...{ root: place, configFile: false, logLevel: 'error' },
    build: { write: false, target: 'es2022', modulePreload: false },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const imported of chunks.get(name)!.imports) load(imported);
  };
  for (const [name, { isEntry }] of chunks) if (isEntry) load(name);
  const bytes = [...loaded].map((name) => gzipSync(chunks.get(name)!.code, { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

const run = (family: string, animal: string): string => `
  import { describeAnimal, listMetrics, run, Simulation, Timeline } from 'bestiary/${family}';
  const simulation = new Simulation(describeAnimal('${animal}'));
  simulation.step();
  console.log(simulation.hash(), listMetrics(simulation.system), Timeline);
  run('${animal}', { seconds: 1 }).then(console.log);`;

describe('a page', () => {
  it.each([
    ['lamprey', 'lamprey', 90],
    ['worm', 'worm', 160],
    ['myriapod', 'centipede', 160],
    ['soft', 'octopus', 160],
  ])('with %s alone (%s) loads at most %d kB', async (family, animal, most) => {
    const kilobytes = await measure(run(family, animal));
    expect(kilobytes).toBeLessThanOrEqual(most);
    // An empty page would pass, too.
    expect(kilobytes).toBeGreaterThan(20);
  });

  it('with an error class loads a few kilobytes', async () => {
    expect(await measure("import { ModelError } from 'bestiary'; console.log(new ModelError([]));")).toBeLessThan(4);
  });

  it('has a worker that loads the engine by itself', async () => {
    const code = "import { createWorkerSimulation } from 'bestiary/worker'; createWorkerSimulation('lamprey');";
    expect(await measure(code)).toBeLessThan(10);
  });
});
