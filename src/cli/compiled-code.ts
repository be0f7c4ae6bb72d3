/**
 * Keeps the compiled program beside its source, so that from the second time on a command does not read and compile a million
 * characters again. Newer Nodes do it themselves (`enableCompileCache`); for the others each file that is required is compiled
 * here. V8 refuses what another version of it has made, but believes a damaged cache: a checksum before it says whether it is whole.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

interface Hidden {
  enableCompileCache?: (folder: string) => unknown;
  readonly wrap: (source: string) => string;
  readonly _extensions: Record<string, (module: NodeJS.Module, file: string) => void>;
}

/** `program` is the folder of the built program; `use` says what is asked for: a cache holds the functions of one use, which another use of the same files has no need of. */
export function keepCompiled(program: string, use: string): void {
  const folder = path.join(program, 'compiled');
  const hidden = Module as unknown as Hidden;
  if (hidden.enableCompileCache !== undefined) {
    hidden.enableCompileCache(path.join(folder, process.version));
    return;
  }
  const kept = path.join(folder, process.version, use);
  const made: (() => void)[] = [];
  const load = hidden._extensions['.js']!;
  hidden._extensions['.js'] = (module, file) => {
    if (path.dirname(file) !== program) {
      load(module, file);
      return;
    }
    // The build writes no letter that is not ASCII (vite.node.config.ts), and so it is read quickly.
    const source = readFileSync(file, 'latin1');
    const cache = path.join(kept, `${path.basename(file)}.${Math.round(statSync(file).mtimeMs)}`);
    const cachedData = readWhole(cache);
    const script = new Script(hidden.wrap(source), { filename: file, ...(cachedData && { cachedData }) });
    if (script.cachedDataRejected !== false) made.push(() => writeWhole(cache, script.createCachedData()));
    const run = script.runInThisContext() as (...values: unknown[]) => unknown;
    const require = Module.createRequire(file);
    run.call(module.exports, module.exports, require, module, file, path.dirname(file));
  };
  // At the end, when it is known which functions are needed.
  process.once('exit', (code) => {
    // A failed command, such as an unknown animal, does not tell which functions are needed.
    if (code !== 0) return;
    try {
      for (const write of made) write();
    } catch {
      // A folder that cannot be written to, a full disk: the next start takes as long as this one.
    }
  });
}

const checksumBytes = 4;

function readWhole(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const kept = bytes.subarray(checksumBytes);
    return crc32(kept) === bytes.readUInt32LE(0) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Under another name first: two commands may start at once. */
function writeWhole(file: string, bytes: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(bytes));
  writeFileSync(temporary, Buffer.concat([checksum, bytes]));
  renameSync(temporary, file);
}
