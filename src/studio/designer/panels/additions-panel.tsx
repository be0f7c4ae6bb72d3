/** What parts can be given besides their shape, and a list of what has been added, to take it away again. */
import { changePart, deleteFin, deletePaint } from '../../../designer/additions.ts';
import type { Drawing } from '../../../designer/drawing.ts';
import { Button } from '../../ui/button.tsx';
import { RangeField, PanelSection } from './controls.tsx';
import { amend, commit, getDrawing, beginAmending } from '../desk/store.ts';
import { Check } from '../../ui/choices.tsx';

interface PartProps {
  readonly drawing: Drawing;
  readonly index: number;
}

/** How stiff a part is: a factor, on a scale on which twice and half are as far. */
export function PartStiffness({ drawing, index, label }: PartProps & { readonly label: string }) {
  const stiffness = drawing.shapes[index]?.stiffness ?? 1;
  return (
    <RangeField
      label={label}
      value={Math.log2(stiffness)}
      from={-3}
      to={3}
      step={0.1}
      text={`× ${stiffness.toFixed(2)}`}
      onBegin={beginAmending}
      onChange={(value) => {
        amend(changePart(getDrawing(), index, { stiffness: Number((2 ** value).toPrecision(3)) }));
      }}
    />
  );
}

export function PartAdditions({ drawing, index }: PartProps) {
  const part = drawing.shapes[index];
  if (part === undefined) return null;
  const isLimb = part.kind === 'stroke' && part.points.length > 1;
  const toggle = (key: 'web' | 'suckers', title: string, shown: boolean) =>
    shown && (
      <Check
        checked={part[key] === true}
        onSet={(checked) => commit(changePart(getDrawing(), index, { [key]: checked }))}
      >
        {title}
      </Check>
    );
  return (
    <>
      <PartStiffness drawing={drawing} index={index} label="Stiffness of this part" />
      {toggle('web', 'Web to the next arm', isLimb && drawing.symmetry.kind !== 'none')}
      {toggle('suckers', 'Suckers on its inner side', true)}
    </>
  );
}

export function AdditionsSection({ drawing }: { readonly drawing: Drawing }) {
  const entries = [
    ...drawing.fins.map(({ name }, i) => ({ name, remove: () => deleteFin(getDrawing(), i) })),
    ...drawing.paint.map(({ stiffness, thickness }, i) => ({
      name: `Painted: ${describeStroke(stiffness, thickness)}`,
      remove: () => deletePaint(getDrawing(), i),
    })),
  ];
  if (entries.length === 0) return null;
  return (
    <PanelSection title="Fins and paint">
      <ul className="grid gap-1">
        {entries.map(({ name, remove }, i) => (
          <li key={i} className="flex items-center justify-between gap-2">
            <span className="first-letter:uppercase">{name}</span>
            <Button icon="cross" label={`Delete ${name}`} className="!size-7" onClick={() => commit(remove())} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function describeStroke(stiffness: number, thickness: number): string {
  if (thickness !== 1) return thickness > 1 ? 'thicker' : 'thinner';
  return stiffness > 1 ? 'stiffer' : 'softer';
}
