import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntrySpec {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the directory says of the inflated size, when that is a lie. */
  readonly claimedBytes?: number;
  /** General purpose flags (APPNOTE 4.4.4): 1 is encrypted. */
  readonly flags?: number;
}

/** A zip container as no library writes it: with lies and names that climb. */
export function zipBytes(entries: readonly ZipEntrySpec[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes = content.length, flags = 0 } of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const encoded = Buffer.from(name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedBytes, 18);
    fields.writeUInt16LE(encoded.length, 22);
    const head = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, encoded]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), fields, place, encoded);
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, central, end]);
}
