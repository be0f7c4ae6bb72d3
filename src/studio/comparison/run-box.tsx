/** Where runs come into a comparison: links are pasted, recordings and files of runs opened. */
import { describeError } from '../data/describe-error.ts';
import { useEffect, useRef, useState } from 'react';
import { readRecording } from '../export/replay-worker.ts';
import { cards } from '../data/cards.ts';
import { attachFileDrop } from '../session/file-drop.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { joinRuns, readLinks, readRunFile } from './read-runs.ts';
import { createComparisonAddress, maxRuns, type TitledRun } from './shared-address.ts';
import { OpenFiles } from '../ui/choices.tsx';

const animals = cards.map(({ name }) => name);

interface Props {
  readonly present: readonly TitledRun[];
  /** Where the runs are too long for an address. */
  readonly onRuns: (runs: readonly TitledRun[]) => void;
}

export function RunBox({ present, onRuns }: Props) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async (read: () => Promise<TitledRun[]>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const runs = joinRuns(present, await read());
      const address = await createComparisonAddress(runs);
      if (address === undefined) onRuns(runs);
      else location.hash = address;
    } catch (error) {
      setProblem(describeError(error));
      text.current?.focus();
    }
    setBusy(false);
  };
  const addFiles = (files: readonly File[]): Promise<void> =>
    add(async () => (await Promise.all(files.map((file) => readRunFile(file, animals, readRecording)))).flat());
  const addLinks = (): Promise<void> => add(() => readLinks(text.current?.value ?? '', animals));
  useEffect(() => attachFileDrop((_, all) => void addFiles(all)));
  return (
    <form
      aria-label="Add runs"
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void addLinks();
      }}
    >
      <label className="flex flex-col gap-1 text-[12px] text-dim">
        Links of runs, one after the other ({present.length} of {maxRuns} runs are here)
        <textarea
          ref={text}
          rows={3}
          className="input !h-auto w-full py-1.5 font-mono text-[12px]"
          data-testid="compare-links"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            void addLinks();
          }}
        />
      </label>
      {problem !== undefined && (
        <p role="alert" className="flex gap-2 [overflow-wrap:anywhere]">
          <Icon name="warning" className="mt-0.5 shrink-0 text-bad" /> {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" icon="plus" look="accent" disabled={busy}>
          {busy ? 'Reading …' : 'Add'}
        </Button>
        <OpenFiles multiple accept=".bst,.json" data-testid="compare-files" onFiles={(files) => void addFiles(files)}>
          Open files …
        </OpenFiles>
        <span className="text-[12px] text-dim">
          recordings (recording.bst), files of runs, creature files; or drop them here
        </span>
      </div>
    </form>
  );
}
