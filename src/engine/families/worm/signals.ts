/** What a worm tells: its signals in SI units, from its state alone. */
import { signal, type SignalBlock, standardBlock } from '../../contract/define.ts';
import type { SignalSpec, State } from '../../contract/types.ts';
import { cos, sin } from '../../math/portable.ts';
import { computeContour, setBend, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { setMediumAndGait } from './medium/medium.ts';
import { wormQuadrants } from './mesh/cross-section.ts';
import type { WormMesh } from './mesh/mesh.ts';
import { metresPerMm } from './parameters.ts';
import { setWormPose } from './stages.ts';
import { wormTrackPlaces, type WormNodes, type WormScratch, type WormSystem } from './system.ts';

type WormBlock = SignalBlock<WormSystem, WormScratch>;

/** Sets what the signals are read from: centre of mass, centre line, drag. */
export function prepareWormSignals(system: WormSystem, _state: State, worm: WormScratch): void {
  setWormPose(worm);
  setCentreLine(worm.line, worm.positions);
  setBend(worm.line);
  setMediumAndGait(system, worm);
}

export function listWormSignals(mesh: WormMesh): readonly WormBlock[] {
  return [place, createLine(mesh.sectionCount), createActivation(mesh), lengths, ...tracked, drags];
}

function one(name: string, unit: string, range: readonly [number, number], about: string): SignalSpec {
  return { name, unit, size: 1, range, about };
}

const place: WormBlock = standardBlock((out, at, _system, _state, worm) => {
  const heading = worm.arrays.track[wormTrackPlaces.heading]!;
  for (let k = 0; k < 3; k++) out[at + k] = metresPerMm * worm.pose[k]!;
  out[at + 3] = heading;
  out[at + 4] = metresPerMm * computeSpeed(worm, heading);
});

/** The centre line: its bend, x and y. */
function createLine(sections: number): WormBlock {
  const bend: SignalSpec = {
    name: 'curvature',
    unit: '1/m',
    size: sections,
    range: [-12_000, 12_000],
    about: 'Bend of the centre line seen from above, by section from head to tail; toward dorsal is positive.',
    element: 'section',
    display: 'diverging',
  };
  const points = (['x', 'y'] as const).map(
    (axis): SignalSpec => ({
      name: `midline.${axis}`,
      unit: 'm',
      size: sections,
      range: [-1e-3, 1e-3],
      about: `Centre line from head to tail, ${axis}.`,
    }),
  );
  return {
    specs: [bend, ...points],
    write(out, at, _system, _state, { line }) {
      for (let section = 0; section < sections; section++) {
        out[at + section] = line.curvatures[section]! / metresPerMm;
        out[at + sections + section] = metresPerMm * line.centres[3 * section]!;
        out[at + 2 * sections + section] = metresPerMm * line.centres[3 * section + 1]!;
      }
    },
  };
}

function createActivation({ muscles }: WormMesh): WormBlock {
  const spec: SignalSpec = {
    name: 'muscle.activation',
    unit: '1',
    size: muscles.length,
    range: [-1, 1],
    about: `Activation around the resting tone of the muscles ${muscles[0]!.name} to ${muscles.at(-1)!.name}.`,
    element: 'muscle',
    display: 'diverging',
    bands: wormQuadrants.map((quadrant) => ({
      name: `M${quadrant}`,
      size: muscles.filter((muscle) => muscle.quadrant === quadrant).length,
    })),
  };
  return signal(spec, (out, at, _system, _state, { arrays }) => {
    out.set(arrays.activations, at);
  });
}

const lengths: WormBlock = {
  specs: [
    one('contour', '1', [0.9, 1.1], 'Length along the centre line over that at rest.'),
    {
      ...one('endToEnd', '1', [0, 1], 'Distance from head to tail over that at rest.'),
      title: 'Head to tail, of rest',
      display: 'strip',
    },
  ],
  write(out, at, { restContour, restEndToEnd }, _state, { line }) {
    const { centres } = line;
    const tail = 3 * (line.sectionCount - 1);
    const dx = centres[0]! - centres[tail]!;
    const dy = centres[1]! - centres[tail + 1]!;
    const dz = centres[2]! - centres[tail + 2]!;
    out[at] = computeContour(line) / restContour;
    out[at + 1] = Math.sqrt(dx * dx + dy * dy + dz * dz) / restEndToEnd;
  },
};

/** A number that the last step left in the state. */
function track(where: keyof typeof wormTrackPlaces, name: string, highest: number, about: string): WormBlock {
  const index = wormTrackPlaces[where];
  return signal(one(name, '1', [0, highest], about), (out, at, _system, _state, { arrays }) => {
    out[at] = arrays.track[index]!;
  });
}

const torque = 'Net torque of the modal drive over the sum of its forces times the length.';

const tracked: readonly WormBlock[] = [
  track('contacts', 'contacts', 200, 'Nodes that touch the ground.'),
  track('inverted', 'inverted', 10, 'Elements turned inside out.'),
  track('iterations', 'solver.iterations', 40, 'Iterations of the linear solver, mean over the substeps.'),
  track('residual', 'solver.residual', 1e-5, 'True relative residual of the linear system, largest of the substeps.'),
  track('netForce', 'momentum.force', 1e-3, 'Net force of the modal drive over the sum of its forces.'),
  track('netTorque', 'momentum.torque', 1e-3, torque),
];

const drags: WormBlock = {
  specs: [
    one('drag.along', 'kg/s', [0, 5e-3], 'Drag coefficient of the whole body along its axis.'),
    one('drag.across', 'kg/s', [0, 0.1], 'Drag coefficient of the whole body across its axis.'),
  ],
  write(out, at, _system, _state, { drag }) {
    out[at] = metresPerMm * drag.along;
    out[at + 1] = metresPerMm * drag.across;
  },
};

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
