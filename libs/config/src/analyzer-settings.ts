import { z } from 'zod';
import { httpUrl } from './upstream-settings.js';

/** An analyzer with Presidio's HTTP interface, for collections that ask for it. It is sent plaintext. */
export const AnalyzerSettings = z
  .strictObject({
    baseUrl: httpUrl,
    /** Sent as a bearer token. */
    apiKey: z.string().min(1).optional(),
    /** Of texts whose language nobody says. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .default('en'),
    /** For one text, from connecting to the last byte. */
    timeoutMs: z.coerce.number().int().min(1).max(600_000).default(10_000),
    /** Info types of entity names that are not known here: `{ HOSPITAL_WARD: LOCATION }`. */
    types: z.record(z.string().min(1), z.string().regex(/^[A-Z][A-Z0-9_]{0,23}$/)).default({}),
  })
  .meta({ id: 'AnalyzerSettings' });
