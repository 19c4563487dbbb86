// Run by audit-durability.spec.ts: appends without end, and prints the request id of every event that was acknowledged.
import { Database } from '#lib/database';
import { Secret } from '#lib/kernel';
import { AuditLog } from '../audit-log.js';
import { anEvent } from './an-event.js';

const [url = '', tenantId = '', run = ''] = process.argv.slice(2);
const audit = new AuditLog(await Database.open({ url: new Secret(url), migrate: false }));
let count = 0;
const write = async () => {
  for (;;) {
    count += 1;
    const requestId = `${run}-${count}`;
    await audit.append([anEvent(tenantId, { requestId })]);
    process.stdout.write(`${JSON.stringify(requestId)}\n`);
  }
};
await Promise.all(Array.from({ length: 16 }, write)).catch(() => process.exit(1));
