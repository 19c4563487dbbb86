import { ActionIcon, Button, Table, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Level } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Badge, LevelBadge, LevelSelect } from '../../ui/badges.js';
import { useRoles } from '../../ui/choices.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Empty, Failure, Loaded } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import css from './policies.module.css';

interface Props {
  readonly policyId: string;
  readonly version: number;
}

/** What must hold before a version may come into force, and whether it does for this one. */
export function PolicyTests({ policyId, version }: Props) {
  const key = ['policies', policyId, 'tests'];
  const queries = useQueryClient();
  const tests = useQuery({
    queryKey: key,
    queryFn: () => call(() => api.GET('/admin/v1/policies/{policyId}/tests', { params: { path: { policyId } } })),
  });
  const run = useTask(() =>
    call(() =>
      api.POST('/admin/v1/policies/{policyId}/versions/{version}/tests', { params: { path: { policyId, version } } }),
    ),
  );
  const remove = useTask(async (name: string) => {
    await call(() =>
      api.DELETE('/admin/v1/policies/{policyId}/tests/{name}', { params: { path: { policyId, name } } }),
    );
    await queries.invalidateQueries({ queryKey: key });
  });
  const results = new Map(run.result?.results.map((one) => [one.name, one]));
  return (
    <Loaded query={tests}>
      {({ items }) => (
        <>
          {run.error !== null && <Failure error={run.error} />}
          {remove.error !== null && <Failure error={remove.error} />}
          {items.length === 0 ? (
            <Empty title={t('tests.empty')}>{t('tests.empty.text')}</Empty>
          ) : (
            <>
              <Button variant="default" loading={run.running} onClick={() => void run.run()}>
                {t('tests.run')}
              </Button>
              <Table mt="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('tests.name')}</Table.Th>
                    <Table.Th>{t('tests.asked')}</Table.Th>
                    <Table.Th>{t('tests.expected')}</Table.Th>
                    <Table.Th />
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ name, request, expected }) => {
                    const result = results.get(name);
                    return (
                      <Table.Tr key={name}>
                        <Table.Td>{name}</Table.Td>
                        <Table.Td>
                          {[
                            typeof request.principal === 'object' && request.principal.roles.join(', '),
                            request.action,
                            request.resource.infoType,
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </Table.Td>
                        <Table.Td>{expected.level && <LevelBadge level={expected.level} />}</Table.Td>
                        <Table.Td>
                          {result && (
                            <Badge tone={result.passed ? 'good' : 'bad'}>
                              {result.passed ? t('tests.passed') : t('tests.failed', { level: result.actual.level })}
                            </Badge>
                          )}
                        </Table.Td>
                        <Table.Td>
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            aria-label={t('tests.remove', { name })}
                            onClick={() => void remove.run(name)}
                          >
                            <IconTrash size={15} />
                          </ActionIcon>
                        </Table.Td>
                      </Table.Tr>
                    );
                  })}
                </Table.Tbody>
              </Table>
            </>
          )}
          <NewTest policyId={policyId} onMade={() => void queries.invalidateQueries({ queryKey: key })} />
        </>
      )}
    </Loaded>
  );
}

function NewTest({ policyId, onMade }: { readonly policyId: string; readonly onMade: () => void }) {
  const roles = useRoles();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<string[]>([]);
  const [infoType, setInfoType] = useState('EMAIL');
  const [level, setLevel] = useState<Level>('token');
  const add = useTask(async () => {
    await call(() =>
      api.PUT('/admin/v1/policies/{policyId}/tests/{name}', {
        params: { path: { policyId, name } },
        body: {
          request: { principal: { roles: asked }, action: 'vault:Reveal', resource: { infoType } } as never,
          expected: { level },
        },
      }),
    );
    setName('');
    onMade();
  });
  return (
    <form className={css.newTest} onSubmit={submitting(add.run)}>
      <TextInput
        label={t('tests.name')}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TagsInput label={t('statement.roles')} data={[...roles]} value={asked} onChange={setAsked} />
      <TextInput
        label={t('table.type')}
        required
        value={infoType}
        onChange={(event) => setInfoType(event.currentTarget.value.toUpperCase())}
      />
      <LevelSelect label={t('tests.expected')} level={level} onChange={setLevel} />
      <PermissionButton permission="policy:Write" type="submit" variant="default" loading={add.running}>
        {t('tests.add')}
      </PermissionButton>
      {add.error !== null && <Failure error={add.error} />}
    </form>
  );
}
