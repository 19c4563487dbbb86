import { z } from 'zod';
import { McpServerInput, ToolInput, ToolName } from '#lib/config';
import { pageOf } from '../../http/page.js';
import { Instant } from '../../http/responds.js';
import { Credential } from '../credential.js';

export const ToolNameParam = ToolName.meta({ description: 'The name of the tool.' });
export const ServerNameParam = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
  .meta({ description: 'The name of the MCP server.' });

const FirstCredential = Credential.optional().meta({
  description: 'What `{{credential}}` stands for. It is kept sealed and never shown again.',
  'x-sensitive': true,
});

export const CreateToolRequest = z
  .strictObject({ settings: ToolInput.meta({ description: 'What it is and may see.' }), credential: FirstCredential })
  .meta({ id: 'CreateToolRequest', description: 'A new tool.' });
export type CreateToolRequest = z.infer<typeof CreateToolRequest>;

export const ChangeToolRequest = z
  .strictObject({ settings: ToolInput.meta({ description: 'All its settings anew; the name stays.' }) })
  .meta({ id: 'ChangeToolRequest', description: 'Other settings. Moved to another origin, it loses its credential.' });
export type ChangeToolRequest = z.infer<typeof ChangeToolRequest>;

export const ToolCredentialRequest = z
  .strictObject({
    credential: Credential.nullable().meta({
      description: 'The next one; null for none. It is kept sealed and never shown again.',
      'x-sensitive': true,
    }),
  })
  .meta({ id: 'ToolCredentialRequest', description: 'Another credential of a tool or an MCP server.' });
export type ToolCredentialRequest = z.infer<typeof ToolCredentialRequest>;

export const ImportToolsRequest = z
  .strictObject({
    format: z.literal('chatglm3').meta({ description: 'How the tools are written.' }),
    tools: z
      .union([z.array(z.looseObject({})).max(200), z.record(z.string(), z.looseObject({}))])
      .meta({ description: 'A list, or an object by name; `params` (format 1) or `parameters` (format 2).' }),
    executor: z.looseObject({}).meta({ description: 'What runs each; `{name}` in it becomes the tool’s name.' }),
  })
  .meta({ id: 'ImportToolsRequest', description: 'Tools that another system registered.' });
export type ImportToolsRequest = z.infer<typeof ImportToolsRequest>;

const source = {
  name: z.string().meta({ description: 'Its name.' }),
  source: z.enum(['tenant', 'configuration']).meta({ description: 'Who set it up: the tenant, or the operator.' }),
  credential: z.enum(['none', 'set', 'unreadable']).meta({ description: 'Whether it has one; never which.' }),
  createdAt: Instant.nullable().meta({ description: 'When it was made; null in the configuration.' }),
  changedAt: Instant.nullable().meta({ description: 'When it was last changed.' }),
  etag: z.string().nullable().meta({ description: 'For If-Match; null for what cannot be changed here.' }),
};

export const ToolResponse = z
  .object({ ...source, settings: ToolInput.meta({ description: 'What it is and may see.' }) })
  .meta({ id: 'Tool', description: 'A tool that runs of agents may call.' });
export const ToolList = pageOf(ToolResponse, 'ToolList');
export const ImportedTools = z
  .object({ items: z.array(ToolResponse).meta({ description: 'The tools that were made.' }) })
  .meta({ id: 'ImportedTools', description: 'What an import made.' });

export const CreateMcpServerRequest = z
  .strictObject({ settings: McpServerInput.meta({ description: 'How it is reached.' }), credential: FirstCredential })
  .meta({ id: 'CreateMcpServerRequest', description: 'A new MCP server.' });
export type CreateMcpServerRequest = z.infer<typeof CreateMcpServerRequest>;

export const ChangeMcpServerRequest = z
  .strictObject({ settings: McpServerInput.meta({ description: 'All its settings anew; the name stays.' }) })
  .meta({
    id: 'ChangeMcpServerRequest',
    description: 'Other settings. Moved to another origin, the server loses its credential.',
  });
export type ChangeMcpServerRequest = z.infer<typeof ChangeMcpServerRequest>;

export const McpServerResponse = z
  .object({ ...source, settings: McpServerInput.meta({ description: 'How it is reached.' }) })
  .meta({ id: 'McpServer', description: 'An MCP server of the tenant.' });
export const McpServerList = pageOf(McpServerResponse, 'McpServerList');

export const McpApprovalsResponse = z
  .object({
    items: z
      .array(
        z.object({
          tool: z.string().meta({ description: 'The tool, as the server calls it.' }),
          approvedHash: z.string().meta({ description: 'SHA-256 of the form that models may be told.' }),
          seenHash: z.string().meta({ description: 'SHA-256 of the form that the server last gave.' }),
          isApproved: z.boolean().meta({ description: 'Whether they are the same; if not, the tool is kept back.' }),
          approvedBy: z.string().meta({ description: 'Who approved it; `pvg:first-sight` for the first form.' }),
          approvedAt: Instant.meta({ description: 'When.' }),
        }),
      )
      .meta({ description: 'One for each tool that was seen.' }),
  })
  .meta({ id: 'McpApprovals', description: 'Which forms of a server’s tools are approved.' });

export const ApproveMcpToolRequest = z
  .strictObject({
    tool: z.string().min(1).max(128).meta({ description: 'The tool, as the server calls it.' }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'The hash that was read: another form than that is not approved.' }),
  })
  .meta({ id: 'ApproveMcpToolRequest', description: 'Approval of a changed tool.' });
export type ApproveMcpToolRequest = z.infer<typeof ApproveMcpToolRequest>;
