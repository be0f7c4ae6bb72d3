// Two antennae on the head: short links, a root that wanders, and a wave that runs outward. [myriapod §5.2, Fig. 11]
//
//   root azimuth and elevation go to random targets at a constant rate; link i is turned against the one before it by
//   elevation A_θ sin(ωt − λi) and azimuth B_φ + A_φ sin(ωt − λi); ω is drawn again every three periods.
//
// A joint that touches the ground raises the root; one that touches an obstacle turns it along the obstacle's normal, and the
// brain is notified. Azimuth counts outward from straight ahead. Model units, radians, seconds.
import { setCosSinPairs, setSines } from '../../math/portable.ts';
import { nextFloat } from '../../math/rng.ts';
import { type ArrayField, f64 } from '../../contract/arrays.ts';
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import { type Obstructions, isFree, sampleObstructions } from '../../world/obstructions.ts';

const degree = Math.PI / 180;

export interface AntennaeOptions {
  readonly links: number;
  readonly firstLength: number;
  readonly lastLength: number;
  /** Root of the left antenna in the frame of the head. */
  readonly root: readonly [number, number, number];
  /** Distance at which an obstacle is sensed. */
  readonly touch: number;
}

/** Places of an antenna's numbers in the State. */
const places = {
  azimuth: 0,
  elevation: 1,
  targetAzimuth: 2,
  targetElevation: 3,
  rate: 4,
  phase: 5,
  waveRate: 6,
  phaseLeft: 7,
} as const;
const placeNames = Object.keys(places);
const numbers = placeNames.length;

/** Root: azimuth 30 ± 30°, elevation ± 15°, 60°/s; retreats at 200°/s. Wave: 300 to 400°/s, 6° a link, 2° and 1 + 1°. */
const rootAzimuth = 30 * degree;
const rootElevation = 15 * degree;
const calmRate = 60 * degree;
const retreatRate = 200 * degree;
const waveElevation = 2 * degree;
const waveAzimuth = degree;
const waveStep = 6 * degree;

export interface Antennae {
  readonly options: AntennaeOptions;
  /** World points of both antennae, root first. */
  readonly points: Float64Array;
  /** 1 for an antenna that touches an obstacle. */
  readonly contacts: Uint8Array;
  readonly sample: Float64Array;
  readonly lengths: Float64Array;
  /** Per link of one antenna: the wave; elevation and azimuth; their cosines and sines. */
  readonly waves: Float64Array;
  readonly angles: Float64Array;
  readonly pairs: Float64Array;
}

export function createAntennae(options: AntennaeOptions): Antennae {
  const { links, firstLength, lastLength } = options;
  return {
    options,
    points: new Float64Array(6 * (links + 1)),
    contacts: new Uint8Array(2),
    sample: new Float64Array(4),
    lengths: Float64Array.from(
      { length: links },
      (_, i) => firstLength + ((lastLength - firstLength) * i) / Math.max(1, links - 1),
    ),
    waves: new Float64Array(links),
    angles: new Float64Array(2 * links),
    pairs: new Float64Array(4 * links),
  };
}

export function createAntennaeField(): ArrayField<Float64Array> {
  return f64(
    2 * numbers,
    'rad, s',
    (i) => `${placeNames[i % numbers]!} of the ${i < numbers ? 'left' : 'right'} antenna`,
  );
}

export function setAntennaeStart(values: Float64Array, rng: Uint32Array): void {
  for (let side = 0; side < 2; side++) {
    const at = side * numbers;
    values[at + places.azimuth] = rootAzimuth;
    values[at + places.phase] = 2 * Math.PI * nextFloat(rng);
    drawTarget(values, at, rng);
  }
}

function drawTarget(values: Float64Array, at: number, rng: Uint32Array): void {
  values[at + places.targetAzimuth] = rootAzimuth * 2 * nextFloat(rng);
  values[at + places.targetElevation] = rootElevation * (2 * nextFloat(rng) - 1);
  values[at + places.rate] = calmRate;
}

/** `head` is the head's rotation and position, twelve numbers. */
export function updateAntennae(
  antennae: Antennae,
  values: Float64Array,
  rng: Uint32Array,
  head: Float64Array,
  terrain: SignedDistance | null,
  obstructions: Obstructions,
  dt: number,
): void {
  for (let side = 0; side < 2; side++) {
    const at = side * numbers;
    moveRoot(values, at, rng, dt);
    setPoints(antennae, values, head, side);
    senseContacts(antennae, values, head, terrain, obstructions, side);
  }
}

