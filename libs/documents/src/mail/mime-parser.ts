import { tooLarge } from '../document-error.js';

/** Offsets of one header field in the source; the value is folded as it was written, without the last line end. */
export interface HeaderField {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A MIME entity (RFC 2045 §2.4): header fields and a body, which may hold entities. */
export interface MimeEntity {
  readonly headers: readonly HeaderField[];
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly contentType: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly transferEncoding: string;
  readonly parts: readonly MimeEntity[];
  /** Text before, between and after the parts of a multipart. */
  readonly gaps: readonly { readonly start: number; readonly end: number }[];
}

const MULTIPART_DEPTH_MAX = 32;
const ENTITIES_MAX = 2_000;

/** Parses a message held as a Latin-1 string, so that offsets are bytes. */
export function parseMime(source: string): MimeEntity {
  return new MimeParser(source).entity(0, source.length, 0);
}

class MimeParser {
  private entities = 0;

  constructor(private readonly source: string) {}

  entity(from: number, to: number, depth: number): MimeEntity {
    this.entities += 1;
    if (depth > MULTIPART_DEPTH_MAX || this.entities > ENTITIES_MAX) throw tooLarge('depthMax');
    const { headers, bodyStart } = this.headers(from, to);
    const { value: contentType, parameters } = parseParameters(this.valueOf(headers, 'content-type') ?? 'text/plain');
    const transferEncoding = (this.valueOf(headers, 'content-transfer-encoding') ?? '7bit').trim().toLowerCase();
    const base = { headers, bodyStart, bodyEnd: to, contentType, parameters, transferEncoding };
    const boundary = parameters.get('boundary');
    if (contentType.startsWith('multipart/') && boundary)
      return { ...base, ...this.multipart(bodyStart, to, boundary, depth) };
    const isMessage = contentType === 'message/rfc822' || contentType === 'message/global';
    if (isMessage && !['base64', 'quoted-printable'].includes(transferEncoding)) {
      return { ...base, parts: [this.entity(bodyStart, to, depth + 1)], gaps: [] };
    }
    return { ...base, parts: [], gaps: [] };
  }

  private headers(from: number, to: number): { headers: HeaderField[]; bodyStart: number } {
    const headers: HeaderField[] = [];
    let at = from;
    while (at < to) {
      const next = this.lineEnd(at, to);
      const line = this.source.slice(at, next);
      if (/^\r?\n?$/.test(line)) return { headers, bodyStart: next };
      let end = next;
      while (end < to && /[ \t]/.test(this.source[end]!)) end = this.lineEnd(end, to);
      const colon = line.indexOf(':');
      if (colon > 0) {
        const valueEnd = end - (/\r?\n$/.exec(this.source.slice(at, end))?.[0].length ?? 0);
        headers.push({ name: line.slice(0, colon).trim().toLowerCase(), start: at + colon + 1, end: valueEnd });
      } else {
        // A line that is no field (an mbox "From " line, a stray one) is read like an unknown field.
        headers.push({ name: '', start: at, end: end - (/\r?\n$/.exec(line)?.[0].length ?? 0) });
      }
      at = end;
    }
    return { headers, bodyStart: to };
  }

  private multipart(from: number, to: number, boundary: string, depth: number): Pick<MimeEntity, 'parts' | 'gaps'> {
    const parts: MimeEntity[] = [];
    const gaps: { start: number; end: number }[] = [];
    const delimiter = `--${boundary}`;
    let open: number | null = null;
    let gap = from;
    let closed = false;
    for (let at = from; at < to && !closed; ) {
      const next = this.lineEnd(at, to);
      const line = this.source.slice(at, next).trimEnd();
      if (line === delimiter || line === `${delimiter}--`) {
        // The line end before a delimiter belongs to it (RFC 2046 §5.1.1).
        const before = Math.max(
          open ?? gap,
          at - (/\r?\n$/.exec(this.source.slice(Math.max(from, at - 2), at))?.[0].length ?? 0),
        );
        if (open === null) gaps.push({ start: gap, end: before });
        else parts.push(this.entity(open, before, depth + 1));
        closed = line !== delimiter;
        open = closed ? null : next;
        gap = next;
      }
      at = next;
    }
    if (open !== null) parts.push(this.entity(open, to, depth + 1));
    else gaps.push({ start: gap, end: to });
    return { parts, gaps: gaps.filter(({ start, end }) => start < end) };
  }

  private valueOf(headers: readonly HeaderField[], name: string): string | undefined {
    const field = headers.find((one) => one.name === name);
    return field && this.source.slice(field.start, field.end).replace(/\r?\n(?=[ \t])/g, '');
  }

  private lineEnd(at: number, to: number): number {
    const end = this.source.indexOf('\n', at);
    return end < 0 || end >= to ? to : end + 1;
  }
}

const PARAMETER = /;\s*([\w!#$&+\-^`{}~.*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/g;

function parseParameters(header: string): { value: string; parameters: Map<string, string> } {
  const parameters = new Map<string, string>();
  for (const match of header.matchAll(PARAMETER)) {
    parameters.set(match[1]!.toLowerCase(), match[2]?.replace(/\\(.)/g, '$1') ?? match[3]!);
  }
  return { value: (header.split(';', 1)[0] ?? '').trim().toLowerCase(), parameters };
}
