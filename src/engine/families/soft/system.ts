/** A soft animal compiled: tables, cords and who drives them, layouts of the outputs. Never changes. */
import type { FrameFit } from '../../bodies/projective/body-frame.ts';
import type { ProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import type { DrivePlan } from '../../control/excitation/drive.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import type { SoftFields } from './arrays.ts';
import type { SoftScene } from './places/scene.ts';
import type { SoftDesc } from './schema.ts';
import type { Mixtures, SoftSkin } from './skin/skin.ts';

export interface SoftSystem extends DefinedSystem<SoftDesc, SoftFields, string> {
  readonly body: SoftBody;
  readonly tables: ProjectiveTables;
  readonly plan: DrivePlan;
  readonly scene: SoftScene;
  /** 1 per segment, 0 where a cord is paralysed. */
  readonly segmentMask: Float64Array;
  /** Steps between two control steps. */
  readonly stepsPerTick: number;
  readonly fit: FrameFit;
  /** At rest: the direction the animal swims in, and up. */
  readonly forward: readonly [number, number, number];
  /** m³ per tetrahedron at rest. */
  readonly restVolumes: Float64Array;
  /** Animals of the same build in the body, one after the other; signals tell of the first. */
  readonly members: number;
  /** Of the farthest node from the centre of mass of its animal at rest, m. */
  readonly restReach: number;
  readonly skins: readonly SoftSkin[];
  readonly cordMixtures: Mixtures;
  readonly nodeExcitations: Mixtures;
}
