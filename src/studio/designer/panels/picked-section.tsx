/** What is picked on the board: thicker or thinner, muscles for a limb, copies, and away with it. */
import { addMirrored, readCopied, setCopied } from '../../../designer/additions.ts';
import type { Drawing } from '../../../designer/drawing.ts';
import { addLimbMuscles, deleteSelected, scaleRadius, type Selection } from '../../../designer/edit.ts';
import type { LimbMuscles } from '../../../designer/routes.ts';
import { Button } from '../../ui/button.tsx';
import { commit, getDrawing, useDesigner } from '../desk/store.ts';
import { PartAdditions } from './additions-panel.tsx';
import { PanelSection } from './controls.tsx';
import { Check } from '../../ui/choices.tsx';

const limbMuscles: readonly (readonly [LimbMuscles, string])[] = [
  ['up and down', 'Bend up and down'],
  ['left and right', 'Bend left and right'],
  ['ring', 'Rings: squeeze'],
  ['helix', 'Helix: twist'],
];

export function PickedSection({ drawing }: { readonly drawing: Drawing }) {
  const selection = useDesigner((state) => state.selection);
  if (selection === undefined) return null;
  const shape = selection.kind === 'shape' ? drawing.shapes[selection.index] : undefined;
  return (
    <PanelSection
      title={
        selection.kind === 'outline'
          ? 'Picked: outline'
          : selection.kind === 'muscle'
            ? 'Picked: muscle'
            : 'Picked: part'
      }
    >
      {shape !== undefined && (
        <>
          <div className="flex gap-2">
            <Button
              look="outline"
              className="flex-1"
              onClick={() => commit(scaleRadius(getDrawing(), selection.index, 1.15))}
            >
              Thicker
            </Button>
            <Button
              look="outline"
              className="flex-1"
              onClick={() => commit(scaleRadius(getDrawing(), selection.index, 1 / 1.15))}
            >
              Thinner
            </Button>
          </div>
          <PartAdditions drawing={drawing} index={selection.index} />
          {shape.kind === 'stroke' && shape.points.length > 1 && (
            <div className="grid grid-cols-2 gap-2">
              {limbMuscles.map(([kind, label]) => (
                <Button
                  key={kind}
                  look="outline"
                  className="!h-auto min-h-9 !px-2 py-1 !whitespace-normal"
                  onClick={() => commit(addLimbMuscles(getDrawing(), selection.index, kind))}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
      <Copies drawing={drawing} selection={selection} />
      <Button
        icon="cross"
        look="outline"
        onClick={() => {
          commit(deleteSelected(getDrawing(), selection));
          useDesigner.setState({ selection: undefined });
        }}
      >
        {selection.point < 0 ? 'Delete it' : 'Delete the point'}
      </Button>
    </PanelSection>
  );
}

/** On the other side too: by the symmetry, or by hand without one. */
function Copies({ drawing, selection }: { readonly drawing: Drawing; readonly selection: Selection }) {
  const copied = readCopied(drawing, selection);
  if (selection.kind === 'outline') return null;
  if (copied === undefined)
    return (
      <Button look="outline" onClick={() => commit(addMirrored(getDrawing(), selection))}>
        Mirror it
      </Button>
    );
  return (
    <Check checked={copied} onSet={(checked) => commit(setCopied(getDrawing(), selection, checked))}>
      {drawing.symmetry.kind === 'mirror' ? 'On the other side too' : 'All around'}
    </Check>
  );
}
