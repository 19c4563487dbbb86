import { z } from 'zod';
import { type DemoAnswer, type DemoApi, events, jsonOf, piecesOf, propertiesOf, usageOf, whole } from './demo-api.js';

const Part = z.looseObject({
  text: z.string().optional(),
  functionResponse: z.looseObject({ response: z.unknown().optional() }).optional(),
});
const Body = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(Part) })).min(1),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z
          .array(
            z.looseObject({
              name: z.string(),
              parameters: z.unknown().optional(),
              parametersJsonSchema: z.unknown().optional(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
  generationConfig: z
    .looseObject({ responseSchema: z.unknown().optional(), responseJsonSchema: z.unknown().optional() })
    .optional(),
});
const PATH = /^\/v1(?:beta)?\/models\/([^:/?]+):(generateContent|streamGenerateContent)(\?alt=sse)?$/;

/** Gemini generateContent and its two kinds of stream. */
export const gemini: DemoApi = {
  matches: (path) => PATH.test(path),
  read: (body, path) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return null;
    const [, model, method] = PATH.exec(path)!;
    const { generationConfig } = parsed.data;
    return {
      stream: method === 'streamGenerateContent',
      request: {
        model: model!,
        ...jsonOf(generationConfig?.responseSchema ?? generationConfig?.responseJsonSchema),
        messages: parsed.data.contents.map(({ role, parts }) => {
          const result = parts.find((part) => part.functionResponse)?.functionResponse;
          if (result) return { role: 'tool' as const, text: JSON.stringify(result.response) };
          const text = parts.map((part) => part.text ?? '').join('\n');
          return { role: role === 'model' ? ('assistant' as const) : ('user' as const), text };
        }),
        tools: (parsed.data.tools ?? []).flatMap(({ functionDeclarations }) =>
          (functionDeclarations ?? []).map(({ name, parameters, parametersJsonSchema }) => ({
            name,
            properties: propertiesOf(parameters ?? parametersJsonSchema),
          })),
        ),
      },
    };
  },
  write: (request, reply, stream, path) => {
    const { prompt, completion } = usageOf(request, reply);
    const chunk = (parts: object[], finish?: string) => ({
      candidates: [
        { index: 0, content: { role: 'model', parts }, ...(finish !== undefined && { finishReason: finish }) },
      ],
      usageMetadata: {
        promptTokenCount: prompt,
        candidatesTokenCount: completion,
        totalTokenCount: prompt + completion,
      },
      modelVersion: request.model,
    });
    const call = reply.kind === 'tool_call' ? [{ functionCall: { name: reply.name, args: reply.arguments } }] : [];
    if (!stream) return whole(chunk(reply.kind === 'text' ? [{ text: reply.text }] : call, 'STOP'));
    const chunks =
      reply.kind === 'text'
        ? [...[...piecesOf(reply.text)].map((text) => chunk([{ text }])), chunk([{ text: '' }], 'STOP')]
        : [chunk(call, 'STOP')];
    return PATH.exec(path)![3] ? events(chunks) : array(chunks);
  },
};

function array(chunks: readonly object[]): DemoAnswer {
  const pieces = chunks.map((chunk, index) => `${index === 0 ? '[' : ',\r\n'}${JSON.stringify(chunk)}`);
  return { contentType: 'application/json', pieces: [...pieces, ']'] };
}
