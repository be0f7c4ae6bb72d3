/** The panel at the side: parameters, or the scene of animals that have one to edit. */
import { lazy, Suspense } from 'react';
import { useStudio } from '../session/store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const ParameterPanel = lazy(async () => ({
  default: (await import('../panels/parameters/parameter-panel.tsx')).ParameterPanel,
}));

const ScenePanel = lazy(async () => ({ default: (await import('../panels/scene/panel.tsx')).ScenePanel }));

const tabs = [
  ['parameters', 'Parameters'],
  ['scene', 'Scene'],
] as const;

export function SidePanel() {
  const panel = useStudio((state) => state.panel);
  const editable = useStudio(({ info }) => info?.handles.scene !== undefined);
  return (
    <aside
      data-tour="panel"
      aria-label={panel === 'scene' ? 'Scene' : 'Parameters'}
      className="flex min-h-0 flex-col border-l border-line bg-panel [grid-area:panel] max-[999px]:border-l-0"
    >
      {editable && (
        <div role="tablist" aria-label="Panel" className="flex gap-1 border-b border-line px-4 pt-1.5">
          {tabs.map(([name, title]) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={panel === name}
              className={`-mb-px border-b-2 px-2.5 py-1.5 text-[13px] ${panel === name ? 'border-accent font-medium' : 'border-transparent text-dim hover:text-ink'}`}
              onClick={() => {
                useStudio.setState({ panel: name });
              }}
            >
              {title}
            </button>
          ))}
        </div>
      )}
      <ErrorBoundary what={panel === 'scene' ? 'The editor of the scene' : 'The list of parameters'} small>
        <Suspense fallback={<p className="p-4 text-dim">Loading …</p>}>
          {panel === 'scene' && editable ? <ScenePanel /> : <ParameterPanel />}
        </Suspense>
      </ErrorBoundary>
    </aside>
  );
}
