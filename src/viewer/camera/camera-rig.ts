/** Three cameras on one arm: behind the animal, free around it, and straight above. Drag turns, wheel and pinch zoom. */
import { wrapAngle } from '../../engine/math/space/geometry.ts';
import type { View } from '../../engine/model/desc-family.ts';
import { PerspectiveCamera, Vector3 } from 'three';
import { type FramingBox, computeFit, type CameraFit } from './framing.ts';
import type { Ray } from './picking.ts';
import { listen } from '../listen.ts';

export type CameraMode = 'follow' | 'orbit' | 'top';

interface Arm {
  /** Direction of the camera as seen from the animal, counter-clockwise from +x (or from behind, when following). */
  azimuth: number;
  elevation: number;
  /** As a multiple of the distance at which everything is in the picture. */
  distance: number;
}

const defaultView: View = { azimuth: 0.95, elevation: 0.5, top: Math.PI / 2, stays: false };

/** Margin around the shown box, as a multiple of the distance; wider from above, to see the direction of travel. */
const distanceFactors = { follow: 1.04, orbit: 1.15, top: 1.5 };

const maxElevation = Math.PI / 2 - 1e-3;
const minElevation = -0.08;
/** How far the camera's aim may be behind the animal, in its extents. */
const maxAimLag = 0.15;
/** Over which the steady motion of the animal is measured, s: longer than a stroke, so that the camera does not sway with it. */
const driftSeconds = 0.6;
/** Pictures without motion after which the animal stands. */
const stillPictures = 4;
/** Time constants of the box for growth and for shrinking, s: the camera must not pump with each stroke. */
const growSeconds = 0.25;
const shrinkSeconds = 4;
/** Seconds of fast shrinking after another object was selected for framing. */
const refitSeconds = 1.5;
/** Milliseconds between two occlusion tests against the ground, and steps in which the camera climbs over it: rad. */
const lookInterval = 150;
const climbStep = 0.1;

/** Whether the line between two points is free. */
export type SightCheck = (from: Vector3, to: Vector3) => boolean;

