export function findPython(env?: Record<string, string | undefined>): string | undefined;
