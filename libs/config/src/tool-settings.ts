import { z } from 'zod';
import { httpUrl } from './upstream-settings.js';

/** Names as model APIs take them for functions. */
export const ToolName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);

/** A JSON Pointer (RFC 6901) in which a segment `*` stands for any one. */
const Pointer = z
  .string()
  .max(400)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, { message: 'must be a JSON Pointer' });

const InfoTypeName = z
  .string()
  .max(24)
  .regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/);

/** Where a value came from: `prompt`, `crm`. */
const Origin = z.string().regex(/^(?:[a-z0-9][a-z0-9:_.-]{0,62}|\*)$/i);

const ArgumentRule = z
  .strictObject({
    reveal: z.enum(['plain', 'masked', 'token', 'omit']).default('plain').meta({
      description:
        'The most the tool gets here; what its policy as a principal allows caps it. `omit` removes the argument.',
    }),
    role: z.enum(['value', 'destination', 'text', 'url', 'header']).default('text').meta({
      description:
        '`value`: one value, nothing around it; with `vault:Use` it may exceed what the caller sees. `destination`: the same, and it says where something goes. All others never exceed what the caller sees.',
    }),
    types: z
      .array(InfoTypeName)
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Types of values that are released here; others stay tokens. Absent: all.' }),
    origins: z.array(Origin).max(32).optional().meta({
      description: 'Of a destination: from where its value must come. Absent: where the tool takes values from.',
    }),
    allow: z
      .array(z.string().min(1).max(200))
      .max(200)
      .default([])
      .meta({ description: 'Of a destination: texts that are allowed as they are; `*` stands for any characters.' }),
  })
  .meta({ id: 'ToolArgumentRule', description: 'What of values a tool gets in one argument.' });

const ResultRule = z
  .strictObject({
    mode: z.enum(['detect', 'token', 'trusted', 'drop']).default('detect').meta({
      description:
        '`detect`: read for personal data. `token`: the whole text is one value of `type`. `trusted`: holds none, passed on as it is. `drop`: removed.',
    }),
    type: InfoTypeName.optional().meta({ description: 'Of `token`: the type of the value.' }),
    origin: Origin.optional().meta({ description: 'What values found here are labelled with; absent: `tool:<name>`.' }),
  })
  .refine(({ mode, type }) => (mode === 'token') === (type !== undefined), {
    path: ['type'],
    message: 'is given with `mode: token`, and only then',
  })
  .meta({ id: 'ToolResultRule', description: 'How one part of a result is read.' });

export const ToolPolicy = z
  .strictObject({
    arguments: z
      .record(Pointer, ArgumentRule)
      .default({})
      .meta({ description: 'By JSON Pointer; `*` stands for one segment. What none names is `text`.' }),
    results: z.record(Pointer, ResultRule).default({}).meta({ description: 'By JSON Pointer, in the same way.' }),
    origins: z
      .array(Origin)
      .max(32)
      .default(['prompt'])
      .meta({ description: 'Where values may come from that this tool gets as more than tokens; `*`: anywhere.' }),
  })
  .prefault({})
  .meta({ id: 'ToolPolicy', description: 'What a tool gets of values, and what is believed of its results.' });

const JsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the arguments, an object.' });
const Template = z.string().max(4_000);

const HttpExecutor = z.strictObject({
  kind: z.literal('http').meta({ description: 'A request made from the arguments.' }),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).default('POST').meta({ description: 'The method.' }),
  url: z
    .string()
    .max(2_000)
    .regex(/^https?:\/\/[^/{}@]+(?:\/|$)/, { message: 'must have its scheme and host written out' })
    .meta({ description: 'The address; `{{/pointer}}` below the host is replaced by an argument, percent-encoded.' }),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,64}$/), Template)
    .default({})
    .meta({ description: 'Headers; `{{credential}}` is replaced by the tool’s credential.' }),
  body: z
    .unknown()
    .optional()
    .meta({ description: 'A JSON template; a string `{{/pointer}}` becomes that argument. Absent: all arguments.' }),
  result: Pointer.default('').meta({ description: 'The part of the JSON answer that is the result.' }),
});

