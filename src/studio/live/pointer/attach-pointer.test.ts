import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attachPointer, type PointerTool } from './attach-pointer.ts';

/** As much of a canvas as a tool sees. */
class Canvas extends EventTarget {
  readonly style = { cursor: '' };
  captured = -1;

  setPointerCapture(id: number): void {
    this.captured = id;
  }

  send(type: string, values: object = {}): void {
    const event = new Event(type);
    const place = { button: 0, buttons: 0, isPrimary: true, pointerId: 7, clientX: 0, clientY: 0 };
    this.dispatchEvent(Object.assign(event, place, values));
  }
}

function attach(canvas: Canvas, tool: PointerTool, early: boolean): () => void {
  return attachPointer(canvas as unknown as HTMLCanvasElement, tool, { early });
}

describe('the pointer of a tool', () => {
  let canvas: Canvas;
  const camera = vi.fn();
  beforeEach(() => {
    canvas = new Canvas();
    camera.mockReset();
  });

  /** Hears what early tools leave, as listeners without capture do. */
  const attachCamera = (): void => {
    for (const type of ['pointerdown', 'pointermove', 'pointerup']) canvas.addEventListener(type, camera);
  };

  it('keeps a press of its own from the camera until it ends', () => {
    const move = vi.fn((_event: PointerEvent, held: boolean) => held);
    const release = vi.fn();
    attach(canvas, { press: () => true, move, release }, true);
    attachCamera();
    canvas.send('pointermove');
    expect(camera).toHaveBeenCalledTimes(1);
    canvas.send('pointerdown');
    canvas.send('pointermove');
    canvas.send('pointerup');
    expect(camera).toHaveBeenCalledTimes(1);
    expect(canvas.captured).toBe(7);
    expect(move.mock.calls.map(([, held]) => held)).toEqual([false, true]);
    expect(release).toHaveBeenCalledTimes(1);
    canvas.send('pointermove');
    expect(move).toHaveBeenLastCalledWith(expect.anything(), false);
  });

  it('lets the camera have what is not its own: other buttons, other fingers, other places', () => {
    const press = vi.fn(() => false);
    attach(canvas, { press, release: () => expect.unreachable() }, true);
    attachCamera();
    canvas.send('pointerdown', { button: 2 });
    canvas.send('pointerdown', { isPrimary: false });
    expect(press).not.toHaveBeenCalled();
    canvas.send('pointerdown');
    canvas.send('pointerup');
    expect(camera).toHaveBeenCalledTimes(4);
  });

  it('tells a tap from a drag', () => {
    const tap = vi.fn();
    attach(canvas, { tap }, false);
    canvas.send('pointerdown', { clientX: 10, clientY: 10 });
    canvas.send('pointerup', { clientX: 12, clientY: 11 });
    expect(tap).toHaveBeenCalledTimes(1);
    canvas.send('pointerdown', { clientX: 10, clientY: 10 });
    canvas.send('pointerup', { clientX: 30, clientY: 10 });
    canvas.send('pointerup', { clientX: 30, clientY: 10 });
    expect(tap).toHaveBeenCalledTimes(1);
  });

  it('ends a press that is broken off', () => {
    const release = vi.fn();
    attach(canvas, { press: () => true, release }, true);
    canvas.send('pointerdown');
    canvas.send('pointercancel');
    canvas.send('pointerup');
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('is deaf after its end, and leaves the canvas as it was', () => {
    const [leave, move] = [vi.fn(), vi.fn(() => true)];
    const detach = attach(canvas, { leave, move }, true);
    canvas.style.cursor = 'grab';
    detach();
    canvas.send('pointermove');
    expect(move).not.toHaveBeenCalled();
    expect(leave).toHaveBeenCalledTimes(1);
    expect(canvas.style.cursor).toBe('');
  });
});
