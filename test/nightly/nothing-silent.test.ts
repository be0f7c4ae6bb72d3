/** What goes wrong is said, and there is a way on: workers, files of the page, storage, graphics, settings, dropped files. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStudioBrowser } from '../studio-page.ts';

const site = useStudioBrowser();

const small = '#/lamprey?segments=20';

async function openPage(address: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  // What is out of reach shall not come from the browser's own store.
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  await prepare?.(page);
  // A loaded machine is slow.
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.server.url}${address}`);
  return page;
}

function waitForTime(page: Page, seconds: number) {
  return page.waitForFunction((time) => (window.bestiary?.getState()?.time ?? -1) >= time, seconds);
}

async function drop(page: Page, name: string, text: string): Promise<boolean> {
  return page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content!], file!));
      const over = new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(over);
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      return over.defaultPrevented;
    },
    [name, text],
  );
}

describe('nothing silent', () => {
  it('notices a worker that was ended, and starts another with the same parameters', async () => {
    const page = await openPage(`${small}&brainstem.left=0.5`);
    await waitForTime(page, 0.3);
    await page.workers()[0]!.evaluate(() => {
      self.close();
    });
    const banner = page.getByRole('alert').filter({ hasText: 'has not answered' });
    await banner.waitFor({ timeout: 30_000 });
    await banner.getByRole('button', { name: 'Start again' }).click();
    await waitForTime(page, 0.3);
    expect(await banner.count()).toBe(0);
    expect(await page.getByTestId('slider-brainstem.left').inputValue()).toBe('0.5');
    await page.close();
  });

  it('keeps the page when a file of it is out of reach', async () => {
    const page = await openPage(small);
    await waitForTime(page, 0.1);
    await page.route(/live-picture-|comparison-view-/u, (route) => route.abort());
    await page.evaluate(() => {
      location.hash = '#/worm/figure-7';
    });
    await page.getByText('The comparison could not be loaded').waitFor();
    await page.getByRole('link', { name: 'To the gallery' }).click();
    await page.getByTestId('card-lamprey').waitFor();
    await page.getByText('Its picture could not be loaded.').first().waitFor();
    await page.close();
  });

  it('opens without storage', async () => {
    const page = await openPage('', (fresh) =>
      fresh.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }),
    );
    await page.getByTestId('card-lamprey').waitFor();
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    const before = await theme();
    await page.getByRole('button', { name: /Switch to the/u }).click();
    expect(await theme()).not.toBe(before);
    await page.close();
  });

  it('says that the WebGL context is lost, until it is restored', async () => {
    const page = await openPage(small);
    await waitForTime(page, 0.1);
    await page.evaluate(() => {
      const context = document.querySelector<HTMLCanvasElement>('main canvas')!.getContext('webgl2')!;
      const lose = context.getExtension('WEBGL_lose_context')!;
      Object.assign(globalThis, { lose });
      lose.loseContext();
    });
    const said = page.getByRole('alert').filter({ hasText: 'WebGL context' });
    await said.waitFor();
    await page.evaluate(() => {
      (globalThis as unknown as { lose: { restoreContext(): void } }).lose.restoreContext();
    });
    await said.waitFor({ state: 'detached' });
    await page.close();
  });

  it('offers an animal without the settings that it cannot be opened with', async () => {
    const page = await openPage('#/octopus?body.shape=drawn');
    await page.getByRole('button', { name: 'Open it without its settings' }).click();
    await waitForTime(page, 0.05);
    await page.close();
  });

  it('answers addresses that lead nowhere, and long nonsense, in words that fit', async () => {
    const page = await openPage('#/worm/figure-8');
    await page.getByText('There is nothing at #/worm/figure-8').waitFor();
    await page.goto(`${site.server.url}#/LAMPREY?${'a'.repeat(5000)}=1&title=X`);
    await page.reload();
    const notice = page.getByText('Ignored in the address');
    await notice.waitFor();
    const box = (await notice.boundingBox())!;
    expect(box.height).toBeLessThan(120);
    expect(box.width).toBeLessThan(1000);
    expect(await page.locator('h1').innerText()).not.toBe('X');
    await page.close();
  });

  it('understands or refuses files dropped anywhere', async () => {
    const page = await openPage(small);
    await waitForTime(page, 0.1);
    expect(await drop(page, 'ground.obj', 'v 0 0 0')).toBe(true);
    await page.getByText('no scene here that takes meshes').waitFor();
    await drop(page, 'notes.txt', 'hello');
    await page.getByText('notes.txt cannot be read here').waitFor();
    await drop(page, 'broken.json', '{');
    await page.getByText('broken.json is not JSON').waitFor();
    await page.close();
  });

  it('stands still where less motion is asked for, and puts the focus at the head of the page', async () => {
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${site.server.url}${small}`);
    await page.getByText('prefers reduced motion').waitFor();
    await page.waitForFunction(() => window.bestiary?.getState() !== undefined);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => window.bestiary!.getState()!.playing)).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await context.close();
  });

  it('moves in time with the arrows after a press on the picture', async () => {
    const page = await openPage(small);
    await waitForTime(page, 0.2);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => !window.bestiary!.getState()!.playing);
    const box = (await page.locator('main canvas').first().boundingBox())!;
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.9 * box.height);
    const step = await page.evaluate(() => window.bestiary!.getState()!.step);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((wanted) => window.bestiary!.getState()!.step === wanted, step - 1);
    // A button that was pressed with the pointer leaves the space bar to the run; one that was reached by keyboard does not.
    await page.getByRole('radio', { name: 'Top' }).click();
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.bestiary!.getState()!.playing);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => !window.bestiary!.getState()!.playing);
    await page.getByRole('radio', { name: 'Orbit' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await page.getByRole('radio', { name: 'Orbit', checked: true }).waitFor();
    expect(await page.evaluate(() => window.bestiary!.getState()!.playing)).toBe(false);
    await page.close();
  });
});

describe('layout', () => {
  it('scrolls no page into nothing, and shrinks with the window', async () => {
    const page = await openPage('#/octopus');
    await waitForTime(page, 0.05);
    await page.keyboard.press('Space');
    const size = () =>
      page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return { wide: scrollWidth - clientWidth, high: scrollHeight - clientHeight };
      });
    expect(await size()).toEqual({ wide: 0, high: 0 });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(500);
    expect((await size()).wide).toBe(0);
    await page.close();
  });
});
