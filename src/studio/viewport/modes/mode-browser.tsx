/** The natural modes of an elastic body: a list with frequencies; the one chosen swings in the picture. */
import { describeError } from '../../data/describe-error.ts';
import { useEffect, useMemo, useState } from 'react';
import type { NaturalMode } from '../../../engine/contract/types.ts';
import { createModePreview } from './mode-preview.ts';
import type { CreatureDocument } from '../../data/protocol.ts';
import { askOnce } from '../../calls/call.ts';
import { startSimulation } from '../../live/simulation.ts';
import { useStudio } from '../../session/store.ts';
import { formatNumber } from '../../data/display-units.ts';
import { useController } from '../../session/controller-context.ts';
import { ToolToggle } from '../../ui/tool-toggle.tsx';
import { RangeInput } from '../../ui/choices.tsx';

export function ModeBrowser() {
  const hasModes = useStudio((state) => state.info?.hasModes === true);
  const open = useStudio((state) => state.modesOpen);
  const controller = useController();
  if (!hasModes) return null;
  return (
    <>
      <ToolToggle
        icon="wave"
        label="Natural modes"
        title="The shapes in which the body swings by itself"
        pressed={open}
        onToggle={() => {
          if (!open) controller.session.pause();
          useStudio.setState({ modesOpen: !open });
        }}
      />
      {open && <ModeList />}
    </>
  );
}

type Work = { readonly share: number } | { readonly modes: readonly NaturalMode[] } | { readonly problem: string };

/** Computed beside the run; another body is another computation. */
function useModes(desc: CreatureDocument | undefined): Work {
  const [work, setWork] = useState<Work>({ share: 0 });
  useEffect(() => {
    if (desc === undefined) return undefined;
    setWork({ share: 0 });
    const closing = new AbortController();
    const onProgress = (share: number): void => {
      setWork({ share });
    };
    const worker = startSimulation('The modes could not be computed.');
    askOnce(worker, (remote) => remote.computeModes(desc, { onProgress }), closing.signal).then(
      (modes) => {
        setWork({ modes });
      },
      (error: unknown) => {
        if (!closing.signal.aborted) setWork({ problem: describeError(error) });
      },
    );
    return () => {
      closing.abort();
    };
  }, [desc]);
  return work;
}

function ModeList() {
  const controller = useController();
  const desc = useStudio((state) => state.info?.desc);
  const work = useModes(desc);
  const modes = 'modes' in work ? work.modes : undefined;
  const [picked, setChosen] = useState<NaturalMode>();
  const chosen = picked !== undefined && modes?.includes(picked) === true ? picked : modes?.[0];
  const [amplitude, setAmplitude] = useState(1);
  const size = useMemo(() => ({ amplitude: 1 }), []);
  size.amplitude = amplitude;
  useEffect(() => {
    const { info } = controller.session;
    if (chosen === undefined || info === undefined) return undefined;
    controller.picture.setPreview(createModePreview(info, chosen, size));
    return () => {
      controller.picture.setPreview(undefined);
    };
  }, [controller, chosen, size]);
  if ('share' in work) return <Progress share={work.share} />;
  if ('problem' in work)
    return (
      <p className="glass w-56 rounded-lg px-3 py-2 text-[12px] text-bad" role="alert">
        {work.problem}
      </p>
    );
  return (
    <div
      className="glass flex max-h-[min(320px,calc(50vh-130px))] w-64 flex-col rounded-lg text-[12px]"
      data-testid="modes"
    >
      <ul className="thin-scroll min-h-0 flex-1 overflow-y-auto p-1">
        {work.modes.map((mode, i) => (
          // Labels may repeat among modes of mixed shape.
          <li key={i}>
            <button
              type="button"
              aria-pressed={mode === chosen}
              className={`grid w-full grid-cols-[2.6rem_1fr_auto] gap-1 rounded-md px-2 py-1 text-left ${mode === chosen ? 'bg-accent text-on-accent' : 'hover:bg-raised'}`}
              onClick={() => {
                setChosen(mode);
              }}
            >
              <span className="truncate font-semibold">{mode.label}</span>
              <span className={`truncate ${mode === chosen ? '' : 'text-dim'}`}>{mode.kind}</span>
              <span className="font-mono tabular-nums">{formatNumber(Number(mode.frequency.toPrecision(3)))} Hz</span>
            </button>
          </li>
        ))}
      </ul>
      <label className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-dim">
        Amplitude
        <RangeInput max={2} step={0.05} value={amplitude} onSet={setAmplitude} />
      </label>
    </div>
  );
}

function Progress({ share }: { readonly share: number }) {
  return (
    <div className="glass w-56 rounded-lg px-3 py-2.5 text-[12px] text-dim" role="status">
      Computing the modes …
      <progress className="mt-1.5 block h-1.5 w-full accent-(--accent)" value={share} />
    </div>
  );
}
