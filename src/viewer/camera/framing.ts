/** Camera distance from the box to be framed, the lens, and the free part of the picture. */

/** In CSS pixels from the top left corner of the picture. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Least share of width or height for the animal: below it panels overlap the picture. */
const minShare = 0.45;

/** The rectangle without panels in which something `aspect` times as wide as high is largest. */
export function computeFreeArea(width: number, height: number, panels: readonly Area[], aspect: number): Area {
  const list = (end: number, starts: readonly number[], lengths: readonly number[]): number[] =>
    [0, end, ...starts, ...starts.map((start, i) => start + lengths[i]!)]
      .map((value) => Math.min(end, Math.max(0, value)))
      .sort((a, b) => a - b);
  const xs = list(
    width,
    panels.map(({ left }) => left),
    panels.map((panel) => panel.width),
  );
  const ys = list(
    height,
    panels.map(({ top }) => top),
    panels.map((panel) => panel.height),
  );
  let best: Area = { left: 0, top: 0, width, height };
  let max = 0;
  for (const [i, left] of xs.entries())
    for (const right of xs.slice(i + 1)) {
      if (right - left < minShare * width) continue;
      for (const [k, top] of ys.entries())
        for (const bottom of ys.slice(k + 1)) {
          const size = Math.min((right - left) / aspect, bottom - top);
          if (bottom - top < minShare * height || size < max || (size === max && max > 0)) continue;
          const area = { left, top, width: right - left, height: bottom - top };
          if (panels.some((panel) => overlaps(panel, area))) continue;
          [best, max] = [area, size];
        }
    }
  return best;
}

/** The edges of a picture as panels: a share of each side. */
export function listMargins(width: number, height: number, share: number): Area[] {
  if (share === 0) return [];
  const [x, y] = [share * width, share * height];
  return [
    { left: 0, top: 0, width: x, height },
    { left: width - x, top: 0, width: x, height },
    { left: 0, top: 0, width, height: y },
    { left: 0, top: height - y, width, height: y },
  ];
}

function overlaps(a: Area, b: Area): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

/** A box in axes that turn with the animal (along, across to its left, up) about its place, metres. */
export interface FramingBox {
  /** Least along, across, up; then greatest. */
  readonly sides: Float64Array;
}

export function createBox(): FramingBox {
  return { sides: new Float64Array(6) };
}

function clearBox({ sides }: FramingBox): void {
  sides.fill(Infinity, 0, 3);
  sides.fill(-Infinity, 3);
}

/** How far the box reaches from the animal's place, seen from above. */
export function computeFlatReach({ sides }: FramingBox): number {
  const reach = (axis: number): number => Math.max(Math.abs(sides[axis]!), Math.abs(sides[axis + 3]!));
  return Math.hypot(reach(0), reach(1));
}

/** Makes the box hold points (three numbers each) `margin` around them; of many, only a regular sample is used. */
export class BoxFiller {
  #box: FramingBox = createBox();
  readonly #origin = new Float64Array(3);
  #cosine = 1;
  #sine = 0;
  #reach = 0;

  /** Resets the box to a place; points farther away than `reach` are ignored. */
  start(box: FramingBox, place: readonly [number, number, number], heading: number, reach: number): void {
    clearBox(box);
    this.#box = box;
    this.#origin.set(place);
    this.#cosine = Math.cos(heading);
    this.#sine = Math.sin(heading);
    this.#reach = reach;
  }

