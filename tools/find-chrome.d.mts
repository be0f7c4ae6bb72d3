export function listChromePlaces(
  env?: Record<string, string | undefined>,
  platform?: NodeJS.Platform,
): readonly string[];
export function findChrome(env?: Record<string, string | undefined>, platform?: NodeJS.Platform): string | undefined;
export function isProgram(path: string): boolean;
