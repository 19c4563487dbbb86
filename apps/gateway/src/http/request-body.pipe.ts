import { type ArgumentMetadata, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { readJson } from '#lib/dialects';
import { DomainError } from '#lib/kernel';

/** A body that is JSON but not what the route takes. Names each field and what is wrong, never the value. */
export class RequestInvalid extends DomainError {
  constructor(readonly errors: readonly { readonly pointer: string; readonly message: string }[]) {
    const first = errors[0];
    super('request.invalid', {
      publicMessage: first ? `${first.pointer || 'The body'}: ${first.message}` : 'The request is not valid.',
      ...(first && { pointer: first.pointer }),
    });
  }
}

/**
 * Reads the raw JSON body of a route that declares a schema and validates it. Bodies arrive as text, so that the proxy's
 * routes can edit them byte for byte; depth is bounded before anything recurses into them.
 */
@Injectable()
export class RequestBodyPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({
      exceptionFactory: (issues) =>
        new RequestInvalid(
          issues.map((issue) => ({ pointer: pointerOf(issue.path ?? []), message: withoutValues(issue.message) })),
        ),
    });
  }

  override async transform<T = unknown>(value: T, metadata: ArgumentMetadata): Promise<T> {
    if (metadata.type !== 'body' || !metadata.schema) return this.transformOther(value, metadata);
    const text = typeof value === 'string' ? value : '';
    readJson(text);
    return super.transform(JSON.parse(text) as T, metadata);
  }

  /** A part of the path is named by its parameter: it has no fields to point at. */
  private async transformOther<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    try {
      return await super.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof RequestInvalid) || metadata.data === undefined) throw error;
      throw new RequestInvalid(error.errors.map((one) => ({ ...one, pointer: `/${metadata.data}${one.pointer}` })));
    }
  }
}

function pointerOf(path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string {
  return path
    .map((segment) => String(typeof segment === 'object' ? segment.key : segment))
    .map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Zod's message for an unknown key quotes the key, which is the caller's text. */
function withoutValues(message: string): string {
  return message.startsWith('Unrecognized key') ? 'has a field that this route does not know' : message;
}
