import { describe, expect, it } from 'vitest';
import type { SoftBody } from '../../engine/mesh/soft/soft-body.ts';
import { createEelBody } from '../../engine/mesh/swept/bodies.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { importTets, type TetFile, type TetImportOptions } from './tet-import.ts';

const { body } = createEelBody({ length: 1, cells: 3, halfWidth: () => 0.2, halfHeight: () => 0.3 });
const encode = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const listNodes = ({ positions }: SoftBody): number[][] =>
  Array.from({ length: positions.length / 3 }, (_, k) => Array.from(positions.subarray(3 * k, 3 * k + 3)));
/** Every third one the wrong way round. */
const listTets = ({ tets }: SoftBody): number[][] =>
  Array.from({ length: tets.length / 4 }, (_, k) => {
    const [a, b, c, d] = tets.subarray(4 * k, 4 * k + 4) as unknown as [number, number, number, number];
    return k % 3 === 0 ? [b, a, c, d] : [a, b, c, d];
  });
const nodes = listNodes(body);
const tets = listTets(body);

const lines = (...parts: readonly (string | readonly string[])[]): Uint8Array =>
  encode([...parts.flat(), ''].join('\n'));

const gmsh2 = lines(
  ...['$MeshFormat', '2.2 0 8', '$EndMeshFormat', '$PhysicalNames', '1', '3 1 "body"', '$EndPhysicalNames', '$Nodes'],
  String(nodes.length),
  nodes.map((node, k) => `${10 + 2 * k} ${node.join(' ')}`),
  ...['$EndNodes', '$Elements', String(tets.length + 1), '1 2 2 0 1 10 12 14'],
  tets.map((tet, k) => `${k + 2} 4 2 1 1 ${tet.map((node) => 10 + 2 * node).join(' ')}`),
  '$EndElements',
);
const half = Math.floor(nodes.length / 2);
const block = (from: number, to: number): string[] => [
  `3 1 0 ${to - from}`,
  ...nodes.slice(from, to).map((_, k) => String(from + k + 1)),
  ...nodes.slice(from, to).map((node) => node.join(' ')),
];
const gmsh4 = lines(
  ...['$MeshFormat', '4.1 0 8', '$EndMeshFormat', '$Entities', '0 0 0 1', '$EndEntities', '$Nodes'],
  `2 ${nodes.length} 1 ${nodes.length}`,
  block(0, half),
  block(half, nodes.length),
  ...['$EndNodes', '$Elements', `2 ${tets.length + 1} 1 ${tets.length + 1}`, '2 1 2 1', '1 1 2 3'],
  `3 1 4 ${tets.length}`,
  tets.map((tet, k) => `${k + 2} ${tet.map((node) => node + 1).join(' ')}`),
  '$EndElements',
);
const tetgen = (base: number): TetFile[] => [
  {
    name: 'b.node',
    bytes: lines(
      '# written by a test',
      `${nodes.length} 3 0 1`,
      nodes.map((node, k) => `  ${k + base}  ${node.join('  ')}  1 # marker`),
    ),
  },
  {
    name: 'b.ele',
    bytes: lines(
      `${tets.length} 4 0`,
      tets.map((tet, k) => `${k + base} ${tet.map((node) => node + base).join(' ')}`),
    ),
  },
];
const vtkHead = ['# vtk DataFile Version 3.0', 'a 4 odd title', 'ASCII', 'DATASET UNSTRUCTURED_GRID'];
const vtk = lines(
  ...vtkHead,
  `POINTS ${nodes.length} double`,
  nodes.map((node) => node.join(' ')),
  ...['METADATA', 'INFORMATION 0', '', `CELLS ${tets.length + 1} ${5 * tets.length + 4}`, '3 0 1 2'],
  tets.map((tet) => `4 ${tet.join(' ')}`),
  `CELL_TYPES ${tets.length + 1}`,
  '5',
  tets.map(() => '10'),
  ...['CELL_DATA 1', 'SCALARS x float 1'],
);
const vtk5 = lines(
  '# vtk DataFile Version 5.1',
  ...vtkHead.slice(1),
  `POINTS ${nodes.length} float`,
  nodes.map((node) => node.join(' ')),
  `CELLS ${tets.length + 1} ${4 * tets.length}`,
  'OFFSETS vtktypeint64',
  Array.from({ length: tets.length + 1 }, (_, k) => String(4 * k)).join(' '),
  'CONNECTIVITY vtktypeint64',
  tets.map((tet) => tet.join(' ')),
  `CELL_TYPES ${tets.length}`,
  tets.map(() => '10'),
);
const plain = lines(
  '# plain',
  nodes.map((node) => `v\t${node.join('\t')}`),
  tets.map((tet) => `t\t${tet.join('\t')}`),
);

