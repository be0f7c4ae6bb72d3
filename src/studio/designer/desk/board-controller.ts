/**
 * The hand on the board: pointer, pen, touch and keys. Strokes live here while they are drawn, and the canvas is painted at most once
 * per picture; the store hears of a stroke when it is finished.
 */
import type { Drawing, Point } from '../../../designer/drawing.ts';
import {
  deleteSelected,
  drawCorners,
  drawEllipsoid,
  drawLimb,
  drawMuscle,
  drawOutline,
  findTarget,
  insertNear,
  moveSelected,
  type Selection,
} from '../../../designer/edit.ts';
import { drawFin, drawPaint } from '../../../designer/additions.ts';
import { snapPoint } from '../../../designer/freehand.ts';
import { listFindings } from '../../../designer/problems.ts';
import { useStudio } from '../../session/store.ts';
import { chooseSpacing, paintBoard, readPalette, type BoardSight, toBoard } from './board-painter.ts';
import { Grip, limitScale } from './grip.ts';
import { chooseNextTool, type BrushKind, commit, getDrawing, type BoardTool, useDesigner } from './store.ts';
import { listen } from '../../../viewer/listen.ts';

/** How near to a point a press must be: pixels. */
const reach = { mouse: 10, touch: 22 };
/** A press that moves less is a click: pixels. */
const clickPixels = 4;

interface Drag {
  readonly selection: Selection;
  readonly before: Drawing;
  readonly from: Point;
}

