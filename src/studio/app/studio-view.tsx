/** The studio around one open animal. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { getComparisonAddress, listComparisons } from '../comparison/comparison-address.ts';
import type { Permalink } from '../session/permalink.ts';
import { StudioController } from '../session/studio-controller.ts';
import { useStudio } from '../session/store.ts';
import { isEmbedded } from './embed.ts';
import { setHookedController } from './test-hook.ts';
import { ControllerContext, useController } from '../session/controller-context.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { FailureBanner, NoticeBanner } from '../ui/banners.tsx';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';
import { attachFileDrop, takeFile } from '../session/file-drop.ts';
import { SidePanel } from './side-panel.tsx';
import { Transport } from '../panels/transport/transport.tsx';
import { useKeyboard } from './use-keyboard.ts';
import { Viewport } from '../viewport/viewport.tsx';

/** Plots come while the animal already moves. */
const SignalPanel = lazy(async () => ({ default: (await import('../panels/signals/signal-panel.tsx')).SignalPanel }));

const Embedded = lazy(async () => ({ default: (await import('./embedded.tsx')).Embedded }));

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

const ExportDialog = lazy(async () => ({ default: (await import('../export/export-dialog.tsx')).ExportDialog }));

export function StudioView({ link }: { readonly link: Permalink }) {
  const [opening, setOpening] = useState(link);
  const [controller, setController] = useState<StudioController>();
  useEffect(() => {
    const opened = new StudioController(opening, setOpening);
    setController(opened);
    setHookedController(opened);
    return () => {
      setHookedController(undefined);
      opened.close();
    };
    // A new link is a new view: the parent gives it another key.
  }, [opening]);
  if (controller === undefined) return null;
  return (
    <ControllerContext value={controller} key={controller.id}>
      <Studio animal={link.animal} />
    </ControllerContext>
  );
}

function Studio({ animal }: { readonly animal: string }) {
  const controller = useController();
  useKeyboard(controller);
  const desc = useStudio((state) => state.info?.desc);
  const title = desc?.['title'];
  const compared = listComparisons(desc);
  const failed = useStudio((state) => state.info === undefined && state.failure !== undefined);
  const teachable = useStudio((state) => state.info?.handles.learn !== undefined);
  const ready = desc !== undefined;
  const name = typeof title === 'string' ? title : animal;
  useEffect(() => {
    document.title = `${name} · Bestiary`;
  }, [name]);
  useEffect(
    () =>
      attachFileDrop((file) => {
        takeFile(controller, file);
      }),
    [controller],
  );
  useEffect(() => {
    // Who came by keyboard or with a screen reader stands at the beginning of the animal's page.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  if (isEmbedded)
    return (
      <Suspense fallback={null}>
        <Embedded title={name} />
      </Suspense>
    );
  return (
    <div className="studio">
      <Header title={name}>
        {compared.map((comparison) => (
          <a key={comparison.name} className="button max-sm:hidden" href={getComparisonAddress(animal, comparison)}>
            <Icon name="grid" /> {comparison.title}
          </a>
        ))}
        {teachable && <WorkshopLink animal={animal} kind="learn" title="Learn" />}
        <WorkshopLink animal={animal} kind="study" title="Study" />
        <CopyLinkButton />
        <button
          type="button"
          className="button"
          title="Save a picture, film, table, animation or creature file (E)"
          disabled={!ready}
          onClick={() => {
            useStudio.setState({ exportOpen: true });
          }}
        >
          <Icon name="save" />
          <span className="max-sm:sr-only">Export</span>
        </button>
        <button
          type="button"
          className="button button-square"
          aria-label="Keyboard and help"
          title="Keyboard and help (?)"
          onClick={() => {
            useStudio.setState({ helpOpen: true });
          }}
        >
          <Icon name="help" />
        </button>
      </Header>
      <main className="relative min-h-0 [grid-area:view]">
        {failed ? <OpeningFailed /> : <Viewport />}
        <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex flex-col items-center gap-2 px-3 [&>*]:pointer-events-auto">
          <FailureBanner />
          <NoticeBanner />
        </div>
      </main>
      <Transport />
      <ErrorBoundary what="The plots" small>
        <Suspense fallback={<div className="bg-panel [grid-area:signals]" />}>
          <SignalPanel />
        </Suspense>
      </ErrorBoundary>
      <SidePanel />
      <Help />
      <Export />
    </div>
  );
}

/** To what is done with the animal as it is set now. */
function WorkshopLink({
  animal,
  kind,
  title,
}: {
  readonly animal: string;
  readonly kind: string;
  readonly title: string;
}) {
  return (
    <a
      className="button max-sm:hidden"
      href={`#/${animal}/${kind}`}
      onClick={(event) => {
        event.preventDefault();
        location.hash = location.hash.replace(/^#\/[^?]*/u, `#/${animal}/${kind}`);
      }}
    >
      {title}
    </a>
  );
}

/** Comes when it is asked for. */
function Help() {
  const open = useStudio((state) => state.helpOpen);
  return (
    <ErrorBoundary what="The help" small>
      <Suspense fallback={null}>{open && <HelpDialog />}</Suspense>
    </ErrorBoundary>
  );
}

function Export() {
  const open = useStudio((state) => state.exportOpen && state.info !== undefined);
  return (
    <ErrorBoundary what="The export dialog" small>
      <Suspense fallback={null}>{open && <ExportDialog />}</Suspense>
    </ErrorBoundary>
  );
}

function OpeningFailed() {
  return (
    <div className="grid h-full place-items-center bg-panel p-6 text-center">
      <p className="max-w-md text-dim">
        This animal could not be opened. The message below says why; the gallery shows what there is.
      </p>
    </div>
  );
}

function CopyLinkButton() {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
    }, 1600);
  };
  return (
    <button
      type="button"
      className="button"
      title="Copy the address: opening it starts a run with these parameters"
      onClick={() => {
        copy().catch(() => {
          useStudio.setState({ notice: 'The browser did not allow copying; the address bar has the link.' });
        });
      }}
    >
      <Icon name={copied ? 'check' : 'link'} />
      <span className="max-sm:sr-only" aria-live="polite">
        {copied ? 'Copied' : 'Copy link'}
      </span>
    </button>
  );
}
