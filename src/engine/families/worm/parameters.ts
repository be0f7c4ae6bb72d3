/**
 * A worm's description in the units of its solver (mm, g, s, so µN and Pa), with what it leaves out filled in by the defaults
 * of its drive: the paper's scene for `modal` and `two-mode`, true units and an overdamped body for `muscle` and `reflex`.
 */
import { wormTissues } from './mesh/cross-section.ts';
import { wormResolutions, type WormMeshOptions } from './mesh/mesh.ts';
import type { WormDesc } from './schema.ts';
import type { FrictionPatch } from '../../world/friction-patches.ts';
import type { DragSettings } from '../../forces/section-drag.ts';
import { consistentDamping, driveDefaults } from './drive/defaults.ts';

export const mmPerMetre = 1e3;
export const metresPerMm = 1e-3;
export const gramsPerKilogram = 1e3;
export const kilogramsPerGram = 1e-3;
/** µN/mm in a N/m. */
const stiffnessPerSi = 1e3;
/** g/mm³ in a kg/m³. */
const densityPerSi = 1e-6;

export type WormParameters = ReturnType<typeof toWormParameters>;

export function toWormParameters(desc: WormDesc) {
  const defaults = driveDefaults[desc.drive.kind];
  const { friction, medium, solver } = desc;
  const mediumKind = medium.kind === 'auto' ? defaults.medium : medium.kind;
  const mass = desc.mass ?? defaults.mass;
  const isModal = desc.drive.kind === 'modal' || desc.drive.kind === 'two-mode';
  const isDragged = medium.kind !== 'none' && mediumKind === 'viscous';
  // Bodies in a medium and muscles step so in any case.
  const isConsistent = solver.stepping === 'consistent' && isModal && !isDragged;
  return {
    /** By their index in `tetTissues`. */
    tissues: wormTissues.map(({ name }) => {
      const { young, poisson, density, damping } = desc.tissues[name];
      return {
        youngModulus: young,
        poissonRatio: poisson,
        density: density * densityPerSi,
        damping: damping ?? (isConsistent ? consistentDamping : defaults.damping),
      };
    }),
    /** g, or undefined for what the densities give. */
    mass: mass === undefined ? undefined : mass * gramsPerKilogram,
    /** mm/s² */
    gravity: (desc.gravity ?? defaults.gravity) * mmPerMetre,
    dt: solver.dt ?? defaults.timeStep,
    /** Number of substeps that is asked for, or undefined for what the body needs. */
    substeps: solver.substeps,
    viscosity: solver.viscosity === 'auto' ? (isConsistent ? 'objective' : defaults.viscosity) : solver.viscosity,
    /** Whether a body without a medium takes steps on whose length its motion hardly depends. */
    isConsistent,
    contact: {
      model: friction.model === 'auto' ? defaults.friction : friction.model,
      normalStiffness: friction.normalStiffness * stiffnessPerSi,
      // Each model reads its own one of these two.
      tangentStiffness: friction.model === 'lagged' ? 0 : friction.tangentStiffness * stiffnessPerSi,
      slipSpeed: friction.model === 'anchored' ? 0 : friction.slipSpeed * mmPerMetre,
    },
    /** µN/mm between parts of the body that touch. */
    selfStiffness: friction.selfStiffness * stiffnessPerSi,
    patches: friction.patches.map(toPatch),
    /** Of the medium, or undefined where it does not act. */
    drag: isDragged ? toDrag(medium) : undefined,
    /** s before the drive begins. */
    delay: desc.drive.delay ?? defaults.delay,
  };
}

export function toMeshOptions({ mesh }: WormDesc): WormMeshOptions {
  return {
    ...wormResolutions[mesh.resolution],
    ...(mesh.sections === undefined ? {} : { sections: mesh.sections }),
    length: mesh.length * mmPerMetre,
    maxRadius: mesh.radius * mmPerMetre,
    pose: mesh.pose,
    musclePlacement: mesh.placement,
  };
}

function toPatch(patch: WormDesc['friction']['patches'][number]): FrictionPatch {
  const { shape, x, y, factor } = patch;
  const [sizeX, sizeY] = shape === 'circle' ? [patch.diameter, patch.diameter] : [patch.sizeX, patch.sizeY];
  return {
    shape,
    x: x * mmPerMetre,
    y: y * mmPerMetre,
    sizeX: sizeX * mmPerMetre,
    sizeY: sizeY * mmPerMetre,
    factor,
  };
}

/** kg/s → µN s/mm. */
function toDrag(medium: Exclude<WormDesc['medium'], { kind: 'none' }>): DragSettings {
  return {
    agarAlong: medium.agarAlong * gramsPerKilogram,
    agarAcross: medium.agarAcross * gramsPerKilogram,
    waterAlong: medium.waterAlong * gramsPerKilogram,
    waterAcross: medium.waterAcross * gramsPerKilogram,
    vertical: medium.vertical * gramsPerKilogram,
    press: medium.press * stiffnessPerSi,
  };
}
