/** Things on the picture that only some animals have: the view from above, steering, natural modes. */
import { lazy, Suspense } from 'react';
import { useStudio } from '../session/store.ts';
import { hasCentreLine } from '../data/strip-model.ts';
import { LesionTool } from './lesions/lesion-tool.tsx';
import { ModeBrowser } from './modes/mode-browser.tsx';
import { PokeTool } from './poke/poke-tool.tsx';
import { PlaceChoice } from './place-choice.tsx';
import { SteeringToggle } from './steer/steering-toggle.tsx';
import { TargetTool } from './aim/target-tool.tsx';
import { TopInset } from './top-inset.tsx';

/** Policies come once the animal moves. */
const PolicyTool = lazy(async () => ({ default: (await import('./policy/policy-tool.tsx')).PolicyTool }));

export function ViewportTools() {
  const inset = useStudio((state) => state.insetShown && hasCentreLine(state.info) && !state.modesOpen);
  const teachable = useStudio(({ info, status }) => info?.handles.learn !== undefined && (status?.step ?? 0) > 0);
  return (
    <>
      {inset && <TopInset />}
      <div
        data-panels=""
        className={`pointer-events-none absolute top-[74px] bottom-14 left-3 flex flex-col flex-wrap content-start items-start gap-2 max-sm:top-auto max-sm:flex-row *:pointer-events-auto ${inset ? 'max-sm:right-38' : 'max-sm:right-3'}`}
      >
        <SteeringToggle />
        <ModeBrowser />
        <LesionTool />
        <TargetTool />
        <Suspense fallback={null}>{teachable && <PolicyTool />}</Suspense>
        <PlaceChoice />
        <PokeTool />
      </div>
    </>
  );
}
