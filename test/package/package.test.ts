/** What `npm pack` makes: installed into an empty folder it runs, is imported, has types, and draws in a page. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../src/exports/registry.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { describeAnimal } from '../../src/animals/registry.ts';
import { launchChromium } from '../chromium.ts';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), 'bestiary-package-'));
const installed = join(place, 'node_modules/bestiary');
const tool = (path: string): string => join(root, 'node_modules', path);
const runNode = (args: readonly string[]) => execute(process.execPath, [...args], { cwd: place, maxBuffer: 1 << 26 });

beforeAll(async () => {
  const pack = async (folder: string): Promise<string> => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', place];
    const { stdout } = await execute('npm', args, { cwd: folder });
    return `./${(JSON.parse(stdout) as [{ filename: string }])[0].filename}`;
  };
  writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}');
  // What it depends on is packed as it is installed here, so that npm needs no network; nothing else is to be had.
  const { dependencies, peerDependencies } = readManifest(root);
  const others = Object.keys({ ...dependencies, ...peerDependencies });
  const files = [await pack(root)];
  for (const name of others) files.push(await pack(tool(name)));
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: place });
}, 300_000);

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
}

describe('the package', () => {
  it('has what it needs and nothing else', () => {
    // Itself, what it depends on, and the three.js of whoever draws: no packages of its makers.
    expect(readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'bestiary',
      'three',
      'zod',
    ]);
    expect(readdirSync(installed).sort()).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json', 'tools']),
    );
    expect(readdirSync(installed)).not.toContain('test');
    expect(readdirSync(join(installed, 'tools'))).toEqual(['bestiary.cjs']);
    const schema = JSON.parse(readFileSync(join(installed, 'dist/library/creature.schema.json'), 'utf8'));
    expect(schema.anyOf[0].properties.$schema.type).toBe('string');
  });

  it('runs on the command line', async () => {
    const bestiary = (...args: string[]) => execute('npx', ['--offline', 'bestiary', ...args], { cwd: place });
    expect((await bestiary('list')).stdout).toContain('lamprey');
    const { stdout } = await bestiary('run', 'lamprey', '--seconds', '0.5', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ animal: 'lamprey', steps: 100 });
  });

  it('is imported by a script, which gives the same bits', async () => {
    writeFileSync(
      join(place, 'script.js'),
      `import { animalNames, describeAnimal, Simulation } from 'bestiary';
       import { createRecordingHeader, exportFormats, RecordingEncoder } from 'bestiary/exports';
       const simulation = new Simulation(describeAnimal('lamprey'), { seed: 1 });
       for (let i = 0; i < 50; i++) simulation.step();
       const bytes = new RecordingEncoder(createRecordingHeader(simulation, 1, 'script 1')).start().length;
       console.log(JSON.stringify({ animals: animalNames.length, hash: simulation.hash(), formats: exportFormats.length, bytes }));`,
    );
    const simulation = new Simulation(describeAnimal('lamprey'), { seed: 1 });
    for (let i = 0; i < 50; i++) simulation.step();
    const found = JSON.parse((await runNode(['script.js'])).stdout);
    expect(found).toMatchObject({ animals: 15, hash: simulation.hash(), formats: exportFormats.length });
  });

  it('has types that fit what it gives', async () => {
    writeFileSync(
      join(place, 'typed.ts'),
      `import { describeAnimal, type Handles, Simulation } from 'bestiary';
       import { exportFormats } from 'bestiary/exports';
       const simulation = new Simulation(describeAnimal('worm'), { seed: 1 });
       export const handles: Handles = simulation.system.handles;
       export const names: readonly string[] = exportFormats.map((format) => format.name);
       // @ts-expect-error the seed is a number
       new Simulation(describeAnimal('worm'), { seed: 'one' });`,
    );
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', types: [] };
    const config = { compilerOptions: { ...compilerOptions, lib: ['es2023', 'dom'] }, files: ['typed.ts'] };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config));
    await runNode([tool('typescript/bin/tsc'), '-p', '.']).catch((error: unknown) => {
      expect.fail((error as { stdout: string }).stdout);
    });
  });

  it('draws an animal in a page of forty lines', async () => {
    const page = readFileSync(join(import.meta.dirname, 'page.ts'), 'utf8');
    expect(page.split('\n').length).toBeLessThanOrEqual(40);
    writeFileSync(join(place, 'page.ts'), page);
    writeFileSync(
      join(place, 'index.html'),
      '<!doctype html><title>-</title><canvas style="width:400px;height:300px"></canvas><script type="module" src="page.ts"></script>',
    );
    await runNode([tool('vite/bin/vite.js'), 'build', '--outDir', 'site', '--logLevel', 'error']);
    const server = await serve(join(place, 'site'));
    const browser = await launchChromium();
    try {
      const opened = await browser.newPage();
      await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await opened.waitForFunction(() => Number(document.title.split(' ')[1]) > 2, undefined, { timeout: 60_000 });
    } finally {
      await browser.close();
      server.close();
    }
  });
});

function serve(folder: string): Promise<Server> {
  const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };
  const server = createServer((request, response) => {
    const file = request.url === '/' ? '/index.html' : (request.url ?? '');
    try {
      response.setHeader('content-type', types[file.split('.').at(-1)!] ?? 'application/octet-stream');
      response.end(readFileSync(join(folder, file)));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
