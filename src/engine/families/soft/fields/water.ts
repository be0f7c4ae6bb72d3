/** The water around a soft body. */
import { choice, group, quantity } from '../../../model/fields.ts';

export const softWater = group('The water around the body.', {
  model: choice(['paper', 'as-coded', 'none'], {
    default: 'paper',
    about:
      'paper: drag and thrust by the angle of attack on every face; as-coded: drag and lift on faces that meet the flow; none: empty space.',
  }),
  coupling: choice(['implicit', 'explicit'], {
    default: 'implicit',
    about:
      'implicit: the force is found together with the motion, which allows long steps; explicit: from the state before the step, as in the paper.',
  }),
  density: quantity({ unit: 'kg/m^3', min: 0, max: 20_000, default: 1000, about: 'Density of the water.' }),
  gravity: quantity({
    unit: 'm/s^2',
    min: 0,
    max: 100,
    default: 0,
    about: 'Gravity, less the buoyancy of the body; 0 for none of both. A body of the water’s density feels neither.',
  }),
  flow: choice(['uniform', 'shear', 'vortex'], {
    default: 'uniform',
    about:
      'How the water moves. uniform: everywhere as below; shear: in proportion to the height above z = 0, as below at 1 m; vortex: around the z axis, as fast as below at the core.',
  }),
  flowX: quantity({
    unit: 'm/s',
    min: -10,
    max: 10,
    default: 0,
    live: true,
    about: 'Flow along x; speed of a vortex.',
  }),
  flowY: quantity({ unit: 'm/s', min: -10, max: 10, default: 0, live: true, about: 'Flow along y.' }),
  flowZ: quantity({ unit: 'm/s', min: -10, max: 10, default: 0, live: true, about: 'Flow along z.' }),
  core: quantity({ unit: 'm', min: 1e-3, max: 100, default: 0.5, about: 'Radius of a vortex’s core.' }),
});
