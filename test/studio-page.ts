/** Pages of the built studio in real Chromium, for tests that do what people do. They wait for conditions, never for times. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type StudioServer, startStudioServer } from '../src/node/server.ts';
import { launchChromium } from './chromium.ts';

/** A loaded machine is slow: milliseconds. */
const patience = 180_000;

/** Where tests put pictures, for people to look at. */
export const artefacts = join(import.meta.dirname, 'artefacts');

interface StudioBrowser {
  server: StudioServer;
  browser: Browser;
}

async function startStudioBrowser(): Promise<StudioBrowser> {
  return {
    server: await startStudioServer({ root: join(import.meta.dirname, '../dist/studio'), port: 0 }),
    browser: await launchChromium(['--disable-gpu-compositing']),
  };
}

async function closeStudioBrowser({ server, browser }: StudioBrowser): Promise<void> {
  await browser.close();
  await server.close();
}

/** The built studio and a browser while the tests of a file run; its members are there once these have begun. */
export function useStudioBrowser(): Readonly<StudioBrowser> {
  const studio = {} as StudioBrowser;
  beforeAll(async () => {
    mkdirSync(artefacts, { recursive: true });
    Object.assign(studio, await startStudioBrowser());
  });
  afterAll(() => closeStudioBrowser(studio));
  return studio;
}

export interface OpenPage {
  readonly page: Page;
  /** What the console and the page complained about. */
  readonly complaints: string[];
}

export interface StudioPages {
  readonly url: string;
  /** A page in a context of its own, as another person has it. An address of another host is whole. */
  open(address: string, options?: BrowserContextOptions): Promise<OpenPage>;
  /** A tab beside a page. */
  openTab(beside: Page, address: string): Promise<OpenPage>;
  close(): Promise<void>;
}

export async function startStudioPages(): Promise<StudioPages> {
  const studio = await startStudioBrowser();
  const { server, browser } = studio;
  const openTab = async (context: BrowserContext, address: string): Promise<OpenPage> => {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Emulated graphics cards speak of themselves.
      if (!/GPU stall/u.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(new URL(address, server.url).href);
    return { page, complaints };
  };
  return {
    url: server.url,
    open: async (address, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const opened = await openTab(context, address);
      opened.page.on('close', () => {
        // The browser may be on its way out too.
        context.close().catch(() => undefined);
      });
      return opened;
    },
    openTab: (beside, address) => openTab(beside.context(), address),
    close: () => closeStudioBrowser(studio),
  };
}

export function waitForTime(page: Page, seconds: number, timeout = patience) {
  return page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds, { timeout });
}

/** Pauses a running simulation; the state in which it stands. */
export async function pause(page: Page) {
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.bestiary!.getState()?.playing === false);
  return readStill(page);
}

export async function readStill(page: Page) {
  await page.waitForFunction(() => window.bestiary?.getState()?.hash !== undefined);
  return page.evaluate(() => window.bestiary!.getState()!);
}

/** Goes to a step that has run. */
export async function seek(page: Page, step: number): Promise<void> {
  await page.getByTestId('scrubber').fill(String(step));
  await page.waitForFunction((wanted) => window.bestiary!.getState()?.step === wanted, step);
}

/** What the export dialog saves when its button is pressed. */
export async function save(
  page: Page,
): Promise<{ readonly name: string; readonly bytes: Uint8Array; readonly file: string }> {
  const waiting: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  const download = await waiting;
  const file = await download.path();
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(file)), file };
}
