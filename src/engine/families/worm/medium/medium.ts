/** The medium of a worm: drag, press of the film on agar, and the gait that belongs to it. Units mm, g, s. */
import { setGait } from '../../../control/worm/gait.ts';
import { type DragSettings, mixDrag } from '../../../forces/section-drag.ts';
import { getControl, mediumPlaces, type WormScratch, type WormSystem } from '../system.ts';

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
