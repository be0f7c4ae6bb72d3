/** A bar of a round length, as long as that length is in the picture at the animal's distance. */
import type { Theme } from './surfaces/palette.ts';

export interface ScaleBar {
  /** Length it stands for. */
  readonly metres: number;
  /** CSS pixels. */
  readonly pixels: number;
  readonly label: string;
}

/** A picture is read without its edges: films and prints may cut them off. Share of a side. */
export const safeMargin = 0.05;
/** Longest bar, as a share of the picture's width and in CSS pixels. */
const maxShare = 0.25;
const maxPixels = 120;

const units: readonly (readonly [metres: number, name: string])[] = [
  [1, 'm'],
  [1e-2, 'cm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
];

/** The longest of 1, 2 and 5 times a power of ten that fits. */
export function chooseScaleBar(metresPerPixel: number, pictureWidth: number): ScaleBar {
  const room = metresPerPixel * Math.min(maxPixels, maxShare * pictureWidth);
  const power = 10 ** Math.floor(Math.log10(room));
  const factor = [5, 2, 1].find((candidate) => candidate * power <= room) ?? 1;
  const metres = Number((factor * power).toPrecision(1));
  const [unit, name] = units.find(([size]) => metres >= size * (1 - 1e-9)) ?? units.at(-1)!;
  return { metres, pixels: metres / metresPerPixel, label: `${Number((metres / unit).toPrecision(3))} ${name}` };
}

/** Paints the bar into the lower left corner of a picture, inside the safe area; `ratio` pixels for a CSS pixel. */
export function paintScaleBar(
  context: CanvasRenderingContext2D,
  { pixels, label }: ScaleBar,
  theme: Theme,
  ratio: number,
): void {
  const { width, height } = context.canvas;
  const [ink, halo] = theme === 'dark' ? ['#ffffff', 'rgb(0 0 0 / 55%)'] : ['#0f252b', 'rgb(255 255 255 / 70%)'];
  const [left, bottom] = [safeMargin * width, (1 - safeMargin) * height];
  const [thick, end] = [2.5 * ratio, 8 * ratio];
  context.save();
  context.font = `600 ${13 * ratio}px system-ui, sans-serif`;
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  const draw = (colour: string, around: number): void => {
    context.fillStyle = colour;
    context.strokeStyle = colour;
    context.lineWidth = 2 * around;
    const fill = (x: number, y: number, wide: number, high: number): void => {
      context.fillRect(x - around, y - around, wide + 2 * around, high + 2 * around);
    };
    fill(left, bottom - thick, pixels * ratio, thick);
    for (const x of [left, left + pixels * ratio - thick]) fill(x, bottom - end, thick, end);
    if (around > 0) context.strokeText(label, left, bottom - end - 5 * ratio);
    else context.fillText(label, left, bottom - end - 5 * ratio);
  };
  draw(halo, 1.5 * ratio);
  draw(ink, 0);
  context.restore();
}
