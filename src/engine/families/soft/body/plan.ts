/** What a maker of bodies hands over, before the nodes are where they stay. */
import type { Cord, SoftBody } from '../../../mesh/soft/soft-body.ts';

/** A body without muscles, and what lays them into it once its nodes are where they stay. */
export interface BarePlan {
  readonly body: SoftBody;
  /** m, what speeds are measured by. */
  readonly length: number;
  /** Unit vector at rest; along +x when left out. */
  readonly forward?: readonly [number, number, number];
  readonly fixedNodes?: readonly number[];
  /** Nodes its own frame is fitted to; those no muscle moves when left out. */
  readonly frameNodes?: readonly number[];
  readonly createCords: (body: SoftBody) => Cord[];
}
