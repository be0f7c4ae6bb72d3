// Finds the Redis server that tests of studies on many machines start. Needs nothing but Node.
import { delimiter, join } from 'node:path';
import { isProgram } from './find-chrome.mjs';

/**
 * The program `redis-server`, or undefined. REDIS_SERVER wins; when it names nothing that runs, the result is undefined.
 * @param {Record<string, string | undefined>} env
 */
export function findRedis(env = process.env) {
  if (env.REDIS_SERVER) return isProgram(env.REDIS_SERVER) ? env.REDIS_SERVER : undefined;
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'redis-server')).find(isProgram);
}
