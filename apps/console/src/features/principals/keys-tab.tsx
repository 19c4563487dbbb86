import { Group, Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { ApiKey } from '../../api/types.js';
import { ago, t } from '../../i18n/index.js';
import { Badge, Chip } from '../../ui/badges.js';
import { Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { SecretDialog } from '../../ui/secret.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

const OVERLAP_MS = 86_400_000;

export function KeysTab() {
  const [made, setMade] = useState<{ id: string; key: string } | null>(null);
  const { query, items } = usePages<ApiKey, string>(['api-keys'], (after) =>
    call(() => api.GET('/admin/v1/api-keys', { params: { query: { limit: 100, ...(after && { after }) } } })),
  );
  return (
    <Panel flush title={t('principals.tab.keys')}>
      <Paged query={query} count={items.length} empty={{ title: t('table.empty') }}>
        <Table.ScrollContainer minWidth={760}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('keys.prefix')}</Table.Th>
                <Table.Th>{t('keys.owner')}</Table.Th>
                <Table.Th>{t('keys.scopes')}</Table.Th>
                <Table.Th>{t('keys.lastUsed')}</Table.Th>
                <Table.Th>{t('keys.expires')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((one) => (
                <Key key={one.prefix} one={one} onMade={setMade} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paged>
      <SecretDialog
        title={made ? t('principals.key.title', { id: made.id }) : ''}
        value={made?.key ?? null}
        onClose={() => setMade(null)}
      />
    </Panel>
  );
}

interface KeyProps {
  readonly one: ApiKey;
  readonly onMade: (made: { id: string; key: string }) => void;
}

function Key({ one, onMade }: KeyProps) {
  const { prefix, principalId, name, scopes, lastUsedAt, expiresAt, revokedAt, replacedBy } = one;
  const queries = useQueryClient();
  const path = { params: { path: { prefix } } };
  const rotate = useTask(async () => {
    const made = await call(() =>
      api.POST('/admin/v1/api-keys/{prefix}/rotate', { ...path, body: { overlapMs: OVERLAP_MS } }),
    );
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
    onMade({ id: principalId, key: made.key });
  });
  const revoke = useTask(async () => {
    await call(() => api.DELETE('/admin/v1/api-keys/{prefix}', path));
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
  });
  const error = rotate.error ?? revoke.error;
  return (
    <Table.Tr>
      <Table.Td>
        <Chip mono>pvg_{prefix}_…</Chip> <bdi>{name}</bdi>
        {error !== null && <Failure error={error} />}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <bdi>{principalId}</bdi>
      </Table.Td>
      <Table.Td>{scopes.includes('*') || scopes.length === 0 ? t('keys.scopes.all') : scopes.join(', ')}</Table.Td>
      <Table.Td>{lastUsedAt ? ago(lastUsedAt) : t('keys.never')}</Table.Td>
      <Table.Td>
        {revokedAt ? (
          <Badge tone="bad">{t('keys.revoked')}</Badge>
        ) : replacedBy ? (
          <Badge tone="masked">{t('keys.replaced')}</Badge>
        ) : expiresAt ? (
          ago(expiresAt)
        ) : (
          t('keys.never')
        )}
      </Table.Td>
      <Table.Td>
        {!revokedAt && (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            {!replacedBy && (
              <PermissionButton
                permission="principal:Write"
                size="xs"
                variant="default"
                onClick={() => void rotate.run()}
              >
                {t('keys.rotate')}
              </PermissionButton>
            )}
            <PermissionButton permission="principal:Write" size="xs" variant="subtle" onClick={() => void revoke.run()}>
              {t('keys.revoke')}
            </PermissionButton>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
