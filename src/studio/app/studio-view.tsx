/** The studio around one open animal. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { getComparisonAddress, listComparisons } from '../comparison/comparison-address.ts';
import type { Permalink } from '../../engine/record/permalink.ts';
import { prepareOpening } from '../session/opening.ts';
import type { Opening } from '../session/opening-data.ts';
import { StudioController } from '../session/studio-controller.ts';
import { useStudio } from '../session/store.ts';
import { isEmbedded } from './embed.ts';
import { setHookedController } from './test-hook.ts';
import { ControllerContext, useController } from '../session/controller-context.ts';
import { LazyPart } from '../ui/error-boundary.tsx';
import { FailureBanner, NoticeBanner, RemakingBanner } from '../ui/banners.tsx';
import { Header } from '../ui/header.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { takeFile } from '../files/take-file.ts';
import { attachFileDrop } from '../session/file-drop.ts';
import { Transport } from '../panels/transport/transport.tsx';
import { useKeyboard } from './use-keyboard.ts';
import { Viewport } from '../viewport/viewport.tsx';

/** Plots come while the animal already moves. */
const SignalPanel = lazy(async () => ({ default: (await import('../panels/signals/signal-panel.tsx')).SignalPanel }));

const Embedded = lazy(async () => ({ default: (await import('./embedded.tsx')).Embedded }));

const PosterBar = lazy(async () => ({ default: (await import('../viewport/poster/poster-bar.tsx')).PosterBar }));

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

const ExportDialog = lazy(async () => ({ default: (await import('../export/export-dialog.tsx')).ExportDialog }));

export function StudioView({ link }: { readonly link: Permalink }) {
  // A new link is a new view: the parent gives it another key.
  const [opening, setOpening] = useState<Opening>();
  const [controller, setController] = useState<StudioController>();
  useEffect(() => {
    void prepareOpening(link).then(setOpening);
  }, [link]);
  useEffect(() => {
    if (opening === undefined) return undefined;
    const opened = new StudioController(opening, setOpening);
    setController(opened);
    setHookedController(opened);
    return () => {
      setHookedController(undefined);
      opened.close();
    };
  }, [opening]);
  if (controller === undefined || opening === undefined) return null;
  return (
    <ControllerContext value={controller} key={controller.id}>
      <Studio animal={opening.animal} />
    </ControllerContext>
  );
}

