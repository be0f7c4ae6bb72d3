/**
 * As much of protocol buffers as ONNX models and TensorBoard events need: a writer that joins fields, and a reader that
 * gives them back by number. Integers are non-negative and below 2^53.
 */
import { LearnError } from './learn-error.ts';
import { encodeText } from './text-bytes.ts';

/** The message of the parts one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

function encodeKey(field: number, wire: number): Uint8Array {
  return encodeVarint(field * 8 + wire);
}

export function encodeInteger(field: number, value: number): Uint8Array {
  return joinBytes([encodeKey(field, 0), encodeVarint(value)]);
}

/** Bytes of a text, of raw data, or of a message inside the message. */
export function encodeBytes(field: number, bytes: Uint8Array): Uint8Array {
  return joinBytes([encodeKey(field, 2), encodeVarint(bytes.length), bytes]);
}

export function encodeString(field: number, text: string): Uint8Array {
  return encodeBytes(field, encodeText(text));
}

export function encodeMessage(field: number, parts: readonly Uint8Array[]): Uint8Array {
  return encodeBytes(field, joinBytes(parts));
}

export function encodeDouble(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return joinBytes([encodeKey(field, 1), bytes]);
}

export function encodeFloat(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return joinBytes([encodeKey(field, 5), bytes]);
}

/** A field as found: a number for varints, bytes for everything else (fixed numbers too). */
export interface ProtobufField {
  readonly field: number;
  readonly integer: number;
  readonly bytes: Uint8Array;
}

const none = new Uint8Array(0);

/** All fields of a message in order; `what` names it in errors. */
export function decodeFields(message: Uint8Array, what: string): ProtobufField[] {
  const fields: ProtobufField[] = [];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = message[at];
      if (byte === undefined || scale > 9223372036854775808) throw broken(what, 'a number without end');
      at += 1;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value;
    }
  };
  const readBytes = (length: number): Uint8Array => {
    if (at + length > message.length) throw broken(what, 'its end too early');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = readVarint();
    const field = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) fields.push({ field, integer: readVarint(), bytes: none });
    else if (wire === 1) fields.push({ field, integer: 0, bytes: readBytes(8) });
    else if (wire === 2) fields.push({ field, integer: 0, bytes: readBytes(readVarint()) });
    else if (wire === 5) fields.push({ field, integer: 0, bytes: readBytes(4) });
    else throw broken(what, `a field of the unknown type ${wire}`);
  }
  return fields;
}

function broken(what: string, got: string): LearnError {
  return new LearnError({
    code: 'damaged',
    path: what,
    got,
    hint: 'This is not a protocol buffer of the kind expected.',
  });
}
