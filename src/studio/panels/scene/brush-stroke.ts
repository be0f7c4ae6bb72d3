/** One stroke of the brush: shapes the ground in the picture as long as it lasts, and hands it to the engine at its end. */
import { applyBrush, type BrushMode, type HeightGrid, readHeight } from './height-grid.ts';
import type { SceneEditor } from './editor.ts';
import type { Placed } from './model.ts';
import { useScene } from './store.ts';

/** Share of the way to a smooth ground per second. */
const smoothing = 9;

export class BrushStroke {
  readonly #editor: SceneEditor;
  readonly #field: HeightGrid | undefined;
  readonly #onTouch: () => void;
  #place: Placed;
  #request: number;
  #last = performance.now();

  constructor(editor: SceneEditor, place: Placed, onTouch: () => void) {
    this.#editor = editor;
    this.#field = editor.createField();
    this.#place = place;
    this.#onTouch = onTouch;
    editor.begin();
    // A level plane has no corners to move: the engine makes it a field first.
    if (this.#field !== undefined && editor.controller.viewer?.shown?.ground === undefined)
      editor.setField(this.#field);
    this.#request = requestAnimationFrame(this.#touch);
  }

  moveTo(place: Placed): void {
    this.#place = place;
  }

  end(): void {
    cancelAnimationFrame(this.#request);
    if (this.#field !== undefined) this.#editor.setField(this.#field);
    this.#editor.finish();
  }

  readonly #touch = (): void => {
    this.#request = requestAnimationFrame(this.#touch);
    const field = this.#field;
    if (field === undefined) return;
    const now = performance.now();
    const seconds = Math.min(0.1, (now - this.#last) / 1000);
    this.#last = now;
    const { tool, brushRadius: radius, brushStrength } = useScene.getState();
    const mode = tool as BrushMode;
    const strength = mode === 'smooth' ? Math.min(1, smoothing * seconds) : brushStrength * radius * seconds;
    const { x, y } = this.#place;
    const before = { ...field, heights: field.heights.slice() };
    applyBrush(field, { mode, radius, strength }, x, y);
    this.#showChange(before, field, radius);
    this.#onTouch();
    this.#editor.controller.picture.wake();
  };

  #showChange(before: HeightGrid, after: HeightGrid, radius: number): void {
    const ground = this.#editor.controller.viewer?.shown?.ground;
    if (ground === undefined) return;
    const { positions } = ground.shape;
    const reach = 1.5 * radius;
    for (let at = 0; at < positions.length; at += 3) {
      const [x, y] = [positions[at]!, positions[at + 1]!];
      if (Math.abs(x - this.#place.x) > reach || Math.abs(y - this.#place.y) > reach) continue;
      positions[at + 2]! += readHeight(after, x, y) - readHeight(before, x, y);
    }
    ground.refresh();
  }
}
