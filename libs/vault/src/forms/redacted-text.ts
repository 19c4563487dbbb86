import { type InfoType, parseVaultToken } from '#lib/kernel';

/** What stands for a value that nobody may see. Never reads as a vault token, so nothing can turn it back. */
export function redactedText(type: InfoType): string {
  const text = `[REDACTED_${type}]`;
  return parseVaultToken(text) ? '[REDACTED]' : text;
}
