import { Button, Group, Table, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import { t } from '../../i18n/index.js';
import { Chips } from '../../ui/badges.js';
import { useRoles } from '../../ui/choices.js';
import { FormDialog } from '../../ui/dialog.js';
import { Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';
import { ClaimRules } from './claim-rules.js';

type PrincipalGroup = components['schemas']['Group'];

const KEY = ['groups'];
const NEW: PrincipalGroup = { id: '', roles: [], parents: [], purposes: [], collections: ['default'] };

/** Groups, what membership gives, and which claims of identity providers lead to them. */
export function GroupsTab() {
  const [editing, setEditing] = useState<PrincipalGroup | null>(null);
  const { query, items } = usePages<PrincipalGroup, string>(KEY, (after) =>
    call(() => api.GET('/admin/v1/groups', { params: { query: { limit: 100, ...(after && { after }) } } })),
  );
  const ids = items.map(({ id }) => id);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Panel
        flush
        title={t('principals.tab.groups')}
        note={t('groups.hint')}
        actions={
          <PermissionButton permission="principal:Write" size="xs" onClick={() => setEditing(NEW)}>
            {t('groups.new')}
          </PermissionButton>
        }
      >
        <Paged query={query} count={items.length} empty={{ title: t('groups.empty'), text: t('groups.empty.text') }}>
          <Table.ScrollContainer minWidth={640}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('principals.id')}</Table.Th>
                  <Table.Th>{t('principals.roles')}</Table.Th>
                  <Table.Th>{t('groups.parents')}</Table.Th>
                  <Table.Th>{t('principals.purposes')}</Table.Th>
                  <Table.Th>{t('principals.collections')}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((group) => (
                  <Row key={group.id} group={group} onEdit={() => setEditing(group)} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paged>
      </Panel>
      <ClaimRules groups={ids} />
      {editing && <GroupDialog group={editing} groups={ids} onClose={() => setEditing(null)} />}
    </div>
  );
}

function Row({ group, onEdit }: { readonly group: PrincipalGroup; readonly onEdit: () => void }) {
  const { id, roles, parents, purposes, collections } = group;
  const queries = useQueryClient();
  const remove = useTask(async () => {
    await call(() => api.DELETE('/admin/v1/groups/{id}', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: KEY });
  });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <bdi>{id}</bdi>
        {remove.error !== null && <Failure error={remove.error} />}
      </Table.Td>
      <Table.Td>
        <Chips names={roles} />
      </Table.Td>
      <Table.Td>
        <Chips names={parents} />
      </Table.Td>
      <Table.Td>
        <Chips names={purposes} />
      </Table.Td>
      <Table.Td>
        <Chips names={collections} />
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button size="xs" variant="default" onClick={onEdit}>
            {t('action.edit')}
          </Button>
          <PermissionButton permission="principal:Write" size="xs" variant="subtle" onClick={() => void remove.run()}>
            {t('action.remove')}
          </PermissionButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface DialogProps {
  readonly group: PrincipalGroup;
  readonly groups: readonly string[];
  readonly onClose: () => void;
}

function GroupDialog({ group, groups, onClose }: DialogProps) {
  const known = useRoles();
  const [draft, setDraft] = useState(group);
  const queries = useQueryClient();
  const change = (fields: Partial<PrincipalGroup>) => setDraft({ ...draft, ...fields });
  const save = useTask(async () => {
    const { id, ...body } = draft;
    await call(() => api.PUT('/admin/v1/groups/{id}', { params: { path: { id } }, body }));
    await queries.invalidateQueries({ queryKey: KEY });
    onClose();
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={group.id === '' ? t('groups.new') : group.id}
      task={save}
      submit={t('action.save')}
    >
      <TextInput
        label={t('principals.id')}
        required
        data-autofocus
        maxLength={200}
        readOnly={group.id !== ''}
        value={draft.id}
        onChange={(event) => change({ id: event.currentTarget.value })}
      />
      <TagsInput
        label={t('principals.roles')}
        data={[...known]}
        value={draft.roles}
        onChange={(roles) => change({ roles })}
      />
      <TagsInput
        label={t('groups.parents')}
        data={groups.filter((id) => id !== draft.id)}
        value={draft.parents}
        onChange={(parents) => change({ parents })}
      />
      <TagsInput
        label={t('principals.purposes')}
        value={draft.purposes}
        onChange={(purposes) => change({ purposes })}
      />
      <TagsInput
        label={t('principals.collections')}
        value={draft.collections}
        onChange={(collections) => change({ collections })}
      />
    </FormDialog>
  );
}
