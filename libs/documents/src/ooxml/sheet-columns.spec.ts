import { describe, expect, it } from '@jest/globals';
import JSZip from 'jszip';
import { ColumnPolicies } from '../columns/column-policies.js';
import { PatternRewriter } from '../testing/pattern-rewriter.js';
import { rewriteBytes } from '../testing/rewrite-bytes.js';
import { zipBytes } from '../testing/zip-bytes.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRINGS = [
  'Name',
  'Ref',
  'Born',
  'City',
  'Remark',
  'Maren Hollstrup',
  'R-17',
  '1984-07-19',
  'Bristol',
  'met Priya Ramanathan',
];

/** One sheet: headings, a row of shared strings, and a row of an inline string, a formula's text, numbers and a flag. */
function workbook(strings = STRINGS): Buffer {
  const shared = (index: number, reference: string) => `<c r="${reference}" t="s"><v>${index}</v></c>`;
  const heading = ['A', 'B', 'C', 'D', 'E'].map((letter, index) => shared(index, `${letter}1`)).join('');
  const second = ['A', 'B', 'C', 'D', 'E'].map((letter, index) => shared(index + 5, `${letter}2`)).join('');
  const third =
    '<c r="A3" t="inlineStr"><is><t>Maren Hollstrup</t></is></c><c r="B3"><v>4711</v></c><c r="C3" s="1"><v>30882</v></c>' +
    '<c r="D3" t="str"><f>D2</f><v>Bristol</v></c><c r="E3" t="b"><v>1</v></c>';
  const xml = (name: string, content: string) => ({
    name,
    content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`),
  });
  return zipBytes([
    xml('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    xml('xl/workbook.xml', `<workbook xmlns="${MAIN}"><sheets><sheet name="S" sheetId="1"/></sheets></workbook>`),
    xml(
      'xl/sharedStrings.xml',
      `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
    xml(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${heading}</row><row r="2">${second}</row><row r="3">${third}</row></sheetData></worksheet>`,
    ),
  ]);
}

async function rewritten(policies: Record<string, string>, rewriter = new PatternRewriter(), bytes = workbook()) {
  const { bytes: out, report } = await rewriteBytes('t.xlsx', bytes, rewriter, {
    columns: ColumnPolicies.parse(policies),
  });
  const zip = await JSZip.loadAsync(out);
  const table = await zip.file('xl/sharedStrings.xml')!.async('string');
  const sheet = await zip.file('xl/worksheets/sheet1.xml')!.async('string');
  const strings = [...table.matchAll(/<t>([^<]*)<\/t>/g)].map(([, text]) => text);
  return { out, sheet, strings, report };
}

describe('column policies of sheets', () => {
  it('reach shared and inline strings, formula results, numbers and flags', async () => {
    const { sheet, strings, report } = await rewritten({
      name: 'token:PERSON',
      ref: 'token:CUSTOMER_ID',
      born: 'year',
      city: 'drop',
      remark: 'redact',
    });
    expect(strings.slice(0, 5)).toEqual(STRINGS.slice(0, 5));
    expect(strings.slice(5)).toEqual([
      expect.stringMatching(/^\[PERSON_\w{10}\]$/),
      expect.stringMatching(/^\[CUSTOMER_ID_\w{10}\]$/),
      '1984',
      '',
      '[REDACTED_CUSTOM]',
    ]);
    expect(sheet).toContain(`<is><t>${strings[5]}</t></is>`);
    expect(sheet).toMatch(/<c t="str" r="B3"><v>\[CUSTOMER_ID_\w{10}\]<\/v>/);
    // A date's serial number says no year, so nothing of it passes.
    expect(sheet).toMatch(/<c t="str" r="C3" s="1"><v>\[REDACTED_DATE_OF_BIRTH\]<\/v>/);
    expect(sheet).toContain('<f>D2</f><v></v>');
    expect(sheet).toMatch(/<c r="E3" t="str"><v>\[REDACTED_CUSTOM\]<\/v>/);
    expect(report.verified).toBe(true);
  });

  it('leave kept columns unread and detect the others', async () => {
    const { sheet, strings } = await rewritten({ name: 'keep', '*': 'detect' });
    expect(strings[5]).toBe('Maren Hollstrup');
    expect(strings[9]).toMatch(/^met \[PERSON_\w{10}\]$/);
    expect(sheet).toContain('<is><t>Maren Hollstrup</t></is>');
  });

  it('a string that several columns show is under the strictest of their policies', async () => {
    const twice = [...STRINGS];
    const bytes = workbook(twice);
    const zip = await JSZip.loadAsync(bytes);
    const sheet = await zip.file('xl/worksheets/sheet1.xml')!.async('string');
    zip.file('xl/worksheets/sheet1.xml', sheet.replace('r="D2" t="s"><v>8<', 'r="D2" t="s"><v>6<'));
    const mixed = await zip.generateAsync({ type: 'nodebuffer' });
    const { strings } = await rewritten({ ref: 'keep', city: 'drop', '*': 'detect' }, new PatternRewriter(), mixed);
    expect(strings[6]).toBe('');
  });

  it('hold by position where a sheet has no such heading, and are undone by reidentify', async () => {
    const rewriter = new PatternRewriter();
    const { out, strings } = await rewritten({ '#2': 'token:CUSTOMER_ID', '*': 'keep' }, rewriter);
    expect(strings[6]).toMatch(/^\[CUSTOMER_ID_\w{10}\]$/);
    const back = await rewriteBytes('t.xlsx', out, rewriter.restorer, { direction: 'restore' });
    const zip = await JSZip.loadAsync(back.bytes);
    expect(await zip.file('xl/sharedStrings.xml')!.async('string')).toContain('<t>R-17</t>');
  });
});