export class BoardController {
  readonly #canvas: HTMLCanvasElement;
  #sight: BoardSight = { width: 1, height: 1, scale: 500, x: 0, y: 0 };
  #draft: Point[] = [];
  #pressures: number[] = [];
  #drag: Drag | undefined;
  #moved: Drawing | undefined;
  readonly #grip = new Grip();
  #cursor: Point | undefined;
  #underlay: { readonly image: ImageBitmap; readonly size: number } | undefined;
  #request = 0;
  #activity: readonly Float32Array[] | undefined;
  readonly #cleanUp: (() => void)[] = [];

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    const listeners = {
      pointerdown: this.#onDown,
      pointermove: this.#onMove,
      pointerup: this.#onUp,
      pointercancel: this.#onCancel,
      dblclick: this.#onDouble,
      wheel: this.#onWheel,
      keydown: this.#onKey,
      blur: () => {
        this.#cursor = undefined;
        this.repaint();
      },
    };
    const observer = new ResizeObserver(() => {
      this.#resize();
    });
    observer.observe(canvas);
    const repaint = (): void => {
      this.repaint();
    };
    this.#cleanUp.push(
      listen(canvas, listeners),
      () => {
        observer.disconnect();
      },
      useDesigner.subscribe((state, before) => {
        if (state.tool !== before.tool) this.#draft = [];
        repaint();
      }),
      useStudio.subscribe(repaint),
    );
    this.#resize();
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    for (const act of this.#cleanUp) act();
  }

  /** A picture to trace, as wide as the board shows now. */
  setUnderlay(image: ImageBitmap | undefined): void {
    this.#underlay = image === undefined ? undefined : { image, size: (0.8 * this.#sight.width) / this.#sight.scale };
    this.repaint();
  }

  /** What runs along the muscles now. */
  setActivity(rows: readonly Float32Array[]): void {
    this.#activity = rows;
    this.repaint();
  }

  /** Around the middle, by a factor. */
  zoom(factor: number): void {
    this.#sight = { ...this.#sight, scale: limitScale(this.#sight.scale * factor) };
    this.repaint();
  }

  /** Shows all that is drawn. */
  fit(): void {
    const { gauge } = useDesigner.getState();
    const size = gauge?.size ?? 0.6;
    const scale = limitScale((0.72 * Math.min(this.#sight.width, this.#sight.height)) / size);
    const middle = gauge === undefined ? 0 : findMiddle(gauge.positions);
    this.#sight = { ...this.#sight, scale, x: middle, y: 0 };
    this.repaint();
  }

  repaint(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    const state = useDesigner.getState();
    const ratio = this.#canvas.width / Math.max(1, this.#sight.width);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const drawing = this.#moved ?? state.history.present;
    const quick = listFindings(drawing);
    paintBoard(
      context,
      {
        sight: this.#sight,
        view: state.view,
        drawing,
        gauge: this.#moved === undefined ? state.gauge : undefined,
        findings: quick.length > 0 ? quick : state.refusals,
        selection: state.selection,
        draft: this.#draft,
        draftRadius: state.tool === 'limb' ? state.radius : state.tool === 'brush' ? state.brushRadius : 0,
        cursor: this.#cursor,
        underlay: this.#underlay,
        group: state.stage === 'tune' ? state.group : undefined,
        activity: state.stage === 'tune' ? this.#activity : undefined,
      },
      readPalette(this.#canvas),
    );
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const first = this.#sight.width === 1;
    const width = Math.max(2, clientWidth);
    const height = Math.max(2, clientHeight);
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    this.#sight = { ...this.#sight, width, height };
    // A metre across is a good size to begin with.
    if (first) this.#sight = { ...this.#sight, scale: limitScale(Math.min(width, height) / 1.05) };
    this.repaint();
  }

  #locate(event: MouseEvent): Point {
    const box = this.#canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #place(event: MouseEvent): Point {
    return toBoard(this.#sight, ...this.#locate(event));
  }

  #reach(event: PointerEvent | MouseEvent): number {
    const isTouch = 'pointerType' in event && event.pointerType === 'touch';
    return (isTouch ? reach.touch : reach.mouse) / this.#sight.scale;
  }

  readonly #onDown = (event: PointerEvent): void => {
    this.#canvas.focus({ preventScroll: true });
    // A pointer that is already gone cannot be held; its stroke ends with it.
    if (event.isTrusted) this.#canvas.setPointerCapture(event.pointerId);
    const at = this.#place(event);
    this.#grip.hold(event.pointerId, this.#locate(event));
    if (this.#grip.count > 1 || event.button === 1 || event.button === 2) {
      this.#draft = [];
      this.#drag = undefined;
      this.#moved = undefined;
      this.#grip.begin(this.#sight);
      return;
    }
    const { tool, byPoints, stage } = useDesigner.getState();
    if (tool === 'select' || stage !== 'model' || getDrawing().kind === 'form') this.#pick(at, event);
    else if (byPoints && tool !== 'ball') this.addPoint(at);
    else {
      this.#draft = [at];
      this.#pressures = [readPressure(event)];
    }
    this.repaint();
  };

  #pick(at: Point, event: PointerEvent): void {
    const { selection, view, stage } = useDesigner.getState();
    const drawing = getDrawing();
    const found = findTarget(drawing, at, view, this.#reach(event), selection);
    useDesigner.setState({ selection: found });
    if (found?.kind === 'muscle') useDesigner.setState({ group: drawing.muscles[found.index]?.group ?? 0 });
    if (found !== undefined && stage === 'model') this.#drag = { selection: found, before: drawing, from: at };
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (!this.#grip.has(event.pointerId)) return;
    this.#sight = this.#grip.follow(event.pointerId, this.#locate(event), this.#sight);
    if (this.#grip.moves) this.#draft = [];
    else if (this.#drag !== undefined) this.#dragTo(this.#place(event));
    else if (this.#draft.length > 0 && !useDesigner.getState().byPoints)
      for (const one of listMoves(event)) {
        this.#draft.push(this.#place(one));
        this.#pressures.push(readPressure(one));
      }
    this.repaint();
  };

  #dragTo(at: Point): void {
    const { selection, before, from } = this.#drag!;
    const { grid, view } = useDesigner.getState();
    const to = snapPoint(at, grid);
    const by: Point = [at[0] - from[0], at[1] - from[1]];
    if (Math.hypot(...by) * this.#sight.scale < clickPixels && this.#moved === undefined) return;
    this.#moved = moveSelected(before, selection, to, by, view);
  }

  readonly #onUp = (event: PointerEvent): void => {
    const wasGrip = this.#grip.moves;
    this.#grip.release(event.pointerId, this.#sight);
    if (wasGrip) return;
    const moved = this.#moved;
    this.#drag = undefined;
    this.#moved = undefined;
    if (moved !== undefined) commit(moved);
    else if (this.#draft.length > 0 && !useDesigner.getState().byPoints) this.finish();
    else if (useDesigner.getState().tool === 'ball') this.finish();
    this.repaint();
  };

  readonly #onCancel = (event: PointerEvent): void => {
    this.#grip.release(event.pointerId, this.#sight);
    this.#draft = [];
    this.#drag = undefined;
    this.#moved = undefined;
    this.repaint();
  };

  /** A double press ends a line of points, or puts a point onto a side. */
  readonly #onDouble = (event: MouseEvent): void => {
    const { byPoints, tool, selection, view, grid } = useDesigner.getState();
    if (byPoints && tool !== 'select') {
      this.#draft.pop();
      this.finish();
    } else if (tool === 'select' && selection !== undefined && selection.point < 0)
      commit(insertNear(getDrawing(), selection, this.#place(event), view, grid));
  };

  readonly #onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const before = this.#place(event);
    this.#sight = { ...this.#sight, scale: limitScale(this.#sight.scale * Math.exp(-0.0016 * event.deltaY)) };
    const after = this.#place(event);
    this.#sight = { ...this.#sight, x: this.#sight.x + before[0] - after[0], y: this.#sight.y + before[1] - after[1] };
    this.repaint();
  };

  /** One more corner; a press on the first one closes the line. */
  addPoint(at: Point): void {
    const { grid, tool } = useDesigner.getState();
    const [first] = this.#draft;
    const near = reach.mouse / this.#sight.scale;
    if (first !== undefined && this.#draft.length > 2 && Math.hypot(at[0] - first[0], at[1] - first[1]) < near) {
      this.finish();
      return;
    }
    this.#draft = [...this.#draft, snapPoint(at, grid)];
    this.#pressures.push(0.5);
    if (tool === 'ball' && this.#draft.length === 2) this.finish();
    this.repaint();
  }

  /** What has been drawn becomes part of the drawing. */
  finish(): void {
    const { tool, byPoints, smoothing, grid, view, radius, brush, brushRadius } = useDesigner.getState();
    const [raw, pressures] = [this.#draft, this.#pressures];
    this.#draft = [];
    this.#pressures = [];
    this.repaint();
    if (raw.length === 0) return;
    const hand = { smoothing: byPoints ? 0 : smoothing, grid };
    const before = getDrawing();
    const next = apply(before, tool, raw);
    if (next !== before) {
      commit(next);
      useDesigner.setState({ tool: chooseNextTool(tool, before, next) });
    }

    function apply(drawing: Drawing, act: BoardTool, line: readonly Point[]): Drawing {
      if (act === 'outline') return byPoints ? drawCorners(drawing, line, hand) : drawOutline(drawing, line, hand);
      if (act === 'limb') return drawLimb(drawing, line, view, { radius, pressures }, hand);
      if (act === 'ball') return drawEllipsoid(drawing, line[0]!, line[line.length - 1]!, view);
      if (act === 'zigzag' || act === 'line') return drawMuscle(drawing, line, act, view, hand);
      if (act === 'fin') return drawFin(drawing, line, view, hand);
      if (act === 'brush')
        return drawPaint(drawing, line, view, { radius: brushRadius, ...brushFactors[brush] }, { ...hand, grid: 0 });
      return drawing;
    }
  }

  /** Keys: arrows move the cross or what is picked (with Ctrl the whole of it), Enter presses, Insert adds, Delete removes, Escape gives up. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    if (event.metaKey || event.altKey || (event.ctrlKey && arrow === undefined)) return;
    const { selection, view, grid, stage } = useDesigner.getState();
    if (arrow !== undefined) this.#moveByKey(arrow, event.shiftKey ? 5 : 1, event.ctrlKey);
    else if (event.key === 'Enter') this.#press();
    else if (event.key === 'Escape') {
      this.#draft = [];
      useDesigner.setState({ selection: undefined });
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && selection !== undefined && stage === 'model') {
      commit(deleteSelected(getDrawing(), selection));
      useDesigner.setState({ selection: undefined });
    } else if (event.key === 'Insert' && selection !== undefined && this.#cursor !== undefined && stage === 'model')
      commit(insertNear(getDrawing(), selection, this.#cursor, view, grid));
    else if (event.key.toLowerCase() === 'c' && this.#draft.length > 0) this.finish();
    else if (event.key === '+') this.zoom(1.2);
    else if (event.key === '-') this.zoom(1 / 1.2);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.repaint();
  };

  /** The point that is picked, the whole of it if so asked, or else the cross. */
  #moveByKey([dx, dy]: Point, times: number, whole: boolean): void {
    const { selection, tool, view, grid, stage } = useDesigner.getState();
    const step = (grid > 0 ? grid : chooseSpacing(this.#sight.scale) / 10) * times;
    const by: Point = [dx * step, dy * step];
    if (whole && selection !== undefined && stage === 'model') {
      commit(moveSelected(getDrawing(), { ...selection, point: -1 }, [0, 0], by, view));
      return;
    }
    if (tool === 'select' && selection !== undefined && selection.point >= 0 && stage === 'model') {
      const drawing = getDrawing();
      const from = readPoint(drawing, selection, view);
      if (from !== undefined) commit(moveSelected(drawing, selection, [from[0] + by[0], from[1] + by[1]], by, view));
      return;
    }
    const [x, y] = this.#cursor ?? [0, 0];
    this.#cursor = [x + by[0], y + by[1]];
  }

  /** What a press of the pointer at the cross would do; freehand tools take points from the keyboard. */
  #press(): void {
    const { tool, view, selection } = useDesigner.getState();
    const at = this.#cursor ?? [0, 0];
    this.#cursor = at;
    if (tool !== 'select') {
      this.addPoint(at);
      return;
    }
    const found = findTarget(getDrawing(), at, view, reach.touch / this.#sight.scale, selection);
    useDesigner.setState({ selection: found });
  }
}

const brushFactors: Readonly<Record<BrushKind, { readonly stiffness: number; readonly thickness: number }>> = {
  stiffer: { stiffness: 2, thickness: 1 },
  softer: { stiffness: 0.5, thickness: 1 },
  thicker: { stiffness: 1, thickness: 1.3 },
  thinner: { stiffness: 1, thickness: 1 / 1.3 },
};

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Mice report a half, or nothing; pens what they feel. */
function readPressure(event: PointerEvent): number {
  return event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : 0.5;
}

function listMoves(event: PointerEvent): readonly PointerEvent[] {
  const moves = event.getCoalescedEvents();
  return moves.length > 0 ? moves : [event];
}

function readPoint(drawing: Drawing, { kind, index, point }: Selection, view: 'top' | 'side'): Point | undefined {
  if (kind === 'outline') return drawing.outline[point];
  const shape = drawing.shapes[index];
  const place =
    kind === 'muscle'
      ? drawing.muscles[index]?.points[point]
      : shape?.kind === 'stroke'
        ? shape.points[point]
        : shape?.centre;
  return place === undefined ? undefined : view === 'top' ? [place[0], place[1]] : [place[0], place[2]];
}

function findMiddle(positions: Float32Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3) {
    low = Math.min(low, positions[at]!);
    high = Math.max(high, positions[at]!);
  }
  return (low + high) / 2;
}
