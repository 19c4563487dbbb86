import { Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { ago, t } from '../../i18n/index.js';
import { FormDialog } from '../../ui/dialog.js';
import { Panel } from '../../ui/page.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Empty, Loaded } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

export function RolesTab() {
  const [adding, setAdding] = useState(false);
  const roles = useQuery({
    queryKey: ['roles'],
    queryFn: () => call(() => api.GET('/admin/v1/roles', { params: { query: { limit: 200 } } })),
  });
  return (
    <Panel
      flush
      title={t('principals.tab.roles')}
      note={t('roles.hint')}
      actions={
        <PermissionButton permission="principal:Write" size="xs" onClick={() => setAdding(true)}>
          {t('roles.new')}
        </PermissionButton>
      }
    >
      <Loaded query={roles}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty />
          ) : (
            <Table>
              <Table.Tbody>
                {items.map(({ id, description, createdAt }) => (
                  <Table.Tr key={id}>
                    <Table.Td w={200}>
                      <b>{id}</b>
                    </Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      <bdi>{description}</bdi>
                    </Table.Td>
                    <Table.Td>{ago(createdAt)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
      {adding && <NewRole onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function NewRole({ onClose }: { readonly onClose: () => void }) {
  const [id, setId] = useState('');
  const [description, setDescription] = useState('');
  const queries = useQueryClient();
  const create = useTask(async () => {
    await call(() => api.PUT('/admin/v1/roles/{id}', { params: { path: { id } }, body: { description } }));
    await queries.invalidateQueries({ queryKey: ['roles'] });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t('roles.new')} task={create} submit={t('action.save')}>
      <TextInput
        label={t('principals.id')}
        description={t('policies.new.hint')}
        required
        data-autofocus
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <TextInput
        label={t('roles.description')}
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
