export function packClient(folder?: string): Promise<string>;
