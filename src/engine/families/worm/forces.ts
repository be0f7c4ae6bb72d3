/** What acts on a worm besides its tissues, in the order of the sums. Units mm, g, s. */
import { addContact } from '../../bodies/fem/contact.ts';
import { addSelfContact } from '../../bodies/fem/self-contact.ts';
import type { Force } from '../../contract/force.ts';
import { addForce } from '../../forces/node-terms.ts';
import { addDrag } from '../../forces/section-drag.ts';
import { setCentreLineAhead } from '../../mesh/tets/centre-line.ts';
import { driveDefaults } from './drive/defaults.ts';
import { getControl, mediumPlaces, wormTrackPlaces, type WormScratch, type WormSystem } from './system.ts';

type WormForce = Force<[WormScratch]>;

export function listWormForces(system: WormSystem): readonly WormForce[] {
  const touching = [createContactForce(system), selfContact];
  return system.parameters.drag === undefined ? touching : [...touching, drag, createPress(system)];
}

/** Contact and friction of the nodes that touch the ground. */
function createContactForce(system: WormSystem): WormForce {
  const { friction, drive } = system.desc;
  return {
    name: 'contact and friction',
    add(worm) {
      const { coefficients, contact, terms, arrays } = worm;
      // A body in water does not rub on what it touches.
      const dry = system.parameters.drag === undefined ? 1 : 1 - getControl(system, worm, 'medium.water');
      const high = getControl(system, worm, 'friction.high');
      const low = getControl(system, worm, 'friction.low');
      coefficients.forward = dry * low;
      coefficients.backward = dry * (friction.backward ?? (driveDefaults[drive.kind].backward === 'low' ? low : high));
      coefficients.transverse = dry * (friction.transverse ?? high);
      arrays.track[wormTrackPlaces.contacts] = addContact(
        terms,
        contact,
        arrays,
        coefficients,
        worm.isRefining ? worm.slipping : worm,
      );
    },
  };
}

const selfContact: WormForce = {
  name: 'contact with itself',
  add(worm) {
    addSelfContact(worm.terms, worm.selfContact, worm.line, worm.velocities);
  },
};

const drag: WormForce = {
  name: 'drag of the medium',
  add({ terms, line, positions, velocities, settings, drag: coefficients }) {
    // The body turns within the step: what it feels is the drag halfway.
    setCentreLineAhead(line, positions, velocities, settings.timeStep / 2);
    addDrag(terms, line, velocities, coefficients);
  },
};

/** s in which the film takes hold. Chosen: it does not throw the body that lies on the ground. */
const pressRamp = 1;

/** The film of water on agar presses the body down, more gently at the start. */
function createPress({ desc, restContour, sectionShares, mesh }: WormSystem): WormForce {
  const { nodesPerSection, nodeCount } = mesh;
  return {
    name: 'press of the film',
    add({ medium, time, terms }) {
      const grown = medium[mediumPlaces.press]! * restContour * Math.min(1, time / pressRamp);
      if (grown === 0 || desc.ground.kind === 'none') return;
      for (let node = 0; node < nodeCount; node++) {
        const share = sectionShares[Math.floor(node / nodesPerSection)]! / nodesPerSection;
        addForce(terms, node, grown * share, 0, 0, -1);
      }
    },
  };
}
