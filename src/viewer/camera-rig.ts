/** Three cameras on one arm: behind the animal, free around it, and straight above. Drag turns, wheel and pinch zoom. */
import { wrapAngle } from '../engine/math/space/geometry.ts';
import { PerspectiveCamera, Vector3 } from 'three';
import type { Ray } from './picking.ts';

export type CameraMode = 'follow' | 'orbit' | 'top';

interface Arm {
  /** Direction of the camera as seen from the animal, counter-clockwise from +x (or from behind, when following). */
  azimuth: number;
  elevation: number;
  /** In body extents. */
  distance: number;
}

const starts: Readonly<Record<CameraMode, Arm>> = {
  follow: { azimuth: 0.95, elevation: 0.5, distance: 1.28 },
  orbit: { azimuth: -1.1, elevation: 0.42, distance: 1.8 },
  top: { azimuth: -Math.PI / 2, elevation: Math.PI / 2 - 1e-3, distance: 3.1 },
};

const highest = Math.PI / 2 - 1e-3;
const lowest = -0.08;

export class CameraRig {
  readonly camera = new PerspectiveCamera(36, 1, 0.01, 100);
  #mode: CameraMode = 'follow';
  readonly #arms: Record<CameraMode, Arm> = {
    follow: { ...starts.follow },
    orbit: { ...starts.orbit },
    top: { ...starts.top },
  };
  /** What is shown now; glides to the arm of the mode. */
  readonly #shown: Arm = { ...starts.follow };
  readonly #target = new Vector3();
  #heading = 0;
  #placed = false;
  #extent = 1;
  #floor = -Infinity;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  get target(): Vector3 {
    return this.#target;
  }

  setScale(extent: number, floor: number): void {
    this.#extent = extent;
    this.#floor = floor;
    this.#placed = false;
    this.camera.near = 0.04 * extent;
    this.camera.far = 90 * extent;
    this.camera.updateProjectionMatrix();
  }

  setMode(mode: CameraMode): void {
    // Choosing a camera again puts it back to where it starts.
    if (mode === this.#mode) this.#arms[mode] = { ...starts[mode] };
    this.#mode = mode;
  }

  setAspect(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  turn(azimuth: number, elevation: number): void {
    const arm = this.#arms[this.#mode];
    arm.azimuth += azimuth;
    arm.elevation = Math.min(highest, Math.max(lowest, arm.elevation + elevation));
  }

  zoom(factor: number): void {
    const arm = this.#arms[this.#mode];
    arm.distance = Math.min(14, Math.max(0.5, arm.distance * factor));
  }

  /** Glides toward the animal and its heading; jumps when it is far away, as after scrubbing. */
  update(centre: Vector3, heading: number, seconds: number): void {
    const arm = this.#arms[this.#mode];
    const wanted = arm.azimuth + (this.#mode === 'follow' ? Math.PI + this.#heading : 0);
    if (!this.#placed || this.#target.distanceTo(centre) > 2.5 * this.#extent) {
      this.#target.copy(centre);
      this.#heading = heading;
      this.#placed = true;
      Object.assign(this.#shown, arm, { azimuth: arm.azimuth + (this.#mode === 'follow' ? Math.PI + heading : 0) });
    }
    const swift = 1 - Math.exp(-seconds / 0.12);
    this.#target.lerp(centre, swift);
    this.#heading += (heading - this.#heading) * (1 - Math.exp(-seconds / 0.6));
    const shown = this.#shown;
    shown.azimuth += wrapAngle(wanted - shown.azimuth) * swift;
    shown.elevation += (arm.elevation - shown.elevation) * swift;
    shown.distance += (arm.distance - shown.distance) * swift;
    this.#place();
  }

  #place(): void {
    const { azimuth, elevation, distance } = this.#shown;
    // A tall, narrow picture needs more distance to show the whole animal.
    const reach = distance * this.#extent * Math.max(1, 1.15 / this.camera.aspect);
    const flat = Math.cos(elevation) * reach;
    const { x, y, z } = this.#target;
    const height = Math.max(z + Math.sin(elevation) * reach, this.#floor + 0.06 * this.#extent);
    this.camera.position.set(x + Math.cos(azimuth) * flat, y + Math.sin(azimuth) * flat, height);
    this.camera.lookAt(this.#target);
    this.camera.updateMatrixWorld();
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
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
    };
  }
}
