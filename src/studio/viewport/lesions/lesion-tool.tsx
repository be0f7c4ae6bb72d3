/** Switching parts of the animal off by pressing on them; what vanishes with it is listed, to be put back by its name. */
import { readAt } from '../../../engine/model/field-tree.ts';
import { useEffect } from 'react';
import type { LesionHandle, LesionItem } from '../../../engine/contract/handles.ts';
import { formatTitle } from '../../data/form-model.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { listOff, toggleItem } from './lesion-list.ts';
import { pickGround, pickPart, pickSurface } from '../../../viewer/scene-picking.ts';
import type { Shown } from '../../../viewer/shown.ts';
import type { Ray } from '../../../viewer/camera/picking.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { attachPointer } from '../../live/pointer/attach-pointer.ts';

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

/** Pointing at what can be switched off: names it under the pointer, and switches it off and on at a press. */
interface Found {
  readonly handle: LesionHandle;
  readonly item: LesionItem;
}

/** Milliseconds between two looks at what is under a pointer that rests. */
const lookInterval = 60;

/** Returns a function that ends it. */
function attachLesions(canvas: HTMLCanvasElement, controller: StudioController): () => void {
  let request = 0;
  let lastLook = 0;
  /** The pointer's place when it last moved, what is named there, and what was named when the button went down. */
  let last: PointerEvent | undefined;
  let named: Found | undefined;
  let pressed: Found | undefined;
  const find = ({ offsetX, offsetY }: PointerEvent): Found | undefined => {
    const { viewer, session } = controller;
    const handles = session.info?.handles.lesions ?? [];
    if (viewer?.shown === undefined) return undefined;
    return (
      findPart(handles, viewer.shown, viewer.createSight(offsetX, offsetY)) ??
      findByName(handles, viewer.pick(offsetX, offsetY))
    );
  };
  const show = (event: PointerEvent): void => {
    const found = event.buttons === 0 ? find(event) : undefined;
    named = found;
    const { hovered } = useStudio.getState();
    if (found === undefined && hovered === undefined) return;
    canvas.style.cursor = found === undefined ? '' : 'pointer';
    const label = found && describe(controller, found, event);
    if (isSameLabel(hovered, label)) return;
    useStudio.setState({ hovered: label });
    showMarks(controller, found);
  };
  const leave = (): void => {
    cancelAnimationFrame(request);
    [last, named, lastLook] = [undefined, undefined, 0];
    if (useStudio.getState().hovered === undefined) return;
    useStudio.setState({ hovered: undefined });
    showMarks(controller, undefined);
  };
  /** The animal moves under a pointer that rests: what is named is what is there now. */
  const watch = (now: number): void => {
    request = requestAnimationFrame(watch);
    if (last === undefined || now - lastLook < lookInterval) return;
    lastLook = now;
    show(last);
  };
  const follow = (event: PointerEvent): void => {
    if (last === undefined) request = requestAnimationFrame(watch);
    last = event;
    lastLook = 0;
  };
  showMarks(controller, undefined);
  const unsubscribe = useStudio.subscribe((state, before) => {
    if (state.info === before.info) return;
    showMarks(controller, undefined);
    // What is pointed at may be another thing now, or be called off.
    lastLook = 0;
  });
  const detach = attachPointer(
    canvas,
    {
      move: (event) => {
        follow(event);
        return false;
      },
      press: (event) => {
        // A finger is nowhere before it is down, and a pointer that has just moved has not been looked at.
        pressed = event.pointerType === 'touch' || lastLook === 0 ? find(event) : named;
        return false;
      },
      // What was read under the pointer when it went down, wherever the animal is by now.
      tap: (event) => {
        const found = pressed;
        pressed = undefined;
        follow(event);
        if (found === undefined) return;
        if (found.handle.vanishes === true) leave();
        const { path } = found.handle;
        controller.setParameter(path, toggleItem(found.handle, readList(controller, path), found.item));
      },
      leave,
    },
    { early: false },
  );
  return () => {
    unsubscribe();
    detach();
  };
}

type Label = ReturnType<typeof describe>;

function isSameLabel(a: Label | undefined, b: Label | undefined): boolean {
  return a?.name === b?.name && a?.about === b?.about && a?.x === b?.x && a?.y === b?.y;
}

/** A part of the animal, unless something stands before it. */
function findPart(handles: readonly LesionHandle[], shown: Shown, ray: Ray): Found | undefined {
  const owners = new Map<number, Found>();
  for (const handle of handles)
    for (const item of handle.items) for (const part of item.parts ?? []) owners.set(part, { handle, item });
  if (owners.size === 0) return undefined;
  const part = pickPart(shown, ray, (index) => owners.has(index));
  const body = pickPart(shown, ray, (index) => !owners.has(index))?.distance ?? Infinity;
  // Limbs are met beside themselves, so the ground just behind one may be a little nearer.
  const ground = (pickGround(shown, ray)?.distance ?? Infinity) + 0.03 * shown.layout.extent;
  if (part === undefined || part.distance > Math.min(body, pickSurface(shown, ray).distance, ground)) return undefined;
  return owners.get(part.index);
}

function findByName(handles: readonly LesionHandle[], name: string | undefined): Found | undefined {
  for (const handle of name === undefined ? [] : handles) {
    const item = handle.items.find((candidate) => candidate.name === name);
    if (item !== undefined) return { handle, item };
  }
  return undefined;
}

function readList(controller: StudioController, path: string): readonly unknown[] {
  const value = controller.readParameter(path);
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function describe(controller: StudioController, { handle, item }: Found, { offsetX: x, offsetY: y }: PointerEvent) {
  const isOff = listOff(handle, readList(controller, handle.path)).includes(item);
  // A name often says what it is.
  const kind = item.name.includes(handle.kind) ? '' : handle.kind;
  const state = [kind, isOff ? 'off' : ''].filter((word) => word !== '').join(', ');
  return { name: item.name, about: `${state}${state === '' ? '' : ': '}press to ${handle.verbs[isOff ? 1 : 0]}`, x, y };
}

/** Shows on the body what is pointed at and what is switched off. */
function showMarks(controller: StudioController, found: Found | undefined): void {
  const { viewer, session } = controller;
  const off = (session.info?.handles.lesions ?? []).flatMap((handle) =>
    listOff(handle, readList(controller, handle.path)).map(({ name }) => name),
  );
  viewer?.setMarks(found?.item.name, off);
  const parts = new Set(found?.item.parts);
  viewer?.markParts((index) => parts.has(index));
  controller.picture.wake();
}
