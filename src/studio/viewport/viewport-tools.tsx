/** Things on the picture that only some animals have: the view from above, steering, natural modes. */
import { lazy, Suspense } from 'react';
import { useStudio } from '../session/store.ts';
import { hasCentreLine } from '../data/strip-model.ts';
import { LesionTool } from './lesions/lesion-tool.tsx';
import { ModeBrowser } from './modes/mode-browser.tsx';
import { PokeTool } from './poke/poke-tool.tsx';
import { SteeringToggle } from './steer/steering-toggle.tsx';
import { TargetTool } from './aim/target-tool.tsx';
import { CutMarks } from './cut-marks.tsx';
import { TopInset } from './top-inset.tsx';
import { lookUp, parsePath, readAt } from '../../engine/model/field-tree.ts';
import { formatTitle } from '../data/form-model.ts';
import { useController } from '../session/controller-context.ts';
import { Select } from '../ui/choices.tsx';

/** Policies come once the animal moves. */
const PolicyTool = lazy(async () => ({ default: (await import('./policy/policy-tool.tsx')).PolicyTool }));

export function ViewportTools() {
  const inset = useStudio((state) => state.insetShown && hasCentreLine(state.info) && !state.modesOpen);
  const teachable = useStudio(({ info, status }) => info?.handles.learn !== undefined && (status?.step ?? 0) > 0);
  return (
    <>
      {inset && <TopInset />}
      <CutMarks />
      <div
        data-panels=""
        className={`pointer-events-none absolute top-[74px] bottom-14 left-3 flex flex-col flex-wrap content-start items-start gap-2 max-sm:top-auto max-sm:flex-row *:pointer-events-auto ${inset ? 'max-sm:right-38 max-[359px]:right-3' : 'max-sm:right-3'}`}
      >
        <SteeringToggle />
        <ModeBrowser />
        <LesionTool />
        <TargetTool />
        <Suspense fallback={null}>{teachable && <PolicyTool />}</Suspense>
        <SceneChoice />
        <PokeTool />
      </div>
    </>
  );
}

/** Ready scenes to put an animal into, where it offers some. */
function SceneChoice() {
  const controller = useController();
  const info = useStudio((state) => state.info);
  const handle = info?.handles.place;
  if (handle === undefined) return null;
  const { path, titles } = handle;
  const schema = lookUp(info!.schema, parsePath(path)!)!;
  return (
    <label className="glass flex h-8 items-center gap-1.5 rounded-lg pl-2.5 text-[12px] text-dim">
      Scene
      <Select
        className="!h-7 !border-transparent !bg-transparent text-[12px] !text-ink"
        title={schema.description}
        value={String(readAt(info!.desc, path))}
        options={schema.enum?.map((kind) => [String(kind), titles?.[String(kind)] ?? formatTitle(String(kind))]) ?? []}
        data-testid="scene-kind"
        onSet={(kind) => controller.setParameter(path, kind)}
      />
    </label>
  );
}
