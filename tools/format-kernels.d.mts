export function hideDecorators(text: string): string;
export function showDecorators(text: string): string;
export function formatKernel(name: string, text: string): string;
