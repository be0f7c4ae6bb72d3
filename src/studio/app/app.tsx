/** Gallery or studio, by the address. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { findComparison } from '../comparison/comparison-address.ts';
import { isGallery, parsePermalink, type Permalink } from '../../engine/record/permalink.ts';
import { findDesign } from '../designer/address.ts';
import { findWorkshop } from '../learn/address.ts';
import { GalleryView } from '../gallery/gallery-view.tsx';
import { cards } from '../data/cards.ts';
import { forgetLeft } from '../session/opening.ts';
import { useTour } from '../tour/state.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useUpdate } from '../offline/register.ts';
import { Button } from '../ui/button.tsx';
import { listen } from '../../viewer/listen.ts';

/** Viewer and plots come when an animal is opened. */
const StudioView = lazy(async () => ({ default: (await import('./studio-view.tsx')).StudioView }));

/** Several runs side by side. */
const ComparisonView = lazy(async () => ({
  default: (await import('../comparison/comparison-view.tsx')).ComparisonView,
}));

/** The drawing board. */
const DesignerView = lazy(async () => ({ default: (await import('../designer/designer-view.tsx')).DesignerView }));

const Tour = lazy(async () => ({ default: (await import('../tour/tour.tsx')).Tour }));

/** Training. */
const LearnView = lazy(async () => ({ default: (await import('../learn/learn-view.tsx')).LearnView }));

/** Parameter studies. */
const StudyView = lazy(async () => ({ default: (await import('../sweep/study-view.tsx')).StudyView }));

export function App() {
  const [address, setAddress] = useState(location.hash);
  const onTour = useTour((state) => state.step !== undefined);
  useEffect(() => listen(window, { hashchange: () => setAddress(location.hash) }), []);
  // Nothing else runs while a film is made.
  const isFilming = address === '#/film';
  const comparison = useMemo(() => findComparison(address), [address]);
  const design = useMemo(() => findDesign(address), [address]);
  const workshop = useMemo(() => findWorkshop(address), [address]);
  const isCompared = comparison !== undefined || /^#\/compare\/?(?:\?|$)/u.test(address);
  const isOther = isFilming || isCompared || design !== undefined;
  const link = useMemo(() => (isOther ? undefined : parsePermalink(address)), [isOther, address]);
  const isElsewhere = !isOther && (workshop ?? link) === undefined;
  useEffect(() => {
    if (isElsewhere) forgetLeft();
  }, [isElsewhere]);
  return (
    // Another address is another try.
    <ErrorBoundary key={address} what={describe(isCompared, design, link)}>
      <Suspense fallback={<Loading />}>
        {isCompared && (
          <ComparisonView {...(comparison === undefined ? {} : { named: comparison })} address={address} />
        )}
        {link !== undefined && <StudioView link={link} />}
        {workshop?.kind === 'study' && <StudyView link={workshop.link} />}
        {workshop?.kind === 'learn' && <LearnView link={workshop.link} />}
        {design !== undefined && <DesignerView address={design} />}
        {isElsewhere && <GalleryView unknown={isGallery(address) ? undefined : address} />}
      </Suspense>
      <Suspense fallback={null}>{onTour && <Tour animal={cards[0]!.name} />}</Suspense>
      <UpdateBanner />
    </ErrorBoundary>
  );
}

function describe(isCompared: boolean, design: unknown, link: Permalink | undefined): string {
  if (isCompared) return 'The comparison';
  if (design !== undefined) return 'The drawing board';
  return link === undefined ? 'The gallery' : `The animal '${link.animal}'`;
}

function Loading() {
  return (
    <div className="grid h-full place-items-center text-dim" role="status">
      Loading the studio …
    </div>
  );
}

/** Runs are not lost unasked: the person says when the newer version may come. */
function UpdateBanner() {
  const enter = useUpdate((state) => state.enter);
  const [later, setLater] = useState(false);
  if (enter === undefined || later) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex max-w-md flex-wrap items-center gap-2 rounded-xl border border-accent bg-panel p-3 shadow-lg"
    >
      <p className="flex-1">A newer version of the studio is there.</p>
      <Button look="accent" onClick={enter}>
        Load it
      </Button>
      <Button onClick={() => setLater(true)}>Later</Button>
    </div>
  );
}
