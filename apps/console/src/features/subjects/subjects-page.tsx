import { Button, Group, Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { ApiError } from '../../api/problem.js';
import type { Subject } from '../../api/types.js';
import { ago, number, t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { Page, Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Allowed, Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useFilters } from '../../ui/use-filters.js';
import { useTask } from '../../ui/use-task.js';
import { CertificateDialog } from './certificate.js';
import { type Certificate, EraseDialog } from './erase-dialog.js';
import { HoldDialog } from './hold-dialog.js';

const PAGE = 50;

/** People whose values belong together, and erasing them for good. */
export default function SubjectsPage() {
  return (
    <Page title={t('nav.subjects')} lead={t('subjects.lead')}>
      <Allowed permission="vault:Link">
        <Subjects />
      </Allowed>
    </Page>
  );
}

function Subjects() {
  const [get, set] = useFilters();
  const [id, setId] = useState(get('id'));
  const [erasing, setErasing] = useState<Subject | null>(null);
  const [holding, setHolding] = useState<Subject | null>(null);
  const [certificate, setCertificate] = useState<Certificate | null>(null);
  const asked = get('id');
  const { query, items } = usePages<Subject, string>(['subjects'], (after) =>
    call(() => api.GET('/v1/subjects', { params: { query: { limit: PAGE, ...(after !== undefined && { after }) } } })),
  );
  const one = useQuery({
    queryKey: ['subjects', 'one', asked],
    queryFn: () => call(() => api.GET('/v1/subjects/{id}', { params: { path: { id: asked } } })),
    enabled: asked !== '',
  });
  const shown = asked === '' ? items : one.data ? [one.data] : [];
  return (
    <>
      <form style={{ marginBottom: 16 }} onSubmit={submitting(() => set({ id: id || null }))}>
        <Group align="flex-end">
          <TextInput
            label={t('subjects.find')}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            w={320}
          />
          <Button type="submit" variant="default">
            {t('subjects.open')}
          </Button>
        </Group>
      </form>
      {one.error instanceof ApiError && <Failure error={one.error} />}
      <Panel flush>
        <Paged
          query={query}
          count={asked === '' ? items.length : 1}
          empty={{ title: t('subjects.empty'), text: t('subjects.empty.text') }}
        >
          <Table.ScrollContainer minWidth={640}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('subjects.id')}</Table.Th>
                  <Table.Th>{t('subjects.state')}</Table.Th>
                  <Table.Th>{t('subjects.values')}</Table.Th>
                  <Table.Th>{t('subjects.created')}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((subject) => (
                  <Row
                    key={subject.id}
                    subject={subject}
                    onErase={() => setErasing(subject)}
                    onHold={() => setHolding(subject)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paged>
      </Panel>
      {erasing && (
        <EraseDialog
          subject={erasing}
          onClose={() => setErasing(null)}
          onErased={(made) => {
            setErasing(null);
            setCertificate(made);
          }}
        />
      )}
      {holding && <HoldDialog subject={holding} onClose={() => setHolding(null)} />}
      {certificate && <CertificateDialog certificate={certificate} onClose={() => setCertificate(null)} />}
    </>
  );
}

interface RowProps {
  readonly subject: Subject;
  readonly onErase: () => void;
  readonly onHold: () => void;
}

function Row({ subject, onErase, onHold }: RowProps) {
  const { id, state, values, createdAt, holdReason } = subject;
  const queries = useQueryClient();
  const path = { params: { path: { id } } };
  const change = useTask(async (what: 'release' | 'request') => {
    await call(() =>
      what === 'release'
        ? api.DELETE('/v1/subjects/{id}/hold', path)
        : api.POST('/v1/subjects/{id}/erase/request', path),
    );
    await queries.invalidateQueries({ queryKey: ['subjects'] });
  });
  return (
    <Table.Tr>
      <Table.Td maw={320} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{id}</bdi>
        {change.error !== null && <Failure error={change.error} />}
      </Table.Td>
      <Table.Td>
        <Badge tone={state === 'active' ? 'good' : 'neutral'}>
          {t(state === 'active' ? 'subjects.active' : 'subjects.erased')}
        </Badge>{' '}
        {holdReason && <Badge tone="masked">{t('subjects.held')}</Badge>}
      </Table.Td>
      <Table.Td>{number(values)}</Table.Td>
      <Table.Td>{ago(createdAt)}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          {state === 'active' && (
            <>
              <PermissionButton
                permission="vault:Hold"
                size="xs"
                variant="subtle"
                onClick={() => (holdReason ? void change.run('release') : onHold())}
              >
                {t(holdReason ? 'subjects.release' : 'subjects.hold')}
              </PermissionButton>
              <PermissionButton
                permission="vault:Erase"
                size="xs"
                variant="default"
                disabled={Boolean(holdReason)}
                onClick={() => void change.run('request')}
              >
                {t('subjects.request')}
              </PermissionButton>
            </>
          )}
          <PermissionButton
            permission="vault:Erase"
            size="xs"
            variant="default"
            disabled={Boolean(holdReason)}
            onClick={onErase}
          >
            {t(state === 'active' ? 'subjects.erase' : 'subjects.certificate')}
          </PermissionButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
