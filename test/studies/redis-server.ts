/** A real Redis for tests: on a free loopback port, with a password, in a folder of its own, gone after the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { findRedis } from '../../tools/find-redis.mjs';
import { createFolder } from '../cli/program.ts';

export const redisProgram = findRedis();
/** Easy to find in any text. */
export const password = 'Quite-Secret-7391';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** A client for looking at what is there. */
  readonly client: Redis;
  /** Shuts down politely, or is killed, and starts again on the same port with what it has on disk. */
  restart(secondsAway: number, signal?: NodeJS.Signals): Promise<void>;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** `appendOnly`: what it was told survives a restart. */
export async function startRedis(appendOnly = false): Promise<RedisServer> {
  const port = await findFreePort();
  const folder = createFolder();
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--requirepass',
    password,
    '--save',
    '',
  ];
  args.push('--appendonly', appendOnly ? 'yes' : 'no');
  const start = (): ChildProcess => spawn(redisProgram!, args, { stdio: 'ignore' });
  let child = start();
  const client = new Redis({
    host: '127.0.0.1',
    port,
    password,
    maxRetriesPerRequest: null,
    retryStrategy: () => 100,
  });
  client.on('error', () => undefined);
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill(signal)) await gone;
  };
  onTestFinished(async () => {
    client.disconnect();
    await stop('SIGTERM');
  });
  await client.ping();
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    port,
    client,
    async restart(secondsAway, signal = 'SIGTERM') {
      await stop(signal);
      await new Promise((resolve) => setTimeout(resolve, 1000 * secondsAway));
      child = start();
      await client.ping();
    },
  };
}
