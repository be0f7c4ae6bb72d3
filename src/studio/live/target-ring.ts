/** A compass around the animal: its handle is the direction to swim in, and is dragged round, or up and down with Shift. */
import { Group } from 'three';
import { type Outline, Outlines } from '../../viewer/outlines.ts';
import type { Ray } from '../../viewer/camera/picking.ts';
import type { LiveView } from './live-view.ts';
import { startLoop } from './loop.ts';
import { attachPointer } from './pointer/attach-pointer.ts';

/** Sizes in extents of the animal. */
const sizes = { radius: 0.72, line: 0.008, handle: 0.032, reach: 0.08 };

/** px: a press this near to the handle's middle is on it, however small it is drawn. */
const fingertip = 14;

/** What must be in the picture around the animal, in its extents. */
export const ringReach = sizes.radius + sizes.handle;

export interface Aim {
  /** rad, counter-clockwise from +x; above the horizontal. */
  readonly heading: number;
  readonly elevation: number;
}

/** Where the line of sight says the handle should be, seen from the middle of the ring. */
export function computeAim(ray: Ray, centre: readonly number[], radius: number, before: Aim, lifts: boolean): Aim {
  const from = ray.origin.map((value, k) => value - centre[k]!) as [number, number, number];
  const [dx, dy, dz] = ray.direction;
  if (lifts) {
    // On the upright plane through the axis and the present heading, at the height the eye sees there.
    const [c, s] = [Math.cos(before.heading), Math.sin(before.heading)];
    const across = -s * dx + c * dy;
    const t = Math.abs(across) > 1e-3 ? (s * from[0] - c * from[1]) / across : Math.hypot(...from);
    const [out, up] = [c * (from[0] + t * dx) + s * (from[1] + t * dy), from[2] + t * dz];
    const elevation = Math.atan2(up, Math.max(0.05 * radius, out));
    return { heading: before.heading, elevation: Math.min(1.5, Math.max(-1.5, elevation)) };
  }
  const level = radius * Math.sin(before.elevation);
  const t = (level - from[2]) / dz;
  if (!(t > 0)) return before;
  return { heading: Math.atan2(from[1] + t * dy, from[0] + t * dx), elevation: before.elevation };
}

/** Where an animal is to go. */
export interface AimTarget {
  /** Whether that may be above or below it. */
  readonly hasElevation: boolean;
  read(): Aim;
  set(aim: Aim): void;
  setFollowing(isFollowing: boolean): void;
}

/** The middle of the ring. */
interface RingPlace {
  readonly meta: { readonly x: number; readonly y: number; readonly z: number } | undefined;
}

export class TargetRing {
  readonly #view: LiveView;
  readonly #place: RingPlace;
  readonly #target: AimTarget;
  readonly #stop: () => void;
  readonly #group = new Group();
  readonly #outlines = new Outlines();
  #drawn = '';
  /** While it is dragged. */
  #aim: Aim | undefined;

  /** `place`: the session of the animal. */
  constructor(view: LiveView, place: RingPlace, target: AimTarget) {
    this.#view = view;
    this.#place = place;
    this.#target = target;
    this.#outlines.mesh.material.depthTest = false;
    this.#outlines.mesh.renderOrder = 7;
    this.#group.add(this.#outlines.mesh);
    view.viewer?.overlay.add(this.#group);
    const tool = { press: this.#press, move: this.#move, release: this.#release };
    const detach = attachPointer(view.canvas, tool, { early: true });
    const stopLoop = startLoop(this.#draw);
    this.#stop = () => {
      stopLoop();
      detach();
    };
  }

  close(): void {
    this.#stop();
    this.#group.removeFromParent();
    this.#outlines.dispose();
    this.#view.wake();
  }

  get #radius(): number {
    return sizes.radius * (this.#view.viewer?.shown?.layout.extent ?? 1);
  }

  get #centre(): [number, number, number] {
    const { meta } = this.#place;
    return [meta?.x ?? 0, meta?.y ?? 0, meta?.z ?? 0];
  }

  #readAim(): Aim {
    return this.#aim ?? this.#target.read();
  }