const samples: readonly (readonly [string, readonly TetFile[]])[] = [
  ['Gmsh 2.2', [{ name: 'b.msh', bytes: gmsh2 }]],
  ['Gmsh 4.1', [{ name: 'b.MSH', bytes: gmsh4 }]],
  ['TetGen from 0', tetgen(0)],
  ['TetGen from 1', tetgen(1).reverse()],
  ['VTK', [{ name: 'b.vtk', bytes: vtk }]],
  ['VTK 5.1', [{ name: 'b.vtk', bytes: vtk5 }]],
  ['plain', [{ name: 'b.obj', bytes: plain }]],
];

function findProblem(options: TetImportOptions): Problem {
  try {
    importTets(options);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('It was read.');
}

describe('bodies from files', () => {
  it.each(samples)('%s: the body comes back whole, with all tetrahedra upright', (_, files) => {
    const { body: read, quality, repairs, nodeOf } = importTets({ files });
    expect(read.positions).toEqual(body.positions);
    expect(quality).toMatchObject({ nodes: nodes.length, tets: tets.length, inverted: 0, manifold: true });
    expect(quality.volume).toBeCloseTo(3 * 2 * Math.SQRT2 * 0.06 * (1 / 3), 12);
    expect(repairs).toEqual([expect.stringContaining(`turned ${Math.ceil(tets.length / 3)} of ${tets.length}`)]);
    expect(Array.from(nodeOf)).toEqual(nodes.map((_node, k) => k));
  });

  it('scales', () => {
    const { body: read } = importTets({ files: [{ name: 'b.tet', bytes: plain }], scale: 0.05 });
    expect(Array.from(read.positions)).toEqual(Array.from(body.positions, (value) => 0.05 * value));
    expect(findProblem({ files: [{ name: 'b.tet', bytes: plain }], scale: 0 }).code).toBe('out-of-range');
  });

  it('leaves out nodes that nothing uses, and says so', () => {
    const bytes = lines('v 9 9 9', 'v 0 0 0', 'v 1 0 0', 'v 8 8 8', 'v 0 1 0', 'v 0 0 1', 't 1 2 4 5');
    const { body: read, repairs, nodeOf } = importTets({ files: [{ name: 'b.tet', bytes }] });
    expect(read.positions.length).toBe(12);
    expect(repairs[0]).toContain('2 nodes');
    expect(Array.from(nodeOf)).toEqual([-1, 0, 1, -1, 2, 3]);
  });

  it.each(samples)('%s: cut off anywhere it is a problem', (_, files) => {
    for (let part = 0; part < 40; part++) {
      for (let which = 0; which < files.length; which++) {
        const cut = files.map((file, k) =>
          k === which ? { ...file, bytes: file.bytes.slice(0, Math.floor((file.bytes.length * part) / 40)) } : file,
        );
        // A plain file does not say how long it is; attributes at the end of a VTK file are not read.
        if (files[0]!.name.endsWith('.obj') || (files[0]!.name.endsWith('.vtk') && part > 37)) continue;
        expect(findProblem({ files: cut }).path).toContain(files[0]!.name.slice(0, 2));
      }
    }
  });

  it.each(samples)('%s: with any byte changed it is a sound body or a problem', (_, files) => {
    for (let turn = 0; turn < 120; turn++) {
      const which = turn % files.length;
      const changed = files.map((file, k) => {
        if (k !== which) return file;
        const bytes = file.bytes.slice();
        // The first part holds header and counts.
        const range = turn % 3 === 0 ? Math.min(bytes.length, 120) : bytes.length;
        bytes[Math.floor(range * ((turn * 0.618034) % 1))] = [32, 45, 48, 57, 101, 110, 10, 255][turn % 8]!;
        return { ...file, bytes };
      });
      try {
        const { body: read, quality } = importTets({ files: changed });
        expect(quality.inverted).toBe(0);
        expect(read.positions.every(Number.isFinite)).toBe(true);
        expect(read.tets.every((node) => node >= 0 && node < read.positions.length / 3)).toBe(true);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        expect(error.problems[0]!.hint.length).toBeGreaterThan(5);
      }
    }
  });

  const tet = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
  it.each([
    ['NaN', 'v 0 0 nan\n', 'not-finite', 'b.tet, line 1', 'nan'],
    ['infinity', 'v 0 0 1e999\n', 'not-finite', 'b.tet, line 1', '1e999'],
    ['a hexadecimal', 'v 0 0 0x10\n', 'not-finite', 'b.tet, line 1', '0x10'],
    ['a short node', 'v 0 0\n', 'inconsistent', 'b.tet, line 1', 'v 0 0'],
    ['a short tetrahedron', `${tet}t 0 1 2\n`, 'inconsistent', 'b.tet, line 5', 't 0 1 2'],
    ['a node that is not there', `${tet}t 0 1 2 4\n`, 'out-of-range', 'b.tet, line 5', 'node 4'],
    ['a node below 0', `${tet}t 0 1 2 -1\n`, 'out-of-range', 'b.tet, line 5', 'node -1'],
    ['half a node', `${tet}t 0 1 2 1.5\n`, 'inconsistent', 'b.tet, line 5', '1.5'],
    ['a node twice', `${tet}t 0 1 2 2\n`, 'inconsistent', 'b.tet, line 5', 'nodes 0 1 2 2'],
    ['a tetrahedron twice', `${tet}t 0 1 2 3\n\nt 3 1 2 0\n`, 'inconsistent', 'b.tet, line 7', 'line 5'],
    ['a flat tetrahedron', `v 1 1 0\n${tet}t 0 1 2 3\n`, 'inconsistent', 'b.tet, line 6', 'flat'],
    [
      'nodes at one place',
      `${tet}v 0 0 0\nv 0 0 -1\nt 0 1 2 3\nt 4 1 2 5\n`,
      'inconsistent',
      'b.tet, line 5',
      'line 1',
    ],
    [
      'pieces apart',
      `${tet}v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nt 0 1 2 3\nt 4 5 6 7\n`,
      'inconsistent',
      'b.tet',
      '2 pieces',
    ],
    [
      'a face of three',
      `${tet}v 1 1 1\nv 2 2 1\nt 0 1 2 3\nt 1 2 3 4\nt 1 2 3 5\n`,
      'inconsistent',
      'b.tet',
      '3 tetrahedra',
    ],
    ['an unknown word', `${tet}q 0 1 2 3\n`, 'inconsistent', 'b.tet, line 5', 'q 0 1 2 3'],
    ['nothing', '', 'missing', 'b.tet', 'no tetrahedra'],
  ])('refuses %s', (_, text, code, path, got) => {
    const problem = findProblem({ files: [{ name: 'b.tet', bytes: encode(text) }] });
    expect(problem).toMatchObject({ code, path, got: expect.stringContaining(got) });
  });

  const change = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    expect(text).toContain(from);
    return encode(text.replace(from, to));
  };
  it.each([
    ['a binary Gmsh file', 'b.msh', change(gmsh2, '2.2 0 8', '2.2 1 8'), 'binary'],
    ['another version of Gmsh', 'b.msh', change(gmsh2, '2.2 0 8', '4.0 0 8'), '4.0'],
    ['a node number twice', 'b.msh', change(gmsh2, '\n12 ', '\n10 '), 'node 10 again'],
    ['hexahedra', 'b.msh', change(gmsh2, '\n2 4 2', '\n2 5 2'), 'hexahedra'],
    ['tetrahedra of ten nodes', 'b.msh', change(gmsh4, '3 1 4 ', '3 1 11 '), '10-node'],
    ['a huge block', 'b.msh', change(gmsh4, `3 1 0 ${half}`, '3 1 0 999999999'), '0 of 2 blocks'],
    ['a binary VTK file', 'b.vtk', change(vtk, 'ASCII', 'BINARY'), 'BINARY'],
    ['another VTK grid', 'b.vtk', change(vtk, 'UNSTRUCTURED_GRID', 'POLYDATA'), 'POLYDATA'],
    ['a huge VTK count', 'b.vtk', change(vtk, `POINTS ${nodes.length}`, 'POINTS 999999999'), '999999999 points'],
    ['VTK hexahedra', 'b.vtk', change(vtk, '\n5\n10\n', '\n5\n12\n'), 'cell type 12'],
    ['an unknown ending', 'b.stl', plain, '.stl'],
  ])('refuses %s', (_, name, bytes, got) => {
    const problem = findProblem({ files: [{ name, bytes }] });
    expect(problem.got).toContain(got);
    expect(problem.path).toContain(name);
  });

  it('refuses one of two TetGen files, and numbers out of order', () => {
    const [node, ele] = tetgen(1) as [TetFile, TetFile];
    expect(findProblem({ files: [node] }).hint).toContain('.ele');
    expect(findProblem({ files: [ele] }).hint).toContain('.node');
    expect(findProblem({ files: [] }).code).toBe('unknown-kind');
    const jumped = { ...node, bytes: change(node.bytes, '\n  3  ', '\n  4  ') };
    expect(findProblem({ files: [jumped, ele] })).toMatchObject({ path: 'b.node, line 5', got: 'node 4' });
    const flat = { ...node, bytes: change(node.bytes, `${nodes.length} 3 0`, `${nodes.length} 2 0`) };
    expect(findProblem({ files: [flat, ele] }).got).toContain('dimension 2');
    const missing = { ...ele, bytes: change(ele.bytes, `\n1 ${tets[0]!.map((n) => n + 1).join(' ')}`, '\n1 1 2 3 99') };
    expect(findProblem({ files: [node, missing] })).toMatchObject({ path: 'b.ele, line 2', got: 'node 98' });
  });
});
