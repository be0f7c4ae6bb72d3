/** What can be done in poster view. It is there while the pointer moves or the keyboard is on it, and never in the file. */
import { describeError } from '../../data/describe-error.ts';
import { useEffect, useRef, useState } from 'react';
import { runExport } from '../../export/run-export.ts';
import { useController } from '../../session/controller-context.ts';
import { saveFile } from '../../session/saved-file.ts';
import { Button } from '../../ui/button.tsx';
import { ScaleBarView } from '../scale-bar.tsx';
import { setPoster } from './set-poster.ts';
import { PlayButton } from '../../panels/transport/play-button.tsx';
import { Check } from '../../ui/choices.tsx';
import { listen } from '../../../viewer/listen.ts';

const scales = [1, 2, 3, 4];
/** Milliseconds without a move of the pointer after which it goes. */
const hideDelay = 2500;

export function PosterBar() {
  const controller = useController();
  const [scaleBar, setScaleBar] = useState(false);
  const { said, save } = useSaving(scaleBar);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current === null ? undefined : hideWhenIdle(bar.current)), []);
  return (
    <>
      {scaleBar && (
        <ScaleBarView className="pointer-events-none absolute bottom-[5%] left-[5%] text-[13px] font-semibold text-ink drop-shadow-[0_0_2px_var(--ground)]" />
      )}
      <div
        ref={bar}
        role="toolbar"
        aria-label="Poster view"
        className="glass absolute top-3 left-1/2 flex max-w-[calc(100%-24px)] -translate-x-1/2 flex-wrap items-center justify-center gap-1 rounded-xl p-1 text-[12px] transition-opacity duration-300 focus-within:!opacity-100 hover:!opacity-100 data-[idle]:opacity-0"
      >
        <PlayButton />
        <Check className="px-2" checked={scaleBar} onSet={setScaleBar}>
          Scale bar
        </Check>
        <span className="pl-2 text-dim">PNG</span>
        {scales.map((scale) => (
          <Button
            key={scale}
            label={`Save PNG × ${scale}`}
            title={`Save the picture with ${scale} × ${scale} pixels for each of the screen's`}
            className="!h-8 !px-2"
            onClick={() => save(scale)}
          >
            × {scale}
          </Button>
        ))}
        <Button icon="cross" title="Leave the poster view (Esc)" onClick={() => setPoster(controller, false)}>
          Leave
        </Button>
        <p role="status" className="w-full text-center text-dim empty:hidden">
          {said}
        </p>
      </div>
    </>
  );
}

/** Saves the picture as it is seen. */
function useSaving(scaleBar: boolean): { readonly said: string; readonly save: (scale: number) => void } {
  const controller = useController();
  const [said, setSaid] = useState('');
  const run = async (scale: number): Promise<void> => {
    setSaid('Drawing …');
    try {
      const watch = { signal: new AbortController().signal, onProgress: () => undefined };
      const { name, content, notes } = await runExport(controller, { kind: 'picture', scale, scaleBar }, watch);
      saveFile(name, content);
      setSaid([`Saved ${name}.`, ...notes].join(' '));
    } catch (error) {
      setSaid(describeError(error));
    }
  };
  return {
    said,
    save: (scale) => {
      void run(scale);
    },
  };
}

/** Returns a function that ends it. */
function hideWhenIdle(element: HTMLElement): () => void {
  let timer = 0;
  const show = (): void => {
    delete element.dataset['idle'];
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      element.dataset['idle'] = '';
    }, hideDelay);
  };
  show();
  const stop = listen(window, { pointermove: show, pointerdown: show });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
