import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { SUBJECT_TOKEN_HEADER } from './subject-token.js';

const DESCRIPTION = `The privacy vault gateway. Errors are problems (RFC 9457) with a stable \`code\`. Lists hold only what the
caller may see; what a caller may not know of is answered as what does not exist. Fields marked \`x-sensitive\` hold values.`;

/** The description of the API (OpenAPI 3.0), made from the same schemas that validate requests and filter answers. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const head = new DocumentBuilder()
    .setTitle('pvg')
    .setDescription(DESCRIPTION.replaceAll('\n', ' '))
    .setVersion('1')
    .addSecurity('bearer', {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key, or a JWT of a configured issuer.',
    })
    .addSecurity('subject-token', {
      type: 'apiKey',
      in: 'header',
      name: SUBJECT_TOKEN_HEADER,
      description: 'Beside the credential of an application: the JWT of the person that it acts for.',
    })
    .addSecurityRequirements('bearer')
    .build();
  const converter = new SchemaConverter();
  return SwaggerModule.createDocument(app, head, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
    standardSchemaConverter: (schema, { schemaType }) => converter.convert(schema, schemaType),
  });
}

type JsonSchema = Record<string, unknown>;

/** Zod schemas as OpenAPI 3.0, each named one once under its name. */
class SchemaConverter {
  readonly #named = new Map<string, string>();

  convert(schema: unknown, io: 'input' | 'output'): { schema: JsonSchema; components: JsonSchema } | undefined {
    if (!(schema instanceof z.ZodType)) return undefined;
    const converted = z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
    }) as JsonSchema;
    const renamed = this.#withOwnNames(converted);
    const { definitions, $schema: _, id: __, ...rest } = renamed;
    return { schema: rest, components: (definitions as JsonSchema | undefined) ?? {} };
  }

  /** A schema may read otherwise as an answer (defaults are always there); it then gets a name of its own. */
  #withOwnNames(converted: JsonSchema): JsonSchema {
    const definitions = Object.entries((converted.definitions as JsonSchema | undefined) ?? {});
    const texts = new Map(definitions.map(([name, definition]) => [name, JSON.stringify(definition)]));
    const others = new Set<string>();
    const renamed = (text: string): string =>
      [...others].reduce(
        (all, name) => all.replaceAll(`"#/definitions/${name}"`, `"#/definitions/${name}Answer"`),
        text,
      );
    // What refers to one that reads otherwise does so too, so this goes on until none is left.
    for (let size = -1; size !== others.size; ) {
      size = others.size;
      for (const [name, content] of texts) {
        const known = this.#named.get(name);
        if (known !== undefined && known !== renamed(content)) others.add(name);
      }
    }
    for (const [name, content] of texts) if (!this.#named.has(name)) this.#named.set(name, renamed(content));
    const named = definitions.map(([name, one]) => [others.has(name) ? `${name}Answer` : name, one] as const);
    const text = JSON.stringify({ ...converted, ...(named.length > 0 && { definitions: Object.fromEntries(named) }) });
    return JSON.parse(renamed(text)) as JsonSchema;
  }
}

/** Every integer is a safe one: that says nothing about the field. */
function withoutSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
