/** Where the worm's body is, and what the medium does to it. Units mm, g, s. */
import { setGait } from '../../control/worm/gait.ts';
import { atan2 } from '../../math/portable.ts';
import { unwrapAngle } from '../../math/space/geometry.ts';
import { setBend, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { type DragSettings, mixDrag } from '../../forces/section-drag.ts';
import type { WormNodes, WormScratch } from './scratch.ts';
import { trackPlaces, type WormControl, type WormSystem } from './system.ts';

/** The knob; drag; frequency and wavelength of the gait; press of the film, µN/mm. */
export const mediumPlaces = { knob: 0, along: 1, across: 2, frequency: 3, wavelength: 4, press: 5 } as const;

export function getControl(system: WormSystem, worm: WormScratch, name: WormControl): number {
  return worm.controls[system.controlIndex[name]]!;
}

/** Drag of the medium, and the frequency and wavelength that belong to it unless they are given. */
export function setMediumAndGait(system: WormSystem, worm: WormScratch): void {
  const { drag, gait, medium } = worm;
  const knob = getControl(system, worm, 'medium.water');
  if (medium[mediumPlaces.knob] !== knob) setMedium(worm, system.parameters.drag, knob);
  drag.along = medium[mediumPlaces.along]!;
  drag.across = medium[mediumPlaces.across]!;
  gait.frequency = medium[mediumPlaces.frequency]!;
  gait.wavelength = medium[mediumPlaces.wavelength]!;
  const frequency = getControl(system, worm, 'drive.frequency');
  const wavelength = getControl(system, worm, 'drive.wavelength');
  if (frequency > 0) gait.frequency = frequency;
  if (wavelength > 0) gait.wavelength = wavelength;
}

function setMedium({ medium, gait }: WormScratch, settings: DragSettings | undefined, knob: number): void {
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
export function setPose(body: WormNodes & Pick<WormScratch, 'pose'>): void {
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
export function trackHeading(worm: WormScratch): void {
  const { line, arrays, positions, drag } = worm;
  const { track } = arrays;
  setCentreLine(line, positions);
  setBend(line);
  const middle = line.angles[Math.floor(line.sectionCount / 2)]!;
  track[trackPlaces.middle] = unwrapAngle(middle, track[trackPlaces.middle]!);
  let mean = 0;
  for (let i = 0; i < line.sectionCount; i++) mean += drag.shares[i]! * (line.angles[i]! - middle);
  track[trackPlaces.heading] = track[trackPlaces.middle]! + mean;
}
