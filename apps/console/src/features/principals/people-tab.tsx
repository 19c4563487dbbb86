import { Group, Menu, Table } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Principal } from '../../api/types.js';
import { dateTime, t } from '../../i18n/index.js';
import { Badge, Chips } from '../../ui/badges.js';
import { Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { SecretDialog } from '../../ui/secret.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';
import { PersonDialog } from './person-dialog.js';

const KEY = ['principals'];
interface Shown {
  readonly title: string;
  readonly text?: string;
  readonly value: string;
}

export function PeopleTab() {
  const [editing, setEditing] = useState<Principal | 'new' | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const { query, items } = usePages<Principal, string>(KEY, (after) =>
    call(() => api.GET('/admin/v1/principals', { params: { query: { limit: 100, ...(after && { after }) } } })),
  );
  return (
    <Panel
      flush
      title={t('principals.tab.people')}
      actions={
        <PermissionButton permission="principal:Write" size="xs" onClick={() => setEditing('new')}>
          {t('principals.new')}
        </PermissionButton>
      }
    >
      <Paged query={query} count={items.length} empty={{ title: t('table.empty') }}>
        <Table.ScrollContainer minWidth={720}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('principals.id')}</Table.Th>
                <Table.Th>{t('principals.roles')}</Table.Th>
                <Table.Th>{t('principals.tab.groups')}</Table.Th>
                <Table.Th>{t('principals.purposes')}</Table.Th>
                <Table.Th>{t('principals.collections')}</Table.Th>
                <Table.Th>{t('principals.state')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((principal) => (
                <Person
                  key={principal.id}
                  principal={principal}
                  onSecret={setShown}
                  onEdit={() => setEditing(principal)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paged>
      {editing && <PersonDialog principal={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <SecretDialog
        title={shown?.title ?? ''}
        value={shown?.value ?? null}
        onClose={() => setShown(null)}
        {...(shown?.text !== undefined && { text: shown.text })}
      />
    </Panel>
  );
}

interface PersonProps {
  readonly principal: Principal;
  readonly onSecret: (shown: Shown) => void;
  readonly onEdit: () => void;
}

function Person({ principal, onSecret, onEdit }: PersonProps) {
  const { id, kind, displayName, state, roles, groups, purposes, collections, etag } = principal;
  const queries = useQueryClient();
  const toggle = useTask(async () => {
    await call(() =>
      api.PATCH('/admin/v1/principals/{id}', {
        params: { path: { id }, header: { 'if-match': `"${etag}"` } },
        body: { state: state === 'active' ? 'disabled' : 'active' },
      }),
    );
    await queries.invalidateQueries({ queryKey: KEY });
  });
  const invite = useTask(async () => {
    const { token, expiresAt } = await call(() =>
      api.POST('/admin/v1/principals/{id}/invitation', { params: { path: { id } }, body: {} }),
    );
    onSecret({
      title: t('principals.invite.title', { id }),
      text: t('principals.invite.text', { time: dateTime(expiresAt) }),
      value: token,
    });
  });
  const mint = useTask(async () => {
    const { key } = await call(() => api.POST('/admin/v1/api-keys', { body: { principalId: id } }));
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
    onSecret({ title: t('principals.key.title', { id }), value: key });
  });
  const end = useTask(async () => {
    await call(() => api.DELETE('/admin/v1/principals/{id}/sign-in', { params: { path: { id } } }));
  });
  const error = toggle.error ?? invite.error ?? mint.error ?? end.error;
  return (
    <Table.Tr>
      <Table.Td maw={280} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{id}</bdi> <Badge tone="neutral">{kind}</Badge>
        {displayName && displayName !== id && (
          <div style={{ color: 'var(--pvg-muted)' }}>
            <bdi>{displayName.slice(0, 120)}</bdi>
          </div>
        )}
        {error !== null && <Failure error={error} />}
      </Table.Td>
      <Table.Td>
        <Chips names={roles} />
      </Table.Td>
      <Table.Td>
        <Chips names={groups} />
      </Table.Td>
      <Table.Td>
        <Chips names={purposes} />
      </Table.Td>
      <Table.Td>
        <Chips names={collections} />
      </Table.Td>
      <Table.Td>
        <Badge tone={state === 'active' ? 'good' : 'neutral'}>
          {t(state === 'active' ? 'principals.active' : 'principals.disabled')}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {kind === 'user' && (
            <PermissionButton permission="principal:Write" size="xs" variant="subtle" onClick={() => void invite.run()}>
              {t('principals.invite')}
            </PermissionButton>
          )}
          <PermissionButton permission="principal:Write" size="xs" variant="default" onClick={() => void mint.run()}>
            {t('principals.newKey')}
          </PermissionButton>
          <Menu position="bottom-end" width={190}>
            <Menu.Target>
              <PermissionButton permission="principal:Write" size="xs" variant="subtle">
                <IconDots size={16} aria-label={t('principals.more', { id })} />
              </PermissionButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onEdit}>{t('action.edit')}</Menu.Item>
              {kind === 'user' && <Menu.Item onClick={() => void end.run()}>{t('principals.endSignIn')}</Menu.Item>}
              <Menu.Item onClick={() => void toggle.run()}>
                {t(state === 'active' ? 'principals.disable' : 'principals.enable')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
