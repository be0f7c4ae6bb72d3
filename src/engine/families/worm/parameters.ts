/**
 * A worm's description in the units of its solver (mm, g, s, so µN and Pa), with what it leaves out filled in by the defaults
 * of its drive: the paper's scene for `modal` and `two-mode`, true units and an overdamped body for `muscle` and `reflex`.
 */
import { wormTissues } from './mesh/cross-section.ts';
import { wormResolutions, type WormMeshOptions } from './mesh/options.ts';
import type { DampingKind } from '../../forces/stvk.ts';
import type { WormDesc } from './schema.ts';
import { ModelError } from '../../model/problem.ts';
import type { FemContactSettings } from '../../bodies/fem/contact.ts';
import type { FrictionPatch } from '../../world/friction-patches.ts';
import type { DragSettings } from '../../forces/section-drag.ts';
import { driveDefaults } from './drive/defaults.ts';
import type { GroundShape, ReliefShape } from './surroundings/ground.ts';
import { densityPerSi, gramsPerKilogram, mmPerMetre, stiffnessPerSi } from './units.ts';

export interface WormTissueSettings {
  readonly youngModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
  readonly damping: number;
}

export interface WormParameters {
  /** By their index in `tetTissues`. */
  readonly tissues: readonly WormTissueSettings[];
  /** g, or undefined for what the densities give. */
  readonly mass: number | undefined;
  /** mm/s² */
  readonly gravity: number;
  readonly dt: number;
  /** Number of substeps that is asked for, or undefined for what the body needs. */
  readonly substeps: number | undefined;
  readonly viscosity: DampingKind;
  readonly contact: FemContactSettings;
  /** µN/mm between parts of the body that touch. */
  readonly selfStiffness: number;
  readonly patches: readonly FrictionPatch[];
  readonly ground: GroundShape;
  /** Drag of the medium, or undefined where it does not act. */
  readonly drag: DragSettings | undefined;
  /** s before the drive begins. */
  readonly delay: number;
  /** mm */
  readonly startHeight: number;
}

export function toWormParameters(desc: WormDesc): WormParameters {
  const defaults = driveDefaults[desc.drive.kind];
  const { friction, medium, solver } = desc;
  const mediumKind = medium.kind === 'auto' ? defaults.medium : medium.kind;
  return {
    tissues: wormTissues.map(({ name }) => {
      const { young, poisson, density, damping } = desc.tissues[name];
      return {
        youngModulus: young,
        poissonRatio: poisson,
        density: density * densityPerSi,
        damping: damping ?? defaults.damping,
      };
    }),
    mass: toGrams(desc.mass ?? defaults.mass),
    gravity: (desc.gravity ?? defaults.gravity) * mmPerMetre,
    dt: solver.dt ?? defaults.timeStep,
    substeps: solver.substeps,
    viscosity: solver.viscosity === 'auto' ? defaults.viscosity : solver.viscosity,
    contact: {
      model: friction.model === 'auto' ? defaults.friction : friction.model,
      normalStiffness: friction.normalStiffness * stiffnessPerSi,
      // Each model reads its own one of these two.
      tangentStiffness: friction.model === 'lagged' ? 0 : friction.tangentStiffness * stiffnessPerSi,
      slipSpeed: friction.model === 'anchored' ? 0 : friction.slipSpeed * mmPerMetre,
    },
    selfStiffness: friction.selfStiffness * stiffnessPerSi,
    patches: friction.patches.map(toPatch),
    ground: toGroundShape(desc.ground),
    drag: medium.kind !== 'none' && mediumKind === 'viscous' ? toDrag(medium) : undefined,
    delay: desc.drive.delay ?? defaults.delay,
    startHeight: (desc.mesh.height ?? 0) * mmPerMetre,
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

type PatchDesc = WormDesc['friction']['patches'][number];

function toPatch(patch: PatchDesc): FrictionPatch {
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

function toGrams(mass: number | undefined): number | undefined {
  return mass === undefined ? undefined : mass * gramsPerKilogram;
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

function toRelief(relief: ReliefShape): ReliefShape {
  const [height, size] = [relief.height * mmPerMetre, relief.size * mmPerMetre];
  return relief.kind === 'sine' ? { kind: 'sine', height, size } : { kind: 'random', height, size, seed: relief.seed };
}

function toGroundShape(ground: WormDesc['ground']): GroundShape {
  if (ground.kind === 'none') return { kind: 'none' };
  if (ground.kind === 'plane') return { kind: 'plane', slope: ground.slope, slopeAcross: ground.slopeAcross };
  if (ground.kind === 'height-field') {
    const { slope, slopeAcross, relief } = ground;
    return { kind: 'height-field', slope, slopeAcross, relief: toRelief(relief) };
  }
  const count = ground.vertices.length;
  const bad = ground.triangles.findIndex((triangle) => triangle.some((vertex) => vertex >= count));
  if (ground.triangles.length === 0 || bad >= 0)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: bad >= 0 ? `ground.triangles[${bad}]` : 'ground.triangles',
        got: bad >= 0 ? `corners ${ground.triangles[bad]!.join(', ')}` : 'an empty list',
        hint: `A ground of kind mesh needs triangles whose corners are numbers from 0 to ${count - 1}, the items of ground.vertices.`,
      },
    ]);
  return {
    kind: 'mesh',
    vertices: Float64Array.from(ground.vertices.flat(), (value) => value * mmPerMetre),
    triangles: Uint32Array.from(ground.triangles.flat()),
  };
}
