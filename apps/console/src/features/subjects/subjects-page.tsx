import { Button, Group, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { ApiError } from '../../api/problem.js';
import type { Subject } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Page, Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { Allowed, Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useFilters } from '../../ui/use-filters.js';
import { useTask } from '../../ui/use-task.js';
import { CertificateDialog } from './certificate.js';
import { type Certificate, EraseDialog } from './erase-dialog.js';
import { ExportDialog } from './export-dialog.js';
import { HoldDialog } from './hold-dialog.js';
import { SubjectRow } from './subject-row.js';

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
  const [exporting, setExporting] = useState<Subject | null>(null);
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
  // Of what was erased the gateway gives the same certificate again.
  const recall = useTask(async (erased: string) => {
    const params = { path: { id: erased } };
    setCertificate(await call(() => api.POST('/v1/subjects/{id}/erase', { params, body: { confirm: erased } })));
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
      {recall.error !== null && <Failure error={recall.error} />}
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
                  <SubjectRow
                    key={subject.id}
                    subject={subject}
                    onErase={() => (subject.state === 'active' ? setErasing(subject) : void recall.run(subject.id))}
                    onHold={() => setHolding(subject)}
                    onExport={() => setExporting(subject)}
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
      {exporting && <ExportDialog subject={exporting} onClose={() => setExporting(null)} />}
      {certificate && <CertificateDialog certificate={certificate} onClose={() => setCertificate(null)} />}
    </>
  );
}
