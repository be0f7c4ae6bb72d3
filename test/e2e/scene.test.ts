/** The scene of myriapods in the built studio: what people do with pointer, keys, files and a gamepad. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createSphereMesh } from '../../src/engine/mesh/triangles/sphere.ts';
import { writeDraco } from '../../src/testing/meshes/compressed-files.ts';
import { writeStl } from '../../src/testing/meshes/mesh-files.ts';
import { artefacts, useStudioBrowser } from '../studio-page.ts';

/** Few segments, so that a loaded machine keeps up. */
const small = '#/centipede?body.segments=6';

const site = useStudioBrowser();

async function openPage(address: string, prepare?: (page: Page) => Promise<unknown>) {
  const page = await site.browser.newPage({ viewport: { width: 1000, height: 600 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await prepare?.(page);
  await page.goto(`${site.server.url}${address}`);
  await page.waitForFunction(() => (window.bestiary?.getState()?.time ?? -1) > 0.1);
  return { page, complaints };
}

async function openEditor(address = small) {
  const opened = await openPage(address);
  // A still picture is easier to point at.
  await opened.page.keyboard.press('Space');
  await opened.page.waitForFunction(() => !window.bestiary!.getState()!.playing);
  await opened.page.getByRole('tab', { name: 'Scene' }).click();
  await opened.page.getByTestId('scene-panel').waitFor();
  return opened;
}

/** A place of the picture, as shares of its sides. */
async function locate(page: Page, across: number, down: number): Promise<[number, number]> {
  const box = (await page.locator('main canvas').first().boundingBox())!;
  return [box.x + across * box.width, box.y + down * box.height];
}

function chooseTool(page: Page, name: string) {
  return page.getByRole('radiogroup', { name: 'Tools' }).getByRole('radio', { name }).click();
}

/** A parameter that is not as the animal has it, once it is as expected. */
async function waitForSetting(page: Page, path: string, accepts: (value: unknown) => boolean): Promise<unknown> {
  const read = (): Promise<unknown> =>
    page.evaluate((name) => window.bestiary!.getSettings().find(([own]) => own === name)?.[1], path);
  for (let i = 0; i < 200; i++) {
    const value = await read();
    if (accepts(value)) return value;
    await page.waitForTimeout(100);
  }
  throw new Error(`${path} is ${JSON.stringify(await read())}`);
}

/** Members at their defaults are left out of addresses. */
interface Placed {
  x?: number;
  y?: number;
}

function computeDistance(a: Placed, b: Placed): number {
  return Math.hypot((a.x ?? 0.3) - (b.x ?? 0.3), (a.y ?? 0) - (b.y ?? 0));
}

/** Points at a thing on the ground, when the camera has come to rest; where that is on the page. */
async function findThing(page: Page, { x = 0.3, y = 0 }: Placed): Promise<[number, number]> {
  const box = (await page.locator('main canvas').first().boundingBox())!;
  for (let before = [0, 0]; ; ) {
    const at = (await page.evaluate((place) => window.bestiary!.locate(...place), [x, y, 0] as const))!;
    const now: [number, number] = [box.x + at.x, box.y + at.y];
    await page.mouse.move(...now);
    if (Math.hypot(now[0] - before[0]!, now[1] - before[1]!) < 0.5) return now;
    before = now;
    await page.waitForTimeout(300);
  }
}

const isList = (length: number) => (value: unknown) => Array.isArray(value) && value.length === length;

/** Nine by nine corners, 0.8 m wide, as modelling programs write terrain: without sides or bottom. */
function createOpenGrid(): string {
  const count = 9;
  const at = (k: number): number => 0.1 * (k - 4);
  const all = Array.from({ length: count }, (_, i) => i);
  const corners = all.flatMap((i) => all.map((j) => `v ${at(i)} ${0.01 * Math.sin(i + j)} ${at(j)}`));
  const faces = all.slice(1).flatMap((i) =>
    all.slice(1).map((j) => {
      const last = i * count + j + 1;
      return `f ${last - count - 1} ${last - count} ${last} ${last - 1}`;
    }),
  );
  return [...corners, ...faces].join('\n');
}

describe('the scene editor', () => {
  it('places, drags, nudges, removes and undoes, without starting again', async () => {
    const { page, complaints } = await openEditor(`${small}&brain.speed=0.001`);
    const { step } = await page.evaluate(() => window.bestiary!.getState()!);
    await chooseTool(page, 'Food');
    await page.mouse.click(...(await locate(page, 0.72, 0.62)));
    const [placed] = (await waitForSetting(page, 'scene.foods', isList(1))) as [Placed];

    // Dragged, it goes along.
    await chooseTool(page, 'Select');
    const [across, down] = await findThing(page, placed);
    await page.mouse.down();
    await page.mouse.move(across - 30, down + 20, { steps: 4 });
    await page.mouse.up();
    const [dragged] = (await waitForSetting(
      page,
      'scene.foods',
      (value) => JSON.stringify(value) !== JSON.stringify([placed]),
    )) as [Placed];
    expect(computeDistance(dragged, placed)).toBeGreaterThan(0.003);

    // Keys move it by 10 mm along an axis.
    await page.keyboard.press('ArrowUp');
    const [nudged] = (await waitForSetting(
      page,
      'scene.foods',
      (value) => JSON.stringify(value) !== JSON.stringify([dragged]),
    )) as [Placed];
    expect(computeDistance(nudged, dragged)).toBeCloseTo(0.01, 6);

    await page.keyboard.press('Delete');
    await waitForSetting(page, 'scene.foods', (value) => value === undefined);
    await page.keyboard.press('Control+z');
    expect(await waitForSetting(page, 'scene.foods', isList(1))).toEqual([nudged]);
    await page.getByTestId('scene-panel').getByRole('button', { name: 'Undo' }).click();
    await waitForSetting(page, 'scene.foods', (value) => JSON.stringify(value) === JSON.stringify([dragged]));
    await page.keyboard.press('Control+Shift+z');
    await waitForSetting(page, 'scene.foods', (value) => JSON.stringify(value) === JSON.stringify([nudged]));

    // Without pointing: ahead of the animal; and what cannot be is refused with a reason.
    await chooseTool(page, 'Box');
    await page.getByRole('button', { name: 'Put one ahead' }).click();
    await waitForSetting(page, 'scene.obstacles', isList(1));
    const [x, y] = [page.getByLabel('X (mm)'), page.getByLabel('Y (mm)')];
    await y.fill('0');
    await y.press('Enter');
    await waitForSetting(page, 'scene.obstacles', (value) => ((value as Placed[])[0]!.y ?? 0) === 0);
    await x.fill('-20');
    await x.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'body lies at the start' }).waitFor();
    await page.screenshot({ path: join(artefacts, 'studio-scene.png') });
    expect((await page.evaluate(() => window.bestiary!.getState()!)).step).toBe(step);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shapes the ground with a brush, and takes it back', async () => {
    const { page, complaints } = await openEditor();
    await chooseTool(page, 'Raise');
    await page.mouse.move(...(await locate(page, 0.5, 0.75)));
    await page.mouse.down();
    for (let i = 0; i < 6; i++) {
      await page.mouse.move(...(await locate(page, 0.5 + 0.02 * i, 0.75)));
      await page.waitForTimeout(60);
    }
    await page.mouse.up();
    const raised = (heights: unknown): boolean => Array.isArray(heights) && Math.max(...(heights as number[])) > 1e-3;
    await waitForSetting(page, 'scene.heights', raised);
    expect(await waitForSetting(page, 'scene.terrain', (value) => value === 'field')).toBe('field');
    await page.screenshot({ path: join(artefacts, 'studio-brush.png') });
    await page.keyboard.press('Control+z');
    await waitForSetting(page, 'scene.heights', (heights) => !raised(heights));
    await page.getByRole('radio', { name: 'Hills' }).click();
    await page.getByRole('button', { name: 'New random ground' }).click();
    await waitForSetting(page, 'scene.terrainSeed', (seed) => seed === 2);
    await page.getByRole('radio', { name: 'Sphere' }).click();
    await chooseTool(page, 'Smooth');
    await page.getByText('A brush cannot shape').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('takes meshes as ground or obstacle, says what is wrong with one, and keeps all in a creature file', async () => {
    const { page, complaints } = await openEditor();
    const sphere = createSphereMesh(0.25, 2);
    const file = (name: string, mesh: typeof sphere) => ({
      name,
      mimeType: 'model/stl',
      buffer: Buffer.from(writeStl(mesh, 'binary')),
    });
    const picker = page.getByTestId('scene-file');

    // One that is dropped anywhere on the page has its form on top of the panel, in sight; an open grid becomes a height field.
    await page.getByTestId('scene-panel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'hills.obj'));
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, createOpenGrid());
    const form = page.getByRole('group', { name: 'Mesh hills.obj' });
    await form.waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('[aria-label="Mesh hills.obj"]')!.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    });
    await form.getByRole('button', { name: 'Place' }).click();
    await form.getByText('Or place it as a height field').waitFor();
    await form.getByRole('button', { name: 'Place' }).click();
    await waitForSetting(page, 'scene.terrain', (value) => value === 'field');
    const heights = (await waitForSetting(page, 'scene.heights', Array.isArray)) as number[];
    expect(Math.max(...heights)).toBeGreaterThan(0.01);
    await page.getByText('hills.obj is the ground').waitFor();

    // One with a hole is refused.
    await picker.setInputFiles(file('open.stl', { ...sphere, triangles: sphere.triangles.slice(3) }));
    await page.getByRole('button', { name: 'Place' }).click();
    await page.getByRole('alert').filter({ hasText: 'open edges' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();

    // One in millimetres is put right.
    const large = { ...sphere, positions: sphere.positions.map((value) => 1000 * value) };
    await picker.setInputFiles(file('large.stl', large));
    await page.getByRole('button', { name: 'Place' }).click();
    await page.getByRole('alert').filter({ hasText: 'a scale of 0.001' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForSetting(page, 'scene.terrain', (value) => value === 'mesh');

    const ball = createSphereMesh(0.02, 1);
    await page.getByRole('radio', { name: 'Plane' }).click();
    await waitForSetting(page, 'scene.terrain', (value) => value === undefined);
    // Compressed: what unpacks it is loaded now.
    const packed = Buffer.from(await writeDraco(ball));
    await picker.setInputFiles({ name: 'ball.glb', mimeType: 'model/gltf-binary', buffer: packed });
    await page.getByRole('radio', { name: 'As an obstacle' }).click();
    await page.getByRole('button', { name: 'Place' }).click();
    const [obstacle] = (await waitForSetting(page, 'scene.obstacles', isList(1))) as [{ kind: string }];
    expect(obstacle.kind).toBe('mesh');

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save creature' }).click();
    const text = readFileSync(await (await saving).path(), 'utf8');
    expect((JSON.parse(text) as { scene: { obstacles: unknown[] } }).scene.obstacles).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove all' }).click();
    await waitForSetting(page, 'scene.obstacles', (value) => value === undefined);
    await picker.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await waitForSetting(page, 'scene.obstacles', isList(1));
    await picker.setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{') });
    await page.getByRole('alert').filter({ hasText: 'not JSON' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('taking control', () => {
  it('steers with the arrow keys, and gives control back', async () => {
    const { page, complaints } = await openPage(small);
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Give back control' }).waitFor();
    await page.keyboard.down('ArrowLeft');
    const turn = (await waitForSetting(page, 'control.turn', (value) => Number(value) > 0.6)) as number;
    expect(turn).toBeCloseTo((40 * Math.PI) / 180, 3);
    expect(await waitForSetting(page, 'control.manual', (value) => value === 1)).toBe(1);
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.press('t');
    await waitForSetting(page, 'control.manual', (value) => value === undefined);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('steers with a gamepad', async () => {
    const { page, complaints } = await openPage(small, (fresh) =>
      fresh.addInitScript(() => {
        const pad = { axes: [0, 0], buttons: [], connected: true, index: 0, id: 'a pad' };
        Object.assign(globalThis, { pad });
        navigator.getGamepads = () => [null, pad as unknown as Gamepad, null, null];
      }),
    );
    const push = (x: number, y: number) =>
      page.evaluate((axes) => Object.assign((globalThis as unknown as { pad: object }).pad, { axes }), [x, y]);
    await page.getByRole('button', { name: 'Take control' }).click();
    await push(0.8, -1);
    // Four fifths of 40°/s to the right, once the ramp is over.
    await waitForSetting(page, 'control.turn', (value) => Math.abs(Number(value) + (0.8 * 40 * Math.PI) / 180) < 0.005);
    await waitForSetting(page, 'control.speed', (value) => Number(value) > 0.13);
    // Within the dead zone it rests.
    await push(0.05, 0.05);
    await waitForSetting(page, 'control.turn', (value) => value === undefined);
    await page.getByRole('button', { name: 'Give back control' }).click();
    await waitForSetting(page, 'control.manual', (value) => value === undefined);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('legs', () => {
  it('are taken off at a press and given back; their phases are plotted', async () => {
    const { page, complaints } = await openPage('#/centipede?body.segments=8');
    await page.waitForFunction(() => window.bestiary!.getState()!.time > 2.2);
    await page.getByTestId('raster-choice').selectOption('Phase of legs');
    await page.getByTestId('phase-lag').filter({ hasText: 'head to tail' }).waitFor();
    await page.keyboard.press('Space');
    await page.waitForFunction(() => !window.bestiary!.getState()!.playing);
    // Seen from above, legs stand out to both sides.
    await page.keyboard.press('3');
    await page.waitForTimeout(1000);
    const label = page.getByTestId('region');
    const canvas = (await page.locator('main canvas').first().boundingBox())!;
    const seen = (await page.evaluate(() => window.bestiary!.getSeen()))!;
    for (let down = 0.15; down < 0.9 && (await label.count()) === 0; down += 0.07) {
      for (let across = 0.15; across < 0.9 && (await label.count()) === 0; across += 0.07) {
        await page.mouse.move(canvas.x + seen.left + across * seen.width, canvas.y + seen.top + down * seen.height);
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
      }
    }
    const [, side, pair] = /(left|right) leg (\d+)/u.exec(await label.innerText())!;
    await page.mouse.down();
    await page.mouse.up();
    expect(await waitForSetting(page, 'lesions.legs', isList(1))).toEqual([
      { ...(pair === '1' ? {} : { pair: Number(pair) }), side },
    ]);
    await page.screenshot({ path: join(artefacts, 'studio-legs.png') });
    await page.getByRole('button', { name: `Give back the ${side} leg ${pair}` }).click();
    await waitForSetting(page, 'lesions.legs', (value) => value === undefined);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
