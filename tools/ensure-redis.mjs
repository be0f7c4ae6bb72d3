// The tests of studies on many machines need a Redis server: the one that is there, or Debian's where we may install it.
// Without one those tests say so, and all others run.
import { existsSync } from 'node:fs';
import { findRedis } from './find-redis.mjs';
import { runQuietly, say } from './workspace.mjs';

export async function ensureRedis() {
  if (findRedis() !== undefined) return;
  if (!process.env.REDIS_SERVER && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing redis-server for the tests of studies …');
    // Only the program is wanted: nothing is started as a service.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await runQuietly('apt-get', ['update', '-q'], { env });
    await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], { env });
  }
  if (findRedis() === undefined)
    say('The tests of studies on Redis are not run: no redis-server here (on Debian: apt-get install redis-server).');
}
