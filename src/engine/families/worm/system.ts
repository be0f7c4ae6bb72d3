/** A worm compiled: tables that never change. Inside mm, g, s. */
import type { System } from '../../contract/types.ts';
import type { FrameOffsets } from '../../contract/frame.ts';
import type { TetShape } from '../../forces/stvk.ts';
import type { Bcsr } from '../../math/sparse/bcsr.ts';
import type { WormFields } from './arrays.ts';
import type { ModalDrive } from './drive/modal.ts';
import type { WormMesh } from './mesh/mesh.ts';
import type { WormParameters } from './parameters.ts';
import type { WormDesc } from './schema.ts';

export interface WormSystem extends System {
  readonly desc: WormDesc;
  readonly parameters: WormParameters;
  readonly mesh: WormMesh;
  readonly tables: MeshTables;
  /** The arrays of the state. */
  readonly fields: WormFields;
  /** Positions at the start, xyz_ per node, mm. */
  readonly startPositions: Float64Array;
  /** g per node. */
  readonly masses: Float64Array;
  /** Share of the body length that belongs to each section; they sum to 1. */
  readonly sectionShares: Float64Array;
  /** mm at rest: along the centres of the sections, and from the first to the last. */
  readonly restContour: number;
  readonly restEndToEnd: number;
  readonly muscleNames: readonly string[];
  /** Place 0 (head) … 1 (tail) and side (+1 dorsal, −1 ventral) of each muscle; 0 in `muscleMask` is paralysed. */
  readonly musclePlaces: Float64Array;
  readonly muscleSides: Float64Array;
  readonly muscleMask: Float64Array;
  readonly modal: ModalDrive | undefined;
  readonly controlIndex: Readonly<Record<WormControl, number>>;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly frameOffsets: FrameOffsets;
}

export const wormControls = [
  'drive.alpha',
  'drive.period',
  'drive.frequency',
  'drive.wavelength',
  'drive.strength',
  'drive.bias',
  'drive.direction',
  'friction.low',
  'friction.high',
  'medium.water',
] as const;
export type WormControl = (typeof wormControls)[number];

/** What depends on the mesh alone. */
export interface MeshTables {
  readonly mesh: WormMesh;
  readonly shape: TetShape;
  readonly pattern: Bcsr;
}
