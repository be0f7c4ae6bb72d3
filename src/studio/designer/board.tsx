/** The drawing board with its tools beside it. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { BoardView } from '../../designer/edit.ts';
import { Button } from '../ui/button.tsx';
import { BoardController } from './desk/board-controller.ts';
import { useHands } from './desk/context.ts';
import { type BoardTool, useDesigner } from './desk/store.ts';
import { LineIcon } from '../ui/icons.tsx';

interface ToolEntry {
  readonly tool: BoardTool;
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
      <Hint beside={drawing} />
      <div className="absolute right-3 bottom-3 flex gap-1">
        {kind === 'volume' && <ViewChoice />}
        <Button icon="plus" label="Zoom in" className="glass" onClick={() => board.current?.zoom(1.3)} />
        <Button label="Zoom out" className="button-square glass" onClick={() => board.current?.zoom(1 / 1.3)}>
          <ToolIcon name="minus" />
        </Button>
        <Button label="Show all" className="button-square glass" onClick={() => board.current?.fit()}>
          <ToolIcon name="fit" />
        </Button>
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
        <Button
          key={entry.tool}
          label={entry.label}
          title={`${entry.label} (${entry.key})`}
          aria-pressed={tool === entry.tool}
          data-testid={`tool-${entry.tool}`}
          className={`button-square !size-10 ${tool === entry.tool ? 'button-accent' : ''}`}
          onClick={() => useDesigner.setState({ tool: entry.tool })}
        >
          <ToolIcon name={entry.tool} />
        </Button>
      ))}
      <span className="mx-1 border-t border-line" aria-hidden="true" />
      <Button
        label="Point by point"
        title="Point by point instead of freehand (P)"
        aria-pressed={byPoints}
        className={`button-square !size-10 ${byPoints ? 'button-accent' : ''}`}
        onClick={() => useDesigner.setState({ byPoints: !byPoints })}
      >
        <ToolIcon name="points" />
      </Button>
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
        <Button
          key={name}
          aria-pressed={view === name}
          className={view === name ? 'font-medium text-accent' : 'text-dim'}
          onClick={() => useDesigner.setState({ view: name })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** One short line about what to do next; `beside` the tools, where they are. */
function Hint({ beside }: { readonly beside: boolean }) {
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
      className={`glass pointer-events-none absolute top-3 rounded-lg px-3 py-1.5 text-[13px] ${beside ? 'left-[76px] max-w-[calc(100%-88px)]' : 'left-3 max-w-[calc(100%-24px)]'}`}
      data-testid="hint"
    >
      {text}
    </p>
  );
}

/** Line icons of the drawing tools, on a 16-unit square. */
const shapes = {
  select: <path d="M4 2.5v10l2.8-2.6 1.9 4 1.8-.9-1.9-3.8h3.6z" />,
  outline: <path d="M13.5 8c0 3-2.6 5-5.6 5S2.500 11 2.500 8.200 5 3 8.200 3s5.300 2 5.300 5z" />,
  limb: <path d="M2.500 12.500C5 5.500 8 11.500 13.500 4" strokeWidth="3.400" />,
  ball: <ellipse cx="8" cy="8" rx="5.500" ry="4" />,
  zigzag: <path d="M2 12 5 4l2.500 8L10 4l2.500 8L14 7" />,
  line: <path d="M2.500 12c3-1 3-7 6-7.500 2-.3 3 1 5 .5M11 2.800 13.700 5l-2.200 2.500" />,
  points: (
    <>
      <path d="M3 12 7 4.500 13 9" />
      <circle cx="3" cy="12" r="1.500" fill="currentColor" />
      <circle cx="7" cy="4.500" r="1.500" fill="currentColor" />
      <circle cx="13" cy="9" r="1.500" fill="currentColor" />
    </>
  ),
  fin: (
    <path d="M2.500 12.500h11M3.500 12.500C4 5.500 9 2.500 13 3c-1.500 2.500-1.200 6.500-.5 9.500M7 12.500c.2-2.500 1-5 2.500-7" />
  ),
  brush: (
    <path d="M13.500 2.500 7.500 9M6.800 8.600c-2-.3-3.300 1-3.300 2.700 0 .9-.5 1.600-1.300 2 2.600.6 5.600.1 5.700-2.500 0-.9-.4-1.800-1.100-2.200z" />
  ),
  minus: <path d="M3 8h10" />,
  fit: <path d="M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10" />,
} as const satisfies Record<string, ReactNode>;

function ToolIcon({ name }: { readonly name: keyof typeof shapes }) {
  return <LineIcon size={18}>{shapes[name]}</LineIcon>;
}
