import { Autocomplete, Group, Table, TagsInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import { t } from '../../i18n/index.js';
import { Chip, Chips } from '../../ui/badges.js';
import { FormDialog } from '../../ui/dialog.js';
import { Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

type Rule = components['schemas']['ClaimRule'];

const KEY = ['claim-rules'];

/** Which claim of which identity provider puts people into which groups. */
export function ClaimRules({ groups }: { readonly groups: readonly string[] }) {
  const [adding, setAdding] = useState(false);
  const { query, items } = usePages<Rule, string>(KEY, (after) =>
    call(() => api.GET('/admin/v1/claim-rules', { params: { query: { limit: 100, ...(after && { after }) } } })),
  );
  return (
    <Panel
      flush
      title={t('claims.title')}
      note={t('claims.hint')}
      actions={
        <PermissionButton permission="principal:Write" size="xs" onClick={() => setAdding(true)}>
          {t('claims.new')}
        </PermissionButton>
      }
    >
      <Paged query={query} count={items.length} empty={{ title: t('claims.empty'), text: t('claims.empty.text') }}>
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('claims.issuer')}</Table.Th>
                <Table.Th>{t('claims.claim')}</Table.Th>
                <Table.Th>{t('claims.value')}</Table.Th>
                <Table.Th>{t('principals.tab.groups')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((rule) => (
                <Row key={rule.id} rule={rule} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paged>
      {adding && <NewRule groups={groups} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Row({ rule: { id, issuer, claim, value, groups } }: { readonly rule: Rule }) {
  const queries = useQueryClient();
  const remove = useTask(async () => {
    await call(() => api.DELETE('/admin/v1/claim-rules/{id}', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: KEY });
  });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <bdi>{issuer}</bdi>
        {remove.error !== null && <Failure error={remove.error} />}
      </Table.Td>
      <Table.Td>
        <Chip mono>{claim}</Chip>
      </Table.Td>
      <Table.Td>
        <Chip mono>{value}</Chip>
      </Table.Td>
      <Table.Td>
        <Chips names={groups} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <PermissionButton permission="principal:Write" size="xs" variant="subtle" onClick={() => void remove.run()}>
            {t('action.remove')}
          </PermissionButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface NewRuleProps {
  readonly groups: readonly string[];
  readonly onClose: () => void;
}

function NewRule({ groups: known, onClose }: NewRuleProps) {
  const [issuer, setIssuer] = useState('');
  const [claim, setClaim] = useState('groups');
  const [value, setValue] = useState('');
  const [groups, setGroups] = useState<string[]>([]);
  const queries = useQueryClient();
  const providers = useQuery({ queryKey: ['sign-in'], queryFn: () => call(() => api.GET('/admin/v1/sign-in')) });
  const save = useTask(async () => {
    await call(() => api.PUT('/admin/v1/claim-rules', { body: { issuer, claim, value, groups } }));
    await queries.invalidateQueries({ queryKey: KEY });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t('claims.new')} task={save} submit={t('action.save')}>
      <Autocomplete
        label={t('claims.issuer')}
        description={t('claims.issuer.hint')}
        required
        data-autofocus
        data={providers.data?.providers.map(({ name }) => name) ?? []}
        value={issuer}
        onChange={setIssuer}
      />
      <TextInput
        label={t('claims.claim')}
        description={t('claims.claim.hint')}
        required
        value={claim}
        onChange={(event) => setClaim(event.currentTarget.value)}
      />
      <TextInput
        label={t('claims.value')}
        required
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <TagsInput label={t('principals.tab.groups')} data={[...known]} value={groups} onChange={setGroups} />
    </FormDialog>
  );
}
