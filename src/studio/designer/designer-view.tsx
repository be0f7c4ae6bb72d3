/** The designer: draw an animal, see it move, drop it into water. */
import { describeError } from '../data/describe-error.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Drawing } from '../../designer/drawing.ts';
import { createCreature, isEmpty, isSameBody } from '../../designer/creature.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { Header } from '../ui/header.tsx';
import { Button } from '../ui/button.tsx';
import type { DesignAddress } from './address.ts';
import { Board, tools } from './board.tsx';
import { DesignerContext, type DesignerHands } from './desk/context.ts';
import { FileMenu } from './file-menu.tsx';
import { readDraft, readOwn, unpackDrawing } from './desk/keeping.ts';
import { DrawingMaker } from './desk/drawing-maker.ts';
import { ModelPanel } from './panels/model-panel.tsx';
import { PreviewView } from './panels/preview-view.tsx';
import { StartDialog } from './panels/start-dialog.tsx';
import { openDrawing, redoNext, type DesignStage, undoLast, useDesigner, getDrawing } from './desk/store.ts';
import { SwimPanel } from './panels/swim-panel.tsx';
import { TunePanel } from './panels/tune-panel.tsx';
import { listen } from '../../viewer/listen.ts';

export function DesignerView({ address }: { readonly address: DesignAddress }) {
  const [hands, setHands] = useState<DesignerHands>();
  useEffect(() => {
    document.title = 'Draw an animal · Bestiary';
    const maker = createMaker();
    setHands({ maker, preview: { current: undefined }, board: { current: undefined } });
    openAddress(address, maker).catch((error: unknown) => {
      useDesigner.setState({ startOpen: true, notice: describeError(error) });
    });
    // Meshes follow the drawing; the last good one stays while the next is made.
    const unsubscribe = useDesigner.subscribe((state, before) => {
      const [now, then] = [state.history.present, before.history.present];
      if (now === then) return;
      // Waves change no mesh.
      if (state.creature !== undefined && state.refusals.length === 0 && !state.busy && isSameBody(now, then))
        useDesigner.setState({ creature: createCreature(now) });
      else makeNow(maker, now);
    });
    return () => {
      unsubscribe();
      maker.close();
    };
  }, [address]);
  if (hands === undefined) return null;
  return (
    <DesignerContext value={hands}>
      <Designer />
    </DesignerContext>
  );
}

function createMaker(): DrawingMaker {
  return new DrawingMaker({
    onMade: (drawing, sketched) => {
      const isPresent = drawing === useDesigner.getState().history.present;
      if (sketched.kind === 'made')
        useDesigner.setState({ gauge: sketched.gauge, creature: sketched.creature, refusals: [] });
      else if (isPresent) useDesigner.setState({ refusals: sketched.findings });
    },
    onBusy: (busy) => {
      useDesigner.setState({ busy });
    },
    onFailure: (notice) => {
      useDesigner.setState({ notice });
    },
  });
}

function makeNow(maker: DrawingMaker, drawing: Drawing): void {
  if (isEmpty(drawing)) useDesigner.setState({ gauge: undefined, creature: undefined, refusals: [] });
  else maker.make(drawing);
}

async function openAddress({ own, remix, code }: DesignAddress, maker: DrawingMaker): Promise<void> {
  if (code !== undefined) openDrawing(await readLink(code));
  else if (remix !== undefined) openDrawing(await maker.remix(remix));
  else {
    const kept = own === undefined ? readDraft() : readOwn(own);
    if (kept !== undefined && !isEmpty(kept)) openDrawing(kept, own);
    else
      useDesigner.setState({
        startOpen: true,
        ...(own === undefined ? {} : { notice: 'This animal is not kept in this browser: open its file or its link.' }),
      });
  }
  makeNow(maker, useDesigner.getState().history.present);
}

async function readLink(code: string): Promise<Drawing> {
  try {
    return await unpackDrawing(code);
  } catch (error) {
    const why = error instanceof ModelError ? ` ${error.message}` : '';
    throw new Error(`This link holds no drawing that can be read: ask for it again.${why}`, { cause: error });
  }
}

const stages: readonly (readonly [DesignStage, string, string])[] = [
  ['model', '1', 'Model'],
  ['tune', '2', 'Tune'],
  ['swim', '3', 'Swim'],
];

