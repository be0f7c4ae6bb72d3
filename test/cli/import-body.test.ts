import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type CodedSwimmer,
  computeDisplacement,
  createCodedSwimmer,
  listCodedFibres,
  swimAsCoded,
} from '../reference/coded-swimmer.ts';
import { createFolder, run, runJson } from './program.ts';

/** A slanting beam of cubes, five tetrahedra each, with a muscle above its middle and one below. */
function createBeam(): CodedSwimmer {
  const nodes: [number, number, number][] = [];
  const tets: number[][] = [];
  const cells = 6;
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j < 4; j++) {
      const [x, y, z] = [1.1 * i, (j % 2) * (1.2 - 0.1 * i), Math.floor(j / 2)];
      nodes.push([x, y + 0.2 * i, z + 0.02 * i * i]);
    }
  for (let i = 0; i < cells; i++) {
    // Every other cube is cut the other way, so that diagonals of neighbours meet.
    const corner = (x: number, y: number, z: number): number => 4 * (i + (x ^ (i % 2))) + y + 2 * z;
    const [a, b, c, d] = [corner(0, 0, 0), corner(1, 1, 0), corner(1, 0, 1), corner(0, 1, 1)];
    tets.push([a, b, c, d]);
    tets.push(
      [a, b, corner(1, 0, 0), c],
      [a, b, corner(0, 1, 0), d],
      [a, c, corner(0, 0, 1), d],
      [b, c, corner(1, 1, 1), d],
    );
  }
  const muscles = [0.75, 0.2].map((height) =>
    Array.from({ length: 99 }, (_, k): [number, number, number] => {
      const i = (k / 98) * (cells - 0.1) + 0.05;
      return [1.1 * i, 0.5 + 0.15 * i, height + 0.02 * i * i];
    }),
  );
  return { nodes, tets, muscles };
}

const beam = createBeam();

/** What a file of the beam says: in units of 5 cm, with tetrahedra of either winding. */
function writeBeam(): { folder: string; meta: string; mesh: string; muscle: string } {
  const folder = createFolder();
  const [meta, mesh, muscle] = ['beam.meta', 'beam.obj', 'beam.muscle'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const lines = [
    ...beam.nodes.map((node) => `v\t${node.join('\t')}`),
    ...beam.tets.map((tet) => `t\t\t${tet.join('\t')}`),
  ];
  writeFileSync(mesh, `${lines.join('\n')}\n`);
  writeFileSync(
    muscle,
    beam.muscles.flatMap((points, f) => points.map((point, k) => `${f}\t${k}\t${point.join('\t')}\n`)).join(''),
  );
  writeFileSync(meta, 'beam.obj\nbeam.muscle\nbeam.sampling\n0\n3\n0\t1\t2');
  return { folder, meta, mesh, muscle };
}

const swimmer = createCodedSwimmer(beam, 0.05);
const stroke = ['--seconds', '1.6666'];

describe('files of the SoftCon code', () => {
  it('are run at once, and carry the body as far in a stroke as plain numbers say', async () => {
    const { meta } = writeBeam();
    const [shipped, ten] = await Promise.all([
      runJson('run', meta, ...stroke),
      runJson('run', meta, ...stroke, '--set', 'solver.iterations=10'),
    ]);
    expect(shipped.json).toMatchObject({ animal: 'beam', steps: 400, status: 'complete' });
    const swim = (iterations?: number) => computeDisplacement(swimmer, swimAsCoded(swimmer, 400, iterations));
    const expected = { shipped: swim(), ten: swim(10) };
    expect(expected.shipped).toBeGreaterThan(0.01);
    // The two differ by far more than rounding, so that each is known by its distance.
    expect(Math.abs(expected.ten / expected.shipped - 1)).toBeGreaterThan(0.01);
    // Displacements are below 0 when the body goes against the axis of its frame.
    expect(Math.abs(shipped.json.metrics.displacement) / expected.shipped).toBeCloseTo(1, 4);
    expect(Math.abs(ten.json.metrics.displacement) / expected.ten).toBeCloseTo(1, 4);
    expect(shipped.json.metrics.iterationsMean).toBeLessThan(9);
    expect(ten.json.metrics.iterationsMean).toBeGreaterThan(9.9);
  });

  it('become a creature file, from the .meta file or from mesh and muscles', async () => {
    const { folder, meta, mesh, muscle } = writeBeam();
    const [first, second] = [path.join(folder, 'a.json'), path.join(folder, 'b.json')];
    const imported = await runJson('import', meta, '--out', first);
    expect({ code: imported.code, err: imported.err }).toEqual({ code: 0, err: '' });
    const pairs = new Set(listCodedFibres(swimmer).map(({ tet, muscle: m, segment }) => `${tet} ${m} ${segment}`));
    expect(imported.json).toMatchObject({ nodes: 28, tets: 30, muscles: 2, muscleElements: pairs.size, asCoded: true });
    expect(imported.json.repairs).toEqual([expect.stringMatching(/beam\.obj: turned \d+ of 30 tetrahedra/u)]);
    const text = await run('import', mesh, '--muscles', muscle, '--as-coded', '--out', second);
    expect(text.out).toContain(`next      bestiary run ${second} --seconds 1.6666`);
    const runs = await Promise.all([meta, first, second].map((file) => runJson('run', file, '--seconds', '0.2')));
    const distances = runs.map(({ json }) => json.metrics.displacement);
    expect(distances).toEqual([distances[0], distances[0], distances[0]]);
  });

  it('say what is missing', async () => {
    const { folder, meta, mesh } = writeBeam();
    const out = path.join(folder, 'a.json');
    const bare = await run('run', mesh);
    expect(bare).toMatchObject({ code: 2, out: '' });
    expect(bare.err).toContain(`got a mesh. Make a creature file of it first: bestiary import ${mesh} --out`);
    const muscles = await run('import', mesh, '--muscles', path.join(folder, 'none.muscle'), '--out', out);
    expect(muscles.err).toMatch(/none\.muscle: got no such file\. Check the path\./u);
    writeFileSync(meta, 'beam.obj\nbeam.muscle\n');
    const short = await run('run', meta);
    expect(short.code).toBe(2);
    expect(short.err).toMatch(/beam\.meta: got 3 lines\. A \.meta file has six lines: mesh, muscles/u);
    expect((await run('help', 'run')).out).toContain('bestiary run body.meta --seconds 1.6666');
  });
});
