/** The nonce of this page, for style elements that are made at run time. */
export function cspNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}
