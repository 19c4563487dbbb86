import type { Database } from '#lib/database';
import { DomainError, isSlug } from '#lib/kernel';

export interface Role {
  readonly id: string;
  readonly description: string;
  readonly createdAt: Date;
}

/** The roles of a tenant. A role gives nothing by itself: policies name it. */
export class Roles {
  constructor(private readonly database: Database) {}

  async list(tenantId: string): Promise<Role[]> {
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<Role>(
        'SELECT id, description, created_at AS "createdAt" FROM role ORDER BY id',
      );
      return rows;
    });
  }

  /** Makes a role or changes its description. @throws DomainError `request.invalid` */
  async put(tenantId: string, id: string, description: string): Promise<Role> {
    if (!isSlug(id) || description.length > 500) {
      throw new DomainError('request.invalid', {
        publicMessage: 'A role’s id is a slug, its description has at most 500 characters.',
        pointer: isSlug(id) ? '/description' : '/id',
      });
    }
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<Role>(
        `INSERT INTO role (tenant_id, id, description) VALUES ($1, $2, $3)
         ON CONFLICT (tenant_id, id) DO UPDATE SET description = excluded.description
         RETURNING id, description, created_at AS "createdAt"`,
        [tenantId, id, description],
      );
      return rows[0]!;
    });
  }
}
