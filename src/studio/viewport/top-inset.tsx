/** The centre line seen from above, with the path of its head, beside the picture. */
import { useEffect, useRef } from 'react';
import { useStudio } from '../session/store.ts';
import type { StudioController } from '../session/studio-controller.ts';
import { chooseDisplayUnit, formatQuantity } from '../data/display-units.ts';
import type { SignalHistory } from '../data/signal-history.ts';
import { trailGap } from '../data/trail.ts';
import { centreLineSignals } from '../data/strip-model.ts';
import { useController } from '../session/controller-context.ts';

/** How long the head's path is shown. */
const trailSeconds = 30;

export function TopInset() {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : showInset(canvas.current, controller)), [controller, theme]);
  return (
    <canvas
      ref={canvas}
      className="glass pointer-events-none absolute right-3 bottom-3 aspect-4/3 h-[min(9rem,100cqh-9.5rem)] rounded-lg max-sm:bottom-14 max-sm:h-24 max-[359px]:hidden [@media(max-height:30rem)]:h-18"
      data-panel=""
      role="img"
      aria-label="The animal's centre line seen from above, with the path of its head."
      data-testid="inset"
    />
  );
}

function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function showInset(canvas: HTMLCanvasElement, controller: StudioController): () => void {
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const colours = { ink: readColour('--ink'), dim: readColour('--dim'), accent: readColour('--accent') };
  return controller.picture.addPanel(canvas, () => {
    const { history, meta, info } = controller.session;
    if (history === undefined || meta === undefined || info === undefined) return;
    const ratio = Math.min(2, devicePixelRatio);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const step = Math.min(meta.step, history.lastStep);
    drawAbove(context, width, height, history, step, info.bodyLength, colours);
  });
}

interface Colours {
  readonly ink: string;
  readonly dim: string;
  readonly accent: string;
}

function drawAbove(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  history: SignalHistory,
  step: number,
  bodyLength: number,
  colours: Colours,
): void {
  const [x, y] = ['position.x', 'position.y'].map((name) => history.places.get(name)!) as [Place, Place];
  const line = centreLineSignals.map((name) => history.places.get(name)!) as [Place, Place];
  const centre = [history.read(x, step), history.read(y, step)] as const;
  // Two body lengths across.
  const scale = width / (2.1 * bodyLength);
  const toPixel = (px: number, py: number): [number, number] => [
    width / 2 + (px - centre[0]) * scale,
    height / 2 - (py - centre[1]) * scale,
  ];
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = colours.dim;
  context.lineWidth = 1;
  context.beginPath();
  const stride = Math.max(1, Math.round(trailGap / history.dt));
  for (let at = step; at > Math.max(0, step - trailSeconds / history.dt); at -= stride)
    context.lineTo(...toPixel(history.read(line[0], at), history.read(line[1], at)));
  context.stroke();
  context.strokeStyle = colours.accent;
  const head = drawLine(context, history, line, step, toPixel, 4);
  context.fillStyle = colours.ink;
  context.beginPath();
  context.arc(head[0], head[1], 2.4, 0, 2 * Math.PI);
  context.fill();
  drawScale(context, height, scale, bodyLength, colours.dim);
}

type Place = Parameters<SignalHistory['read']>[0];

/** Returns where the head is. */
function drawLine(
  context: CanvasRenderingContext2D,
  history: SignalHistory,
  [x, y]: readonly [Place, Place],
  step: number,
  toPixel: (x: number, y: number) => [number, number],
  thickness: number,
): [number, number] {
  context.lineWidth = thickness;
  context.beginPath();
  for (let i = 0; i < x.spec.size; i++) context.lineTo(...toPixel(history.read(x, step, i), history.read(y, step, i)));
  context.stroke();
  return toPixel(history.read(x, step, 0), history.read(y, step, 0));
}

/** A bar of a round length, about half the animal. */
function drawScale(
  context: CanvasRenderingContext2D,
  height: number,
  scale: number,
  bodyLength: number,
  colour: string,
): void {
  const decade = 10 ** Math.floor(Math.log10(bodyLength / 2));
  const length =
    [5, 2, 1].map((factor) => factor * decade).find((candidate) => candidate <= 0.6 * bodyLength) ?? decade;
  context.fillStyle = colour;
  context.fillRect(10, height - 12, length * scale, 2);
  context.font = '10px system-ui';
  context.fillText(formatQuantity(length, chooseDisplayUnit('m', length)), 10, height - 17);
}
