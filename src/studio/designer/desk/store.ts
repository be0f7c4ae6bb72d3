/** What the designer shows. Pointer moves never pass through here: a stroke arrives when it is finished. */
import { create } from 'zustand';
import { createDrawing, type Document, type Drawing } from '../../../designer/drawing.ts';
import type { BoardView, Selection } from '../../../designer/edit.ts';
import type { Gauge } from '../../../designer/gauge.ts';
import { createHistory, type History, push, redo, replace, undo } from '../../../designer/history.ts';
import type { Finding } from '../../../designer/problems.ts';
import { keepDraft } from './keeping.ts';
import type { SearchState } from './messages.ts';

export type DesignStage = 'model' | 'tune' | 'swim';
export type BoardTool = 'select' | 'outline' | 'limb' | 'ball' | 'zigzag' | 'line' | 'fin' | 'brush';
/** What the brush does where it goes. */
export type BrushKind = 'stiffer' | 'softer' | 'thicker' | 'thinner';

export interface DesignerState {
  readonly history: History<Drawing>;
  readonly stage: DesignStage;
  readonly tool: BoardTool;
  /** Whether lines are drawn point by point instead of freehand. */
  readonly byPoints: boolean;
  readonly smoothing: number;
  /** m; 0: no snapping. */
  readonly grid: number;
  /** Of the next limb, and of the brush, m. */
  readonly radius: number;
  readonly brushRadius: number;
  readonly brush: BrushKind;
  readonly view: BoardView;
  readonly selection: Selection | undefined;
  /** The group whose wave is tuned. */
  readonly group: number;
  /** Of the last drawing that became an animal. */
  readonly gauge: Gauge | undefined;
  readonly creature: Document | undefined;
  /** What the mesher refused of the present drawing. */
  readonly refusals: readonly Finding[];
  readonly busy: boolean;
  readonly search: SearchState | undefined;
  readonly notice: string | undefined;
  readonly ownId: string | undefined;
  readonly startOpen: boolean;
}

export const useDesigner = create<DesignerState>()(() => ({
  history: createHistory(createDrawing('plate')),
  stage: 'model',
  tool: 'outline',
  byPoints: false,
  smoothing: 0.35,
  grid: 0,
  radius: 0.04,
  brushRadius: 0.08,
  brush: 'stiffer',
  view: 'top',
  selection: undefined,
  group: 0,
  gauge: undefined,
  creature: undefined,
  refusals: [],
  busy: false,
  search: undefined,
  notice: undefined,
  ownId: undefined,
  startOpen: false,
}));

export function getDrawing(): Drawing {
  return useDesigner.getState().history.present;
}

/** The next drawing, one step of undo; kept in the browser at once, so that a crash loses nothing. */
export function commit(drawing: Drawing): void {
  setHistory(push(useDesigner.getState().history, drawing));
}

/** Changes the current step of undo, as while a slider is dragged. */
export function amend(drawing: Drawing): void {
  setHistory(replace(useDesigner.getState().history, drawing));
}

/** Before what is then amended: a step of undo of its own. */
export function beginAmending(): void {
  commit({ ...getDrawing() });
}

export function undoLast(): void {
  setHistory(undo(useDesigner.getState().history));
}

export function redoNext(): void {
  setHistory(redo(useDesigner.getState().history));
}

/** Opens another animal on the board; the history of undo starts again. */
export function openDrawing(drawing: Drawing, ownId?: string): void {
  useDesigner.setState({
    selection: undefined,
    group: 0,
    search: undefined,
    gauge: undefined,
    creature: undefined,
    refusals: [],
    ownId,
    startOpen: false,
    stage: 'model',
    tool: chooseTool(drawing),
    view: drawing.kind === 'volume' && drawing.symmetry.kind === 'radial' ? 'side' : 'top',
  });
  setHistory(createHistory(drawing));
}

function chooseTool(drawing: Drawing): BoardTool {
  if (drawing.kind === 'plate') return drawing.outline.length === 0 ? 'outline' : 'select';
  return drawing.shapes.length === 0 && drawing.kind === 'volume' ? 'limb' : 'select';
}

/** After the first outline comes a muscle: another stroke with the same tool would replace what was just drawn. */
export function chooseNextTool(tool: BoardTool, before: Drawing, after: Drawing): BoardTool {
  const isFirst = tool === 'outline' && before.outline.length === 0 && after.outline.length > 0;
  return isFirst && after.muscles.length === 0 ? 'line' : tool;
}

function setHistory(history: History<Drawing>): void {
  if (history === useDesigner.getState().history) return;
  const group = Math.min(useDesigner.getState().group, history.present.groups.length - 1);
  useDesigner.setState({ history, group });
  if (!keepDraft(history.present) && useDesigner.getState().notice === undefined)
    useDesigner.setState({ notice: 'The browser keeps no drawings: save yours as a file.' });
}
