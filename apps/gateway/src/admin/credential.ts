import { z } from 'zod';

/** A key, password or token as it goes into a header: it is kept sealed and never shown again. */
export const Credential = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, { message: 'must be visible ASCII characters' });
