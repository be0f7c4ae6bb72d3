/** What the browser keeps of this animal, and the way in for files. */
import { Button } from '../ui/button.tsx';
import { describeTraining } from './training/describe.ts';
import { learnEndings } from './training/files.ts';
import { removeTraining, type TrainingRecord } from './training/store.ts';
import { OpenFiles } from '../ui/choices.tsx';
import { Icon } from '../ui/icons.tsx';

interface KeptListProps {
  readonly records: readonly TrainingRecord[];
  readonly open: string | undefined;
  readonly onOpen: (record: TrainingRecord) => void;
  readonly onChanged: () => void;
  readonly onFiles: (files: readonly File[]) => void;
}

export function KeptList({ records, open, onOpen, onChanged, onFiles }: KeptListProps) {
  return (
    <section aria-label="Kept in this browser" className="grid gap-2 px-4 py-4">
      <h2 className="eyebrow">Kept in this browser</h2>
      {records.length === 0 && <p className="text-dim">Nothing yet.</p>}
      <ul className="grid gap-1.5">
        {records.map((record) => (
          <li key={record.id} className="flex items-center gap-1 rounded-lg border border-line">
            <button
              type="button"
              aria-current={record.id === open}
              className={`min-w-0 flex-1 rounded-lg px-2.5 py-1.5 text-left hover:bg-raised ${record.id === open ? 'bg-raised' : ''}`}
              onClick={() => {
                onOpen(record);
              }}
            >
              <span className="block truncate font-medium">
                {record.name} {!record.kept && <span className="text-dim">(not kept yet)</span>}
              </span>
              <span className="block text-[12px] text-dim">{describeTraining(record)}</span>
            </button>
            {record.id !== open && (
              <Button
                icon="cross"
                label={`Discard ${record.name}`}
                title="Discard"
                onClick={() => void removeTraining(record.id).then(onChanged)}
              />
            )}
          </li>
        ))}
      </ul>
      <OpenFiles
        multiple
        accept={learnEndings.join(',')}
        data-testid="learn-files"
        title="training.json with checkpoint.bin, a folder of bestiary train as .zip, a policy.json or a policy.onnx; they may also be dropped on the page"
        className="justify-self-start"
        onFiles={onFiles}
      >
        <Icon name="plus" /> Open files …
      </OpenFiles>
    </section>
  );
}