const Executor = z
  .discriminatedUnion('kind', [
    HttpExecutor,
    z.strictObject({
      kind: z.literal('python').meta({ description: 'The code interpreter: Python, isolated.' }),
      state: z.enum(['none', 'conversation']).default('none').meta({ description: 'How long variables live.' }),
    }),
    z.strictObject({
      kind: z.literal('finish').meta({ description: 'Ends the run; its first argument is the answer.' }),
    }),
    z.strictObject({
      kind: z.literal('code').meta({ description: 'A function that the program which embeds the gateway provides.' }),
    }),
  ])
  .meta({ description: 'What runs it.' });

const Limits = {
  timeoutMs: z.int().min(10).max(600_000).default(30_000).meta({ description: 'Longest call.' }),
  outputCharsMax: z.int().min(100).max(1_000_000).default(20_000).meta({
    description: 'Longest result; the rest is cut off with a notice.',
  }),
};

const ToolFields = z.strictObject({
  name: ToolName.meta({ description: 'What models call it, and its name as a principal.' }),
  description: z.string().max(4_000).default('').meta({ description: 'What it does, for the model.' }),
  parameters: JsonSchema.default({ type: 'object', properties: {} }),
  executor: Executor,
  policy: ToolPolicy,
  idempotent: z.boolean().default(false).meta({ description: 'Whether a failed call may be repeated, once.' }),
  ...Limits,
});

/** A tool, as the admin API takes it. */
export const ToolInput = ToolFields.meta({ id: 'ToolInput', description: 'A tool; what is absent takes its default.' });
/** The same in the operator's file. */
export const ToolSettings = ToolFields.extend({ credential: z.string().min(1).optional() }).meta({
  id: 'ToolSettings',
});

const McpFields = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
    .meta({ description: 'Its name; its tools are called `<name>__<tool>`.' }),
  policy: ToolPolicy.meta({ description: 'Of every tool that has none of its own.' }),
  tools: z
    .record(z.string().max(128), ToolPolicy)
    .default({})
    .meta({ description: 'Policies of single tools, by their names on the server.' }),
  allowedTools: z.array(z.string().max(128)).max(500).optional().meta({ description: 'Others are not seen.' }),
  ...Limits,
};
const McpHttp = z.strictObject({
  kind: z.literal('http').meta({ description: 'Streamable HTTP.' }),
  url: httpUrl.max(2_000).meta({ description: 'The address of its MCP endpoint.' }),
  headers: z.record(z.string(), Template).default({}).meta({ description: 'Headers; `{{credential}}` as above.' }),
});
const McpStdio = z.strictObject({
  kind: z.literal('stdio'),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  /** Nothing is inherited: the process sees these variables and no others. */
  env: z.record(z.string(), z.string()).default({}),
});

/** An MCP server, as the admin API takes it: only the operator's file starts processes. */
export const McpServerInput = z
  .strictObject({ ...McpFields, transport: McpHttp.meta({ description: 'How it is reached.' }) })
  .meta({ id: 'McpServerInput', description: 'An MCP server; what is absent takes its default.' });
export const McpServerSettings = z
  .strictObject({
    ...McpFields,
    transport: z.discriminatedUnion('kind', [McpHttp, McpStdio]),
    credential: z.string().min(1).optional(),
  })
  .meta({ id: 'McpServerSettings' });

export type ToolPolicy = z.infer<typeof ToolPolicy>;
export type ToolArgumentRule = z.infer<typeof ArgumentRule>;
export type ToolResultRule = z.infer<typeof ResultRule>;
export type HttpExecutorSettings = z.infer<typeof HttpExecutor>;
