/** The open training: pause, resume, keep, export, discard. */
import { describeError } from '../data/describe-error.ts';
import { useState } from 'react';
import { saveFile } from '../session/saved-file.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { formatPermalink, type Permalink } from '../../engine/record/permalink.ts';
import { wishPolicy } from './training/drive.ts';
import { describeTraining } from './training/describe.ts';
import type { TrainingController, TrainingState, TrainingView } from './training/controller.ts';
import { createTrainingZip } from './training/files.ts';

interface TrainingPanelProps {
  readonly link: Permalink;
  readonly view: TrainingView;
  readonly training: TrainingController;
  readonly onClose: () => void;
  readonly onKept: () => void;
}

const words: Readonly<Record<TrainingState, string>> = {
  starting: 'Getting ready …',
  running: 'Learning',
  pausing: 'Pausing after this update …',
  paused: 'Paused',
};

export function TrainingPanel({ link, view, training, onClose, onKept }: TrainingPanelProps) {
  const { record, state, problem } = view;
  const { kept, best, description } = record;
  const isAtWork = state === 'running' || state === 'starting';
  return (
    <section aria-label="This training" className="grid gap-3 border-b border-line px-4 py-4">
      <h2 className="flex items-baseline justify-between gap-2">
        <span className="text-[15px] font-medium">{record.name}</span>
        <span className="text-[12px] text-dim" role="status" data-testid="state">
          {description === undefined ? 'A policy' : words[state]}
        </span>
      </h2>
      <p className="text-[12px] text-dim">{describeTraining(record)}</p>
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {description !== undefined && (
          <Button
            icon={isAtWork ? 'pause' : 'play'}
            look="accent"
            disabled={state === 'pausing'}
            onClick={() => {
              if (isAtWork) training.pause();
              else void training.resume();
            }}
          >
            {isAtWork ? 'Pause' : 'Resume'}
          </Button>
        )}
        {!kept && (
          <Button
            icon="check"
            look="outline"
            title="Keep it in this browser: it then drives the animal too"
            disabled={best === undefined}
            onClick={() => void training.keep(record.name).then(onKept)}
          >
            Keep
          </Button>
        )}
        <ExportButton view={view} />
        <DiscardButton
          onDiscard={() => {
            void training.discard().then(onClose);
          }}
        />
        <Button title="Choose another training; this one stays as it is" disabled={isAtWork} onClick={onClose}>
          New …
        </Button>
      </div>
      {best !== undefined && (
        <a
          className="button button-outline justify-self-start"
          href={formatPermalink(link)}
          title="Opens the animal with this policy as its pilot; a running training pauses"
          onClick={() => {
            wishPolicy(record.animal, record.name);
          }}
        >
          <Icon name="steer" /> Steer with it
        </a>
      )}
    </section>
  );
}

function ExportButton({ view: { record } }: { readonly view: TrainingView }) {
  const [problem, setProblem] = useState<string>();
  return (
    <Button
      icon="save"
      look="outline"
      title={
        problem ??
        `A folder as .zip (checkpoint, training.json, policy.json, policy.onnx): unpack it, then bestiary train ${record.animal} --out FOLDER --resume`
      }
      disabled={record.best === undefined && record.checkpoint === undefined}
      onClick={() =>
        void createTrainingZip(record).then(
          (bytes) => {
            saveFile(`${record.animal}-${record.task}.zip`, new Blob([bytes as Uint8Array<ArrayBuffer>]));
          },
          (error: unknown) => {
            setProblem(describeError(error));
          },
        )
      }
    >
      Export
    </Button>
  );
}

/** Asks once more: what is discarded is gone. */
function DiscardButton({ onDiscard }: { readonly onDiscard: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      icon="cross"
      look="outline"
      className={asked ? '!border-bad text-bad' : ''}
      onBlur={() => {
        setAsked(false);
      }}
      onClick={() => {
        if (asked) onDiscard();
        else setAsked(true);
      }}
    >
      {asked ? 'Really discard?' : 'Discard'}
    </Button>
  );
}