function Studio({ animal }: { readonly animal: string }) {
  const controller = useController();
  useKeyboard(controller);
  const desc = useStudio((state) => state.info?.desc);
  const title = desc?.['title'];
  const poster = useStudio((state) => state.poster);
  const failed = useStudio((state) => state.info === undefined && state.failure !== undefined);
  const name = typeof title === 'string' ? title : animal;
  useEffect(() => {
    document.title = `${name} · Bestiary`;
  }, [name]);
  useEffect(
    () =>
      attachFileDrop((file, all) => {
        takeFile(controller, file, all);
      }),
    [controller],
  );
  useEffect(() => {
    // Keyboard and screen-reader users start at the top of the animal's page.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  if (isEmbedded)
    return (
      <Suspense fallback={null}>
        <Embedded title={name} />
      </Suspense>
    );
  return (
    <div className={poster ? 'studio studio-poster' : 'studio'}>
      <Header title={name}>
        <HeaderActions animal={animal} />
      </Header>
      <main className="relative min-h-0 [grid-area:view]" data-tour="picture">
        {failed ? <div className="h-full bg-panel" /> : <Viewport bare={poster} />}
        <LazyPart what="The poster view">{poster && <PosterBar />}</LazyPart>
        <div className="pointer-events-none absolute inset-x-0 bottom-14 z-20 flex flex-col items-center gap-2 px-3 [&>*]:pointer-events-auto">
          <FailureBanner />
          <RemakingBanner />
          <NoticeBanner />
        </div>
      </main>
      <Transport />
      <LazyPart what="The plots" fallback={<div className="bg-panel [grid-area:signals]" />}>
        <SignalPanel />
      </LazyPart>
      <SidePanel />
      <Help />
      <Export />
    </div>
  );
}

/** Where one can go from an animal, and what can be done with its run as a whole. */
function HeaderActions({ animal }: { readonly animal: string }) {
  const desc = useStudio((state) => state.info?.desc);
  const compared = listComparisons(desc);
  const ready = desc !== undefined;
  return (
    <>
      {compared.map((comparison) => (
        <a key={comparison.name} className="button max-sm:hidden" href={getComparisonAddress(animal, comparison)}>
          <Icon name="grid" /> {comparison.title}
        </a>
      ))}
      <Workshops animal={animal} className="max-sm:hidden" />
      <details className="relative sm:hidden">
        <summary className="button" aria-label="Learn, study and compare" title="Learn, study and compare">
          <Icon name="chevron" className="chevron" />
        </summary>
        <nav className="absolute right-0 z-40 flex flex-col items-stretch rounded-lg border border-line bg-panel p-1 shadow-xl [&>a]:justify-start">
          <Workshops animal={animal} />
          {compared.map((comparison) => (
            <a key={comparison.name} className="button" href={getComparisonAddress(animal, comparison)}>
              {comparison.title}
            </a>
          ))}
        </nav>
      </details>
      <CopyLinkButton />
      <Button
        icon="save"
        title="Save a picture, film, table, animation or creature file (E)"
        data-tour="take"
        disabled={!ready}
        onClick={() => useStudio.setState({ exportOpen: 'picture' })}
      >
        <span className="max-sm:sr-only">Export</span>
      </Button>
      <Button
        icon="help"
        label="Keyboard and help"
        title="Keyboard and help (?)"
        onClick={() => useStudio.setState({ helpOpen: true })}
      />
    </>
  );
}

/** To what is done with the animal as it is set now. */
function Workshops({ animal, className = '' }: { readonly animal: string; readonly className?: string }) {
  const teachable = useStudio((state) => state.info?.handles.learn !== undefined);
  return (teachable ? ['Learn', 'Study'] : ['Study']).map((title) => {
    const address = `#/${animal}/${title.toLowerCase()}`;
    return (
      <a
        key={title}
        className={`button ${className}`}
        href={address}
        onClick={(event) => {
          event.preventDefault();
          location.hash = location.hash.replace(/^#\/[^?]*/u, address);
        }}
      >
        {title}
      </a>
    );
  });
}

function Help() {
  const open = useStudio((state) => state.helpOpen);
  return <LazyPart what="The help">{open && <HelpDialog />}</LazyPart>;
}

function Export() {
  const open = useStudio((state) => state.exportOpen !== undefined && state.info !== undefined);
  return <LazyPart what="The export dialog">{open && <ExportDialog />}</LazyPart>;
}

/** The address of the run as it is now; too long a one becomes a file. */
async function copyLink(controller: StudioController): Promise<boolean> {
  const link = await (await controller.getKeeper()).createLink();
  if (link === undefined) {
    useStudio.setState({
      exportOpen: 'runs',
      notice: 'This run is too long for a link: save it as a file of runs, which opens here too.',
    });
    return false;
  }
  await navigator.clipboard.writeText(new URL(link, location.href).href);
  return true;
}

function CopyLinkButton() {
  const controller = useController();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyLink(controller))) return;
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
    }, 1600);
  };
  return (
    <Button
      icon={copied ? 'check' : 'link'}
      title="Copy the address of this run: opening it recomputes the run bit for bit"
      onClick={() =>
        void copy().catch(() => {
          useStudio.setState({
            notice: 'The browser did not allow copying; when the run is paused the address bar has the link.',
          });
        })
      }
    >
      <span className="max-sm:sr-only" aria-live="polite">
        {copied ? 'Copied' : 'Copy link'}
      </span>
    </Button>
  );
}

/** The panel at the side: parameters, or the scene of animals that have one to edit. */
const ParameterPanel = lazy(async () => ({
  default: (await import('../panels/parameters/parameter-panel.tsx')).ParameterPanel,
}));

const ScenePanel = lazy(async () => ({ default: (await import('../panels/scene/panel.tsx')).ScenePanel }));

const tabs = [
  ['parameters', 'Parameters'],
  ['scene', 'Scene'],
] as const;

function SidePanel() {
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
      <LazyPart
        what={panel === 'scene' ? 'The editor of the scene' : 'The list of parameters'}
        fallback={<p className="p-4 text-dim">Loading …</p>}
      >
        {panel === 'scene' && editable ? <ScenePanel /> : <ParameterPanel />}
      </LazyPart>
    </aside>
  );
}
