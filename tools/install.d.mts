export function isInstalled(lockText: string, recordText: string | undefined): boolean;
