/**
 * The files that a server may serve: everything under one folder, found by request target, read and compressed once. A target
 * is decoded once and then has to be plain: no climbing, no second encoding, no other file system's separators.
 */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface ServedFile {
  readonly type: string;
  /** Without quotes; one per content, the encoding is appended by the server. */
  readonly tag: string;
  /** True when the name carries a hash of the content, so that it may be cached for ever. */
  readonly isImmutable: boolean;
  readonly isCompressible: boolean;
  encode(encoding: Encoding): Promise<Buffer>;
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const compressible = /^(text\/|application\/(json|wasm|manifest)|image\/(svg|x-icon)|model\/)/;
/** Below this many bytes compression does not shorten the response. */
const minCompressedBytes = 512;
/** Vite names an asset `<name>-<eight characters of its hash>.<extension>`. */
const hashedName = /^assets\/.+-[\w-]{8}\.\w+(\.map)?$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * The path below the root that a request target asks for, or undefined when the target is not a plain path. It uses the text
 * alone: no file is looked up, so the answer does not reveal which files exist.
 */
export function parseTarget(target: string): string | undefined {
  const query = target.indexOf('?');
  const encoded = query < 0 ? target : target.slice(0, query);
  if (!encoded.startsWith('/') || encoded.includes('#')) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(encoded.slice(1));
  } catch {
    return undefined;
  }
  if (path === '') return 'index.html';
  // Control characters, a second layer of encoding, and what separates folders, drives or streams elsewhere.
  if (/[\p{Cc}%\\:]/u.test(path)) return undefined;
  // A leading dot covers `.`, `..` and hidden files; a trailing dot or space is dropped by some file systems.
  if (path.split('/').some((part) => part === '' || part.startsWith('.') || /[. ]$/.test(part))) return undefined;
  return path;
}

export class ServedFolder {
  /** With links resolved, so that containment can be decided by prefix. */
  readonly #root: string;
  readonly #cache = new Map<string, { readonly version: string; readonly file: Promise<ServedFile> }>();

  private constructor(root: string) {
    this.#root = root;
  }

  /** Rejects when there is no such folder. */
  static async open(root: string): Promise<ServedFolder> {
    return new ServedFolder(await realpath(root));
  }

  /** The file at a path from `parseTarget`; undefined if it is missing, or is a folder or a link out of the root. */
  async find(path: string): Promise<ServedFile | undefined> {
    let real: string;
    let version: string;
    try {
      real = await realpath(join(this.#root, path));
      if (!real.startsWith(this.#root + sep)) return undefined;
      const status = await stat(real);
      if (!status.isFile()) return undefined;
      version = `${status.mtimeMs} ${status.size}`;
    } catch {
      return undefined;
    }
    const known = this.#cache.get(path);
    if (known?.version === version) return known.file;
    const file = readServedFile(real, path);
    this.#cache.set(path, { version, file });
    file.catch(() => this.#cache.delete(path));
    return file;
  }
}

async function readServedFile(real: string, path: string): Promise<ServedFile> {
  const bytes = await readFile(real);
  const type = mimeTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const encoded = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);
  return {
    type,
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    isImmutable: hashedName.test(path),
    isCompressible: compressible.test(type) && bytes.length >= minCompressedBytes,
    encode(encoding) {
      const ready = encoded.get(encoding) ?? compress(bytes, encoding);
      encoded.set(encoding, ready);
      return ready;
    },
  };
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(bytes, { level: 6 });
  // Quality 5 is quick; the highest would keep the first visitor waiting for seconds.
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** The best encoding the client takes, by its Accept-Encoding header; brotli before gzip when it takes both. */
export function chooseEncoding(header: string | undefined): Encoding {
  const accepted = new Set<string>();
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}
