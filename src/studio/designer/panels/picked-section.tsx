/** What is picked on the board: thicker or thinner, muscles for a limb, copies, and away with it. */
import { addMirrored, readCopied, setCopied } from '../../../designer/additions.ts';
import type { Drawing } from '../../../designer/drawing.ts';
import { addLimbMuscles, deleteSelected, scaleRadius, type Selection } from '../../../designer/edit.ts';
import type { LimbMuscles } from '../../../designer/routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { commit, getDrawing, useDesigner } from '../desk/store.ts';
import { PartAdditions } from './additions-panel.tsx';
import { Section } from './controls.tsx';

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
    <Section
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
            <button
              type="button"
              className="button button-outline flex-1"
              onClick={() => commit(scaleRadius(getDrawing(), selection.index, 1.15))}
            >
              Thicker
            </button>
            <button
              type="button"
              className="button button-outline flex-1"
              onClick={() => commit(scaleRadius(getDrawing(), selection.index, 1 / 1.15))}
            >
              Thinner
            </button>
          </div>
          <PartAdditions drawing={drawing} index={selection.index} />
          {shape.kind === 'stroke' && shape.points.length > 1 && (
            <div className="grid grid-cols-2 gap-2">
              {limbMuscles.map(([kind, label]) => (
                <button
                  key={kind}
                  type="button"
                  className="button button-outline !h-auto min-h-9 !px-2 py-1 !whitespace-normal"
                  onClick={() => {
                    commit(addLimbMuscles(getDrawing(), selection.index, kind));
                  }}
                >
                  {label}
                </button>
              ))}
            </div>
          )}
        </>
      )}
      <Copies drawing={drawing} selection={selection} />
      <button
        type="button"
        className="button button-outline"
        onClick={() => {
          commit(deleteSelected(getDrawing(), selection));
          useDesigner.setState({ selection: undefined });
        }}
      >
        <Icon name="cross" /> {selection.point < 0 ? 'Delete it' : 'Delete the point'}
      </button>
    </Section>
  );
}

/** On the other side too: by the symmetry, or by hand where there is none. */
function Copies({ drawing, selection }: { readonly drawing: Drawing; readonly selection: Selection }) {
  const copied = readCopied(drawing, selection);
  if (selection.kind === 'outline') return null;
  if (copied === undefined)
    return (
      <button
        type="button"
        className="button button-outline"
        onClick={() => {
          commit(addMirrored(getDrawing(), selection));
        }}
      >
        Mirror it
      </button>
    );
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={copied}
        onChange={(event) => {
          commit(setCopied(getDrawing(), selection, event.target.checked));
        }}
      />
      {drawing.symmetry.kind === 'mirror' ? 'On the other side too' : 'All around'}
    </label>
  );
}