function createStart(mode: CameraMode, { azimuth, elevation, top }: View): Arm {
  if (mode === 'top') return { azimuth: top + Math.PI, elevation: maxElevation, distance: 1 };
  // The free camera begins on the other side.
  return { azimuth: mode === 'follow' ? azimuth : azimuth - 2.05, elevation, distance: 1 };
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(36, 1, 0.01, 100);
  #mode: CameraMode = 'follow';
  #view = defaultView;
  #arms = this.#createArms();
  /** What is shown now; glides to the arm of the mode. */
  readonly #shown: Arm = { ...this.#arms.follow };
  readonly #target = new Vector3();
  readonly #wanted = new Vector3();
  /** Steady motion of the animal from one picture to the next: the camera goes along, and only has to glide after the rest. */
  readonly #drift = new Vector3();
  #stillPictures = 0;
  /** Glides after the box around the animal: least, greatest. */
  readonly #sides = new Float64Array(6);
  /** The box of the last picture. */
  readonly #lastSides = new Float64Array(6);
  readonly #half = [0.5, 0.5, 0.5];
  #heading = 0;
  #placed = false;
  #extent = 1;
  /** m: cameras stay above it. */
  floor = -Infinity;
  /** Shares of the picture: the middle of its free part from the left and the top, and how much it is. */
  #free = { x: 0.5, y: 0.5, width: 1, height: 1 };
  readonly #shownFree = { x: 0.5, y: 0.5, width: 1, height: 1 };
  #sight: SightCheck = () => true;
  /** Seconds left in which the box closes in swiftly. */
  #refitting = 0;
  #raise = 0;
  #lookAgain = 0;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  get target(): Vector3 {
    return this.#target;
  }

  /** Metres from the lower to the upper edge of the picture, across the line of sight at the distance of the target. */
  get pictureHeight(): number {
    return 2 * Math.tan((this.camera.fov * Math.PI) / 360) * this.camera.position.distanceTo(this.#target);
  }

  setScale(extent: number, floor: number): void {
    this.#extent = extent;
    this.floor = floor;
    this.#placed = false;
    this.camera.near = 0.04 * extent;
    this.camera.far = 90 * extent;
    this.camera.updateProjectionMatrix();
  }

  /** The best side to see the animal from; undefined: the default. */
  setView(view: View | undefined): void {
    const chosen = view ?? defaultView;
    // A run that continues with other parameters keeps the camera where it was turned to.
    if ((Object.keys(defaultView) as (keyof View)[]).every((key) => chosen[key] === this.#view[key])) return;
    this.#view = chosen;
    this.#arms = this.#createArms();
    this.#placed = false;
  }

  /** The direction that boxes and the camera behind the animal turn with. */
  face(heading: number): number {
    return this.#view.stays ? 0 : heading;
  }

  #createArms(): Record<CameraMode, Arm> {
    const create = (mode: CameraMode): Arm => createStart(mode, this.#view);
    return { follow: create('follow'), orbit: create('orbit'), top: create('top') };
  }

  /** Stands where another one does, and jumps there. */
  adoptArms(other: CameraRig): void {
    this.#mode = other.#mode;
    this.#view = other.#view;
    for (const mode of ['follow', 'orbit', 'top'] as const) this.#arms[mode] = { ...other.#arms[mode] };
    this.#placed = false;
  }

  /** Where the camera of the mode is: azimuth, elevation, distance. */
  get arm(): readonly [number, number, number] {
    const { azimuth, elevation, distance } = this.#arms[this.#mode];
    return [azimuth, elevation, distance];
  }

  setArm([azimuth, elevation, distance]: readonly [number, number, number]): void {
    const arm = this.#arms[this.#mode];
    arm.azimuth = azimuth;
    arm.elevation = Math.min(maxElevation, Math.max(minElevation, elevation));
    arm.distance = Math.min(10, Math.max(0.2, distance));
    this.#lookAgain = 0;
  }

  /** Ground that may hide the animal. */
  setSight(sight: SightCheck): void {
    this.#sight = sight;
    this.#lookAgain = 0;
  }

  setMode(mode: CameraMode): void {
    // Choosing a camera again puts it back to where it starts.
    if (mode === this.#mode) this.#arms[mode] = createStart(mode, this.#view);
    this.#mode = mode;
    this.refit();
    this.#lookAgain = 0;
  }

  /** Another object is to be framed: the box shrinks to it too, also while the animal rests. */
  refit(): void {
    this.#refitting = refitSeconds;
  }

  setAspect(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /** The part of the picture, as shares of its width and height, in whose middle the animal is to be. */
  setFree(free: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }): void {
    this.#free = free;
  }

  /** Width over height of what is shown, as it stands in the picture. */
  get aspect(): number {
    const [along, across, up] = this.#half as [number, number, number];
    const { azimuth, elevation } = this.#shown;
    const turn = azimuth - this.#heading;
    const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    const deep = c * along + s * across;
    return (s * along + c * across) / (Math.sin(elevation) * deep + Math.cos(elevation) * up || 1);
  }

  turn(azimuth: number, elevation: number): void {
    const arm = this.#arms[this.#mode];
    arm.azimuth += azimuth;
    arm.elevation = Math.min(maxElevation, Math.max(minElevation, arm.elevation + elevation));
    this.#lookAgain = 0;
  }

  zoom(factor: number): void {
    const arm = this.#arms[this.#mode];
    arm.distance = Math.min(10, Math.max(0.2, arm.distance * factor));
  }

  /** Glides toward the animal, its box and its heading; jumps when it is far away, as after scrubbing. */
  update(centre: Vector3, heading: number, box: FramingBox, seconds: number): void {
    const facing = this.face(heading);
    const jump = !this.#placed || this.#wanted.distanceTo(centre) > 2.5 * this.#extent;
    this.#moveAlong(centre, jump ? Infinity : seconds);
    this.#followBox(box, jump ? Infinity : seconds);
    const middle = this.#computeMiddle(centre, facing);
    const swift = jump ? 1 : 1 - Math.exp(-seconds / 0.12);
    this.#target.lerp(middle, swift);
    // At low frame rates the animal moves far between two pictures: it must stay in view.
    const lag = this.#target.distanceTo(middle);
    if (lag > maxAimLag * this.#extent) this.#target.lerp(middle, 1 - (maxAimLag * this.#extent) / lag);
    this.#heading = jump ? facing : this.#heading + (facing - this.#heading) * (1 - Math.exp(-seconds / 0.6));
    this.#placed = true;
    const arm = this.#arms[this.#mode];
    const shown = this.#shown;
    const wanted = arm.azimuth + (this.#mode === 'follow' ? Math.PI + this.#heading : 0);
    shown.azimuth += wrapAngle(wanted - shown.azimuth) * swift;
    this.#lookAround(arm.elevation);
    const elevation = Math.min(maxElevation, arm.elevation + this.#raise);
    shown.elevation += (elevation - shown.elevation) * (jump ? 1 : 1 - Math.exp(-seconds / 0.2));
    shown.distance += (arm.distance - shown.distance) * swift;
    for (const key of ['x', 'y', 'width', 'height'] as const)
      this.#shownFree[key] += (this.#free[key] - this.#shownFree[key]) * swift;
    this.#place();
  }

  #moveAlong(centre: Vector3, seconds: number): void {
    const step = centre.clone().sub(this.#wanted);
    this.#wanted.copy(centre);
    this.#stillPictures = step.lengthSq() === 0 ? this.#stillPictures + 1 : 0;
    if (seconds === Infinity || this.#stillPictures >= stillPictures) this.#drift.set(0, 0, 0);
    else this.#drift.lerp(step, 1 - Math.exp(-seconds / driftSeconds));
    this.#target.add(this.#drift);
  }

  #followBox({ sides }: FramingBox, seconds: number): void {
    // Nothing is drawn of some animals before their first frame.
    if (!(sides[0]! <= sides[3]!)) {
      this.#sides.fill(-0.5 * this.#extent, 0, 3);
      this.#sides.fill(0.5 * this.#extent, 3);
    } else {
      // The camera of a paused run does not move by itself: the muscle under the pointer would change.
      const moves = seconds === Infinity || sides.some((side, i) => side !== this.#lastSides[i]);
      for (let i = 0; i < 6; i++) {
        const change = sides[i]! - this.#sides[i]!;
        const isSwift = this.#refitting > 0 || (i < 3 ? change < 0 : change > 0);
        if (isSwift || moves)
          this.#sides[i]! += change * (1 - Math.exp(-seconds / (isSwift ? growSeconds : shrinkSeconds)));
      }
      this.#refitting -= seconds;
      this.#lastSides.set(sides);
    }
    for (let k = 0; k < 3; k++)
      this.#half[k] = Math.max(0.02 * this.#extent, 0.5 * (this.#sides[k + 3]! - this.#sides[k]!));
  }

  #computeMiddle(centre: Vector3, heading: number): Vector3 {
    const [along, across, up] = [0, 1, 2].map((k) => 0.5 * (this.#sides[k]! + this.#sides[k + 3]!)) as [
      number,
      number,
      number,
    ];
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    return new Vector3(c * along - s * across, s * along + c * across, up).add(centre);
  }

  /** Climbs until no ground hides the animal; if that is impossible, to where most of it is visible. */
  #lookAround(elevation: number): void {
    const start = performance.now();
    if (start < this.#lookAgain) return;
    let best = { raise: 0, seen: -1 };
    for (let raise = 0; best.seen < 5 && elevation + raise < maxElevation + climbStep; raise += climbStep) {
      const seen = this.#countSeen(Math.min(maxElevation, elevation + raise));
      if (seen > best.seen) best = { raise, seen };
    }
    this.#raise = best.raise;
    const now = performance.now();
    // Ground of very many triangles is tested less often.
    this.#lookAgain = now + Math.max(lookInterval, 20 * (now - start));
  }

  /** How many of five points of the animal the camera would see. */
  #countSeen(elevation: number): number {
    const { azimuth } = this.#shown;
    const { eye } = this.#computePlace(azimuth, elevation);
    const [along, across] = [0.7 * this.#half[0]!, 0.7 * this.#half[1]!];
    const [c, s] = [Math.cos(this.#heading), Math.sin(this.#heading)];
    let seen = 0;
    for (const [a, b] of [
      [0, 0],
      [along, 0],
      [-along, 0],
      [0, across],
      [0, -across],
    ] as const) {
      const point = new Vector3(c * a - s * b, s * a + c * b, 0).add(this.#target);
      if (this.#sight(point, eye)) seen += 1;
    }
    return seen;
  }

  /** Where the camera is, all of the box in the free part of its picture. */
  #computePlace(azimuth: number, elevation: number): { readonly eye: Vector3; readonly fit: CameraFit } {
    const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
    const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
    const { width, height } = this.#shownFree;
    const fit = computeFit(this.#half, this.#heading, {
      right: [-sa, ca, 0],
      up: [-se * ca, -se * sa, ce],
      forward: [-ce * ca, -ce * sa, -se],
      tangents: [tangent * this.camera.aspect * width, tangent * height],
    });
    const reach = this.#shown.distance * distanceFactors[this.#mode] * fit.distance;
    const { x, y, z } = this.#target;
    const up = Math.max(z + se * reach, this.floor + 0.06 * this.#extent);
    return { eye: new Vector3(x + ca * ce * reach, y + sa * ce * reach, up), fit };
  }

  #place(): void {
    const camera = this.camera;
    const { aspect } = camera;
    const { eye, fit } = this.#computePlace(this.#shown.azimuth, this.#shown.elevation);
    camera.position.copy(eye);
    // The picture is moved so that what is seen of the animal is in the middle of its free part.
    const tangent = 2 * Math.tan((camera.fov * Math.PI) / 360);
    const x = this.#shownFree.x - fit.x / (tangent * aspect);
    const y = this.#shownFree.y + fit.y / tangent;
    camera.setViewOffset(aspect, 1, aspect * (0.5 - x), 0.5 - y, aspect, 1);
    camera.lookAt(this.#target);
    camera.updateMatrixWorld();
  }

  /** The line of sight through a place of the picture: −1 … 1 from left to right and from bottom to top. */
  createRay(x: number, y: number): Ray {
    const { position } = this.camera;
    const beyond = new Vector3(x, y, 0.5).unproject(this.camera).sub(position).normalize();
    return { origin: position.toArray(), direction: beyond.toArray() };
  }

  /** Listens to pointer and wheel; returns a function that stops listening. */
  attach(element: HTMLElement): () => void {
    const pointers = new Map<number, { x: number; y: number }>();
    const down = (event: PointerEvent): void => {
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const move = (event: PointerEvent): void => {
      const last = pointers.get(event.pointerId);
      if (last === undefined) return;
      if (pointers.size === 1) this.turn((last.x - event.clientX) * 0.006, (event.clientY - last.y) * 0.006);
      else if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)![1];
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        if (after > 0) this.zoom(before / after);
      }
      last.x = event.clientX;
      last.y = event.clientY;
    };
    const up = (event: PointerEvent): void => {
      pointers.delete(event.pointerId);
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.0022));
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, wheel };
    return listen(element, listeners, { passive: false });
  }
}
