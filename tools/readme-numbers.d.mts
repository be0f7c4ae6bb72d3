export const marks: readonly string[];
export const shown: readonly string[];
export function createTable(rows: readonly Readonly<Record<string, unknown>>[]): string;
export function replaceTable(text: string, table: string): string;
