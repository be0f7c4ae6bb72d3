import { useStudio } from '../session/store.ts';
import { Modal } from '../ui/modal.tsx';

const keys: readonly (readonly [string, string])[] = [
  ['Space', 'Play, pause'],
  ['→  ←', 'One step on, one step back (with Shift: twenty)'],
  ['R', 'Start again at time zero with the present parameters'],
  ['1  2  3', 'Camera: follow, orbit, top; once more puts it back'],
  ['T', 'Take control with the arrow keys or a gamepad, or give it back'],
  ['P', 'Poster view: nothing but the picture, to look at or to save as PNG; Esc leaves it'],
  ['E', 'Export: picture, film, table, 3-D animation, creature file'],
  ['Ctrl Z', 'Undo (with Shift: redo): parameters, scenes, creatures, and runs that were left for another'],
  ['B', 'The runs of this page: all branches, to go back to, compare and save'],
  ['?', 'This help'],
];

const facts: readonly (readonly [string, string])[] = [
  [
    'Picture',
    'Drag to turn, wheel or pinch to zoom. The line on the floor is the path of the centre of mass. Where the animal names its parts under the pointer, a press switches one off, and on again; soft bodies are pulled by dragging.',
  ],
  [
    'Going back',
    'Everything that has run can be scrubbed exactly: the engine computes the same bits again. Playing replays it; changing a parameter there continues differently from that moment, and the old run stays as a branch beside the time line.',
  ],
  [
    'Links',
    'A link contains the whole run: start, every change with its step, time, camera and the hash of the state. Opening it recomputes the run and says whether the result is bit-identical.',
  ],
  [
    'Parameters',
    'Type a number, with a unit if you like (12 mm). Live ones act at once, others recompile and the run continues, those marked “restart” start again at time zero.',
  ],
];

/** What blue and orange are on the open animal. */
function describeSides(sides: readonly [string, string] | undefined): string {
  const [left, right] = sides ?? ['left', 'right'];
  const turned = sides === undefined ? '' : ' of an animal that lies on its side';
  return `Blue is the ${left} side${turned}, orange the ${right}: on the skin, in the strips and in the raster.`;
}

export function HelpDialog() {
  const sides = useStudio((state) => state.info?.layout.sides);
  return (
    <Modal
      title="How to use the studio"
      className="thin-scroll max-h-[90vh] w-[min(560px,calc(100vw-32px))] overflow-auto p-6"
      onClose={() => useStudio.setState({ helpOpen: false })}
    >
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-raised px-2 py-0.5 font-mono text-[12px] whitespace-pre">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <dl className="mt-6 grid gap-3 border-t border-line pt-5">
        {[...facts, ['Left and right', describeSides(sides)] as const].map(([term, what]) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="text-dim">{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
