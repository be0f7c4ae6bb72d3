/** The site of the documents in a browser, from a folder of a plain server without any headers of its own. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite } from '../../tools/site.mjs';
import { launchChromium } from '../chromium.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};
const patience = { timeout: 60_000 };
let browser: Browser;
let server: Server;
let site: string;

beforeAll(async () => {
  const folder = await buildSite();
  server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.split('?')[0]!).replace(/^\/deep\/er\//u, '');
    const file = path.join(folder, name === '' || name.endsWith('/') ? `${name}index.html` : name);
    if (!request.url!.startsWith('/deep/er/') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/deep/er/`;
  browser = await launchChromium();
}, 600_000);

afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
});

async function openPage(
  name: string,
  viewport = { width: 1400, height: 900 },
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport, colorScheme: 'light' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!/^(?:data|blob):/u.test(request.url()) && !request.url().startsWith(site)) complaints.push(request.url());
  });
  await page.goto(`${site}${name}`);
  return { page, complaints };
}

it('shows a living animal in the text, and a slider moves it', { timeout: 180_000 }, async () => {
  const { page, complaints } = await openPage('animals/lamprey.html');
  const frame = page.frameLocator('.live iframe');
  await frame.getByRole('button', { name: 'Pause' }).waitFor(patience);
  const gain = frame.locator('[data-path="body.muscleGain"] input').last();
  await gain.fill('0.5', patience);
  await gain.press('Enter');
  // The address of the animal in its frame says that the run has it.
  const embedded = page.frames().find((one) => one.url().includes('/studio/'))!;
  await embedded.waitForFunction(() => location.hash.includes('body.muscleGain=0.5'), undefined, patience);
  expect(embedded.url()).toContain('theme=light');
  expect(await frame.getByRole('link').getAttribute('href')).not.toContain('controls');
  expect(complaints).toEqual([]);
  await page.close();
});

it('goes from page to page, is searched, and turns dark', { timeout: 180_000 }, async () => {
  const { page, complaints } = await openPage('index.html');
  await page.getByRole('link', { name: 'The animals' }).click();
  await page.waitForURL('**/deep/er/animals/**', patience);
  await page.locator('.animals img').first().waitFor(patience);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.locator('.VPLocalSearchBox input').fill('brainstem.left', patience);
  const result = page.locator('.VPLocalSearchBox .result').first();
  await result.waitFor(patience);
  expect(await result.getAttribute('href')).toContain('/deep/er/');
  await page.keyboard.press('Escape');
  await page.locator('.VPNavBarAppearance button').click();
  await page.locator('html.dark').waitFor(patience);
  expect(complaints).toEqual([]);
  await page.close();
});

it('fits a phone', { timeout: 180_000 }, async () => {
  for (const name of ['index.html', 'tutorials/student.html', 'reference/animals/octopus.html', 'papers/worm.html']) {
    const { page, complaints } = await openPage(name, { width: 375, height: 700 });
    await page.locator('h1').first().waitFor(patience);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(375);
    expect(complaints).toEqual([]);
    await page.close();
  }
});
