export function buildConsole(options?: { readonly force?: boolean }): Promise<void>;
export function firstLoad(): { readonly file: string; readonly bytes: number }[];
