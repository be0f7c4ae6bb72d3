/**
 * What the full worm and its preview have in common: where the body is, and what the medium does to it. A body is a row of
 * sections; the preview has one point per section, the full worm all its nodes.
 */
import { type Gait, setGait } from '../../control/worm/gait.ts';
import type { MuscleWave } from '../../control/worm/muscle-wave.ts';
import type { ReflexState } from '../../control/worm/reflex.ts';
import { atan2 } from '../../math/portable.ts';
import { unwrapAngle } from '../../math/space/geometry.ts';
import type { Scratch, State } from '../../contract/types.ts';
import { type CentreLine, createCentreLine, setBend, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { type FemContact, createFemContact } from '../../bodies/fem/contact.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { type DragSettings, mixDrag, type SectionDrag } from '../../forces/section-drag.ts';
import { createNodeTerms, type NodeTerms } from '../../forces/node-terms.ts';
import { type ArraysOf, viewArrays } from '../../contract/arrays.ts';
import { trackPlaces, type WormFields } from './arrays.ts';
import type { WormControl, WormSystem } from './system.ts';
import { createGround } from './ground.ts';

/** g, mm, mm and mm/s per node, the vectors as xyz_. */
export interface WormNodes {
  readonly masses: Float64Array;
  readonly rest: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

export interface WormBody extends Scratch, WormNodes {
  readonly arrays: ArraysOf<WormFields>;
  readonly controls: Float64Array;
  readonly terms: NodeTerms;
  readonly line: CentreLine;
  readonly contact: FemContact;
  readonly gait: Gait;
  readonly wave: MuscleWave;
  readonly reflex: ReflexState;
  readonly bends: Float64Array;
  /** Centre of mass and yaw of best fit. */
  readonly pose: Float64Array;
  /** Drag of the whole body, µN s/mm; 0 where no medium acts. */
  readonly drag: SectionDrag;
  /** What belongs to a place of the knob from agar to water, by `mediumPlaces`. */
  readonly medium: Float64Array;
}

/** The knob; drag; frequency and wavelength of the gait; press of the film, µN/mm. */
export const mediumPlaces = { knob: 0, along: 1, across: 2, frequency: 3, wavelength: 4, press: 5 } as const;

export function createWormBody(system: WormSystem, state: State, nodes: WormNodes): WormBody {
  const { mesh, recipe } = system;
  const arrays = viewArrays(system.fields, state);
  const patches = createFrictionPatches(recipe.patches);
  return {
    masses: nodes.masses,
    rest: nodes.rest,
    positions: nodes.positions,
    velocities: nodes.velocities,
    stage: 'start',
    arrays,
    controls: state.controls,
    terms: createNodeTerms(nodes.masses.length),
    line: createCentreLine(mesh.sectionCount, nodes.masses.length / mesh.sectionCount),
    contact: createFemContact(
      recipe.contact,
      createGround(recipe.ground),
      patches,
      mesh.surfaceNodes,
      mesh.nodesPerSection,
    ),
    gait: { frequency: 0, wavelength: 0 },
    wave: { phase: 0, wavelength: 1, direction: 1, bias: 0, ramp: 1 },
    reflex: { head: arrays.head, drives: arrays.reflexes },
    bends: new Float64Array(mesh.sectionCount),
    pose: new Float64Array(4),
    medium: new Float64Array(6).fill(NaN),
    drag: { along: 0, across: 0, vertical: recipe.drag?.vertical ?? 0, shares: system.sectionShares, patches },
  };
}

export function getControl(system: WormSystem, body: WormBody, name: WormControl): number {
  return body.controls[system.controlIndex[name]]!;
}

/** Drag of the medium, and the frequency and wavelength that belong to it unless they are given. */
export function setMediumAndGait(system: WormSystem, body: WormBody): void {
  const { drag, gait, medium } = body;
  const knob = getControl(system, body, 'medium.water');
  if (medium[mediumPlaces.knob] !== knob) setMedium(body, system.recipe.drag, knob);
  drag.along = medium[mediumPlaces.along]!;
  drag.across = medium[mediumPlaces.across]!;
  gait.frequency = medium[mediumPlaces.frequency]!;
  gait.wavelength = medium[mediumPlaces.wavelength]!;
  const frequency = getControl(system, body, 'drive.frequency');
  const wavelength = getControl(system, body, 'drive.wavelength');
  if (frequency > 0) gait.frequency = frequency;
  if (wavelength > 0) gait.wavelength = wavelength;
}

function setMedium({ medium, gait }: WormBody, settings: DragSettings | undefined, knob: number): void {
  medium.fill(0);
  medium[mediumPlaces.knob] = knob;
  setGait(gait, knob);
  medium[mediumPlaces.frequency] = gait.frequency;
  medium[mediumPlaces.wavelength] = gait.wavelength;
  if (settings === undefined) return;
  medium[mediumPlaces.along] = mixDrag(settings.agarAlong, settings.waterAlong, knob);
  medium[mediumPlaces.across] = mixDrag(settings.agarAcross, settings.waterAcross, knob);
  medium[mediumPlaces.press] = computePress(settings, knob);
}

/**
 * Press of the film, µN/mm. It fades with the drag, not with the knob: what is left of it where the drag has become small
 * would hold the body by dry friction alone. Water has no film.
 */
function computePress({ press, agarAlong, waterAlong }: DragSettings, knob: number): number {
  if (knob === 1) return 0;
  return agarAlong > 0 ? (press * mixDrag(agarAlong, waterAlong, knob)) / agarAlong : press * (1 - knob);
}

/** Centre of mass (mm) and the yaw that turns the body at rest closest to where it is. */
export function setPose(body: Pick<WormBody, keyof WormNodes | 'pose'>): void {
  const { masses, pose, rest, positions } = body;
  let total = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let rx = 0;
  let ry = 0;
  let along = 0;
  let across = 0;
  for (let i = 0; i < masses.length; i++) {
    const mass = masses[i]!;
    const at = 4 * i;
    total += mass;
    x += mass * positions[at]!;
    y += mass * positions[at + 1]!;
    z += mass * positions[at + 2]!;
    rx += mass * rest[at]!;
    ry += mass * rest[at + 1]!;
    along += mass * (rest[at]! * positions[at]! + rest[at + 1]! * positions[at + 1]!);
    across += mass * (rest[at]! * positions[at + 1]! - rest[at + 1]! * positions[at]!);
  }
  pose[0] = x / total;
  pose[1] = y / total;
  pose[2] = z / total;
  pose[3] = atan2(across - (rx * y - ry * x) / total, along - (rx * x + ry * y) / total);
}

/**
 * Follows the heading without jumps; call after the body has moved. It is the mean direction of the centre line, counted
 * from that of its middle: defined for a body that is wound up, too, where the yaw of best fit is not.
 */
export function trackHeading(body: WormBody): void {
  const { line, arrays, positions, drag } = body;
  const { track } = arrays;
  setCentreLine(line, positions);
  setBend(line);
  const middle = line.angles[Math.floor(line.sectionCount / 2)]!;
  track[trackPlaces.middle] = unwrapAngle(middle, track[trackPlaces.middle]!);
  let mean = 0;
  for (let i = 0; i < line.sectionCount; i++) mean += drag.shares[i]! * (line.angles[i]! - middle);
  track[trackPlaces.heading] = track[trackPlaces.middle]! + mean;
}
