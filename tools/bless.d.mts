export function addEntry(changelog: string, reason: string): string;
