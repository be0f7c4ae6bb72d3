/**
 * What the full worm and its preview have in common: where the body is, what the medium does, and how its muscles are
 * driven. A body is a row of sections; the preview has one point per section, the full worm all its nodes.
 */
import { wrapAngle } from '../../math/space/geometry.ts';
import { type Gait, setGait } from '../../control/worm/gait.ts';
import { type MuscleWave, setMuscleWave } from '../../control/worm/muscle-wave.ts';
import { stepReflex } from '../../control/worm/reflex.ts';
import { atan2 } from '../../math/portable.ts';
import type { Scratch, State } from '../../contract/types.ts';
import { type CentreLine, createCentreLine, setBend } from '../../mesh/tets/centre-line.ts';
import { type Contact, createContact } from '../../bodies/fem/contact.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { mixDrag } from '../../forces/section-drag.ts';
import { trackPlaces, type WormControl, type WormSystem } from './compile.ts';
import { createGround } from './ground.ts';
import { createNodeTerms, type NodeTerms } from '../../forces/node-terms.ts';

/** The arrays of the state that both have, by name. */
interface WormArrays {
  readonly anchors: Float64Array;
  readonly contacts: Uint8Array;
  readonly activations: Float64Array;
  readonly reflexes: Float64Array;
  readonly head: Float64Array;
  readonly track: Float64Array;
}

export interface WormBody extends Scratch {
  readonly arrays: WormArrays;
  readonly controls: Float64Array;
  /** g, mm, mm and mm/s per node, the vectors as xyz_. */
  readonly masses: Float64Array;
  readonly rest: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly terms: NodeTerms;
  readonly line: CentreLine;
  readonly contact: Contact;
  readonly gait: Gait;
  readonly wave: MuscleWave;
  readonly bends: Float64Array;
  /** Centre of mass and yaw of best fit. */
  readonly pose: Float64Array;
  /** Drag of the whole body along and across, µN s/mm. */
  readonly drag: Float64Array;
}

export type WormNodes = Pick<WormBody, 'masses' | 'rest' | 'positions' | 'velocities'>;

export function createWormBody(system: WormSystem, state: State, nodes: WormNodes): WormBody {
  const { mesh, recipe } = system;
  return {
    ...nodes,
    stage: 'start',
    arrays: state.arrays as unknown as WormArrays,
    controls: state.controls,
    terms: createNodeTerms(nodes.masses.length),
    line: createCentreLine(mesh.sectionCount, nodes.masses.length / mesh.sectionCount),
    contact: createContact(
      recipe.contact,
      createGround(recipe.ground),
      createFrictionPatches(recipe.patches),
      mesh.surfaceNodes,
      mesh.nodesPerSection,
    ),
    gait: { frequency: 0, wavelength: 0 },
    wave: { phase: 0, wavelength: 1, direction: 1, bias: 0, ramp: 1 },
    bends: new Float64Array(mesh.sectionCount),
    pose: new Float64Array(4),
    drag: new Float64Array(2),
  };
}

export function getControl(system: WormSystem, body: WormBody, name: WormControl): number {
  return body.controls[system.controlIndex[name]]!;
}

/** Drag of the medium, and the frequency and wavelength that belong to it unless they are given. */
export function setMediumAndGait(system: WormSystem, body: WormBody): void {
  const { drag: settings } = system.recipe;
  const knob = getControl(system, body, 'medium.water');
  const { drag, gait } = body;
  drag[0] = settings === undefined ? 0 : mixDrag(settings.agarAlong, settings.waterAlong, knob);
  drag[1] = settings === undefined ? 0 : mixDrag(settings.agarAcross, settings.waterAcross, knob);
  const { agarAcross, waterAcross } = system.desc.medium;
  setGait(gait, mixDrag(agarAcross, waterAcross, knob) / waterAcross);
  const frequency = getControl(system, body, 'drive.frequency');
  const wavelength = getControl(system, body, 'drive.wavelength');
  if (frequency > 0) gait.frequency = frequency;
  if (wavelength > 0) gait.wavelength = wavelength;
}

/** Centre of mass (mm) and the yaw that turns the body at rest closest to where it is. */
export function setPose(body: WormBody): void {
  const { masses, pose, rest, positions } = body;
  let [total, x, y, z, rx, ry, along, across] = [0, 0, 0, 0, 0, 0, 0, 0];
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

/** Follows the yaw of best fit without jumps; call after the body has moved. */
export function trackHeading(body: WormBody): void {
  const { track } = body.arrays;
  setPose(body);
  track[trackPlaces.heading]! += wrapAngle(body.pose[3]! - track[trackPlaces.heading]!);
}

/**
 * Sets the activations of the muscles at a time, from the wave or from the reflexes; the centre line must be set. Returns
 * the muscle stress at full activation.
 */
export function driveMuscles(system: WormSystem, body: WormBody, time: number, dt: number): number {
  const { arrays, line, bends } = body;
  const { activations, track } = arrays;
  const active = time + 1e-9 - system.recipe.delay;
  if (active < 0) return 0;
  const { ramp, kind } = system.desc.drive;
  const bias = getControl(system, body, 'drive.bias');
  const strength = getControl(system, body, 'drive.strength');
  const grown = ramp > 0 ? Math.min(1, (active + dt) / ramp) : 1;
  if (kind === 'muscle') {
    const { wave, gait } = body;
    track[trackPlaces.phase]! += gait.frequency * dt;
    wave.phase = track[trackPlaces.phase]!;
    wave.wavelength = gait.wavelength;
    wave.direction = getControl(system, body, 'drive.direction');
    wave.bias = bias;
    wave.ramp = grown;
    setMuscleWave(activations, wave, system.musclePlaces, system.muscleSides);
    maskMuscles(system, activations);
    return strength * (1 - waterEase * getControl(system, body, 'medium.water'));
  }
  setBend(line);
  for (let i = 0; i < bends.length; i++) bends[i] = line.curvatures[i]! * system.mesh.settings.length;
  const reflex = { head: arrays.head, drives: arrays.reflexes };
  stepReflex(activations, reflex, system.desc.reflex, bends, system.musclePlaces, system.muscleSides, bias, dt);
  for (let i = 0; i < activations.length; i++) activations[i]! *= grown;
  maskMuscles(system, activations);
  return strength;
}

/** Share of the muscle stress that the wave does without in water, where nothing holds the bends back. */
const waterEase = 0.13;

function maskMuscles({ muscleMask }: WormSystem, activations: Float64Array): void {
  for (let i = 0; i < activations.length; i++) activations[i]! *= muscleMask[i]!;
}
