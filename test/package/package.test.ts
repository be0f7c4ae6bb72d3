/** What `npm pack` makes: installed into an empty folder it runs, is imported, has types, and draws in a page. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../src/exports/registry.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { describeAnimal, parseCreature } from '../../src/animals/registry.ts';
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
  const others = [...Object.keys(readManifest(root).dependencies), 'three'];
  const files = [await pack(root)];
  for (const name of others) files.push(await pack(tool(name)));
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: place });
}, 300_000);

afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
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

  it('says what to install where HDF5 is asked for', async () => {
    writeFileSync(
      join(place, 'shapes.mat'),
      Buffer.concat([Buffer.from('\u0089HDF\r\n\u001a\n', 'latin1'), Buffer.alloc(600)]),
    );
    const times = [0, 1, 2, 3, 4, 5, 6, 7];
    const track = { id: '1', t: times, x: times.map(() => [0, 1, 2, 3, 4]), y: times.map((t) => [0, t, 0, -t, 0]) };
    const wcon = { units: { t: 's', x: 'mm', y: 'mm' }, data: [track] };
    writeFileSync(join(place, 'worm.wcon'), JSON.stringify(wcon));
    const args = ['--offline', 'bestiary', 'report', 'worm', '--wcon', 'worm.wcon', '--basis', 'shapes.mat'];
    await expect(execute('npx', args, { cwd: place })).rejects.toThrow(/npm install h5wasm/u);
  });

  it('is imported by a script, which gives the same bits', async () => {
    writeFileSync(
      join(place, 'script.js'),
      `import { animalNames, describeAnimal, ModelError, run, simulate, Simulation } from 'bestiary';
       import * as lamprey from 'bestiary/lamprey';
       import { createRecordingHeader, exportFormats, RecordingEncoder } from 'bestiary/export';
       import * as former from 'bestiary/exports';
       import { createDriver } from 'bestiary/learn';
       import { fit, sweep } from 'bestiary/studies';
       import { createWorkerSimulation, runInWorker } from 'bestiary/worker';
       const hashes = [];
       const simulation = new Simulation(describeAnimal('lamprey'));
       for (let i = 0; i < 50; i++) simulation.step();
       hashes.push(simulation.hash(), simulate('lamprey', { seconds: 0.25 }).hash, (await run('lamprey', { seconds: 0.25 })).hash);
       hashes.push(lamprey.simulate('lamprey', { seconds: 0.25 }).hash, (await runInWorker('lamprey', { seconds: 0.25 })).hash);
       const far = await createWorkerSimulation(describeAnimal('lamprey'));
       await far.step(50);
       const frame = new Float32Array(far.frameLength);
       await far.writeFrame(frame);
       hashes.push(await far.hash());
       const refused = await far.setControl('brainstem.rigth', 1).catch((error) => error);
       far.terminate();
       const bytes = new RecordingEncoder(createRecordingHeader(simulation, 1, 'script 1')).start().length;
       const { driver, simulation: steered } = await createDriver(describeAnimal('lamprey'), { policy: 'proportional' });
       for (let i = 0; i < 20; i++) { driver.decide(); steered.step(); }
       const parameters = { 'brainstem.right': { from: 0.4, to: 0.6, steps: 2 } };
       const { rows } = await sweep({ animal: 'lamprey', seconds: 0.1, parameters });
       const targets = [{ metric: 'speed', goal: 'maximise' }];
       const best = await fit({ animal: 'lamprey', seconds: 0.1, targets, search: { evaluations: 3 }, parameters: { 'brainstem.right': { from: 0.4, to: 0.6 } } });
       console.log(JSON.stringify({
         animals: animalNames.length, hashes, formats: exportFormats.length, bytes,
         former: former.exportFormats === exportFormats, isModelError: refused instanceof ModelError, refused: refused.message,
         frame: frame.some((value) => value !== 0), steered: steered.stepCount, rows: rows.map(({ result }) => result.status), trials: best.trials.length,
       }));`,
    );
    const simulation = new Simulation(describeAnimal('lamprey'), { seed: 1 });
    for (let i = 0; i < 50; i++) simulation.step();
    const found = JSON.parse((await runNode(['script.js'])).stdout);
    expect(found).toMatchObject({ animals: 15, formats: exportFormats.length, former: true, frame: true, steered: 20 });
    expect(found).toMatchObject({ rows: ['complete', 'complete'], trials: 3, isModelError: true });
    expect(found.refused).toContain("Did you mean 'brainstem.right'");
    expect(found.hashes).toEqual(Array.from({ length: 6 }, () => simulation.hash()));
  });

  it('runs every animal as the sources do, family by family, with kernels of that family alone', async () => {
    const families = { lamprey: ['lamprey'], worm: ['worm'], myriapod: ['centipede'], soft: ['octopus', 'stingray'] };
    for (const [family, names] of Object.entries(families)) {
      writeFileSync(
        join(place, 'family.js'),
        `import { describeAnimal, Simulation } from 'bestiary/${family}';
         for (const name of ${JSON.stringify(names)}) {
           const simulation = new Simulation(describeAnimal(name), { seed: 1 });
           for (let i = 0; i < 3; i++) simulation.step();
           console.log(simulation.hash());
         }`,
      );
      const ours = names.map((name) => {
        const simulation = new Simulation(describeAnimal(name), { seed: 1 });
        for (let i = 0; i < 3; i++) simulation.step();
        return simulation.hash();
      });
      expect((await runNode(['family.js'])).stdout.trim().split('\n'), family).toEqual(ours);
    }
  });

  it('runs without WebAssembly when it is told to, and says how otherwise', async () => {
    writeFileSync(
      join(place, 'twins.js'),
      `import { describeAnimal, Simulation } from 'bestiary/lamprey';
       import { enableTwins } from 'bestiary/twins';
       const open = () => new Simulation(describeAnimal('lamprey'), { seed: 1, kernels: 'twin' });
       try { open(); } catch (error) { console.log(error.message); }
       enableTwins();
       const simulation = open();
       simulation.step();
       console.log(simulation.hash());`,
    );
    const simulation = new Simulation(describeAnimal('lamprey'), { seed: 1 });
    simulation.step();
    const [refused, hash] = (await runNode(['twins.js'])).stdout.trim().split('\n');
    expect(refused).toContain("enableTwins() of 'bestiary/twins'");
    expect(hash).toBe(simulation.hash());
  });

  it('meshes drawn bodies where a page asks for it, and says how otherwise', async () => {
    const drawn = `{ "extends": "soft-lamprey", "controller": { "waves": [] }, "body": { "shape": "drawn", "drawn": { "targetTets": 300, "shapes": [
      { "kind": "ellipsoid", "centre": [0, 0, 0], "radii": [0.1, 0.03, 0.03] } ] } } }`;
    writeFileSync(
      join(place, 'drawn.js'),
      `import { enableDrawnBodies, parseCreature, Simulation } from 'bestiary/soft';
       const open = () => new Simulation(parseCreature(${JSON.stringify(drawn)}), { seed: 1 });
       try { open(); } catch (error) { console.log(error.message); }
       enableDrawnBodies();
       console.log(open().hash());`,
    );
    const [refused, hash] = (await runNode(['drawn.js'])).stdout.trim().split('\n');
    expect(refused).toContain("enableDrawnBodies() of 'bestiary/soft'");
    expect(hash).toBe(new Simulation(parseCreature(drawn), { seed: 1 }).hash());
  });

  it('has types that fit what it gives, and refuse what it would', async () => {
    writeFileSync(
      join(place, 'typed.ts'),
      `import { describeAnimal, parse, type Handles, type Parameters, run, simulate, Simulation } from 'bestiary';
       import { exportFormats } from 'bestiary/export';
       import { createCreature } from 'bestiary/viewer';
       import * as soft from 'bestiary/soft';
       const simulation = new Simulation(describeAnimal('worm'), { seed: 1 });
       export const handles: Handles = simulation.system.handles;
       export const names: readonly string[] = exportFormats.map((format) => format.name);
       export const octopus: Parameters<'octopus'> = { 'body.material.density': '1050 kg/m^3', 'solver.precision': 'f64' };
       void run('octopus', { set: octopus, seconds: 1 });
       void run('lamprey', { set: { 'brainstem.kind': 'uneven', 'brainstem.noise': 0.2, 'body.links[3].width': '12 mm', 'lesions.cutAfter': [50] } });
       const lamprey = new Simulation(describeAnimal('lamprey'));
       lamprey.setControl('brainstem.left', 0.5);
       createCreature(lamprey.system).update(new Float32Array(lamprey.frameLength));
       // A creature that is known only when the program runs has any path.
       simulate(parse('{}'), { set: { 'any.path': 1 } });
       // @ts-expect-error the seed is a number
       new Simulation(describeAnimal('worm'), { seed: 'one' });
       // @ts-expect-error no such animal
       describeAnimal('wurm');
       // @ts-expect-error no octopus among them
       void soft.run('lamprey');
       // @ts-expect-error no such path
       void run('lamprey', { set: { 'brainstem.rigth': 0.4 } });
       // @ts-expect-error no such path, of a description
       void run(describeAnimal('lamprey'), { set: { 'brainstem.rigth': 0.4 } });
       // @ts-expect-error a number is wanted
       void run('lamprey', { set: { 'brainstem.right': true } });
       // @ts-expect-error not one of its kinds
       void run('lamprey', { set: { 'brainstem.kind': 'loud' } });
       // @ts-expect-error that is not a live control
       lamprey.setControl('segments', 10);`,
    );
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', types: [] };
    const config = { compilerOptions: { ...compilerOptions, lib: ['es2023', 'dom'] }, files: ['typed.ts'] };
    // three has no types of its own; those of its users are theirs.
    const paths = { three: [tool('@types/three')] };
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({ ...config, compilerOptions: { ...config.compilerOptions, skipLibCheck: true, paths } }),
    );
    await runNode([tool('typescript/bin/tsc'), '-p', '.']).catch((error: unknown) => {
      expect.fail((error as { stdout: string }).stdout);
    });
  });

  it.each([
    ['page.ts', 'three'],
    ['creature.ts', 'three'],
    // The oldest that the package says it works with.
    ['page.ts', 'three-floor'],
    ['creature.ts', 'three-floor'],
  ])('draws an animal in a page of forty lines: %s with %s', async (file, three) => {
    const page = readFileSync(join(import.meta.dirname, file), 'utf8');
    expect(page.split('\n').length).toBeLessThanOrEqual(40);
    writeFileSync(join(place, 'page.ts'), page);
    writeFileSync(
      join(place, 'index.html'),
      '<!doctype html><title>-</title><canvas style="width:400px;height:300px"></canvas><script type="module" src="page.ts"></script>',
    );
    const alias = { three: tool(three) };
    await build({ root: place, configFile: false, logLevel: 'error', resolve: { alias }, build: { outDir: 'site' } });
    const server = await serve(join(place, 'site'));
    const browser = await launchChromium();
    try {
      const opened = await browser.newPage();
      const complaints: string[] = [];
      opened.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      opened.on('pageerror', (error) => complaints.push(error.message));
      await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await opened.waitForFunction(() => Number(document.title.split(' ')[0]) > 2, undefined, { timeout: 60_000 });
      // Not all of one colour: the animal is seen, lit, before the ground. The canvas of a viewer cannot be read later.
      if (file === 'creature.ts') expect(await opened.evaluate(countColours)).toBeGreaterThan(50);
      expect(complaints.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });

  it('says which versions of three.js it works with, and these are tried', () => {
    const range = readManifest(root).peerDependencies['three'];
    const [oldest, newest] = ['three-floor', 'three'].map((name) => readManifest(tool(name)).version);
    const [major, minor] = newest!.split('.').map(Number);
    expect(range).toBe(`>=${oldest!} <${major!}.${minor! + 1}.0`);
  });
});

/** In the page: different colours of the picture. */
function countColours(): number {
  const canvas = document.querySelector('canvas')!;
  const copy = Object.assign(document.createElement('canvas'), { width: 200, height: 150 });
  const context = copy.getContext('2d')!;
  context.drawImage(canvas, 0, 0, 200, 150);
  const { data } = context.getImageData(0, 0, 200, 150);
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += 4) colours.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
  return colours.size;
}

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
