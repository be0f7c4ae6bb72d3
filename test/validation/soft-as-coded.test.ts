// A body in the files of the published SoftCon program must move as it does there, step by step.
import { describe, expect, it } from 'vitest';
import { createBoxMesh } from '../../src/testing/meshes/box-mesh.ts';
import { replaceValue } from '../../src/engine/families/descriptions.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { importSoftAnimal, readCodedMeta } from '../../src/imports/tets/soft-animal.ts';
import { createCodedSwimmer, listCodedFibres, swimAsCoded } from '../reference/coded-swimmer.ts';

const encoder = new TextEncoder();
const scale = 0.05;

/** A bar of eight cells in units of 5 cm with two muscles of 99 points, every other tetrahedron the wrong way round. */
function createFiles() {
  type Vector = [number, number, number];
  const mesh = createBoxMesh({ cells: [8, 1, 1], size: [8, 1, 1] });
  const vertices = Array.from(
    { length: mesh.positions.length / 3 },
    (_, i) => [...mesh.positions.subarray(3 * i, 3 * i + 3)] as Vector,
  );
  const tets = Array.from({ length: mesh.tetNodes.length / 4 }, (_, t) => {
    const [a, b, c, d] = mesh.tetNodes.subarray(4 * t, 4 * t + 4) as unknown as [number, number, number, number];
    return t % 2 === 0 ? [a, b, c, d] : [a, c, b, d];
  });
  const muscles = [0.22, 0.78].map((side) =>
    Array.from({ length: 99 }, (_, p): Vector => [0.3 + (7.3 * p) / 98, side, 0.52 + 0.1 * Math.sin(p / 20)]),
  );
  return {
    vertices,
    tets,
    muscles,
    obj: [...vertices.map((v) => `v\t${v.join('\t')}`), ...tets.map((t) => `t\t\t${t.join('\t')}`), ''].join('\n'),
    muscle: muscles.flatMap((points, f) => points.map((point, i) => `${f}\t${i}\t${point.join('\t')}`)).join('\n'),
  };
}

const files = createFiles();
const body = createCodedSwimmer({ nodes: files.vertices, tets: files.tets, muscles: files.muscles }, scale);

const { desc } = importSoftAnimal({
  mesh: [{ name: 'bar.obj', bytes: encoder.encode(files.obj) }],
  muscles: { name: 'bar.muscle', bytes: encoder.encode(files.muscle) },
  scale,
  asCoded: true,
  frame: [0, 1, 5],
  name: 'bar',
  title: 'bar',
});

/** How far the simulation is from plain numbers after some steps, and how far these went. */
function compare(simulation: Simulation, steps: number, iterations?: number): { apart: number; moved: number } {
  for (let i = 0; i < steps; i++) simulation.step();
  const positions = simulation.state.arrays['positions'] as Float64Array;
  let [apart, moved] = [0, 0];
  swimAsCoded(body, steps, iterations).forEach((x, node) => {
    for (let k = 0; k < 3; k++) {
      apart = Math.max(apart, Math.abs(x[k]! - positions[3 * node + k]!));
      moved = Math.max(moved, Math.abs(x[k]! - body.nodes[node]![k]!));
    }
  });
  return { apart, moved };
}

describe('a body as coded', () => {
  it('has equal masses of 10 kg in all, and muscles with their copies', () => {
    const simulation = new Simulation(desc, { seed: 1 });
    expect(simulation.system.mass).toBeCloseTo(10, 9);
    const { body: compiled } = simulation.system as unknown as {
      body: { cords: { segments: number; stiffness: Float64Array; gains: Float64Array }[] };
    };
    expect(compiled.cords.map((cord) => cord.segments)).toEqual([50, 50]);
    expect(compiled.cords.every((cord) => cord.gains.every((gain) => gain === 1))).toBe(true);
    expect(listCodedFibres(body).length).toBeGreaterThan(100);
  });

  it('moves as the program does under its stopping rule, which throws the last iterate away', () => {
    const { apart, moved } = compare(new Simulation(desc, { seed: 1 }), 160);
    expect(moved).toBeGreaterThan(0.005);
    expect(apart).toBeLessThan(1e-4 * moved);
  });

  it('moves as the program does with ten iterations', () => {
    const ten = replaceValue(replaceValue(desc, 'solver.iterations', 10), 'solver.stopping', 'residual');
    const { apart, moved } = compare(new Simulation(ten, { seed: 1 }), 160, 10);
    expect(moved).toBeGreaterThan(0.005);
    expect(apart).toBeLessThan(1e-4 * moved);
  });

  it('faces along the normal of its three frame nodes', () => {
    const simulation = new Simulation(desc, { seed: 1 });
    const signals = new Float64Array(simulation.signalLength);
    simulation.writeSignals(signals);
    const at = simulation.signalOffsets['forward.x']!;
    const [a, b, c] = [0, 1, 5].map((node) => [...body.nodes[node]!]) as [number[], number[], number[]];
    const [u, v] = [b.map((x, k) => x - a[k]!), c.map((x, k) => x - a[k]!)] as [number[], number[]];
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const size = Math.hypot(...n);
    n.forEach((value, k) => expect(signals[at + k]).toBeCloseTo(value / size, 9));
  });
});

it('reads what a .meta file names', () => {
  const bytes = encoder.encode('octopus.obj\noctopus.muscle\noctopus.sampling\n63\n330\n63\t68\t85');
  expect(readCodedMeta({ name: 'octopus.meta', bytes })).toEqual({
    mesh: 'octopus.obj',
    muscles: 'octopus.muscle',
    frame: [63, 68, 85],
  });
  expect(() => readCodedMeta({ name: 'x.meta', bytes: encoder.encode('octopus.obj\n') })).toThrow(/six lines/u);
});
