/** Tools of the scene editor, with undo. */
import type { ReactNode } from 'react';
import type { SceneHandle } from '../../../engine/contract/handles.ts';
import type { SceneEditor } from './editor.ts';
import { type PlaceTool, type SceneTool, useScene } from './store.ts';
import { useRuns } from '../../session/runs-store.ts';
import { useStudio } from '../../session/store.ts';
import { Slider } from '../../ui/number-field.tsx';
import { Button } from '../../ui/button.tsx';
import { LineIcon } from '../../ui/icons.tsx';
import { type JsonSchema } from '../../../engine/model/field-tree.ts';

interface ToolButton {
  readonly tool: SceneTool;
  readonly title: string;
  readonly hint: string;
  readonly shape: ReactNode;
}

const tools: readonly ToolButton[] = [
  {
    tool: 'select',
    title: 'Select',
    hint: 'Press a thing to select it, drag to move it. Arrow keys move it by 10 mm, with Shift by 1 mm; Delete removes it.',
    shape: <path d="M3.5 2.5 12.500 7.300 8.300 8.700 6.300 12.800z" />,
  },
  {
    tool: 'food',
    title: 'Food',
    hint: 'Press the ground to put food there; the animal smells it.',
    shape: (
      <>
        <path d="M8 5.500c-3-2-5 .3-4.600 3 .4 3 2.400 5 4.600 4 2.200 1 4.200-1 4.600-4 .4-2.700-1.600-5-4.600-3z" />
        <path d="M8 5.500c0-1.500.6-2.600 2-3" />
      </>
    ),
  },
  {
    tool: 'cylinder',
    title: 'Cylinder',
    hint: 'Press the ground to stand a cylinder there; the animal walks around it.',
    shape: (
      <>
        <ellipse cx="8" cy="4" rx="4" ry="1.700" />
        <path d="M4 4v8c0 .9 1.800 1.700 4 1.700s4-.8 4-1.700V4" />
      </>
    ),
  },
  {
    tool: 'box',
    title: 'Box',
    hint: 'Press the ground to stand a box there; select it to turn and size it.',
    shape: <path d="M8 2.200 13.300 5v6L8 13.800 2.700 11V5zM2.700 5 8 7.800 13.300 5M8 7.800v6" />,
  },
  {
    tool: 'path',
    title: 'Path',
    hint: 'Press the ground point after point; the animal follows the smooth path through them.',
    shape: (
      <>
        <path d="M3 12.500c5 0 1.500-9 10-9" strokeDasharray="2 2" />
        <circle cx="3" cy="12.500" r="1.300" />
        <circle cx="13" cy="3.500" r="1.300" />
      </>
    ),
  },
  {
    tool: 'raise',
    title: 'Raise',
    hint: 'Press and drag to raise the ground; the longer, the higher. The right mouse button turns the camera.',
    shape: <path d="M1.500 12.500c3 0 3.500-6 6.500-6s3.500 6 6.500 6M8 4.500v-3M6.500 3 8 1.500 9.500 3" />,
  },
  {
    tool: 'lower',
    title: 'Lower',
    hint: 'Press and drag to lower the ground. The right mouse button turns the camera.',
    shape: <path d="M1.500 6.500c3 0 3.500 6 6.500 6s3.500-6 6.500-6M8 2v5M6.500 5.500 8 7l1.500-1.500" />,
  },
  {
    tool: 'smooth',
    title: 'Smooth',
    hint: 'Press and drag to smooth the ground. The right mouse button turns the camera.',
    shape: <path d="M1.500 5c2-2 3 2 4.500 0s3 2 4.500 0 2.500.5 4 0M1.500 11.500h13" />,
  },
];

const placing: ReadonlySet<SceneTool> = new Set<SceneTool>(['food', 'cylinder', 'box', 'path']);

/** Whether the animal's scene has what the tool makes. */
function isOffered(tool: SceneTool, { things, ground }: SceneHandle, editor: SceneEditor): boolean {
  if (tool === 'select') return true;
  if (tool === 'food') return things.some(({ kind }) => kind === 'food');
  if (tool === 'path') return things.some(({ kind }) => kind === 'point');
  if (tool === 'cylinder' || tool === 'box')
    return editor.lookUpItem('obstacle')?.properties?.['kind']?.enum?.includes(tool) === true;
  return ground?.heights !== undefined;
}