  #isOnHandle({ offsetX, offsetY }: PointerEvent): boolean {
    const { viewer } = this.#view;
    const ray = viewer?.createSight(offsetX, offsetY);
    if (viewer === undefined || ray === undefined) return false;
    const { heading, elevation } = this.#readAim();
    const [c, s, radius] = [Math.cos(elevation), Math.sin(elevation), this.#radius];
    const [x, y, z] = this.#centre;
    const handle = [x + radius * c * Math.cos(heading), y + radius * c * Math.sin(heading), z + radius * s] as const;
    const seen = viewer.locate(...handle);
    if (Math.hypot(seen.x - offsetX, seen.y - offsetY) < fingertip) return true;
    const to = handle.map((value, k) => value - ray.origin[k]!);
    const along = to.reduce((sum, value, k) => sum + value * ray.direction[k]!, 0);
    const aside = Math.hypot(...to.map((value, k) => value - along * ray.direction[k]!));
    return aside < (sizes.reach / sizes.radius) * radius;
  }

  readonly #press = (event: PointerEvent): boolean => this.#isOnHandle(event);

  readonly #move = (event: PointerEvent, held: boolean): boolean => {
    if (held) {
      const ray = this.#view.viewer?.createSight(event.offsetX, event.offsetY);
      if (ray !== undefined) this.#aimAt(ray, event.shiftKey);
      return true;
    }
    if (event.buttons !== 0) return false;
    const { style } = this.#view.canvas;
    const isOver = this.#isOnHandle(event);
    if (isOver) style.cursor = 'move';
    else if (style.cursor === 'move') style.cursor = '';
    return isOver;
  };

  #aimAt(ray: Ray, lifts: boolean): void {
    const target = this.#target;
    const { hasElevation } = target;
    this.#aim = computeAim(ray, this.#centre, this.#radius, this.#readAim(), lifts && hasElevation);
    const { heading, elevation } = this.#aim;
    target.setFollowing(true);
    target.set({ heading: Number(heading.toFixed(3)), elevation: Number(elevation.toFixed(3)) });
  }

  readonly #release = (): void => {
    this.#aim = undefined;
    this.#view.canvas.style.cursor = '';
  };

  readonly #draw = (): void => {
    this.#group.position.set(...this.#centre);
    const { heading, elevation } = this.#readAim();
    const theme = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    const key = `${heading.toFixed(3)} ${elevation.toFixed(3)} ${this.#radius} ${theme}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#outlines.set(listRing(this.#radius, { heading, elevation }, theme), () => 0);
    this.#view.wake();
  };
}

function listRing(radius: number, { heading, elevation }: Aim, colour: string): Outline[] {
  const unit = radius / sizes.radius;
  const circle = (x: number, y: number, r: number): [number, number][] =>
    Array.from({ length: 72 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 72;
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    });
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const [out, up] = [radius * Math.cos(elevation), radius * Math.sin(elevation)];
  const dot = (r: number): [number, number][] => circle(out * c, out * s, r * unit);
  const ticks = Array.from({ length: 12 }, (_, i): Outline => {
    const angle = (Math.PI * i) / 6;
    const reach = i % 3 === 0 ? 0.05 : 0.025;
    return {
      points: [1, 1 + reach].map((r): [number, number] => [r * radius * Math.cos(angle), r * radius * Math.sin(angle)]),
      closed: false,
      colour,
      width: sizes.line * unit,
      height: 0,
    };
  });
  return [
    { points: circle(0, 0, radius), closed: true, colour, width: sizes.line * unit, height: 0 },
    ...ticks,
    // A disc: a ring as wide as its radius.
    { points: dot(sizes.handle / 2), closed: true, colour, width: sizes.handle * unit, height: up },
    {
      points: [
        [0.3 * out * c, 0.3 * out * s],
        [out * c, out * s],
      ],
      closed: false,
      colour,
      width: 0.6 * sizes.line * unit,
      height: 0.5 * up,
    },
  ];
}
