/** The drawing board with its tools beside it. */
import { useEffect, useRef } from 'react';
import type { BoardView } from '../../designer/edit.ts';
import { Icon } from '../ui/icons.tsx';
import { BoardController } from './desk/board-controller.ts';
import { useHands } from './desk/context.ts';
import { type Tool, useDesigner } from './desk/store.ts';
import { ToolIcon } from './tool-icons.tsx';

interface ToolEntry {
  readonly tool: Tool;
  readonly label: string;
  readonly key: string;
}

export const tools: Readonly<Record<'plate' | 'volume' | 'form', readonly ToolEntry[]>> = {
  plate: [
    { tool: 'select', label: 'Move points', key: 'V' },
    { tool: 'outline', label: 'Draw the outline', key: 'D' },
    { tool: 'zigzag', label: 'Muscle across a fin', key: 'Z' },
    { tool: 'line', label: 'Muscle along a line', key: 'L' },
    { tool: 'brush', label: 'Paint stiffness and thickness', key: 'B' },
  ],
  volume: [
    { tool: 'select', label: 'Move parts', key: 'V' },
    { tool: 'limb', label: 'Draw a limb', key: 'D' },
    { tool: 'ball', label: 'Draw a ball', key: 'O' },
    { tool: 'fin', label: 'Draw a fin', key: 'F' },
    { tool: 'line', label: 'Muscle along a line', key: 'L' },
    { tool: 'brush', label: 'Paint stiffness and thickness', key: 'B' },
  ],
  form: [],
};

export function Board() {
  const { board } = useHands();
  const canvas = useRef<HTMLCanvasElement>(null);
  const kind = useDesigner((state) => state.history.present.kind);
  const stage = useDesigner((state) => state.stage);
  const tool = useDesigner((state) => state.tool);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const controller = new BoardController(canvas.current);
    board.current = controller;
    return () => {
      board.current = undefined;
      controller.close();
    };
  }, [board]);
  const drawing = stage === 'model' && kind !== 'form';
  return (
    <>
      <canvas
        ref={canvas}
        className={`absolute inset-0 size-full touch-none outline-offset-[-3px] ${drawing && tool !== 'select' ? 'cursor-crosshair' : ''}`}
        role="application"
        tabIndex={0}
        aria-label="Drawing board. Draw with the pointer, or move the cross with the arrow keys: Enter sets a point, C finishes the line, Ctrl with an arrow moves what is picked, Delete removes what is picked, Insert adds a point, Escape gives up."
        data-testid="board"
        onContextMenu={(event) => {
          event.preventDefault();
        }}
      />
      {drawing && <Toolbar kind={kind} />}
      <Hint />
      <div className="absolute right-3 bottom-3 flex gap-1">
        {kind === 'volume' && <ViewChoice />}
        <button
          type="button"
          className="button button-square glass"
          aria-label="Zoom in"
          onClick={() => board.current?.zoom(1.3)}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="button button-square glass"
          aria-label="Zoom out"
          onClick={() => board.current?.zoom(1 / 1.3)}
        >
          <ToolIcon name="minus" />
        </button>
        <button
          type="button"
          className="button button-square glass"
          aria-label="Show all"
          title="Show all"
          onClick={() => board.current?.fit()}
        >
          <ToolIcon name="fit" />
        </button>
      </div>
    </>
  );
}

function Toolbar({ kind }: { readonly kind: 'plate' | 'volume' | 'form' }) {
  const tool = useDesigner((state) => state.tool);
  const byPoints = useDesigner((state) => state.byPoints);
  return (
    <div
      className="glass absolute top-3 left-3 flex flex-col gap-1 rounded-xl p-1.5"
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
    >
      {tools[kind].map((entry) => (
        <button
          key={entry.tool}
          type="button"
          aria-pressed={tool === entry.tool}
          aria-label={entry.label}
          title={`${entry.label} (${entry.key})`}
          data-testid={`tool-${entry.tool}`}
          className={`button button-square !size-10 ${tool === entry.tool ? 'button-accent' : ''}`}
          onClick={() => {
            useDesigner.setState({ tool: entry.tool });
          }}
        >
          <ToolIcon name={entry.tool} />
        </button>
      ))}
      <span className="mx-1 border-t border-line" aria-hidden="true" />
      <button
        type="button"
        aria-pressed={byPoints}
        aria-label="Point by point"
        title="Point by point instead of freehand (P)"
        className={`button button-square !size-10 ${byPoints ? 'button-accent' : ''}`}
        onClick={() => {
          useDesigner.setState({ byPoints: !byPoints });
        }}
      >
        <ToolIcon name="points" />
      </button>
    </div>
  );
}

const views: readonly (readonly [BoardView, string])[] = [
  ['side', 'Side'],
  ['top', 'Top'],
];

function ViewChoice() {
  const view = useDesigner((state) => state.view);
  return (
    <div className="glass mr-1 flex rounded-lg" role="group" aria-label="The board looks from">
      {views.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          className={`button ${view === name ? 'font-medium text-accent' : 'text-dim'}`}
          onClick={() => {
            useDesigner.setState({ view: name });
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** One short line about what to do next. */
function Hint() {
  const text = useDesigner(({ history: { present }, tool, byPoints, stage }) => {
    if (stage !== 'model') return 'Press a muscle to tune its group';
    if (present.kind === 'form') return 'Change its numbers at the right';
    if (byPoints && tool !== 'select') return 'Press for each point; a double press ends the line';
    if (present.kind === 'plate' && present.outline.length === 0)
      return present.symmetry.kind === 'mirror' ? 'Draw one half, from nose to tail' : 'Draw the outline';
    if (present.kind === 'volume' && present.shapes.length === 0) return 'Draw a limb';
    if (tool === 'fin') return 'Draw the edge of a fin, from body to body';
    if (tool === 'brush') return 'Paint over the body; what, is chosen at the right';
    if (present.muscles.length === 0)
      return present.kind === 'plate'
        ? 'Now a muscle: a line along the fin, from front to back'
        : 'Pick a limb and give it muscles';
    if (tool === 'select') return 'Drag points; a double press on a line adds one';
    return '';
  });
  if (text === '') return null;
  return (
    <p
      className="glass pointer-events-none absolute top-3 left-[76px] max-w-[calc(100%-88px)] rounded-lg px-3 py-1.5 text-[13px]"
      data-testid="hint"
    >
      {text}
    </p>
  );
}
