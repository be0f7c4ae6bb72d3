/** An animal in a frame of another page: its picture, play and pause, the way to the whole studio, and parameters if asked for. */
import { FailureBanner, NoticeBanner } from '../ui/banners.tsx';
import { Icon } from '../ui/icons.tsx';
import { Viewport } from '../viewport/viewport.tsx';
import { getWholeAddress, embeddedControls } from './embed.ts';
import { EmbedControls } from './embed-controls.tsx';
import { PlayButton } from '../panels/transport/play-button.tsx';

export function Embedded({ title }: { readonly title: string }) {
  return (
    <main className="flex h-full flex-col" aria-label={title}>
      <h1 className="sr-only">{title}</h1>
      <Picture title={title} />
      {embeddedControls.length > 0 && <EmbedControls />}
    </main>
  );
}

function Picture({ title }: { readonly title: string }) {
  return (
    <div className="relative min-h-0 flex-1">
      <Viewport bare />
      <div className="absolute inset-x-2 bottom-2 flex items-end justify-between gap-2">
        <PlayButton className="glass" />
        <a
          className="glass button !h-8 min-w-0 text-[12px]"
          href={getWholeAddress()}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            // The run as it is now, and not as it was opened.
            event.currentTarget.href = getWholeAddress();
          }}
        >
          <span className="truncate">{title} · open in Bestiary</span>
          <Icon name="chevron" className="shrink-0" />
        </a>
      </div>
      <div className="absolute inset-x-2 top-2 z-10 flex flex-col items-center gap-2">
        <FailureBanner />
        <NoticeBanner />
      </div>
    </div>
  );
}
