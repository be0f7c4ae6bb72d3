/** What a panel shows, as files: its numbers and its picture. */
import { createFileName } from '../../export/file-name.ts';
import { computeWindow } from '../../data/strip-model.ts';
import { saveFile } from '../../session/saved-file.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';

/** Seconds that the panels show, of what has run. */
function getShownTime({ session: { history, meta } }: StudioController): readonly [from: number, to: number] {
  if (history === undefined || meta === undefined) return [0, 0];
  const { first, last } = computeWindow(meta.step, history.lastStep, useStudio.getState().window, history.dt);
  return [Math.max(0, first) * history.dt, Math.min(last, history.lastStep) * history.dt];
}

/** Signals of the stretch on screen, by the writer of the export dialog: exact numbers, all steps. */
export async function saveCsv(controller: StudioController, signals: readonly string[]): Promise<void> {
  const [from, to] = getShownTime(controller);
  const { runExport } = await import('../../export/run-export.ts');
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  const choice = { kind: 'format', format: 'csv', range: { from, to, rate: 0 }, signals } as const;
  const { name, content } = await runExport(controller, choice, watch);
  saveFile(name, content);
}

/** Pixels of the file for each CSS pixel. */
const ratio = 2;

/** Everything drawn or written in an element, on the colour of the page. */
export async function savePng(controller: StudioController, element: HTMLElement): Promise<void> {
  const frame = element.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(ratio * frame.width);
  canvas.height = Math.round(ratio * frame.height);
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
  context.fillRect(0, 0, frame.width, frame.height);
  context.translate(-frame.left, -frame.top);
  for (const drawn of element.querySelectorAll('canvas')) {
    const { left, top, width, height } = drawn.getBoundingClientRect();
    context.imageSmoothingEnabled = false;
    context.drawImage(drawn, left, top, width, height);
  }
  drawSwatches(context, element);
  drawTexts(context, element);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('The browser made no picture of the plot.');
  const [from, to] = getShownTime(controller);
  saveFile(createFileName(`${useStudio.getState().info?.animal ?? ''}-plot`, [from, to], 'png'), blob);
}

/** Small patches of colour, as legends have. */
function drawSwatches(context: CanvasRenderingContext2D, element: HTMLElement): void {
  for (const swatch of element.querySelectorAll('[data-swatch]')) {
    const { left, top, width, height } = swatch.getBoundingClientRect();
    context.fillStyle = getComputedStyle(swatch).backgroundColor;
    context.fillRect(left, top, width, height);
  }
}

/** Words where they stand on the page; what is for screen readers alone is left out. */
function drawTexts(context: CanvasRenderingContext2D, element: HTMLElement): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest('.sr-only, select, button') !== null || node.textContent?.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const style = getComputedStyle(parent);
    context.save();
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.color;
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    context.translate(box.left + box.width / 2, box.top + box.height / 2);
    if (style.writingMode.startsWith('vertical')) context.rotate(-Math.PI / 2);
    context.fillText(node.textContent!.trim(), 0, 0);
    context.restore();
  }
}
