import { applyDecorators, HttpCode, SerializeOptions } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';

/**
 * What a route answers with: the one schema both documents the answer and lets only its declared fields through, so that a
 * field added to a domain type reaches no caller by itself.
 */
export function Responds(
  schema: z.ZodObject,
  options: { readonly status?: number; readonly description?: string } = {},
) {
  const { status = 200 } = options;
  return applyDecorators(SerializeOptions({ schema }), HttpCode(status), Describes(schema, options));
}

/** What a route answers with that writes its answer itself: in the description only, nothing is filtered. */
export function Describes(
  schema: z.ZodObject,
  { status = 200, description = schema.meta()?.description ?? '' }: { status?: number; description?: string } = {},
) {
  return ApiResponse({ status, description, standardSchema: schema } as Parameters<typeof ApiResponse>[0]);
}

/** A route that answers without a body. */
export function RespondsNothing() {
  return applyDecorators(HttpCode(204), ApiResponse({ status: 204, description: 'Done; there is nothing to say.' }));
}

/** A route that sends the browser elsewhere. */
export function RespondsRedirect(description: string) {
  return ApiResponse({ status: 302, description });
}

/** A point in time of a domain type (`Date`), as ISO 8601 text. */
export const Instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ offset: true }),
);
