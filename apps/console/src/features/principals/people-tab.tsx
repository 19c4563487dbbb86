import { Group, Select, Table, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Principal } from '../../api/types.js';
import { dateTime, t } from '../../i18n/index.js';
import { Badge, Chip } from '../../ui/badges.js';
import { useRoles } from '../../ui/choices.js';
import { FormDialog } from '../../ui/dialog.js';
import { Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { SecretDialog } from '../../ui/secret.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

const KEY = ['principals'];
interface Shown {
  readonly title: string;
  readonly text?: string;
  readonly value: string;
}

export function PeopleTab() {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const { query, items } = usePages<Principal, string>(KEY, (after) =>
    call(() => api.GET('/admin/v1/principals', { params: { query: { limit: 100, ...(after && { after }) } } })),
  );
  return (
    <Panel
      flush
      title={t('principals.tab.people')}
      actions={
        <PermissionButton permission="principal:Write" size="xs" onClick={() => setAdding(true)}>
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
                <Table.Th>{t('principals.purposes')}</Table.Th>
                <Table.Th>{t('principals.collections')}</Table.Th>
                <Table.Th>{t('principals.state')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((principal) => (
                <Person key={principal.id} principal={principal} onSecret={setShown} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paged>
      {adding && <NewPrincipal onClose={() => setAdding(false)} />}
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
}

function Person({ principal, onSecret }: PersonProps) {
  const { id, kind, displayName, state, roles, purposes, collections, etag } = principal;
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
  const error = toggle.error ?? invite.error ?? mint.error;
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
          <PermissionButton permission="principal:Write" size="xs" variant="subtle" onClick={() => void toggle.run()}>
            {t(state === 'active' ? 'principals.disable' : 'principals.enable')}
          </PermissionButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Chips({ names }: { readonly names: readonly string[] }) {
  return (
    <Group gap={4}>
      {names.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
    </Group>
  );
}

function NewPrincipal({ onClose }: { readonly onClose: () => void }) {
  const known = useRoles();
  const queries = useQueryClient();
  const [id, setId] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [kind, setKind] = useState<'user' | 'service'>('user');
  const [roles, setRoles] = useState<string[]>([]);
  const [purposes, setPurposes] = useState<string[]>([]);
  const [collections, setCollections] = useState<string[]>(['default']);
  const create = useTask(async () => {
    await call(() =>
      api.POST('/admin/v1/principals', {
        body: { id, kind, roles, purposes, collections, ...(displayName && { displayName }) },
      }),
    );
    await queries.invalidateQueries({ queryKey: KEY });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t('principals.new')} task={create} submit={t('action.save')}>
      <TextInput
        label={t('principals.id')}
        required
        data-autofocus
        maxLength={200}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <TextInput
        label={t('principals.name')}
        maxLength={200}
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <Select
        label={t('principals.kind')}
        data={['user', 'service']}
        value={kind}
        onChange={(value) => value && setKind(value as 'user' | 'service')}
        allowDeselect={false}
      />
      <TagsInput label={t('principals.roles')} data={[...known]} value={roles} onChange={setRoles} />
      <TagsInput label={t('principals.purposes')} value={purposes} onChange={setPurposes} />
      <TagsInput label={t('principals.collections')} value={collections} onChange={setCollections} />
    </FormDialog>
  );
}
