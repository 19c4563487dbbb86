export interface GeneratedClient {
  readonly name: string;
  readonly file: string;
  readonly usedPaths: string;
}
export const CLIENTS: readonly GeneratedClient[];
export function clientTypes(description: object, client: GeneratedClient): Promise<string>;
export function usedPaths(client: GeneratedClient): string[];
