/** Pulling at a soft body: a press on it holds the node there, and dragging pulls it like a rubber band. */
import { Line, BufferAttribute, BufferGeometry, LineBasicMaterial } from 'three';
import { castRay, type Ray } from '../../../viewer/picking.ts';
import type { Shown } from '../../../viewer/viewer.ts';
import type { StudioController } from '../../session/studio-controller.ts';

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

/** Whether the open animal has what it needs. */
export function canPoke(info: { readonly controls: readonly { readonly name: string }[] } | undefined): boolean {
  return info?.controls.some(({ name }) => name === 'poke.node') === true;
}

/** Returns a function that ends it. */
export function attachPoke(canvas: HTMLCanvasElement, controller: StudioController): () => void {
  let grip: Grip | undefined;
  /** Where the pointer is on the canvas; the camera may move under it. */
  let pointer = { x: 0, y: 0 };
  const band = new Line(new BufferGeometry(), new LineBasicMaterial({ color: 0xffd08a, depthTest: false }));
  band.geometry.setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
  band.frustumCulled = false;
  band.renderOrder = 7;
  band.visible = false;
  controller.viewer?.overlay.add(band);
  const limit = controller.session.info?.controls.find(({ name }) => name === 'poke.x')?.max ?? 1000;

  const pull = (): void => {
    const { viewer } = controller;
    const shown = viewer?.shown;
    if (grip === undefined || viewer === undefined || shown === undefined) return;
    const from = readVertex(shown, grip);
    const goal = along(viewer.createSight(pointer.x, pointer.y), grip.distance);
    const stiffness = bandStiffness * shown.layout.extent * shown.layout.extent;
    (['x', 'y', 'z'] as const).forEach((axis, k) => {
      const force = Math.min(limit, Math.max(-limit, stiffness * (goal[k]! - from[k]!)));
      controller.setParameter(`poke.${axis}`, Number(force.toPrecision(4)));
    });
    band.geometry.getAttribute('position').array.set([...from, ...goal]);
    band.geometry.getAttribute('position').needsUpdate = true;
    band.visible = true;
    controller.wake();
  };
  const timer = setInterval(pull, interval);

  const down = (event: PointerEvent): void => {
    const shown = controller.viewer?.shown;
    const ray = controller.viewer?.createSight(event.offsetX, event.offsetY);
    if (event.button !== 0 || !event.isPrimary || shown === undefined || ray === undefined) return;
    grip = findGrip(shown, ray);
    if (grip === undefined) return;
    pointer = { x: event.offsetX, y: event.offsetY };
    controller.setParameter('poke.node', grip.node);
    canvas.setPointerCapture(event.pointerId);
    canvas.style.cursor = 'grabbing';
    event.stopImmediatePropagation();
  };
  const move = (event: PointerEvent): void => {
    const ray = controller.viewer?.createSight(event.offsetX, event.offsetY);
    if (ray === undefined) return;
    if (grip === undefined) {
      const shown = controller.viewer?.shown;
      if (event.buttons === 0 && shown !== undefined)
        canvas.style.cursor = findGrip(shown, ray) === undefined ? '' : 'grab';
      return;
    }
    pointer = { x: event.offsetX, y: event.offsetY };
    event.stopImmediatePropagation();
  };
  const release = (): void => {
    if (grip === undefined) return;
    grip = undefined;
    band.visible = false;
    canvas.style.cursor = '';
    for (const axis of ['x', 'y', 'z']) controller.setParameter(`poke.${axis}`, 0);
    controller.wake();
  };
  const listeners = { pointerdown: down, pointermove: move, pointerup: release, pointercancel: release } as const;
  for (const [name, listen] of Object.entries(listeners))
    canvas.addEventListener(name, listen as EventListener, { capture: true });
  return () => {
    release();
    clearInterval(timer);
    for (const [name, listen] of Object.entries(listeners))
      canvas.removeEventListener(name, listen as EventListener, { capture: true });
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
