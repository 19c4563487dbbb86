/** An upstream's text as JSON, null when it is none: its parser's message would quote the text. */
export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
