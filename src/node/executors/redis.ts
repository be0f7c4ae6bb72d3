/** Connections to Redis: tried once before anything starts, then kept. */
import { Redis } from 'ioredis';
import { redact, type RedisAddress, RedisError } from './redis-address.ts';

const connectMilliseconds = 5000;

/** Connects once. Throws a RedisError with one sentence when that fails. */
export async function checkRedis(address: RedisAddress): Promise<void> {
  const client = new Redis({
    ...address.options,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: connectMilliseconds,
    maxRetriesPerRequest: 0,
  });
  // The reason is in this event; the promise only says that the connection was closed.
  let reason: Error | undefined;
  client.on('error', (error: Error) => (reason ??= error));
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw explainRefusal(address, reason ?? (error as Error));
  } finally {
    client.disconnect();
  }
}

function explainRefusal(address: RedisAddress, error: Error): RedisError {
  const { message } = error;
  const { code } = error as NodeJS.ErrnoException;
  if (/WRONGPASS|NOAUTH|invalid password|AUTH <password>/iu.test(message)) {
    const had = address.options.password === undefined ? 'It needs a password' : 'The password was refused';
    return new RedisError(
      'redis-password',
      `Redis at ${address.name} refused the connection. ${had}: check the address.`,
    );
  }
  if (code !== undefined || /timed? ?out|closed/iu.test(message))
    return new RedisError(
      'redis-unreachable',
      `Redis at ${address.name} cannot be reached (${code ?? 'no answer'}). Check host and port, and that it runs.`,
    );
  return new RedisError('redis-refused', `Redis at ${address.name} refused: ${redact(message, address)}.`);
}

/** A connection that comes back by itself whenever Redis does; commands wait meanwhile. */
export function connectRedis(address: RedisAddress): Redis {
  const client = new Redis({
    ...address.options,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(2000, 100 * times),
  });
  // Each failed attempt is an event; who waits for results says so once, not every time.
  client.on('error', () => undefined);
  return client;
}
