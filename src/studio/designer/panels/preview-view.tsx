/** The animal in three dimensions, at rest, flexing or swimming by the stage. */
import { useEffect, useRef, useState } from 'react';
import { cameraKeys } from '../../live/camera-keys.ts';
import { useHands } from '../desk/context.ts';
import { Preview, type PreviewMode } from '../desk/preview.ts';
import { publishReading } from '../desk/readings.ts';
import { type DesignStage, useDesigner } from '../desk/store.ts';

const modes: Readonly<Record<DesignStage, PreviewMode>> = { model: 'rest', tune: 'flex', swim: 'swim' };

export function PreviewView() {
  const { preview, board } = useHands();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [blind, setBlind] = useState(false);
  const ready = useDesigner((state) => state.creature !== undefined);
  const busy = useDesigner((state) => state.busy);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const opened = new Preview(canvas.current, {
      onReading: publishReading,
      onProblem: (notice) => {
        useDesigner.setState({ notice });
      },
      onActivity: (rows) => board.current?.setActivity(rows),
    });
    preview.current = opened;
    setBlind(!opened.hasPicture);
    const show = (): void => {
      const { creature, stage, gauge } = useDesigner.getState();
      if (creature !== undefined) opened.show(creature, modes[stage], gauge?.size ?? 0);
    };
    show();
    const unsubscribe = useDesigner.subscribe((state, before) => {
      // Waves are set live; only another body or another stage is a new start.
      if (state.stage !== before.stage || state.gauge !== before.gauge) show();
    });
    return () => {
      unsubscribe();
      preview.current = undefined;
      opened.close();
    };
  }, [preview, board]);
  return (
    <div className="absolute inset-0 overflow-hidden bg-panel">
      <canvas
        ref={canvas}
        className={`absolute inset-0 size-full touch-none outline-offset-[-3px] ${ready ? '' : 'invisible'}`}
        role="img"
        tabIndex={0}
        aria-label="The animal. Drag or use the arrow keys to turn the camera; wheel, plus and minus zoom."
        onKeyDown={(event) => {
          const move = cameraKeys[event.key];
          if (move === undefined) return;
          preview.current?.moveCamera(...move);
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {!ready && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-dim">
          Your animal appears here while you draw.
        </p>
      )}
      {blind && (
        <p className="absolute inset-x-0 top-1/2 text-center text-warn">
          This browser draws no 3-D; the numbers work all the same.
        </p>
      )}
      {busy && (
        <p className="glass absolute top-3 right-3 rounded-lg px-2.5 py-1 text-[12px] text-dim" role="status">
          Meshing …
        </p>
      )}
    </div>
  );
}
