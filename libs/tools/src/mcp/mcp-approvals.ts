import { createHash } from 'node:crypto';
import type { Database } from '#lib/database';
import { DomainError } from '#lib/kernel';

/** What a server says of a tool now, against what was approved. */
export interface McpApproval {
  readonly server: string;
  readonly tool: string;
  readonly approvedHash: string;
  readonly seenHash: string;
  readonly approvedBy: string;
  readonly approvedAt: Date;
}

interface Row {
  readonly server: string;
  readonly tool: string;
  readonly approved_hash: string;
  readonly seen_hash: string;
  readonly approved_by: string;
  readonly approved_at: Date;
}

const FIRST_SIGHT = 'pvg:first-sight';

/** SHA-256 of what models and their clients are told of a tool: name, description, schemas, title and hints. */
export function toolHash(tool: {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly title?: string | undefined;
  readonly annotations?: unknown;
}): string {
  const { name, description = '', inputSchema, outputSchema, title, annotations } = tool;
  const text = JSON.stringify([name, description, sorted([inputSchema, { outputSchema, title, annotations }])]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Which form of each tool was approved. The first form that a tenant sees is; any other is kept from models until somebody
 * approves it by its hash, so that a server cannot change what a tool says it does behind everybody's back.
 */
export class McpApprovals {
  constructor(private readonly database: Database) {}

  /** The names of the tools that may be used as they are now. */
  async approved(tenantId: string, server: string, hashes: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
    const [names, seen] = [[...hashes.keys()], [...hashes.values()]];
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<Row>(
        `INSERT INTO mcp_tool_approval AS a (tenant_id, server, tool, approved_hash, seen_hash, approved_by)
         SELECT $1, $2, tool, hash, hash, $5 FROM unnest($3::text[], $4::text[]) AS t (tool, hash)
         ON CONFLICT (tenant_id, server, tool) DO UPDATE SET seen_hash = excluded.seen_hash
         RETURNING *`,
        [tenantId, server, names, seen, FIRST_SIGHT],
      ),
    );
    return new Set(rows.filter((row) => row.approved_hash === row.seen_hash).map(({ tool }) => tool));
  }

  async list(tenantId: string, server: string): Promise<McpApproval[]> {
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<Row>('SELECT * FROM mcp_tool_approval WHERE tenant_id = $1 AND server = $2 ORDER BY tool', [
        tenantId,
        server,
      ]),
    );
    return rows.map((row) => ({
      server: row.server,
      tool: row.tool,
      approvedHash: row.approved_hash,
      seenHash: row.seen_hash,
      approvedBy: row.approved_by,
      approvedAt: row.approved_at,
    }));
  }

  /** Approves what was last seen, if it is what the approver read. Throws `precondition.failed` when it is not. */
  async approve(tenantId: string, server: string, tool: string, hash: string, by: string): Promise<void> {
    const { rowCount } = await this.database.withTenant(tenantId, (client) =>
      client.query(
        `UPDATE mcp_tool_approval SET approved_hash = seen_hash, approved_by = $5, approved_at = now()
         WHERE tenant_id = $1 AND server = $2 AND tool = $3 AND seen_hash = $4`,
        [tenantId, server, tool, hash, by],
      ),
    );
    if (rowCount === 0) {
      throw new DomainError('precondition.failed', { publicMessage: 'That is not the form that was last seen.' });
    }
  }
}

/** Keys in order: two spellings of one schema are one. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
