/**
 * Validates a GLB file as this program writes them: chunks, bounds of accessors, the tree of nodes, meshes, skins and
 * animations, by the rules of the specification. An empty list for a valid file.
 */
import { type Problem, printGot } from '../../engine/model/problem.ts';
import { binaryChunk, componentCounts, componentTypes, glbMagic, jsonChunk } from './buffer.ts';

interface Accessor {
  readonly bufferView: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: keyof typeof componentCounts;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

interface GltfNode {
  readonly mesh?: number;
  readonly skin?: number;
  readonly children?: readonly number[];
}

interface Primitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices: number;
  readonly material: number;
  readonly targets?: readonly Readonly<Record<string, number>>[];
}

interface GltfDocument {
  readonly asset: { readonly version: string };
  readonly scene: number;
  readonly scenes: readonly { readonly nodes: readonly number[] }[];
  readonly nodes: readonly GltfNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[]; readonly weights?: readonly number[] }[];
  readonly skins?: readonly { readonly joints: readonly number[]; readonly inverseBindMatrices: number }[];
  readonly materials?: readonly unknown[];
  readonly animations: readonly {
    readonly samplers: readonly { readonly input: number; readonly output: number }[];
    readonly channels: readonly {
      readonly sampler: number;
      readonly target: { readonly node: number; readonly path: string };
    }[];
  }[];
  readonly accessors: readonly Accessor[];
  readonly bufferViews: readonly { readonly byteOffset: number; readonly byteLength: number }[];
  readonly buffers: readonly { readonly byteLength: number }[];
}

class Checker {
  readonly problems: Problem[] = [];
  readonly document: GltfDocument;
  readonly #bytes: Uint8Array;

  constructor(document: GltfDocument, bytes: Uint8Array) {
    this.document = document;
    this.#bytes = bytes;
  }

  add(path: string, got: unknown, hint: string): void {
    this.problems.push({ code: 'inconsistent', path, got: printGot(got), hint });
  }

  /** The numbers of an accessor; empty if it is out of bounds. */
  read(index: number): Float32Array | Uint16Array | Uint32Array {
    const accessor = this.document.accessors[index];
    const view = accessor === undefined ? undefined : this.document.bufferViews[accessor.bufferView];
    if (accessor === undefined || view === undefined) return new Float32Array(0);
    const bytes = this.#bytes.slice(view.byteOffset, view.byteOffset + view.byteLength).buffer;
    if (accessor.componentType === componentTypes.f32) return new Float32Array(bytes);
    return accessor.componentType === componentTypes.u16 ? new Uint16Array(bytes) : new Uint32Array(bytes);
  }

  checkAccessors(): void {
    const { accessors, bufferViews, buffers } = this.document;
    if (buffers[0]?.byteLength !== this.#bytes.length)
      this.add('buffers[0]', buffers[0], 'Give the length of the chunk.');
    accessors.forEach((accessor, i) => {
      const path = `accessors[${i}]`;
      const view = bufferViews[accessor.bufferView];
      if (view === undefined || view.byteOffset % 4 !== 0 || view.byteOffset + view.byteLength > this.#bytes.length) {
        this.add(path, view, 'Lie inside the buffer, at a multiple of four.');
        return;
      }
      const width = accessor.componentType === componentTypes.u16 ? 2 : 4;
      if (!(accessor.count > 0) || accessor.count * componentCounts[accessor.type] * width !== view.byteLength)
        this.add(path, accessor.count, 'Have as many numbers as the view holds.');
      const values = this.read(i);
      if (!values.every(Number.isFinite)) this.add(path, 'a non-finite number', 'Write finite numbers.');
      this.#checkBounds(accessor, values, path);
    });
  }

  #checkBounds({ min, max, type }: Accessor, values: ArrayLike<number>, path: string): void {
    if (min === undefined || max === undefined) return;
    const size = componentCounts[type];
    for (let i = 0; i < values.length; i++) {
      if (values[i]! >= min[i % size]! && values[i]! <= max[i % size]!) continue;
      this.add(path, values[i], 'Have its numbers between min and max.');
      return;
    }
  }

  checkNodes(): void {
    const { nodes, scenes, scene, meshes, skins } = this.document;
    const parents = new Int32Array(nodes.length);
    nodes.forEach(({ children, mesh, skin }, i) => {
      if (mesh !== undefined && meshes?.[mesh] === undefined) this.add(`nodes[${i}].mesh`, mesh, 'Name a mesh.');
      if (skin !== undefined && skins?.[skin] === undefined) this.add(`nodes[${i}].skin`, skin, 'Name a skin.');
      for (const child of children ?? []) {
        if (nodes[child] === undefined) this.add(`nodes[${i}].children`, child, 'Name a node.');
        else parents[child] = parents[child]! + 1;
      }
    });
    const roots = scenes[scene]?.nodes ?? [];
    parents.forEach((count, i) => {
      if (count !== (roots.includes(i) ? 0 : 1)) this.add(`nodes[${i}]`, `${count} parents`, 'Make the nodes a tree.');
    });
  }

