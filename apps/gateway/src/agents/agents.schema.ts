import { z } from 'zod';

const ToolNames = z
  .union([z.literal('*'), z.array(z.string().min(1).max(64)).max(200)])
  .meta({ description: 'Tools of the gateway to offer; `*`: all that the key may call.' });

const Limits = z
  .strictObject({
    steps: z.int().min(1).max(200).optional().meta({ description: 'Turns of the model.' }),
    seconds: z.number().min(1).max(3_600).optional().meta({ description: 'Wall time.' }),
    tokens: z.int().min(1).optional().meta({ description: 'Model tokens, in and out, over all turns.' }),
    cost: z
      .strictObject({
        max: z.number().min(0).meta({ description: 'Most that the run may cost.' }),
        inputPerMillion: z.number().min(0).meta({ description: 'Price of a million tokens in.' }),
        outputPerMillion: z.number().min(0).meta({ description: 'Price of a million tokens out.' }),
      })
      .optional()
      .meta({ description: 'A bound on what the model costs, in the unit of the prices.' }),
  })
  .meta({ description: 'What ends the run; whatever comes first.' });

const TextFile = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}$/)
    .meta({ description: 'Its name, for the code.' }),
  text: z
    .string()
    .max(1_000_000)
    .meta({ description: 'Its text; the code sees it de-identified.', 'x-sensitive': true }),
});

export const AgentRunRequest = z
  .strictObject({
    model: z.string().min(1).max(200).meta({ description: 'The model that thinks.' }),
    input: z
      .union([z.string().max(1_000_000), z.array(z.looseObject({ role: z.string() })).min(1)])
      .meta({ description: 'A question, or messages as Chat Completions has them.', 'x-sensitive': true }),
    tools: ToolNames.optional(),
    clientTools: z
      .array(z.looseObject({ type: z.literal('function') }))
      .max(200)
      .optional()
      .meta({ description: 'Tools of the client, as Chat Completions defines them: their calls are handed back.' }),
    previousRunId: z.string().max(100).optional().meta({ description: 'The run to go on from; of this principal.' }),
    files: z.array(TextFile).max(20).optional().meta({ description: 'Text files for the code interpreter.' }),
    limits: Limits.optional(),
    stream: z.boolean().default(false).meta({ description: 'Whether the trace comes as server-sent events.' }),
  })
  .meta({ id: 'AgentRunRequest', description: 'A run of an agent with tools of the gateway.' });
export type AgentRunRequest = z.infer<typeof AgentRunRequest>;

const Step = z
  .object({
    type: z.enum(['thought', 'action', 'observation']).meta({ description: 'What it is.' }),
    step: z.int().meta({ description: 'The turn of the model.' }),
    text: z
      .string()
      .optional()
      .meta({ description: 'The thought, or what came of the action; as the caller may see it.', 'x-sensitive': true }),
    tool: z.string().optional().meta({ description: 'The tool.' }),
    callId: z.string().optional().meta({ description: 'Which call.' }),
    arguments: z.string().optional().meta({ description: 'JSON text; as the caller may see it.', 'x-sensitive': true }),
    status: z.enum(['ok', 'failed', 'denied']).optional().meta({ description: 'How the action went.' }),
  })
  .meta({ id: 'AgentStep', description: 'One step of a run.' });

export const AgentRunResponse = z
  .object({
    id: z.string().meta({ description: 'Of the run; another can go on from it.' }),
    status: z
      .enum(['answered', 'calls', 'steps', 'time', 'tokens', 'cost'])
      .meta({ description: '`calls`: the client is to run its own tools; or which limit ended it.' }),
    output: z.string().meta({ description: 'The answer, as the caller may see it.', 'x-sensitive': true }),
    calls: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Of the call; answer it with a message of the role `tool`.' }),
          name: z.string().meta({ description: 'The client’s tool.' }),
          arguments: z.string().meta({ description: 'JSON text.', 'x-sensitive': true }),
        }),
      )
      .meta({ description: 'Calls of the client’s tools.' }),
    trace: z.array(Step).meta({ description: 'Thoughts, actions and observations.' }),
    usage: z
      .object({
        steps: z.int().meta({ description: 'Turns of the model.' }),
        inputTokens: z.int().meta({ description: 'Model tokens in.' }),
        outputTokens: z.int().meta({ description: 'Model tokens out.' }),
        cost: z.number().meta({ description: 'In the unit of the prices given; 0 without.' }),
      })
      .meta({ description: 'What it used.' }),
  })
  .meta({ id: 'AgentRun', description: 'How a run went.' });
export type AgentRunResponse = z.infer<typeof AgentRunResponse>;
export type AgentStep = z.infer<typeof Step>;