export function SceneTools({ editor }: { readonly editor: SceneEditor }) {
  const tool = useScene((state) => state.tool);
  const handle = useStudio((state) => state.info?.handles.scene);
  const offered = tools.filter((candidate) => handle !== undefined && isOffered(candidate.tool, handle, editor));
  const chosen = tools.find((candidate) => candidate.tool === tool)!;
  return (
    <div className="py-3">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="font-semibold">Tools</h2>
        <History editor={editor} />
      </div>
      <div role="radiogroup" aria-label="Tools" className="grid grid-cols-4 gap-1">
        {offered.map(({ tool: own, title, hint, shape }) => (
          <button
            key={own}
            type="button"
            role="radio"
            aria-checked={tool === own}
            title={hint}
            className={`flex flex-col items-center gap-1 rounded-lg border py-1.5 text-[11px] ${tool === own ? 'border-accent bg-accent text-on-accent' : 'border-line text-dim hover:bg-raised hover:text-ink'}`}
            onClick={() => {
              useScene.setState({ tool: own });
            }}
          >
            <LineIcon size={18} stroke={1.2}>
              {shape}
            </LineIcon>
            {title}
          </button>
        ))}
      </div>
      <p className="mt-2 min-h-8 text-[12px] text-dim">{chosen.hint}</p>
      {placing.has(tool) && (
        <Button
          icon="plus"
          look="outline"
          className="mt-1 w-full text-[12px]"
          onClick={() => editor.placeAhead(tool as PlaceTool)}
        >
          Put one ahead of the animal
        </Button>
      )}
      {!placing.has(tool) && tool !== 'select' && <BrushSettings editor={editor} />}
    </div>
  );
}

function History({ editor }: { readonly editor: SceneEditor }) {
  const undoCount = useRuns((state) => state.undoCount);
  const redoCount = useRuns((state) => state.redoCount);
  return (
    <div className="flex gap-1">
      <Button
        icon="undo"
        label="Undo"
        title="Undo (Ctrl Z)"
        className="!size-7"
        disabled={undoCount === 0}
        onClick={() => editor.undo()}
      />
      <Button
        icon="redo"
        label="Redo"
        title="Redo (Ctrl Shift Z)"
        className="!size-7"
        disabled={redoCount === 0}
        onClick={() => editor.redo()}
      />
    </div>
  );
}

function BrushSettings({ editor }: { readonly editor: SceneEditor }) {
  const radius = useScene((state) => state.brushRadius);
  const strength = useScene((state) => state.brushStrength);
  // Asked again whenever the animal is another.
  useStudio((state) => state.info);
  const { ground } = editor;
  const mode = useScene((state) => state.tool);
  if (ground !== undefined && !editor.canBrush)
    return (
      <p role="status" className="mt-1 text-[12px] text-warn">
        A brush cannot shape “{ground.kind}”: choose a ground that is a height field, such as{' '}
        {ground.spec.heights?.from.slice(0, 3).join(', ')}.
      </p>
    );
  return (
    <div className="mt-1 flex flex-col">
      <BrushSlider
        name="Radius"
        schema={{ type: 'number', unit: 'm', minimum: 0.03, maximum: 0.4, default: 0.08 }}
        value={radius}
        text={`${Math.round(1000 * radius)} mm`}
        onSet={(brushRadius) => useScene.setState({ brushRadius })}
      />
      {mode !== 'smooth' && (
        <BrushSlider
          name="Strength"
          schema={{ type: 'number', unit: 'm/s', minimum: 0.05, maximum: 1, default: 0.3 }}
          value={strength}
          text={`${Math.round(1000 * strength * radius)} mm/s`}
          onSet={(brushStrength) => useScene.setState({ brushStrength })}
        />
      )}
    </div>
  );
}

interface BrushSliderProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: number;
  readonly text: string;
  readonly onSet: (value: number) => void;
}

function BrushSlider({ name, schema, value, text, onSet }: BrushSliderProps) {
  return (
    <>
      <span className="text-[12px]">{name}</span>
      <div className="flex items-center gap-3">
        <Slider label={`${name} of the brush`} schema={schema} value={value} hue="var(--accent)" onSet={onSet} />
        <span className="w-16 shrink-0 text-right text-[12px] tabular-nums">{text}</span>
      </div>
    </>
  );
}
