/** Pulling at a soft body: a press on it holds the node there, and dragging pulls it like a rubber band. */
import { useEffect } from 'react';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Line, BufferAttribute, BufferGeometry, LineBasicMaterial } from 'three';
import { castRay, type Ray } from '../../../viewer/camera/picking.ts';
import type { Shown } from '../../../viewer/shown.ts';
import type { PokeHandle } from '../../../engine/contract/handles.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { readAt } from '../../../engine/model/field-tree.ts';
import { attachPointer } from '../../live/pointer/attach-pointer.ts';

export function PokeTool() {
  const controller = useController();
  const handle = useStudio((state) => (state.modesOpen ? undefined : state.info?.handles.poke));
  useEffect(() => {
    const { canvas } = controller;
    return canvas === undefined || handle === undefined ? undefined : attachPoke(canvas, controller, handle);
  }, [controller, handle]);
  return null;
}

/** Newtons per metre of rubber band for an animal one metre long; grows with its cross-section. */
const bandStiffness = 500;
const interval = 50;

type Point = readonly [number, number, number];

interface Grip {
  readonly surface: number;
  readonly vertex: number;
  readonly node: number;
  /** Metres from the eye. */
  readonly distance: number;
}

/** Returns a function that ends it. */
function attachPoke(canvas: HTMLCanvasElement, controller: StudioController, handle: PokeHandle): () => void {
  let grip: Grip | undefined;
  /** Where the pointer is on the canvas; the camera may move under it. */
  let pointer = { x: 0, y: 0 };
  const band = new Line(new BufferGeometry(), new LineBasicMaterial({ color: 0xffd08a, depthTest: false }));
  band.geometry.setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
  band.frustumCulled = false;
  band.renderOrder = 7;
  band.visible = false;
  controller.viewer?.overlay.add(band);
  const limit = controller.session.info?.controls.find(({ name }) => name === handle.force[0])?.max ?? Infinity;

  const pull = (): void => {
    const { viewer } = controller;
    const shown = viewer?.shown;
    if (grip === undefined || viewer === undefined || shown === undefined) return;
    const from = readVertex(shown, grip);
    const goal = along(viewer.createSight(pointer.x, pointer.y), grip.distance);
    const stiffness = bandStiffness * shown.layout.extent * shown.layout.extent;
    handle.force.forEach((path, k) => {
      const force = Math.min(limit, Math.max(-limit, stiffness * (goal[k]! - from[k]!)));
      controller.setParameter(path, Number(force.toPrecision(4)));
    });
    band.geometry.getAttribute('position').array.set([...from, ...goal]);
    band.geometry.getAttribute('position').needsUpdate = true;
    band.visible = true;
    controller.picture.wake();
  };
  const timer = setInterval(pull, interval);

  const release = (): void => {
    if (grip === undefined) return;
    grip = undefined;
    band.visible = false;
    canvas.style.cursor = '';
    for (const path of handle.force) controller.setParameter(path, 0);
    // Which node it was is no longer of interest: nothing of the pull stays in the parameters.
    const { info } = controller.session;
    if (info !== undefined) controller.setParameter(handle.node, readAt(info.defaults, handle.node));
    controller.picture.wake();
  };
  const detach = attachPointer(
    canvas,
    {
      press: (event) => {
        const shown = controller.viewer?.shown;
        const ray = controller.viewer?.createSight(event.offsetX, event.offsetY);
        if (shown === undefined || ray === undefined) return false;
        grip = findGrip(shown, ray);
        if (grip === undefined) return false;
        pointer = { x: event.offsetX, y: event.offsetY };
        controller.setParameter(handle.node, grip.node);
        canvas.style.cursor = 'grabbing';
        return true;
      },
      move: (event, held) => {
        const shown = controller.viewer?.shown;
        const ray = controller.viewer?.createSight(event.offsetX, event.offsetY);
        if (held) pointer = { x: event.offsetX, y: event.offsetY };
        else if (event.buttons === 0 && shown !== undefined && ray !== undefined)
          canvas.style.cursor = findGrip(shown, ray) === undefined ? '' : 'grab';
        return held;
      },
      release,
    },
    { early: true },
  );
  return () => {
    release();
    clearInterval(timer);
    detach();
    band.removeFromParent();
    band.geometry.dispose();
    band.material.dispose();
  };
}

function findGrip(shown: Shown, ray: Ray): Grip | undefined {
  let best: Grip | undefined;
  shown.surfaces.forEach(({ spec, shape }, surface) => {
    const hit = castRay(ray, shape.positions, shape.triangles);
    if (spec.nodes === undefined || hit === undefined || hit.distance >= (best?.distance ?? Infinity)) return;
    const corner = hit.weights.indexOf(Math.max(...hit.weights));
    const vertex = shape.triangles[hit.triangle + corner]!;
    best = { surface, vertex, node: spec.nodes[vertex]!, distance: hit.distance };
  });
  return best;
}

function readVertex(shown: Shown, { surface, vertex }: Grip): Point {
  const { positions } = shown.surfaces[surface]!.shape;
  return [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
}

function along({ origin, direction }: Ray, distance: number): Point {
  return origin.map((from, k) => from + distance * direction[k]!) as unknown as Point;
}
