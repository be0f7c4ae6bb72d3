/** What a worm tells: its signals in SI units, from its state alone. */
import { wormQuadrants } from './mesh/cross-section.ts';
import type { WormMesh } from './mesh/mesh.ts';
import { type SignalSpec, type State, standardSignals } from '../../contract/types.ts';
import { cos, sin } from '../../math/portable.ts';
import { computeContour, setBend, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { trackPlaces } from './arrays.ts';
import { setMediumAndGait, setPose } from './body.ts';
import type { WormSystem } from './system.ts';
import type { WormNodes, WormScratch } from './scratch.ts';
import { metresPerMm } from './units.ts';

export function listWormSignals(mesh: WormMesh): SignalSpec[] {
  const sections = mesh.sectionCount;
  const one = (name: string, unit: string, range: readonly [number, number], about: string): SignalSpec => ({
    name,
    unit,
    size: 1,
    range,
    about,
  });
  return [
    ...standardSignals,
    {
      name: 'curvature',
      unit: '1/m',
      size: sections,
      range: [-12_000, 12_000],
      about: 'Bend of the centre line seen from above, by section from head to tail; toward dorsal is positive.',
      element: 'section',
      display: 'diverging',
    },
    { name: 'midline.x', unit: 'm', size: sections, range: [-1e-3, 1e-3], about: 'Centre line from head to tail, x.' },
    { name: 'midline.y', unit: 'm', size: sections, range: [-1e-3, 1e-3], about: 'Centre line from head to tail, y.' },
    {
      name: 'muscle.activation',
      unit: '1',
      size: mesh.muscles.length,
      range: [-1, 1],
      about: `Activation around the resting tone of the muscles ${mesh.muscles[0]!.name} to ${mesh.muscles.at(-1)!.name}.`,
      element: 'muscle',
      display: 'diverging',
      bands: wormQuadrants.map((quadrant) => ({
        name: `M${quadrant}`,
        size: mesh.muscles.filter((muscle) => muscle.quadrant === quadrant).length,
      })),
    },
    one('contour', '1', [0.9, 1.1], 'Length along the centre line over that at rest.'),
    { ...one('endToEnd', '1', [0, 1], 'Distance from head to tail over that at rest.'), display: 'strip' },
    one('contacts', '1', [0, 200], 'Nodes that touch the ground.'),
    one('inverted', '1', [0, 10], 'Elements turned inside out.'),
    one('solver.iterations', '1', [0, 40], 'Iterations of the linear solver, mean over the substeps.'),
    one('solver.residual', '1', [0, 1e-5], 'True relative residual of the linear system, largest of the substeps.'),
    one('momentum.force', '1', [0, 1e-3], 'Net force of the modal drive over the sum of its forces.'),
    one(
      'momentum.torque',
      '1',
      [0, 1e-3],
      'Net torque of the modal drive over the sum of its forces times the length.',
    ),
    one('drag.along', 'kg/s', [0, 5e-3], 'Drag coefficient of the whole body along its axis.'),
    one('drag.across', 'kg/s', [0, 0.1], 'Drag coefficient of the whole body across its axis.'),
  ];
}

export function writeWormSignals(out: Float64Array, system: WormSystem, _state: State, worm: WormScratch): void {
  const { arrays, line, pose, drag } = worm;
  const { track } = arrays;
  const at = system.signalOffsets;
  setPose(worm);
  setCentreLine(line, worm.positions);
  setBend(line);
  setMediumAndGait(system, worm);
  for (let k = 0; k < 3; k++) out[k] = metresPerMm * pose[k]!;
  const heading = track[trackPlaces.heading]!;
  out[3] = heading;
  out[4] = metresPerMm * computeSpeed(worm, heading);
  for (let section = 0; section < line.sectionCount; section++) {
    out[at['curvature']! + section] = line.curvatures[section]! / metresPerMm;
    out[at['midline.x']! + section] = metresPerMm * line.centres[3 * section]!;
    out[at['midline.y']! + section] = metresPerMm * line.centres[3 * section + 1]!;
  }
  out.set(arrays.activations, at['muscle.activation']);
  const { centres } = line;
  const tail = 3 * (line.sectionCount - 1);
  const [dx, dy, dz] = [
    centres[0]! - centres[tail]!,
    centres[1]! - centres[tail + 1]!,
    centres[2]! - centres[tail + 2]!,
  ];
  out[at['contour']!] = computeContour(line) / system.restContour;
  out[at['endToEnd']!] = Math.sqrt(dx * dx + dy * dy + dz * dz) / system.restEndToEnd;
  out[at['contacts']!] = track[trackPlaces.contacts]!;
  out[at['inverted']!] = track[trackPlaces.inverted]!;
  out[at['solver.iterations']!] = track[trackPlaces.iterations]!;
  out[at['solver.residual']!] = track[trackPlaces.residual]!;
  out[at['momentum.force']!] = track[trackPlaces.netForce]!;
  out[at['momentum.torque']!] = track[trackPlaces.netTorque]!;
  out[at['drag.along']!] = metresPerMm * drag.along;
  out[at['drag.across']!] = metresPerMm * drag.across;
}

/** mm/s of the centre of mass along the heading. */
function computeSpeed({ masses, velocities }: WormNodes, heading: number): number {
  let [total, x, y] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    total += masses[i]!;
    x += masses[i]! * velocities[4 * i]!;
    y += masses[i]! * velocities[4 * i + 1]!;
  }
  return (x * cos(heading) + y * sin(heading)) / total;
}
