// Adds to package-lock.json the optional packages of other platforms (native parts of the build tools) that npm leaves out
// when the registry in use does not carry them. Without them `npm ci` refuses the lock file, and other platforms would
// lack those parts. Their contents cannot be hashed from here; a lock file made with a full registry has the hashes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from './workspace.mjs';

/** Where Node would find `name` from the package at `path`, or undefined. */
function findPackage(packages, path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (base === '') return undefined;
  }
}

/**
 * The optional dependencies that are in no entry.
 * @param {Readonly<Record<string, { version?: string, optionalDependencies?: Readonly<Record<string, string>> }>>} packages
 */
export function listMissing(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => findPackage(packages, path, name) === undefined)
      .map(([name, version]) => ({ name, version })),
  );
}

/**
 * An entry from a name like `@scope/tool-linux-arm64-musl`; undefined when the name is not of that kind.
 * @param {string} name
 * @param {string} version
 */
export function createEntry(name, version) {
  const match =
    /[-/](?:(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)|(wasm32)-wasi)(?:-(\w+))?$/.exec(
      name,
    );
  if (match === null || !/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  const [, os, cpu, wasm, abi = ''] = match;
  const libc = os !== 'linux' ? undefined : abi.startsWith('musl') ? 'musl' : 'glibc';
  return {
    version,
    cpu: [cpu ?? wasm],
    dev: true,
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}

function completeLock() {
  const path = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = listMissing(lock.packages);
  for (const { name, version } of missing) {
    const entry = createEntry(name, version);
    if (entry === undefined) throw new Error(`Cannot tell the platform of ${name}@${version}: add it by hand.`);
    lock.packages[`node_modules/${name}`] = entry;
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  say(`Added ${missing.length} packages of other platforms to package-lock.json.`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) completeLock();
