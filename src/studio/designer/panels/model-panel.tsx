/** Beside the board: symmetry, how the hand draws, what is picked, muscles, and what there is to say about the mesh. */
import type { Drawing } from '../../../designer/drawing.ts';
import { deleteSelected, renameMuscle, setSymmetry } from '../../../designer/edit.ts';
import { listShapeNumbers, readSize, setSize } from '../../../designer/form.ts';
import { setGroup, splitGroup } from '../../../designer/groups.ts';
import { type Finding, listFindings } from '../../../designer/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { AnimalName } from '../file-menu.tsx';
import { groupColours } from '../desk/board-painter.ts';
import { useHands } from '../desk/context.ts';
import { RangeField, PanelSection } from './controls.tsx';
import { AdditionsSection } from './additions-panel.tsx';
import { PickedSection } from './picked-section.tsx';
import { amend, type BrushKind, commit, getDrawing, useDesigner, beginAmending } from '../desk/store.ts';
import { Check, Select, Radios } from '../../ui/choices.tsx';

export function ModelPanel() {
  const drawing = useDesigner((state) => state.history.present);
  return (
    <>
      <div className="px-4 pt-3.5 sm:hidden">
        <AnimalName className="w-full" />
      </div>
      <Findings drawing={drawing} />
      {drawing.kind === 'form' ? <FormSection drawing={drawing} /> : <SymmetrySection drawing={drawing} />}
      {drawing.kind !== 'form' && <HandSection drawing={drawing} />}
      <PickedSection drawing={drawing} />
      <AdditionsSection drawing={drawing} />
      {drawing.kind !== 'form' && <MuscleSection drawing={drawing} />}
      <MeshSection drawing={drawing} />
    </>
  );
}

