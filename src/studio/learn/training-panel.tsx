/** The open training: pause, resume, keep, export, discard. */
import { describeError } from '../data/describe-error.ts';
import { useState } from 'react';
import { saveFile } from '../session/saved-file.ts';
import { Icon } from '../ui/icons.tsx';
import { describeTraining } from './training/describe.ts';
import type { TrainingController, TrainingState, TrainingView } from './training/controller.ts';
import { createTrainingZip } from './training/files.ts';

interface TrainingPanelProps {
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

export function TrainingPanel({ view, training, onClose, onKept }: TrainingPanelProps) {
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
          <button
            type="button"
            className="button button-accent"
            disabled={state === 'pausing'}
            onClick={() => {
              if (isAtWork) training.pause();
              else void training.resume();
            }}
          >
            <Icon name={isAtWork ? 'pause' : 'play'} /> {isAtWork ? 'Pause' : 'Resume'}
          </button>
        )}
        {!kept && (
          <button
            type="button"
            className="button button-outline"
            disabled={best === undefined}
            title="Keep it in this browser: it then drives the animal too"
            onClick={() => {
              void training.keep(record.name).then(onKept);
            }}
          >
            <Icon name="check" /> Keep
          </button>
        )}
        <ExportButton view={view} />
        <DiscardButton
          onDiscard={() => {
            void training.discard().then(onClose);
          }}
        />
        <button
          type="button"
          className="button"
          disabled={isAtWork}
          title="Choose another training; this one stays as it is"
          onClick={onClose}
        >
          New …
        </button>
      </div>
      {best !== undefined && (
        <a
          className="button button-outline justify-self-start"
          href={`#/${record.animal}`}
          title="Choose it under Policy there"
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
    <button
      type="button"
      className="button button-outline"
      disabled={record.best === undefined && record.checkpoint === undefined}
      title={
        problem ??
        `A folder as .zip (checkpoint, training.json, policy.json, policy.onnx): unpack it, then bestiary train ${record.animal} --out FOLDER --resume`
      }
      onClick={() => {
        createTrainingZip(record).then(
          (bytes) => {
            saveFile(`${record.animal}-${record.task}.zip`, new Blob([bytes as Uint8Array<ArrayBuffer>]));
          },
          (error: unknown) => {
            setProblem(describeError(error));
          },
        );
      }}
    >
      <Icon name="save" /> Export
    </button>
  );
}

/** Asks once more: what is discarded is gone. */
function DiscardButton({ onDiscard }: { readonly onDiscard: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <button
      type="button"
      className={`button button-outline ${asked ? '!border-bad text-bad' : ''}`}
      onBlur={() => {
        setAsked(false);
      }}
      onClick={() => {
        if (asked) onDiscard();
        else setAsked(true);
      }}
    >
      <Icon name="cross" /> {asked ? 'Really discard?' : 'Discard'}
    </button>
  );
}
