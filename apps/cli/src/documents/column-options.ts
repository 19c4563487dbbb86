import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ColumnPolicies, type ColumnProfile, type DocumentInput, formatById, profileColumns } from '#lib/documents';
import { DomainError } from '#lib/kernel';
import type { LocalSeam } from '../local/local-seam.js';

const Policies = z.record(z.string(), z.string());

/**
 * `--columns`: `email=token,notes=detect`, or the name of a JSON file that holds `{ "email": "token", … }`. Throws
 * `request.invalid`.
 */
export async function readColumns(option: string): Promise<Record<string, string>> {
  const policies = option.includes('=') ? fromList(option) : await fromFile(option);
  ColumnPolicies.parse(policies);
  return policies;
}

function fromList(option: string): Record<string, string> {
  return Object.fromEntries(
    option.split(',').map((one, index) => {
      const at = one.lastIndexOf('=');
      if (at < 1) throw invalid(`entry ${index + 1} is not name=policy`);
      return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
    }),
  );
}

async function fromFile(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw invalid('it is neither name=policy,… nor a file that can be read');
  });
  try {
    return Policies.parse(JSON.parse(text));
  } catch {
    throw invalid('the file is not a JSON object of names and policies');
  }
}

function invalid(reason: string): DomainError {
  return new DomainError('request.invalid', { publicMessage: `--columns cannot be used: ${reason}.` });
}

/** What the first rows of a table speak for, column by column. Nothing is stored. */
export async function proposeColumns(
  seam: LocalSeam,
  input: DocumentInput,
  { collectionId, purpose, format }: { collectionId: string; purpose?: string; format?: string },
): Promise<ColumnProfile[]> {
  const { principal } = await seam.scope('privacy:Inspect', collectionId, purpose);
  const { tenantId } = principal;
  return profileColumns(
    input,
    async (segments) => {
      const texts = segments.map(({ text, label }) => ({ text, ...(label !== undefined && { label }) }));
      return seam.parts.detector.findAll({ tenantId, collectionId, texts });
    },
    format === undefined ? {} : { format: formatById(format) },
  );
}
