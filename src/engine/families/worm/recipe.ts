/**
 * A worm's description in the units of its solver (mm, g, s, so µN and Pa), with what it leaves out filled in by the recipe
 * of its drive: the paper's scene for `modal` and `two-mode`, true units and an overdamped body for `muscle` and `reflex`.
 */
import { wormTissues } from './mesh/cross-section.ts';
import { wormResolutions, type WormMeshOptions } from './mesh/options.ts';
import type { DampingKind } from '../../forces/stvk.ts';
import type { WormDesc } from './schema.ts';
import { ModelError } from '../../model/problem.ts';
import type { ContactSettings } from '../../bodies/fem/contact.ts';
import type { FrictionPatch } from '../../world/friction-patches.ts';
import type { DragSettings } from '../../forces/section-drag.ts';
import type { GroundShape } from './ground.ts';

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
  /** mm/s² */
  readonly gravity: number;
  readonly dt: number;
  /** Fixed number of substeps, or undefined for what the body needs. */
  readonly substeps: number | undefined;
  readonly viscosity: DampingKind;
  readonly contact: ContactSettings;
  readonly patches: readonly FrictionPatch[];
  readonly ground: GroundShape;
  /** Drag of the medium, or undefined where it does not act. */
  readonly drag: DragSettings | undefined;
  /** s before the drive begins. */
  readonly delay: number;
  /** mm */
  readonly startHeight: number;
}

const mm = 1e3;
const gram = 1e3;
/** 1 N/m is 1000 µN/mm. */
const springs = 1e3;

export function resolveRecipe(desc: WormDesc): WormRecipe {
  const paper = desc.drive.kind === 'modal' || desc.drive.kind === 'two-mode';
  const { friction, medium, solver } = desc;
  const dragged = medium.drag === 'recipe' ? !paper : medium.drag === 'on';
  return {
    mesh: {
      ...wormResolutions[desc.mesh.resolution],
      ...(desc.mesh.sections === undefined ? {} : { sections: desc.mesh.sections }),
      length: desc.mesh.length * mm,
      maxRadius: desc.mesh.radius * mm,
      pose: desc.mesh.pose,
      musclePlacement: desc.mesh.placement,
    },
    tissues: wormTissues.map(({ name }) => {
      const { young, poisson, density, damping } = desc.tissues[name];
      return {
        youngModulus: young,
        poissonRatio: poisson,
        density: density * 1e-6,
        damping: damping ?? (paper ? 0.01 : 0.02),
      };
    }),
    mass: desc.mass === undefined ? (paper ? 1 : undefined) : desc.mass * gram,
    gravity: (desc.gravity ?? (paper ? 9.81e-3 : 0)) * mm,
    dt: solver.dt ?? 0.02,
    substeps: solver.substeps ?? (paper ? 1 : undefined),
    viscosity: solver.viscosity === 'recipe' ? (paper ? 'rayleigh' : 'objective') : solver.viscosity,
    contact: {
      model: friction.model === 'recipe' ? (paper ? 'anchored' : 'lagged') : friction.model,
      normalStiffness: friction.normalStiffness * springs,
      tangentStiffness: friction.tangentStiffness * springs,
      slipSpeed: friction.slipSpeed * mm,
    },
    patches: friction.patches.map((patch) => ({
      ...patch,
      x: patch.x * mm,
      y: patch.y * mm,
      sizeX: patch.sizeX * mm,
      sizeY: patch.sizeY * mm,
    })),
    ground: toGroundShape(desc),
    drag: dragged
      ? {
          agarAlong: medium.agarAlong * gram,
          agarAcross: medium.agarAcross * gram,
          waterAlong: medium.waterAlong * gram,
          waterAcross: medium.waterAcross * gram,
          vertical: medium.vertical * gram,
          press: medium.press * springs,
        }
      : undefined,
    delay: desc.drive.delay ?? (paper ? 0.5 : 0),
    startHeight: (desc.mesh.height ?? 0) * mm,
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
      bumpHeight: ground.bumpHeight * mm,
      bumpSize: ground.bumpSize * mm,
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
    vertices: Float64Array.from(ground.vertices.flat(), (value) => value * mm),
    triangles: Uint32Array.from(ground.triangles.flat()),
  };
}
