export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events (WHATWG HTML, "Server-sent events"). Comments are skipped; an event that was cut off is not given. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of body) {
    held += decoder.decode(chunk, { stream: true });
    // A line end may be cut in two: a lone CR at the end waits for what follows.
    const whole = held.endsWith('\r') ? held.slice(0, -1) : held;
    const blocks = whole.replace(/\r\n?/g, '\n').split('\n\n');
    held = blocks.pop()! + held.slice(whole.length);
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}

function eventOf(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}