  checkMeshes(): void {
    const { meshes = [], accessors, materials = [] } = this.document;
    meshes.forEach(({ primitives, weights }, m) => {
      primitives.forEach(({ attributes, indices, material, targets }, p) => {
        const path = `meshes[${m}].primitives[${p}]`;
        const vertices = accessors[attributes['POSITION'] ?? -1];
        if (vertices?.min === undefined) this.add(path, attributes, 'Give positions with their bounds.');
        const count = vertices?.count ?? 0;
        for (const index of [
          ...Object.values(attributes),
          ...(targets ?? []).flatMap((target) => Object.values(target)),
        ])
          if (accessors[index]?.count !== count) this.add(path, accessors[index], 'Give as many numbers as vertices.');
        const corners = this.read(indices);
        if (corners.length % 3 !== 0 || corners.some((corner) => corner >= count))
          this.add(`${path}.indices`, corners.length, 'Give triangles between vertices that are there.');
        if (materials[material] === undefined) this.add(`${path}.material`, material, 'Name a material.');
        if ((targets?.length ?? 0) !== (weights?.length ?? 0))
          this.add(`${path}.targets`, targets?.length, 'Give a weight for each target.');
        const shares = attributes['WEIGHTS_0'];
        if (shares !== undefined) this.#checkWeights(this.read(shares), `${path}.attributes.WEIGHTS_0`);
      });
    });
  }

  #checkWeights(weights: ArrayLike<number>, path: string): void {
    for (let at = 0; at < weights.length; at += 4) {
      const sum = weights[at]! + weights[at + 1]! + weights[at + 2]! + weights[at + 3]!;
      if (Math.abs(sum - 1) < 1e-4) continue;
      this.add(path, sum, 'Give four weights that add up to 1.');
      return;
    }
  }

  checkSkins(): void {
    const { skins = [], nodes, accessors } = this.document;
    skins.forEach(({ joints, inverseBindMatrices }, i) => {
      if (joints.some((joint) => nodes[joint] === undefined)) this.add(`skins[${i}].joints`, joints, 'Name nodes.');
      if (accessors[inverseBindMatrices]?.count !== joints.length)
        this.add(`skins[${i}].inverseBindMatrices`, accessors[inverseBindMatrices], 'Give a matrix for each joint.');
    });
  }

  checkAnimations(): void {
    const { animations, nodes, accessors, meshes } = this.document;
    animations.forEach(({ samplers, channels }, a) => {
      channels.forEach(({ sampler, target }, c) => {
        const path = `animations[${a}].channels[${c}]`;
        const used = samplers[sampler];
        const node = nodes[target.node];
        if (used === undefined || node === undefined) {
          this.add(path, target, 'Name a sampler and a node.');
          return;
        }
        const times = this.read(used.input);
        if (times.some((time, i) => i > 0 && !(time > times[i - 1]!)) || accessors[used.input]?.min === undefined)
          this.add(path, 'its times', 'Let times rise, and give their bounds.');
        const weights = target.path === 'weights' ? (meshes?.[node.mesh ?? -1]?.weights?.length ?? 0) : 1;
        if (accessors[used.output]?.count !== times.length * weights)
          this.add(path, accessors[used.output], 'Give a value for each time.');
        if (target.path === 'rotation') this.#checkRotations(this.read(used.output), path);
      });
    });
  }

  #checkRotations(values: ArrayLike<number>, path: string): void {
    for (let at = 0; at < values.length; at += 4) {
      let square = 0;
      for (let k = 0; k < 4; k++) square += values[at + k]! * values[at + k]!;
      if (Math.abs(square - 1) < 1e-4) continue;
      this.add(path, square, 'Give quaternions of length 1.');
      return;
    }
  }
}

export function checkGlb(file: Uint8Array): Problem[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const wrong = (path: string, got: unknown, hint: string): Problem[] => [
    { code: 'wrong-type', path, got: printGot(got), hint },
  ];
  if (file.length < 28 || view.getUint32(0, true) !== glbMagic || view.getUint32(4, true) !== 2)
    return wrong('', file.length, 'Begin with glTF, version 2.');
  if (view.getUint32(8, true) !== file.length) return wrong('', view.getUint32(8, true), 'Say the length of the file.');
  const textLength = view.getUint32(12, true);
  if (view.getUint32(16, true) !== jsonChunk || textLength % 4 !== 0 || 28 + textLength > file.length)
    return wrong('', textLength, 'Let the document come first.');
  const binaryLength = view.getUint32(20 + textLength, true);
  if (view.getUint32(24 + textLength, true) !== binaryChunk || 28 + textLength + binaryLength !== file.length)
    return wrong('', binaryLength, 'Let the bytes come second, and nothing after them.');
  const text = Array.from(file.subarray(20, 20 + textLength), (code) => String.fromCharCode(code)).join('');
  const document = JSON.parse(text) as GltfDocument;
  if (document.asset.version !== '2.0') return wrong('asset.version', document.asset.version, 'Write version 2.0.');
  const checker = new Checker(document, file.subarray(28 + textLength));
  checker.checkAccessors();
  checker.checkNodes();
  checker.checkMeshes();
  checker.checkSkins();
  checker.checkAnimations();
  return checker.problems;
}
