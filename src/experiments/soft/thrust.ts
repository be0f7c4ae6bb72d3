/**
 * Mean thrust of the water on a soft body: along the body's axis, summed at every moment over those of its faces that are pushed forward.
 * Faces that brake at that moment are left out: the sum over all of them is about zero where an animal swims steadily.
 */
import { poseLength, posePlaces } from '../../engine/contract/pose.ts';
import { createSoftWater, setFlow } from '../../engine/families/soft/medium.ts';
import type { SoftSystem } from '../../engine/families/soft/system.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { createKernels } from '../../kernels/load.ts';
import type { Kernels } from '../../kernels/functions.ts';
import { allocNumbers } from '../../kernels/memory/layout.ts';
import { measureMemory } from '../../kernels/twin.ts';

export class ThrustMeter {
  readonly #system: SoftSystem;
  readonly #memory: ReturnType<typeof createMemory>;
  /** Of the faces, xyz; and whether a face is of the first animal. */
  readonly #forces: Float64Array;
  readonly #isOwn: readonly boolean[];
  readonly #centre = new Float64Array(3);
  readonly #pose = new Float64Array(poseLength);
  #sum = 0;
  #count = 0;

  constructor(system: SoftSystem) {
    const { body, members, tables } = system;
    this.#system = system;
    const create = (kernels: Kernels) => createMemory(system, kernels);
    this.#memory = create(createKernels(measureMemory((kernels) => void create(kernels))));
    const faces = [...body.surface, ...body.plates].filter((_, i) => i % 3 === 0);
    this.#isOwn = faces.map((node) => node < tables.nodeCount / members);
    this.#forces = new Float64Array(3 * faces.length);
  }

  observe(simulation: Simulation): void {
    const { water, positions, velocities } = this.#memory;
    if (water === undefined) return;
    const { nodeCount, rowOf, rowNumbers } = this.#system.tables;
    const { arrays, controls } = simulation.state;
    simulation.writePose(this.#pose);
    this.#centre.set(this.#pose.subarray(0, 3));
    for (let node = 0; node < nodeCount; node++)
      for (let k = 0; k < 3; k++) {
        const to = rowOf[node]! * rowNumbers + k;
        positions[to] = arrays['positions']![3 * node + k]! - this.#centre[k]!;
        velocities[to] = arrays['velocities']![3 * node + k]!;
      }
    setFlow(this.#system, water, controls, 0);
    water.force.setFaces(undefined, this.#forces, positions, velocities, this.#centre);
    const [x, y, z] = this.#pose.subarray(posePlaces.forward) as unknown as [number, number, number];
    this.#isOwn.forEach((isOwn, face) => {
      const [fx, fy, fz] = this.#forces.subarray(3 * face) as unknown as [number, number, number];
      if (isOwn) this.#sum += Math.max(0, fx * x + fy * y + fz * z);
    });
    this.#count += 1;
  }

  /** N; null in empty space, and where nothing was observed. */
  read(): number | null {
    return this.#memory.water === undefined || this.#count === 0 ? null : this.#sum / this.#count;
  }
}

function createMemory(system: SoftSystem, kernels: Kernels) {
  const { tables, desc } = system;
  const alloc = () => allocNumbers(kernels.arena, desc.solver.precision, tables.rowNumbers * tables.nodeCount);
  return { water: createSoftWater(system, tables, kernels), positions: alloc(), velocities: alloc() };
}
