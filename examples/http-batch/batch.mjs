// De-identifies NDJSON in batches: whole records, every string of them, in the order in which they came.
//
//   PVG_KEY=… node examples/http-batch/batch.mjs < tickets.ndjson > safe.ndjson
import { createInterface } from 'node:readline';
import { PvgClient } from '#lib/client'; // elsewhere: '@pvg/client'

const BATCH_SIZE = 100;
const IN_FLIGHT = 4;
const TRIES = 5;
/** Worth another try: the gateway is busy, or something behind it is away for a moment. */
const PASSING = new Set([0, 429, 502, 503, 504]);

const pvg = new PvgClient({ url: process.env.PVG_URL ?? 'http://127.0.0.1:8080', key: process.env.PVG_KEY });

async function* batches(input) {
  let batch = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line);
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** A line for each line: the record with tokens, or why there is none. */
async function deidentified(lines) {
  const records = lines.map(parsed);
  const good = records.filter(({ error }) => error === undefined).map(({ record }) => record);
  const answers = good.length > 0 ? await sent(good) : [];
  return records.map(({ error }) => JSON.stringify(error ? { error } : answers.shift()));
}

async function sent(records) {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await pvg.privacy.deidentify({ json: records })).json;
    } catch (error) {
      const { code, status, detail } = error;
      if (PASSING.has(status)) {
        if (tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries));
        continue;
      }
      // Not about the records: a key that may not, a gateway of another kind.
      if (status < 400 || [401, 403, 404].includes(status)) throw error;
      if (records.length === 1) return [{ error: { code, message: detail } }];
      const half = records.length >> 1;
      return [...(await sent(records.slice(0, half))), ...(await sent(records.slice(half)))];
    }
  }
}

function parsed(line) {
  try {
    return { record: JSON.parse(line) };
  } catch {
    return { error: { code: 'request.malformed', message: 'The line is no JSON.' } };
  }
}

const waiting = [];
let failed = 0;
const write = async () => {
  const lines = await waiting.shift();
  failed += lines.filter((line) => line.startsWith('{"error":{"code"')).length;
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
};
for await (const batch of batches(process.stdin)) {
  const work = deidentified(batch);
  work.catch(() => undefined); // It is awaited in its turn.
  waiting.push(work);
  if (waiting.length === IN_FLIGHT) await write();
}
while (waiting.length > 0) await write();
if (failed > 0) {
  console.error(`${failed} records failed; each is an error record in the output`);
  process.exitCode = 2;
}
