import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FramePiece } from './frame.js';
import { SseReader } from './sse-reader.js';

function read(parts: readonly Uint8Array[]): {
  raw: string;
  events: { name: string | undefined; data: string | undefined }[];
} {
  const reader = new SseReader(10_000);
  const pieces: FramePiece[] = parts.flatMap((part) => reader.push(part));
  pieces.push(...reader.end());
  return {
    raw: pieces.map((piece) => (piece.kind === 'pass' ? piece.raw : piece.event.raw)).join(''),
    events: pieces.flatMap((piece) =>
      piece.kind === 'event' ? [{ name: piece.event.name, data: piece.event.data }] : [],
    ),
  };
}

const STREAM =
  ': keep-alive é\n\nevent: a\r\nid: 1\r\ndata: {"x":\r\ndata: "😀"}\r\n\r\n\r\n:c\rdata:no space\r\rdata\n: inside\ndata: z\n\nretry: 5\n\n';

describe('SSE reader', () => {
  it('reads every line ending, comments, names and data of several lines, and keeps the bytes', () => {
    expect(read([new TextEncoder().encode(STREAM)])).toEqual({
      raw: STREAM,
      events: [
        { name: 'a', data: '{"x":\n"😀"}' },
        { name: undefined, data: 'no space' },
        { name: undefined, data: '\nz' },
        { name: undefined, data: undefined },
      ],
    });
  });

  it('reads the same whichever way the bytes are cut', () => {
    const bytes = new TextEncoder().encode(STREAM);
    const whole = read([bytes]);
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        const parts = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
        if (JSON.stringify(read(parts)) !== JSON.stringify(whole)) throw new Error(`cuts ${first}, ${second}`);
      }
    }
  });

  it('changes only the data of an event', () => {
    const reader = new SseReader(1000);
    const piece = reader.push(new TextEncoder().encode('event: a\r\ndata:x\r\ndata:y\r\nid: 7\r\n\r\n'))[0];
    expect(piece?.kind === 'event' && piece.event.withData('{\n}')).toBe(
      'event: a\r\ndata:{\r\ndata:}\r\nid: 7\r\n\r\n',
    );
  });

  it('gives a comment on at once and an event when its blank line has come', () => {
    const reader = new SseReader(1000);
    expect(reader.push(new TextEncoder().encode(': ping\n'))).toEqual([{ kind: 'pass', raw: ': ping\n' }]);
    expect(reader.push(new TextEncoder().encode('data: 1\n'))).toEqual([]);
    expect(reader.push(new TextEncoder().encode('\n'))).toHaveLength(1);
  });

  it('refuses an event without end', () => {
    const reader = new SseReader(1000);
    const chunk = new TextEncoder().encode('data: '.padEnd(400, 'x'));
    expect(() => [1, 2, 3].map(() => reader.push(chunk))).toThrow(
      expect.objectContaining({ code: 'upstream.rejected' }),
    );
    const lines = new SseReader(1000);
    expect(() => lines.push(new TextEncoder().encode('data: y\n'.repeat(200)))).toThrow(
      expect.objectContaining({ code: 'upstream.rejected' }),
    );
  });

  it('survives arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (parts) => {
        const bytes = Buffer.concat(parts);
        expect(read(parts).events).toEqual(read([bytes]).events);
      }),
    );
  });
});
