/** Meshes as files in every form that is read: what tests read back. */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';

const encode = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function listPoints({ positions }: TriangleMesh): number[][] {
  return Array.from({ length: positions.length / 3 }, (_, v) => Array.from(positions.subarray(3 * v, 3 * v + 3)));
}

function listFaces({ triangles }: TriangleMesh): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => Array.from(triangles.subarray(3 * t, 3 * t + 3)));
}

export function writeObj(mesh: TriangleMesh): Uint8Array {
  const points = listPoints(mesh).map((point) => `v ${point.join(' ')}`);
  const faces = listFaces(mesh).map((face) => `f ${face.map((vertex) => vertex + 1).join(' ')}`);
  return encode([...points, ...faces, ''].join('\n'));
}

export function writeStl(mesh: TriangleMesh, form: 'text' | 'binary'): Uint8Array {
  const points = listPoints(mesh);
  const faces = listFaces(mesh);
  if (form === 'text') {
    const facets = faces.map((face) => {
      const corners = face.map((vertex) => `      vertex ${points[vertex]!.join(' ')}`);
      return ['  facet normal 0 0 0', '    outer loop', ...corners, '    endloop', '  endfacet'].join('\n');
    });
    return encode(['solid sample', ...facets, 'endsolid sample', ''].join('\n'));
  }
  const bytes = new Uint8Array(84 + 50 * faces.length);
  const view = new DataView(bytes.buffer);
  // Many programs begin binary files with "solid" as well.
  bytes.set(encode('solid binary'));
  view.setUint32(80, faces.length, true);
  faces.forEach((face, t) => {
    face
      .flatMap((vertex) => points[vertex]!)
      .forEach((value, k) => {
        view.setFloat32(84 + 50 * t + 12 + 4 * k, value, true);
      });
  });
  return bytes;
}

export function writePly(
  mesh: TriangleMesh,
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian',
): Uint8Array {
  const points = listPoints(mesh);
  const faces = listFaces(mesh);
  const header = encode(
    [
      'ply',
      `format ${format} 1.0`,
      'comment a sample',
      `element vertex ${points.length}`,
      'property float x',
      'property float y',
      'property float z',
      'property uchar red',
      `element face ${faces.length}`,
      'property short group',
      'property list uchar int vertex_indices',
      'end_header',
      '',
    ].join('\n'),
  );
  if (format === 'ascii') {
    const rows = [...points.map((point) => `${point.join(' ')} 200`), ...faces.map((face) => `-1 3 ${face.join(' ')}`)];
    return Uint8Array.from([...header, ...encode(`${rows.join('\n')}\n`)]);
  }
  const little = format === 'binary_little_endian';
  const data = new Uint8Array(13 * points.length + 15 * faces.length);
  const view = new DataView(data.buffer);
  points.forEach((point, v) => {
    point.forEach((value, k) => view.setFloat32(13 * v + 4 * k, value, little));
  });
  faces.forEach((face, t) => {
    const at = 13 * points.length + 15 * t;
    view.setUint8(at + 2, 3);
    face.forEach((vertex, k) => view.setInt32(at + 3 + 4 * k, vertex, little));
  });
  return Uint8Array.from([...header, ...data]);
}

function createBuffer(mesh: TriangleMesh): Uint8Array {
  const places = Float32Array.from(mesh.positions);
  const corners = Uint32Array.from(mesh.triangles);
  return Uint8Array.from([...new Uint8Array(places.buffer), ...new Uint8Array(corners.buffer)]);
}

function createDocument(mesh: TriangleMesh): Record<string, unknown> {
  const [places, corners] = [4 * mesh.positions.length, 4 * mesh.triangles.length];
  return {
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count: mesh.positions.length / 3 },
      { bufferView: 1, componentType: 5125, type: 'SCALAR', count: mesh.triangles.length },
    ],
    bufferViews: [
      { buffer: 0, byteLength: places },
      { buffer: 0, byteOffset: places, byteLength: corners },
    ],
    buffers: [{ byteLength: places + corners }],
  };
}

function encodeBase64(bytes: Uint8Array): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let k = 0; k < 4; k++) text += at + k - 1 < bytes.length ? letters[(word >> (18 - 6 * k)) & 63]! : '=';
  }
  return text;
}

export function writeGltf(mesh: TriangleMesh, changes: Record<string, unknown> = {}): Uint8Array {
  const bytes = createBuffer(mesh);
  const uri = `data:application/octet-stream;base64,${encodeBase64(bytes)}`;
  const buffers = [{ byteLength: bytes.length, uri }];
  return encode(JSON.stringify({ ...createDocument(mesh), buffers, ...changes }));
}

export function writeGlb(mesh: TriangleMesh): Uint8Array {
  const binary = createBuffer(mesh);
  let text = JSON.stringify(createDocument(mesh));
  while (text.length % 4 !== 0) text += ' ';
  const json = encode(text);
  const words = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
  const total = 12 + 8 + json.length + 8 + binary.length;
  return Uint8Array.from([
    ...words(0x46546c67, 2, total, json.length, 0x4e4f534a),
    ...json,
    ...words(binary.length, 0x004e4942),
    ...binary,
  ]);
}