function Designer() {
  useDesignerKeys();
  const stage = useDesigner((state) => state.stage);
  const canUndo = useDesigner((state) => state.history.past.length > 0);
  const canRedo = useDesigner((state) => state.history.future.length > 0);
  return (
    <div className="flex h-full min-h-[560px] flex-col">
      <Header title="Draw">
        <Button icon="undo" label="Undo" title="Undo (Ctrl Z)" disabled={!canUndo} onClick={undoLast} />
        <Button icon="redo" label="Redo" title="Redo (Ctrl Shift Z)" disabled={!canRedo} onClick={redoNext} />
        <FileMenu />
      </Header>
      <StageBar />
      <main
        className={`grid min-h-0 flex-1 ${stage === 'swim' ? 'grid-cols-[minmax(0,1fr)_300px]' : 'grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_300px]'} max-[820px]:grid-cols-1 max-[820px]:overflow-auto`}
      >
        <div className={stage === 'swim' ? 'hidden' : 'relative min-h-[320px]'}>
          <Board />
        </div>
        <div className="relative min-h-[260px] border-l border-line">
          <PreviewView />
        </div>
        <aside
          className="thin-scroll min-h-0 overflow-y-auto border-l border-line bg-panel"
          aria-label={stages.find(([name]) => name === stage)![2]}
        >
          {stage === 'model' ? <ModelPanel /> : stage === 'tune' ? <TunePanel /> : <SwimPanel />}
        </aside>
      </main>
      <Notice />
      <StartDialog />
    </div>
  );
}

function StageBar() {
  const stage = useDesigner((state) => state.stage);
  const ready = useDesigner((state) => state.creature !== undefined);
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  const choose = useCallback((next: DesignStage) => {
    useDesigner.setState({ stage: next, selection: undefined, notice: undefined });
  }, []);
  return (
    <nav className="flex flex-wrap items-center gap-1 border-b border-line bg-panel px-3 py-1.5" aria-label="Stages">
      <div role="tablist" aria-label="Stages" className="flex flex-wrap gap-1">
        {stages.map(([name, number, label], i) => (
          <button
            key={name}
            ref={(element) => {
              tabs.current[i] = element;
            }}
            type="button"
            role="tab"
            aria-selected={stage === name}
            disabled={name !== 'model' && !ready}
            className={`flex h-9 items-center gap-2 rounded-lg px-3.5 text-[14px] font-medium ${stage === name ? 'bg-raised text-ink' : 'text-dim hover:text-ink'}`}
            onClick={() => {
              choose(name);
            }}
          >
            <span
              className={`grid size-5 place-items-center rounded-full text-[11px] ${stage === name ? 'bg-accent text-on-accent' : 'bg-raised'}`}
              aria-hidden="true"
            >
              {number}
            </span>
            {label}
          </button>
        ))}
      </div>
      {stage !== 'swim' && (
        <Button
          icon="wave"
          look="accent"
          className="ml-auto !h-9 font-medium"
          disabled={!ready}
          onClick={() => choose('swim')}
        >
          Let it swim
        </Button>
      )}
    </nav>
  );
}

function Notice() {
  const notice = useDesigner((state) => state.notice);
  if (notice === undefined) return null;
  return (
    <div
      role="status"
      className="notice fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit items-center gap-3 rounded-xl px-4 py-2.5"
    >
      {notice}
      <Button icon="cross" label="Close the message" onClick={() => useDesigner.setState({ notice: undefined })} />
    </div>
  );
}

/** Keys of the whole designer; those of the board itself are in its controller. */
function useDesignerKeys(): void {
  useEffect(() => {
    const obey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return;
      if (event.target instanceof HTMLSelectElement) return;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
        if (key === 'y' || event.shiftKey) redoNext();
        else undoLast();
      } else if (event.ctrlKey || event.metaKey || event.altKey) return;
      else if (!press(key)) return;
      event.preventDefault();
    };
    return listen(window, { keydown: obey });
  }, []);
}

/** False for a key that means nothing here. */
function press(key: string): boolean {
  const { creature, startOpen } = useDesigner.getState();
  if (startOpen) return false;
  const stage = ({ '1': 'model', '2': 'tune', '3': 'swim' } as const)[key];
  if (stage !== undefined && (stage === 'model' || creature !== undefined)) {
    useDesigner.setState({ stage, selection: undefined, notice: undefined });
    return true;
  }
  if (key === 'p') {
    useDesigner.setState({ byPoints: !useDesigner.getState().byPoints });
    return true;
  }
  const entry = tools[getDrawing().kind].find((one) => one.key.toLowerCase() === key);
  if (entry === undefined) return false;
  useDesigner.setState({ tool: entry.tool });
  return true;
}
