import { useState } from 'react';
import { useUpdate } from './register.ts';

/** Runs are not lost unasked: the person says when the newer version may come. */
export function UpdateBanner() {
  const enter = useUpdate((state) => state.enter);
  const [later, setLater] = useState(false);
  if (enter === undefined || later) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex max-w-md flex-wrap items-center gap-2 rounded-xl border border-accent bg-panel p-3 shadow-lg"
    >
      <p className="flex-1">A newer version of the studio is there.</p>
      <button type="button" className="button button-accent" onClick={enter}>
        Load it
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          setLater(true);
        }}
      >
        Later
      </button>
    </div>
  );
}
