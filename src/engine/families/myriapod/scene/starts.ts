// Where the animals of a scene start: as listed, the others in rows of four beside and behind the origin. Model units.
import { cos, sin } from '../../../math/portable.ts';
import { countAnimals, isClosed, type SceneAnimal, type SceneDesc } from './fields.ts';
import { ModelError, type Problem } from '../../../model/problem.ts';

export interface StartPose {
  /** Of the head's centre, and where it faces. */
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** A path of its own, or null for that of the scene. */
  readonly path: Float64Array | null;
}

/** Order of the places in a row, in widths to the left of the first. */
const rowPlaces = [0, 1, -1, 2] as const;
/** Free way between neighbours, in widths of the body, and rows, in lengths. */
const rowLengths = 1.5;
const gapWidths = 1.5;

export function listStarts({ scene, body, controller }: SceneAnimal, u: number): StartPose[] {
  const length = u * body.segments * (body.rigidLength + body.softLength);
  const reach = u * (controller.legs.upper + controller.legs.lower) * Math.max(1, controller.legs.growth);
  const apart = (1 + gapWidths) * u * body.width + 2 * reach;
  const starts = listGivenStarts(scene);
  return Array.from({ length: countAnimals(scene) }, (_, k) => {
    const listed = starts[k];
    if (listed === undefined)
      return { x: -rowLengths * length * Math.floor(k / 4), y: apart * rowPlaces[k % 4]!, turn: 0, path: null };
    const { x, y, turn, path } = listed;
    const points = path.length === 0 ? null : Float64Array.from(path.flatMap((point) => [u * point.x, u * point.y]));
    return { x: u * x, y: u * y, turn, path: points };
  });
}

function listGivenStarts(scene: SceneDesc) {
  return isClosed(scene) ? [] : scene.starts;
}

/** x, y of head and tail. */
export function createStartLine({ x, y, turn }: StartPose, length: number): Float64Array {
  return Float64Array.of(x, y, x - length * cos(turn), y - length * sin(turn));
}

/** Several animals need room. */
export function checkStarts({ scene, body, control }: SceneAnimal, starts: readonly StartPose[], u: number): void {
  const problems: Problem[] = [];
  const length = u * body.segments * (body.rigidLength + body.softLength);
  const lines = starts.map((start) => createStartLine(start, length));
  const add = (path: string, got: string, hint: string): void => {
    problems.push({ code: 'inconsistent', path, got, hint });
  };
  const [animals, given] = [countAnimals(scene), listGivenStarts(scene)];
  if (control.animal > animals)
    add('control.animal', `animal ${control.animal} of ${animals}`, 'Choose one that is there.');
  if (given.length > animals)
    add('scene.starts', `${given.length} starts`, `Set scene.animals to ${given.length}, or list fewer.`);
  given.forEach(({ path }, k) => {
    if (path.length === 1) add(`scene.starts[${k}].path`, 'one point', 'Give two points or more, or none.');
  });
  lines.forEach((line, k) => {
    const met = lines.slice(0, k).findIndex((other) => computeApart(line, other) < 1.2 * u * body.width);
    if (met >= 0)
      add(
        k < given.length ? `scene.starts[${k}]` : 'scene.animals',
        `animal ${k + 1} lies on animal ${met + 1}`,
        'Give them starts with a body’s width between them.',
      );
  });
  if (problems.length > 0) throw new ModelError(problems);
}

/** Distance of two straight bodies, to a twentieth of their lengths. */
function computeApart(a: Float64Array, b: Float64Array): number {
  const steps = 20;
  let least = Infinity;
  for (let i = 0; i <= steps; i++) {
    const x = a[0]! + ((a[2]! - a[0]!) * i) / steps;
    const y = a[1]! + ((a[3]! - a[1]!) * i) / steps;
    const [dx, dy] = [b[2]! - b[0]!, b[3]! - b[1]!];
    const share = Math.min(1, Math.max(0, ((x - b[0]!) * dx + (y - b[1]!) * dy) / (dx * dx + dy * dy)));
    const [gx, gy] = [x - b[0]! - share * dx, y - b[1]! - share * dy];
    least = Math.min(least, Math.sqrt(gx * gx + gy * gy));
  }
  return least;
}
