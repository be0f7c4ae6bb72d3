/**
 * A family that nobody above the engine has heard of: one folder and one line of the registry, in a copy of the sources. The
 * command line and the studio built from it list, describe, run, measure, record, export and show it.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGltfProblems } from '../../src/testing/gltf-problems.ts';
import { type StudioServer, startStudioServer } from '../../src/node/server.ts';
import { launchChromium } from '../chromium.ts';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);
const copy = mkdtempSync(join(tmpdir(), 'bestiary-fifth-'));

let server: StudioServer | undefined;
let browser: Browser | undefined;

/** The folder, and the line. Its imports are those of a folder that lies two deeper. */
function addFamily(): void {
  cpSync(join(root, 'src'), join(copy, 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts') && !path.includes('kernels/assembly'),
  });
  const beside = ['package.json', 'vite.node.config.ts', 'vite.studio.config.ts', 'tsconfig.base.json'];
  for (const file of [...beside, 'tools', 'policies']) cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const family = join(copy, 'src/engine/families/pendulum');
  cpSync(join(copy, 'src/testing/families/pendulum'), family, { recursive: true });
  for (const file of ['schema', 'compile', 'outputs', 'solver'])
    replaceIn(join(family, `${file}.ts`), "'../../../engine/", "'../../");
  const registry = join(copy, 'src/engine/families/registry.ts');
  replaceIn(registry, '= [', '= [pendulumFamily, ');
  replaceIn(
    registry,
    'import { lampreyFamily }',
    "import { pendulumFamily } from './pendulum/solver.ts';\nimport { lampreyFamily }",
  );
}

function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(from, to));
}

async function build(config: string, folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', join(copy, config), '--outDir', join(copy, folder), '--logLevel', 'error'];
  await execute(process.execPath, [...args, '--emptyOutDir'], { cwd: copy });
}

async function run(...args: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, [join(copy, 'dist/cli/main.js'), ...args], {
    cwd: copy,
    maxBuffer: 1 << 26,
  });
  return stdout;
}

const runJson = async (...args: string[]) => JSON.parse(await run(...args, '--json'));

beforeAll(async () => {
  addFamily();
  await Promise.all([
    build('vite.node.config.ts', 'dist/cli'),
    build('vite.studio.config.ts', 'dist/studio'),
    launchChromium(['--disable-gpu-compositing']).then((opened) => (browser = opened)),
  ]);
  server = await startStudioServer({ root: join(copy, 'dist/studio'), port: 0 });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(copy, { recursive: true, force: true });
});

describe('on the command line', () => {
  it('is listed and described, with its parameters and its schema', async () => {
    const animals = await runJson('list');
    expect(animals.at(-1)).toMatchObject({ name: 'pendulum', title: 'Pendulum', body: 'rod' });
    expect(await runJson('describe', 'pendulum')).toMatchObject({ body: { kind: 'rod', length: 0.25 }, place: 'air' });
    expect(await run('describe', 'pendulum', '--parameters')).toMatch(/push\.torque +N m +-1 to 1 +0 +live +Torque/u);
    const { anyOf } = await runJson('describe', '--schema');
    expect(anyOf.some(({ title }: { title: string }) => title.startsWith('rod body'))).toBe(true);
  });

  it('runs as its equation says, with units, and says what is wrong with a file', async () => {
    const out = await run('run', 'pendulum', '--seconds', '10', '--quiet');
    // 2π √(l/g), a little more for an angle of 0.3: 1.0086 s.
    expect(Number(/period +([\d.]+) s/u.exec(out)![1])).toBeCloseTo(1.0086, 2);
    expect(out).toMatch(/swingMax +0\.3 rad/u);
    const jammed = join(copy, 'jammed.json');
    writeFileSync(jammed, '{"schemaVersion":1,"extends":"pendulum","lesions":{"stuck":["elbow"]}}');
    await expect(run('validate', jammed)).rejects.toMatchObject({ code: 2 });
    await expect(run('report', 'pendulum')).rejects.toMatchObject({ code: 2 });
  });

  it('is measured, recorded and exported', async () => {
    const { animals } = await runJson('bench', '--filter', 'pendulum', '--seconds', '0.1', '--repeats', '1');
    expect(animals[0].stepsPerSecond).toBeGreaterThan(1000);
    const folder = join(copy, 'swing');
    mkdirSync(folder);
    await run('run', 'pendulum', '--seconds', '1', '--set', 'place=water', '--out', folder, '--quiet');
    expect(await run('validate', join(folder, 'recording.bst'))).toMatch(
      /recording of pendulum, complete: 201 frames/u,
    );
    await run('export', folder, '--format', 'gltf');
    expect(await listGltfProblems(new Uint8Array(readFileSync(join(folder, 'animation.glb'))))).toEqual([]);
    await run('export', folder, '--format', 'keyframes');
    expect(JSON.parse(readFileSync(join(folder, 'keyframes.json'), 'utf8')).parts).toHaveLength(2);
    await expect(run('export', folder, '--format', 'wcon')).rejects.toMatchObject({ code: 2 });
  });
});

describe('in the studio', () => {
  const complaints: string[] = [];

  async function open(address: string): Promise<Page> {
    const page = await browser!.newPage({ viewport: { width: 1000, height: 700 } });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${server!.url}${address}`);
    return page;
  }

  const readHash = (page: Page) => page.evaluate(() => decodeURIComponent(location.hash));

  it('has a card in the gallery with what to look for and what to try', async () => {
    const page = await open('');
    const card = page.locator('article', { has: page.getByTestId('card-pendulum') });
    await card.getByText('the first thing whose swing was computed').waitFor();
    await card.getByText('Press on it to jam its pivot').waitFor();
    const href = await card.getByRole('link', { name: 'Let it swing in water' }).getAttribute('href');
    expect(href).toBe('#/pendulum?place=water');
    await page.close();
  });

  it('has panels, a stick, a place and a lesion that work', async () => {
    const page = await open('#/pendulum');
    await page.waitForFunction(() => (window.bestiary?.getState()?.time ?? -1) > 0.3);
    await page.getByText('Torque', { exact: false }).first().waitFor();
    await page
      .getByText(/^Angle \(/u)
      .first()
      .waitFor();

    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Give back control' }).waitFor();
    await page.keyboard.down('ArrowRight');
    await page.waitForFunction(() => /push\.torque=0\.2/u.test(location.hash));
    await page.keyboard.up('ArrowRight');
    await page.keyboard.press('t');

    await page.getByTestId('scene-kind').selectOption('water');
    await page.waitForFunction(() => /place=water/u.test(location.hash));

    // Still, so that it can be met: wherever the rod or the bob hangs.
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.bestiary?.getState()?.playing === false);
    const box = (await page.locator('main canvas').first().boundingBox())!;
    const label = page.getByTestId('region');
    for (let down = 0.2; down < 0.8 && (await label.count()) === 0; down += 0.04)
      for (let across = 0.3; across < 0.7 && (await label.count()) === 0; across += 0.03) {
        await page.mouse.move(box.x + across * box.width, box.y + down * box.height);
        await page.waitForTimeout(40);
      }
    await label.filter({ hasText: 'pivot joint: press to jam' }).waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(() => /lesions\.stuck/u.test(location.hash));
    expect(await readHash(page)).toContain('lesions.stuck=["pivot"]');
    await label.filter({ hasText: 'off: press to free' }).waitFor();
    await page.screenshot({ path: join(root, 'test/artefacts/studio-pendulum.png') });
    expect(complaints).toEqual([]);
    await page.close();
  });
});
