export function computeStamp(folder: string, paths: readonly string[], begin?: string): string;
export function replaceFolder(target: string, fresh: string): void;
export function withLock<T>(path: string, work: () => T | Promise<T>): Promise<T>;