function Findings({ drawing }: { readonly drawing: Drawing }) {
  const refusals = useDesigner((state) => state.refusals);
  const quick = listFindings(drawing);
  const findings: readonly Finding[] = quick.length > 0 ? quick : refusals;
  if (findings.length === 0) return null;
  return (
    <ul
      className="grid gap-2 border-b border-line px-4 py-3"
      aria-label="What is wrong"
      role="alert"
      data-testid="findings"
    >
      {findings.slice(0, 4).map(({ message, weight }, i) => (
        <li key={i} className={`flex gap-2 ${weight === 'refused' ? 'text-bad' : 'text-warn'}`}>
          <Icon name="warning" className="mt-0.5" />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

function SymmetrySection({ drawing }: { readonly drawing: Drawing }) {
  const { kind, count } = drawing.symmetry;
  const choices = [
    ['none', 'None'],
    ['mirror', 'Mirror'],
    ...(drawing.kind === 'volume' ? ([['radial', 'Around']] as const) : []),
  ] as const;
  return (
    <PanelSection title="Symmetry">
      <Radios
        label="Symmetry"
        value={kind}
        className="flex"
        options={choices}
        onSet={(next) => {
          commit(setSymmetry(getDrawing(), next));
          if (next === 'radial') useDesigner.setState({ view: 'side' });
        }}
      />
      {kind === 'radial' && (
        <RangeField
          label="Copies"
          value={count}
          from={2}
          to={12}
          step={1}
          text={String(count)}
          onChange={(value) => {
            commit(setSymmetry(getDrawing(), 'radial', value));
          }}
        />
      )}
    </PanelSection>
  );
}

function HandSection({ drawing }: { readonly drawing: Drawing }) {
  const smoothing = useDesigner((state) => state.smoothing);
  const grid = useDesigner((state) => state.grid);
  const radius = useDesigner((state) => state.radius);
  const tool = useDesigner((state) => state.tool);
  return (
    <PanelSection title="Hand">
      <RangeField
        label="Smoothing"
        value={smoothing}
        from={0}
        to={1}
        text={`${Math.round(100 * smoothing)} %`}
        onChange={(value) => {
          useDesigner.setState({ smoothing: value });
        }}
      />
      {tool === 'brush' && <BrushSettings />}
      {drawing.kind === 'volume' && tool !== 'brush' && (
        <RangeField
          label="Thickness of the next limb"
          value={2 * radius}
          from={0.01}
          to={0.3}
          text={`${(200 * radius).toFixed(1)} cm`}
          onChange={(value) => {
            useDesigner.setState({ radius: value / 2 });
          }}
        />
      )}
      <Check checked={grid > 0} onSet={(checked) => useDesigner.setState({ grid: checked ? 0.01 : 0 })}>
        Snap to centimetres
      </Check>
      <Underlay />
    </PanelSection>
  );
}

const brushes: readonly (readonly [BrushKind, string])[] = [
  ['stiffer', 'Stiffer'],
  ['softer', 'Softer'],
  ['thicker', 'Thicker'],
  ['thinner', 'Thinner'],
];

function BrushSettings() {
  const brush = useDesigner((state) => state.brush);
  const radius = useDesigner((state) => state.brushRadius);
  return (
    <>
      <Radios
        label="The brush makes it"
        value={brush}
        className="flex"
        options={brushes}
        onSet={(next) => useDesigner.setState({ brush: next })}
      />
      <RangeField
        label="Width of the brush"
        value={2 * radius}
        from={0.02}
        to={0.6}
        text={`${(200 * radius).toFixed(1)} cm`}
        onChange={(value) => {
          useDesigner.setState({ brushRadius: value / 2 });
        }}
      />
    </>
  );
}

/** Bytes of a picture that is laid under the board. */
const largestPicture = 50_000_000;

function Underlay() {
  const { board } = useHands();
  const lay = async (file: File | undefined): Promise<void> => {
    if (file === undefined) board.current?.setUnderlay(undefined);
    else if (file.size > largestPicture) throw new Error(`${file.name} has over 50 MB: give a smaller picture.`);
    else board.current?.setUnderlay(await createImageBitmap(file, { resizeWidth: 1600, resizeQuality: 'medium' }));
  };
  return (
    <label className="grid gap-1">
      Picture to trace
      <input
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="w-full text-[12px] text-dim file:mr-2 file:rounded-md file:border file:border-line file:bg-raised file:px-2 file:py-1 file:text-ink"
        onChange={(event) => {
          lay(event.target.files?.[0]).catch((error: unknown) => {
            const notice =
              error instanceof Error && error.message.includes('MB') ? error.message : 'This picture cannot be read.';
            useDesigner.setState({ notice });
          });
        }}
      />
    </label>
  );
}

function MuscleSection({ drawing }: { readonly drawing: Drawing }) {
  const selection = useDesigner((state) => state.selection);
  return (
    <PanelSection title="Muscles">
      {drawing.muscles.length === 0 && <p className="text-dim">None yet: without them it only floats.</p>}
      <ul className="grid gap-1.5">
        {drawing.muscles.map((muscle, i) => {
          const picked = selection?.kind === 'muscle' && selection.index === i;
          return (
            <li key={i} className={`flex min-w-0 items-center gap-1 rounded-lg ${picked ? 'bg-raised' : ''}`}>
              <button
                type="button"
                className="grid size-7 shrink-0 place-items-center"
                aria-label={`Pick ${muscle.name}`}
                onClick={() => {
                  useDesigner.setState({ selection: { kind: 'muscle', index: i, point: -1 }, tool: 'select' });
                }}
              >
                <span className="size-3 rounded-full" style={{ background: groupColours[muscle.group] }} />
              </button>
              <input
                className="input w-0 flex-1"
                aria-label="Name of the muscle"
                value={muscle.name}
                onChange={(event) => {
                  amend(renameMuscle(getDrawing(), i, event.target.value));
                }}
              />
              <Select
                className="w-[84px] shrink-0"
                aria-label={`Group of ${muscle.name}`}
                value={muscle.group}
                options={[
                  ...drawing.groups.map(({ name }, g) => [g, name] as const),
                  ...(drawing.groups.length < 4 ? [[-1, 'new group'] as const] : []),
                ]}
                onSet={(group) => commit(group < 0 ? splitGroup(getDrawing(), i) : setGroup(getDrawing(), i, group))}
              />
              <Button
                icon="cross"
                label={`Delete ${muscle.name}`}
                className="!size-7 shrink-0"
                onClick={() => {
                  commit(deleteSelected(getDrawing(), { kind: 'muscle', index: i, point: -1 }));
                  useDesigner.setState({ selection: undefined });
                }}
              />
            </li>
          );
        })}
      </ul>
    </PanelSection>
  );
}

function FormSection({ drawing }: { readonly drawing: Drawing }) {
  return (
    <PanelSection title="Shape">
      {listShapeNumbers(drawing).map(({ key, title, whole, from, to }) => {
        const value = readSize(drawing, key);
        return (
          <RangeField
            key={key}
            label={title}
            value={value}
            from={from}
            to={to}
            step={whole ? 1 : (to - from) / 100}
            text={whole ? String(value) : value.toFixed(3)}
            onBegin={beginAmending}
            onChange={(next) => {
              amend(setSize(getDrawing(), key, next));
            }}
          />
        );
      })}
    </PanelSection>
  );
}

function MeshSection({ drawing }: { readonly drawing: Drawing }) {
  const gauge = useDesigner((state) => state.gauge);
  const isPlate = drawing.kind === 'plate';
  return (
    <PanelSection title="Mesh">
      {drawing.kind !== 'form' && (
        <RangeField
          label={isPlate ? 'Triangles, about' : 'Tetrahedra, about'}
          value={drawing.elements}
          from={isPlate ? 100 : 300}
          to={isPlate ? 2000 : 6000}
          step={50}
          text={String(drawing.elements)}
          onBegin={beginAmending}
          onChange={(elements) => {
            amend({ ...getDrawing(), elements });
          }}
        />
      )}
      {gauge !== undefined && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5" data-testid="gauge">
          {listGauge(gauge).map(([name, text]) => (
            <div key={name}>
              <dt className="text-[11px] text-dim">{name}</dt>
              <dd className="font-mono text-[13px] tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </PanelSection>
  );
}

function listGauge(
  gauge: NonNullable<ReturnType<typeof useDesigner.getState>['gauge']>,
): (readonly [string, string])[] {
  const { elements, nodes, sharpest, inverted, mass, length, cords } = gauge;
  return [
    ['Elements', String(elements)],
    ['Nodes', String(nodes)],
    ['Smallest angle', `${sharpest.toFixed(0)}°`],
    ['Inverted', String(inverted)],
    ['Mass', mass < 1 ? `${(1000 * mass).toPrecision(3)} g` : `${mass.toPrecision(3)} kg`],
    ['Length', `${(100 * length).toPrecision(3)} cm`],
    ['Cords', String(cords)],
  ];
}
