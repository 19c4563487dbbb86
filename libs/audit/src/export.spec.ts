import { describe, expect, it } from '@jest/globals';
import { type AuditRow, contentOf } from './audit-chain.js';
import type { AuditEvent } from './audit-event.js';
import { AUDIT_CSV_HEADER, auditCsvLine } from './export-csv.js';
import { auditLine, parseAuditLine } from './export-jsonl.js';

function rowOf(event: Partial<AuditEvent>, actorId = 'ann'): AuditRow {
  const whole: AuditEvent = {
    tenantId: 'acme',
    action: 'policy.read',
    actor: { id: actorId, kind: 'user' },
    resource: { kind: 'policy' },
    requestId: 'r-1',
    ...event,
  };
  return {
    scheme: 1,
    sequence: 5,
    recordedAt: '2026-12-01T10:00:00.000Z',
    ...contentOf(whole),
    hash: 'ab'.repeat(32),
  };
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

describe('the JSON Lines export', () => {
  it('is JSON, and reads back to the same row, whatever an id holds', () => {
    for (const id of ['ann', '","detail":{"x":1}}', '\\', '"', 'Ünïcödé 🙂', '}']) {
      const row = rowOf({ reason: ',"detail":{', facts: { count: 1 } }, id);
      expect(JSON.parse(auditLine(row))).toMatchObject({ actorId: id, sequence: 5, detail: { facts: { count: 1 } } });
      expect(parseAuditLine(auditLine(row))).toEqual(row);
    }
  });

  it.each([
    ['an added field', (line: string) => line.replace('{', '{"note":1,')],
    ['another order', (line: string) => line.replace('"scheme":1,"tenantId":"acme"', '"tenantId":"acme","scheme":1')],
    ['spaces', (line: string) => line.replace(':5', ': 5')],
    ['another notation of a number', (line: string) => line.replace(':5', ':5.0')],
    ['a field twice', (line: string) => line.replace('"sequence":5', '"sequence":4,"sequence":5')],
    ['text after it', (line: string) => `${line} `],
    ['half of it missing', (line: string) => line.slice(0, 60)],
  ])('does not read a line with %s', (_, change) => {
    expect(parseAuditLine(change(auditLine(rowOf({}))))).toBeNull();
  });
});

describe('the CSV export', () => {
  it('has as many cells as its header, quoted as RFC 4180 says', () => {
    const row = rowOf({ reason: 'a "b", c', facts: { tokens: ['[A_0]', '[B_0]'], count: 2 } });
    const cells = cellsOf(auditCsvLine(row));
    const names = AUDIT_CSV_HEADER.split(',');
    expect(cells).toHaveLength(names.length);
    expect(cells[names.indexOf('reason')]).toBe('a "b", c');
    expect(cells[names.indexOf('facts')]).toBe('{"count":2,"tokens":["[A_0]","[B_0]"]}');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1', '\t=1', "=cmd|' /C calc'!A0"])(
    'gives a spreadsheet no formula for the id %j',
    (id) => {
      const cell = cellsOf(auditCsvLine(rowOf({}, id)))[AUDIT_CSV_HEADER.split(',').indexOf('actorId')];
      expect(cell).toBe(`'${id}`);
    },
  );

  it('leaves other text as it is', () => {
    const cell = cellsOf(auditCsvLine(rowOf({}, 'ann-lee=1')))[AUDIT_CSV_HEADER.split(',').indexOf('actorId')];
    expect(cell).toBe('ann-lee=1');
  });
});
