// Finds the Redis server that tests of studies on many machines start. Needs nothing but Node.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The program `redis-server`, or undefined. REDIS_SERVER wins; if it does not run, the result is undefined. */
export function findRedis(env = process.env) {
  if (env.REDIS_SERVER) return isProgram(env.REDIS_SERVER) ? env.REDIS_SERVER : undefined;
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'redis-server')).find(isProgram);
}
