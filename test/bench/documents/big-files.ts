import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { en, Faker } from '@faker-js/faker';

export type BigFormat = 'ndjson' | 'csv';

const PEOPLE = 2_000;
const NOTES = 400;

interface Row {
  readonly id: number;
  readonly created: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly city: string;
  readonly amount: number;
  readonly note: string;
}

/**
 * Rows of a help desk: a person, four values in columns, and a note of three sentences that names somebody in every third row.
 * The same seed gives the same file.
 */
function* rows(seed: number): Generator<Row> {
  const faker = new Faker({ locale: en, seed });
  const people = Array.from({ length: PEOPLE }, () => ({
    name: faker.person.fullName(),
    email: faker.internet.email({ provider: 'example.org' }),
    phone: faker.phone.number({ style: 'international' }),
    city: faker.location.city(),
  }));
  const notes = Array.from({ length: NOTES }, () => faker.lorem.sentences(3));
  for (let id = 1; ; id += 1) {
    const person = people[(id * 7) % PEOPLE]!;
    const other = people[(id * 13) % PEOPLE]!;
    const note = notes[(id * 31) % NOTES]!;
    yield {
      id,
      created: new Date(1_700_000_000_000 + id * 61_000).toISOString(),
      ...person,
      amount: ((id * 997) % 100_000) / 100,
      note: id % 3 === 0 ? `Spoke to ${other.name} about order ${id}. ${note}` : `${note} Order ${id} is late.`,
    };
  }
}

const cell = (value: string | number): string => (/[",\n]/.test(String(value)) ? `"${value}"` : String(value));

const LINE: Readonly<Record<BigFormat, (row: Row) => string>> = {
  ndjson: (row) => JSON.stringify(row),
  csv: (row) => Object.values(row).map(cell).join(','),
};

/** Writes about `bytes` of rows; gives how many rows. */
export async function writeBigFile(path: string, format: BigFormat, bytes: number, seed = 7): Promise<number> {
  const file = createWriteStream(path);
  let written = 0;
  let count = 0;
  let held = '';
  const flush = async () => {
    const full = !file.write(held);
    held = '';
    if (full) await once(file, 'drain');
  };
  if (format === 'csv') held = 'id,created,name,email,phone,city,amount,note\n';
  for (const row of rows(seed)) {
    const line = `${LINE[format](row)}\n`;
    held += line;
    written += line.length;
    count += 1;
    if (held.length > 256 * 1024) await flush();
    if (written >= bytes) break;
  }
  file.end(held);
  await once(file, 'close');
  return count;
}
