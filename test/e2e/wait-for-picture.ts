import type { Page } from 'playwright-core';

/** Waits until the camera stands: the animal's place on the canvas is the same for half a second and ten pictures. */
export async function waitForPicture(page: Page) {
  await page.evaluate(async () => {
    const locate = (): string => {
      const { x, y } = window.bestiary!.locate(...window.bestiary!.getState()!.position)!;
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    };
    let [place, since, pictures] = [locate(), performance.now(), 0];
    while (performance.now() - since < 500 || pictures < 10) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      pictures++;
      const now = locate();
      if (now !== place) [place, since, pictures] = [now, performance.now(), 0];
    }
  });
}