  addPoint(x: number, y: number, z: number, margin: number): void {
    const { sides } = this.#box;
    const [dx, dy, dz] = [x - this.#origin[0]!, y - this.#origin[1]!, z - this.#origin[2]!];
    if (Math.abs(dx) > this.#reach || Math.abs(dy) > this.#reach || Math.abs(dz) > this.#reach) return;
    this.#add(sides, 0, this.#cosine * dx + this.#sine * dy, margin);
    this.#add(sides, 1, this.#cosine * dy - this.#sine * dx, margin);
    this.#add(sides, 2, dz, margin);
  }

  addPoints(points: Float32Array, from: number, count: number): void {
    const stride = Math.max(1, Math.floor(count / maxPoints));
    for (let i = 0; i < count; i += stride) {
      const at = from + 3 * i;
      this.addPoint(points[at]!, points[at + 1]!, points[at + 2]!, 0);
    }
  }

  #add(sides: Float64Array, axis: number, value: number, margin: number): void {
    if (value - margin < sides[axis]!) sides[axis] = value - margin;
    if (value + margin > sides[axis + 3]!) sides[axis + 3] = value + margin;
  }
}

const maxPoints = 600;

/** Axes of a camera and the tangents of half its fields of view, as far as they are free. */
export interface Lens {
  readonly right: readonly number[];
  readonly up: readonly number[];
  /** From the camera to what it looks at. */
  readonly forward: readonly number[];
  readonly tangents: readonly [across: number, upright: number];
}

/** Where a camera stands and what lies in the middle of its picture. */
export interface CameraFit {
  readonly distance: number;
  /** The middle of what is seen beside the point looked at, as tangents to the right and up. */
  readonly x: number;
  readonly y: number;
}

/** Iterations of the distance: near points appear larger, which a few iterations account for. */
const fitRounds = 12;

/**
 * The least distance from the middle of a box (half sides, turned by the heading) at which all its corners are in the free
 * picture, once that is moved so that what is seen of them lies in its middle.
 */
export function computeFit(half: readonly number[], heading: number, lens: Lens): CameraFit {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const corners = Array.from({ length: 8 }, (_, corner) => {
    const [along, across, z] = half.map((side, k) => ((corner >> k) & 1 ? side : -side)) as [number, number, number];
    const [x, y] = [c * along - s * across, s * along + c * across];
    const dot = (axis: readonly number[]): number => axis[0]! * x + axis[1]! * y + axis[2]! * z;
    return [dot(lens.right), dot(lens.up), dot(lens.forward)] as const;
  });
  const radius = Math.hypot(...half);
  let fit: CameraFit = { distance: 2 * radius + radius / Math.min(...lens.tangents), x: 0, y: 0 };
  for (let round = 0; round < fitRounds; round++) {
    const [x, y] = ([0, 1] as const).map((k) => {
      const seen = corners.map((corner) => corner[k] / (fit.distance + corner[2]));
      const [least, greatest] = [Math.min(...seen), Math.max(...seen)];
      return { middle: 0.5 * (least + greatest), share: (0.5 * (greatest - least)) / lens.tangents[k] };
    }) as [{ middle: number; share: number }, { middle: number; share: number }];
    // Nearer than the nearest corner there is no picture.
    const distance = Math.max(1.05 * radius, fit.distance * Math.max(x.share, y.share));
    fit = { distance, x: x.middle, y: y.middle };
  }
  return fit;
}

/** Whether a point is inside a box given by its eight corners, the least first and the greatest last. */
export function isInBox(corners: Float32Array, x: number, y: number, z: number): boolean {
  return [x, y, z].every((value, k) => value > corners[k]! && value < corners[21 + k]!);
}

/** Both ends of a part along its own x, with its thickness around them. */
export function addPartEnds(
  filler: BoxFiller,
  frame: Float32Array,
  at: number,
  size: readonly [number, number, number],
): void {
  const [qx, qy, qz, qw] = [frame[at + 3]!, frame[at + 4]!, frame[at + 5]!, frame[at + 6]!];
  const half = 0.5 * size[0];
  const axis = [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)];
  const margin = 0.5 * Math.max(size[1], size[2]);
  for (const end of [-half, half])
    filler.addPoint(
      frame[at]! + end * axis[0]!,
      frame[at + 1]! + end * axis[1]!,
      frame[at + 2]! + end * axis[2]!,
      margin,
    );
}