function moveRoot(values: Float64Array, at: number, rng: Uint32Array, dt: number): void {
  const max = values[at + places.rate]! * dt;
  let far = 0;
  for (let k = 0; k < 2; k++) {
    const missing = values[at + places.targetAzimuth + k]! - values[at + places.azimuth + k]!;
    values[at + places.azimuth + k] = values[at + places.azimuth + k]! + Math.min(max, Math.max(-max, missing));
    far = Math.max(far, Math.abs(missing));
  }
  if (far <= max) drawTarget(values, at, rng);
  if (values[at + places.phaseLeft]! <= 0) {
    values[at + places.waveRate] = (300 + 100 * nextFloat(rng)) * degree;
    values[at + places.phaseLeft] = 6 * Math.PI;
  }
  const turned = values[at + places.waveRate]! * dt;
  values[at + places.phase] = values[at + places.phase]! + turned;
  if (values[at + places.phase]! > 2 * Math.PI) values[at + places.phase] = values[at + places.phase]! - 2 * Math.PI;
  values[at + places.phaseLeft] = values[at + places.phaseLeft]! - turned;
}

/** World points of one antenna. */
export function setPoints(antennae: Antennae, values: Float64Array, head: Float64Array, side: number): void {
  const { options, points, lengths, pairs } = antennae;
  const sign = side === 0 ? 1 : -1;
  setLinkAngles(antennae, values, side * numbers);
  let to = 3 * side * (options.links + 1);
  let x = options.root[0];
  let y = sign * options.root[1];
  let z = options.root[2];
  for (let link = 0; link <= options.links; link++) {
    for (let a = 0; a < 3; a++) points[to + a] = head[9 + a]! + head[a]! * x + head[3 + a]! * y + head[6 + a]! * z;
    to += 3;
    if (link === options.links) break;
    const length = lengths[link]!;
    const level = length * pairs[4 * link]!;
    x += level * pairs[4 * link + 2]!;
    y += sign * level * pairs[4 * link + 3]!;
    z += length * pairs[4 * link + 1]!;
  }
}

/** Elevation and azimuth of every link, each turned against the one before it. */
function setLinkAngles({ waves, angles, pairs }: Antennae, values: Float64Array, at: number): void {
  const links = waves.length;
  let azimuth = values[at + places.azimuth]!;
  let elevation = values[at + places.elevation]!;
  for (let link = 0; link < links; link++) waves[link] = values[at + places.phase]! - waveStep * link;
  setSines(waves, waves, links);
  for (let link = 0; link < links; link++) {
    elevation += waveElevation * waves[link]!;
    azimuth += waveAzimuth * (1 + waves[link]!);
    angles[2 * link] = elevation;
    angles[2 * link + 1] = azimuth;
  }
  setCosSinPairs(pairs, angles, 0, 2 * links);
}

/** Every third joint and the tip sense contact. */
const sensingJointStep = 3;

function senseContacts(
  antennae: Antennae,
  values: Float64Array,
  head: Float64Array,
  terrain: SignedDistance | null,
  obstructions: Obstructions,
  side: number,
): void {
  const { options, points, sample, contacts } = antennae;
  const at = side * numbers;
  const first = 3 * side * (options.links + 1);
  contacts[side] = 0;
  for (let joint = options.links; joint > 0; joint -= sensingJointStep) {
    const p = first + 3 * joint;
    if (terrain !== null) {
      setDistance(sample, terrain, points[p]!, points[p + 1]!, points[p + 2]!);
      if (sample[0]! < 0) {
        values[at + places.targetElevation] = values[at + places.elevation]! + 20 * degree;
        values[at + places.rate] = retreatRate;
      }
    }
    if (isFree(obstructions)) continue;
    sampleObstructions(sample, obstructions, points[p]!, points[p + 1]!, points[p + 2]!, options.touch);
    if (sample[0]! > options.touch) continue;
    contacts[side] = 1;
    // Outward is where the obstacle's normal has a part to this antenna's own side.
    const left = sample[1]! * head[3]! + sample[2]! * head[4]!;
    const outward = (side === 0 ? left : -left) >= 0 ? 1 : -1;
    const azimuth = values[at + places.azimuth]! + outward * 30 * degree;
    values[at + places.targetAzimuth] = Math.min(100 * degree, Math.max(-10 * degree, azimuth));
    values[at + places.rate] = retreatRate;
    return;
  }
}

/** Where the tip of an antenna is in `points`. */
export function computeTipIndex(antennae: Antennae, side: number): number {
  return 3 * (side * (antennae.options.links + 1) + antennae.options.links);
}
