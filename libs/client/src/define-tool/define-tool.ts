import { z } from 'zod';

/** A JSON Schema of an object, as the gateway and model APIs take it. */
export interface ParametersSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export interface ToolDefinition<Parameters extends z.ZodObject, Result> {
  readonly name: string;
  /** What it does, for the model. */
  readonly description: string;
  /** Types, descriptions and choices of the arguments. */
  readonly parameters: Parameters;
  /** What comes back. For readers of the code: it is not sent to models. */
  readonly returns?: z.ZodType<Result>;
  run(values: z.infer<Parameters>, context: ToolContext): Promise<Result> | Result;
}

export interface ToolContext {
  readonly signal: AbortSignal;
}

/** A tool that can be offered to models, registered with a gateway and called. */
export interface DefinedTool<Values, Result> {
  readonly name: string;
  readonly description: string;
  readonly parameters: ParametersSchema;
  /** Checks the arguments, then runs it. Throws a `TypeError` that names where they do not fit, and no value. */
  run(values: unknown, context?: Partial<ToolContext>): Promise<Result>;
  /** For `tools` of Chat Completions. */
  readonly definition: {
    readonly type: 'function';
    readonly function: { readonly name: string; readonly description: string; readonly parameters: ParametersSchema };
  };
  /** Only for its type. */
  readonly values?: Values;
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * Derives a tool's JSON Schema from its typed definition: types, descriptions, which arguments are required, choices as
 * `enum`. Throws a `TypeError` for a name that model APIs do not take and for a type that JSON Schema cannot say.
 */
export function defineTool<Parameters extends z.ZodObject, Result>(
  definition: ToolDefinition<Parameters, Result>,
): DefinedTool<z.infer<Parameters>, Result> {
  const { name, description, parameters, run } = definition;
  if (!NAME.test(name)) throw new TypeError(`"${name}" is no name of a tool: letters, digits, "_" and "-", 64 at most`);
  const schema = schemaOf(parameters, name);
  return {
    name,
    description,
    parameters: schema,
    definition: { type: 'function', function: { name, description, parameters: schema } },
    run: async (values, context = {}) => {
      const checked = parameters.safeParse(values);
      if (!checked.success) {
        const where = checked.error.issues.map(({ path, code }) => `/${path.join('/')}: ${code}`).join('; ');
        throw new TypeError(`The arguments of ${name} do not fit: ${where}`);
      }
      return run(checked.data, { signal: new AbortController().signal, ...context });
    },
  };
}

function schemaOf(parameters: z.ZodObject, name: string): ParametersSchema {
  try {
    // Input: an argument with a default is one that a model may leave out.
    const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input', target: 'draft-7' });
    return schema as unknown as ParametersSchema;
  } catch {
    throw new TypeError(`The arguments of ${name} are of a type that JSON Schema cannot say`);
  }
}
