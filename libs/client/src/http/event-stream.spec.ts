import { describe, expect, it } from '@jest/globals';
import { eventsOf, type ServerEvent } from './event-stream.js';

function streamOf(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

async function read(parts: readonly Uint8Array[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(streamOf(parts))) events.push(event);
  return events;
}

const TEXT =
  ': hello\n\nid: 1\nevent: progress\ndata: {"n":"ü"}\n\ndata: a\r\ndata: b\r\n\r\nevent: done\rdata:null\r\revent: cut\ndata: off';
const EVENTS = [
  { event: 'progress', data: '{"n":"ü"}' },
  { event: 'message', data: 'a\nb' },
  { event: 'done', data: 'null' },
];

describe('server-sent events', () => {
  it('are read whatever ends their lines, without comments and without the one that was cut off', async () => {
    expect(await read([new TextEncoder().encode(TEXT)])).toEqual(EVENTS);
  });

  it('are the same wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(EVENTS);
    }
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(EVENTS);
  });
});
