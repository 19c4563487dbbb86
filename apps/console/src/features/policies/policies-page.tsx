import { Button, Group, Modal, Stack, Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, call } from '../../api/client.js';
import { ago, t } from '../../i18n/index.js';
import { Page, Panel } from '../../ui/page.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Allowed, Empty, Failure, Loaded } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import { StateBadge } from './state-badge.js';
import { EMPTY_POLICY } from './statements.js';

/** The policies and where their versions are. */
export default function PoliciesPage() {
  const [adding, setAdding] = useState(false);
  const policies = useQuery({
    queryKey: ['policies'],
    queryFn: () => call(() => api.GET('/admin/v1/policies', { params: { query: { limit: 200 } } })),
  });
  return (
    <Page
      title={t('nav.policies')}
      lead={t('policies.lead')}
      actions={
        <PermissionButton permission="policy:Write" onClick={() => setAdding(true)}>
          {t('policies.new')}
        </PermissionButton>
      }
    >
      <Allowed permission="policy:Read">
        <Panel flush>
          <Loaded query={policies}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title={t('policies.empty')}>{t('policies.empty.text')}</Empty>
              ) : (
                <Table.ScrollContainer minWidth={560}>
                  <Table>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>{t('nav.policies')}</Table.Th>
                        <Table.Th>{t('policies.active')}</Table.Th>
                        <Table.Th>{t('policies.open')}</Table.Th>
                        <Table.Th>{t('policies.changed')}</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {items.map(({ id, active, latest, open }) => (
                        <Table.Tr key={id}>
                          <Table.Td>
                            <Link to={`/policies/${id}`}>{id}</Link>
                          </Table.Td>
                          <Table.Td>
                            {active ? t('policies.version', { version: active.version }) : t('policies.none')}
                          </Table.Td>
                          <Table.Td>
                            <Group gap={8}>
                              {open.map(({ version, state }) => (
                                <Link key={version} to={`/policies/${id}?version=${version}`}>
                                  {t('policies.version', { version })} <StateBadge state={state} />
                                </Link>
                              ))}
                            </Group>
                          </Table.Td>
                          <Table.Td>
                            {ago(latest.changedAt)} {t('policies.by', { author: latest.author })}
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              )
            }
          </Loaded>
        </Panel>
      </Allowed>
      <NewPolicy opened={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function NewPolicy({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [id, setId] = useState('');
  const go = useNavigate();
  const queries = useQueryClient();
  const create = useTask(async () => {
    const made = await call(() =>
      api.POST('/admin/v1/policies/{policyId}/versions', {
        params: { path: { policyId: id } },
        body: { document: EMPTY_POLICY },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['policies'] });
    await go(`/policies/${id}?version=${made.version}`);
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('policies.new')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(create.run)}>
        <Stack>
          <TextInput
            label={t('policies.new.id')}
            description={t('policies.new.hint')}
            pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
            required
            data-autofocus
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          {create.error !== null && <Failure error={create.error} />}
          <Button type="submit" loading={create.running}>
            {t('policies.create')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
