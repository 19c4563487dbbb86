import { Group, NumberInput, Table, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import { useSession } from '../../app/session.js';
import { ago, t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { FormDialog } from '../../ui/dialog.js';
import { Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

type Grant = components['schemas']['AccessGrant'];

export function GrantsTab() {
  const [asking, setAsking] = useState(false);
  const { query, items } = usePages<Grant, string>(['grants'], (after) =>
    call(() => api.GET('/admin/v1/grants', { params: { query: { limit: 100, ...(after && { after }) } } })),
  );
  return (
    <Panel
      flush
      title={t('principals.tab.grants')}
      actions={
        <PermissionButton permission="grant:Request" size="xs" onClick={() => setAsking(true)}>
          {t('grants.request')}
        </PermissionButton>
      }
    >
      <Paged query={query} count={items.length} empty={{ title: t('table.empty') }}>
        <Table.ScrollContainer minWidth={640}>
          <Table>
            <Table.Tbody>
              {items.map((grant) => (
                <Row key={grant.id} grant={grant} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paged>
      {asking && <Ask onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Row({ grant }: { readonly grant: Grant }) {
  const { id, principalId, role, reason, state, breakGlass, requestedBy, requestedAt } = grant;
  const queries = useQueryClient();
  const decide = useTask(async (what: 'approve' | 'reject' | 'revoke') => {
    const path = { params: { path: { id } } };
    await call(() => {
      if (what === 'approve') return api.POST('/admin/v1/grants/{id}/approve', path);
      return what === 'reject'
        ? api.POST('/admin/v1/grants/{id}/reject', path)
        : api.POST('/admin/v1/grants/{id}/revoke', path);
    });
    await queries.invalidateQueries({ queryKey: ['grants'] });
  });
  const button = (what: 'approve' | 'reject' | 'revoke', key: 'grants.approve' | 'grants.reject' | 'grants.end') => (
    <PermissionButton permission="grant:Approve" size="xs" variant="default" onClick={() => void decide.run(what)}>
      {t(key)}
    </PermissionButton>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{principalId}</bdi> → <b>{role}</b> {breakGlass && <Badge tone="bad">{t('grants.glass')}</Badge>}
        {decide.error !== null && <Failure error={decide.error} />}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <bdi>{reason}</bdi>
      </Table.Td>
      <Table.Td>
        <bdi>{requestedBy}</bdi>, {ago(requestedAt)}
      </Table.Td>
      <Table.Td>
        <Badge tone={state === 'active' ? 'good' : state === 'pending' ? 'masked' : 'neutral'}>{state}</Badge>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end">
          {state === 'pending' && button('approve', 'grants.approve')}
          {state === 'pending' && button('reject', 'grants.reject')}
          {state === 'active' && button('revoke', 'grants.end')}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Ask({ onClose }: { readonly onClose: () => void }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const [principalId, setPrincipalId] = useState(session.principal.id);
  const [role, setRole] = useState('');
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState<number | string>(60);
  const ask = useTask(async () => {
    await call(() =>
      api.POST('/admin/v1/grants', { body: { principalId, role, reason, durationSeconds: Number(minutes) * 60 } }),
    );
    await queries.invalidateQueries({ queryKey: ['grants'] });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t('grants.request')} task={ask} submit={t('grants.request')}>
      <TextInput
        label={t('grants.principal')}
        required
        value={principalId}
        onChange={(event) => setPrincipalId(event.currentTarget.value)}
      />
      <TextInput
        label={t('table.role')}
        required
        data-autofocus
        value={role}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      <TextInput
        label={t('grants.reason')}
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <NumberInput label={t('grants.minutes')} required min={1} max={1_440} value={minutes} onChange={setMinutes} />
    </FormDialog>
  );
}
