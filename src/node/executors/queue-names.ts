/**
 * What leader and workers share in Redis: names, and who is there. A queue belongs to one version of the code, so that a job
 * is never run by another; both sides announce themselves, so that a mismatch is reported at once.
 */
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Keyed } from '../../jobs/executor.ts';

export const prefix = 'bestiary';
const secondsAlive = 15;
export const secondsBetweenAnnouncements = 5;
/** Tasks are kept this long after their last use. */
const taskSeconds = 7 * 24 * 3600;
/** Results that nobody fetched, of leaders that never came back. */
export const keepSeconds = 7 * 24 * 3600;

/** Whatever kind it is; its arrays lie beside the queue (side-arrays.ts). */
interface Queued extends Keyed {
  readonly hasArrays?: boolean;
}

/** What a queued job carries; its creature is stored once. */
export interface QueuedJob extends Queued {
  readonly taskHash: string;
}

export type QueuedResult = Queued;

/** BullMQ takes no colon in a name. */
export function getQueueName(version: string): string {
  return `work-${version.replaceAll(':', '_')}`;
}

/** A job's name in the queue: not a number, whatever the hash. */
export function getJobId(key: string): string {
  return `j${key}`;
}

export async function storeTask(client: Redis, taskHash: string, text: string): Promise<void> {
  await client.set(`${prefix}:task:${taskHash}`, text, 'EX', taskSeconds);
}

export async function fetchTask(client: Redis, taskHash: string): Promise<string | null> {
  return client.get(`${prefix}:task:${taskHash}`);
}

export type Role = 'workers' | 'leaders';

/** Announces this process for the next few seconds. Times are those of Redis, so clocks may differ. */
export async function announce(client: Redis, role: Role, version: string): Promise<void> {
  const now = await readTime(client);
  const name = `${prefix}:${role}`;
  await client.zadd(name, now, `${version} ${hostname()} ${process.pid}`);
  await client.zremrangebyscore(name, '-inf', now - secondsAlive);
}

export async function withdraw(client: Redis, role: Role, version: string): Promise<void> {
  await client.zrem(`${prefix}:${role}`, `${version} ${hostname()} ${process.pid}`);
}

/** How many of a role are here with our version, and which other versions are. */
export async function countPresent(
  client: Redis,
  role: Role,
  version: string,
): Promise<{ same: number; others: string[] }> {
  const now = await readTime(client);
  const members = await client.zrangebyscore(`${prefix}:${role}`, now - secondsAlive, '+inf');
  const versions = members.map((member) => member.split(' ')[0]!);
  const others = versions.filter((other) => other !== version);
  return { same: versions.length - others.length, others: [...new Set(others)] };
}

async function readTime(client: Redis): Promise<number> {
  const [seconds] = await client.time();
  return Number(seconds);
}
