/** Switching parts of the animal off by pressing on them; what vanishes with it is listed, to be put back by its name. */
import { useEffect } from 'react';
import type { LesionHandle } from '../../../engine/contract/handles.ts';
import { formatTitle, readAt } from '../../data/form-model.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { listOff, toggleItem } from './lesion-list.ts';
import { attachLesions } from './lesion-pointer.ts';

export function LesionTool() {
  const controller = useController();
  const handles = useStudio((state) => state.info?.handles.lesions);
  const editing = useStudio((state) => state.panel === 'scene');
  // Every change makes other handles; what is pointed at stays pointed at.
  const usable = handles !== undefined && !editing;
  useEffect(() => {
    const { canvas } = controller;
    return canvas === undefined || !usable ? undefined : attachLesions(canvas, controller);
  }, [controller, usable]);
  return handles?.map((handle) => handle.vanishes === true && <Vanished key={handle.path} handle={handle} />);
}

/** More than these are not named one by one. */
const maxNamed = 8;

function Vanished({ handle }: { readonly handle: LesionHandle }) {
  const controller = useController();
  const list = useStudio((state) => readAt(state.info?.desc, handle.path) as readonly unknown[]);
  const off = listOff(handle, list);
  if (off.length === 0) return null;
  return (
    <div className="glass flex max-w-64 flex-wrap items-center gap-1 rounded-lg px-2.5 py-1.5 text-[12px]">
      <span className="mr-1 text-dim">Lost {handle.kind}s</span>
      {off.slice(0, maxNamed).map((item) => (
        <button
          key={item.name}
          type="button"
          className="flex items-center gap-1 rounded-md border border-line px-1.5 hover:bg-raised"
          title={`${formatTitle(item.name)}: press to ${handle.verbs[1]}`}
          aria-label={`Give back the ${item.name}`}
          onClick={() => {
            controller.setParameter(handle.path, toggleItem(handle, list, item));
          }}
        >
          {item.name.replace(` ${handle.kind}`, '')} <Icon name="undo" className="!size-3 text-dim" />
        </button>
      ))}
      {off.length > 1 && (
        <button
          type="button"
          className="rounded-md px-1.5 text-accent hover:bg-raised"
          onClick={() => {
            controller.setParameter(handle.path, []);
          }}
        >
          Give all {off.length} back
        </button>
      )}
    </div>
  );
}
