/** The binary half of a GLB file: numbers go in, accessors come out. */

type NumberKind = 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4';

const componentCounts: Readonly<Record<NumberKind, number>> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
const componentTypes = { u16: 5123, u32: 5125, f32: 5126 } as const;
const glbMagic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const vertexTarget = 34962;
const indexTarget = 34963;

interface NumberOptions {
  /** Writes the least and greatest values, which glTF wants of positions and times. */
  readonly bounds?: boolean;
  /** Marks the numbers as attributes of vertices. */
  readonly vertices?: boolean;
}

export class GlbWriter {
  readonly #accessors: Record<string, unknown>[] = [];
  readonly #views: Record<string, unknown>[] = [];
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  addNumbers(numbers: Float32Array, type: NumberKind, options: NumberOptions = {}): number {
    const size = componentCounts[type];
    const bounds = options.bounds === true ? computeBounds(numbers, size) : {};
    const target = options.vertices === true ? vertexTarget : undefined;
    return this.#add(numbers, componentTypes.f32, type, numbers.length / size, target, bounds);
  }

  /** Four parts for each vertex. */
  addJoints(joints: Uint16Array): number {
    return this.#add(joints, componentTypes.u16, 'VEC4', joints.length / 4, vertexTarget, {});
  }

  addIndices(indices: Uint16Array | Uint32Array): number {
    const type = indices instanceof Uint16Array ? componentTypes.u16 : componentTypes.u32;
    return this.#add(indices, type, 'SCALAR', indices.length, indexTarget, {});
  }

  #add(
    array: Float32Array | Uint16Array | Uint32Array,
    componentType: number,
    type: NumberKind,
    count: number,
    target: number | undefined,
    bounds: Record<string, unknown>,
  ): number {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();
    const bufferView =
      this.#views.push({
        buffer: 0,
        byteOffset: this.#length,
        byteLength: bytes.length,
        ...(target === undefined ? {} : { target }),
      }) - 1;
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    const padding = (4 - (this.#length % 4)) % 4;
    if (padding > 0) this.#pieces.push(new Uint8Array(padding));
    this.#length += padding;
    return this.#accessors.push({ bufferView, componentType, count, type, ...bounds }) - 1;
  }

  /** The file: the document with its buffers, then the bytes. */
  finish(document: Record<string, unknown>): Uint8Array {
    const whole = {
      ...document,
      accessors: this.#accessors,
      bufferViews: this.#views,
      buffers: [{ byteLength: this.#length }],
    };
    const text = encodeText(JSON.stringify(whole));
    const total = 12 + 8 + text.length + 8 + this.#length;
    const out = new Uint8Array(total);
    const view = new DataView(out.buffer);
    [glbMagic, 2, total, text.length, jsonChunk].forEach((value, i) => view.setUint32(4 * i, value, true));
    out.set(text, 20);
    view.setUint32(20 + text.length, this.#length, true);
    view.setUint32(24 + text.length, binaryChunk, true);
    let at = 28 + text.length;
    for (const piece of this.#pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }
}

function computeBounds(numbers: Float32Array, size: number): { min: number[]; max: number[] } {
  const min = new Array<number>(size).fill(Infinity);
  const max = new Array<number>(size).fill(-Infinity);
  numbers.forEach((value, i) => {
    min[i % size] = Math.min(min[i % size]!, value);
    max[i % size] = Math.max(max[i % size]!, value);
  });
  return { min, max };
}

/** UTF-8, filled up with spaces to a multiple of four. */
function encodeText(text: string): Uint8Array {
  const escaped = text.replace(/[^\u0020-\u007e]/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      const code = character.charCodeAt(i).toString(16).padStart(4, '0');
      return `\\u${code}`;
    }).join(''),
  );
  const length = escaped.length + ((4 - (escaped.length % 4)) % 4);
  return Uint8Array.from({ length }, (_, i) => (i < escaped.length ? escaped.charCodeAt(i) : 0x20));
}
