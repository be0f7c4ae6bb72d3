export function findRedis(env?: Record<string, string | undefined>): string | undefined;
