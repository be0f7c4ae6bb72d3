/**
 * A worm's description in the units of its solver (mm, g, s, so µN and Pa), with what it leaves out filled in by the recipe
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
import type { GroundShape } from './ground.ts';
import { recipes } from './drive/recipes.ts';
import { densityPerSi, gramsPerKilogram, mmPerMetre, stiffnessPerSi } from './units.ts';

export interface WormTissueSettings {
  readonly youngModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
  readonly damping: number;
}

export interface WormRecipe {
  readonly mesh: WormMeshOptions;
  /** By their index in `tetTissues`. */
  readonly tissues: readonly WormTissueSettings[];
  /** g, or undefined for what the densities give. */
  readonly mass: number | undefined;
  /** mmPerMetre/s² */
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
  /** mmPerMetre */
  readonly startHeight: number;
}

export function resolveRecipe(desc: WormDesc): WormRecipe {
  const otherwise = recipes[desc.drive.kind];
  const { friction, medium, solver } = desc;
  return {
    mesh: {
      ...wormResolutions[desc.mesh.resolution],
      ...(desc.mesh.sections === undefined ? {} : { sections: desc.mesh.sections }),
      length: desc.mesh.length * mmPerMetre,
      maxRadius: desc.mesh.radius * mmPerMetre,
      pose: desc.mesh.pose,
      musclePlacement: desc.mesh.placement,
    },
    tissues: wormTissues.map(({ name }) => {
      const { young, poisson, density, damping } = desc.tissues[name];
      return {
        youngModulus: young,
        poissonRatio: poisson,
        density: density * densityPerSi,
        damping: damping ?? otherwise.damping,
      };
    }),
    mass: toGrams(desc.mass ?? otherwise.mass),
    gravity: (desc.gravity ?? otherwise.gravity) * mmPerMetre,
    dt: solver.dt ?? otherwise.timeStep,
    substeps: solver.substeps,
    viscosity: solver.viscosity === 'recipe' ? otherwise.viscosity : solver.viscosity,
    contact: {
      model: friction.model === 'recipe' ? otherwise.friction : friction.model,
      normalStiffness: friction.normalStiffness * stiffnessPerSi,
      tangentStiffness: friction.tangentStiffness * stiffnessPerSi,
      slipSpeed: friction.slipSpeed * mmPerMetre,
    },
    selfStiffness: friction.selfStiffness * stiffnessPerSi,
    patches: friction.patches.map((patch) => ({
      ...patch,
      x: patch.x * mmPerMetre,
      y: patch.y * mmPerMetre,
      sizeX: patch.sizeX * mmPerMetre,
      sizeY: patch.sizeY * mmPerMetre,
    })),
    ground: toGroundShape(desc),
    drag: (medium.drag === 'recipe' ? otherwise.drag : medium.drag) === 'on' ? toDrag(medium) : undefined,
    delay: desc.drive.delay ?? otherwise.delay,
    startHeight: (desc.mesh.height ?? 0) * mmPerMetre,
  };
}

function toGrams(mass: number | undefined): number | undefined {
  return mass === undefined ? undefined : mass * gramsPerKilogram;
}

/** kg/s → µN s/mm. */
function toDrag(medium: WormDesc['medium']): DragSettings {
  return {
    agarAlong: medium.agarAlong * gramsPerKilogram,
    agarAcross: medium.agarAcross * gramsPerKilogram,
    waterAlong: medium.waterAlong * gramsPerKilogram,
    waterAcross: medium.waterAcross * gramsPerKilogram,
    vertical: medium.vertical * gramsPerKilogram,
    press: medium.press * stiffnessPerSi,
  };
}

function toGroundShape({ ground }: WormDesc): GroundShape {
  const { kind, slope, slopeAcross, bumps, bumpSeed } = ground;
  if (kind === 'none') return { kind };
  if (kind === 'plane') return { kind, slope, slopeAcross };
  if (kind === 'height-field')
    return {
      kind,
      slope,
      slopeAcross,
      bumps,
      bumpSeed,
      bumpHeight: ground.bumpHeight * mmPerMetre,
      bumpSize: ground.bumpSize * mmPerMetre,
    };
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
    kind,
    vertices: Float64Array.from(ground.vertices.flat(), (value) => value * mmPerMetre),
    triangles: Uint32Array.from(ground.triangles.flat()),
  };
}
