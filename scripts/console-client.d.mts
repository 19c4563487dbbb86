export const CLIENT_FILE: string;
export function clientTypes(description: object): Promise<string>;
export function usedPaths(): string[];
