/** Gallery or studio, by the address. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { findComparison } from '../comparison/comparison-address.ts';
import { parsePermalink } from '../session/permalink.ts';
import { findDesign } from '../designer/address.ts';
import { GalleryView } from '../gallery/gallery-view.tsx';

/** Viewer and plots come when an animal is opened. */
const StudioView = lazy(async () => ({ default: (await import('./studio-view.tsx')).StudioView }));

/** Several runs side by side. */
const ComparisonView = lazy(async () => ({
  default: (await import('../comparison/comparison-view.tsx')).ComparisonView,
}));

/** The drawing board. */
const DesignerView = lazy(async () => ({ default: (await import('../designer/designer-view.tsx')).DesignerView }));

export function App() {
  const [address, setAddress] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => {
      setAddress(location.hash);
    };
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('hashchange', follow);
    };
  }, []);
  const comparison = useMemo(() => findComparison(address), [address]);
  const design = useMemo(() => findDesign(address), [address]);
  if (comparison !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <ComparisonView comparison={comparison} />
      </Suspense>
    );
  if (design !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <DesignerView address={design} />
      </Suspense>
    );
  const link = parsePermalink(address);
  if (link === undefined) return <GalleryView />;
  return (
    <Suspense fallback={<Loading />}>
      <StudioView key={address} link={link} />
    </Suspense>
  );
}

function Loading() {
  return (
    <div className="grid h-full place-items-center text-dim" role="status">
      Loading the studio …
    </div>
  );
}
