import { Button, FileInput, Group, Progress, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call, rawHeaders } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import { ApiError, problemOf, unreachable } from '../../api/problem.js';
import { ago, duration, t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { Page, Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import { JobItems } from './job-items.js';
import { useJobProgress } from './use-job-progress.js';

export type Job = components['schemas']['Job'];

/** Documents that are rewritten in the background, followed while they are. */
export default function JobsPage() {
  const [files, setFiles] = useState<File[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const queries = useQueryClient();
  const { query, items } = usePages<Job, string>(['jobs'], (after) =>
    call(() => api.GET('/v1/jobs', { params: { query: { limit: 50, ...(after && { after }) } } })),
  );
  const start = useTask(async () => {
    await upload(files);
    setFiles([]);
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  });
  return (
    <Page title={t('nav.jobs')} lead={t('jobs.lead')}>
      <Panel>
        <form onSubmit={submitting(start.run)}>
          <Group align="flex-end">
            <FileInput
              label={t('jobs.files')}
              description={t('jobs.files.hint')}
              placeholder={t('jobs.files.choose')}
              multiple
              required
              value={files}
              onChange={setFiles}
              style={{ flex: 1, minWidth: 220 }}
            />
            <PermissionButton
              permission="document:Deidentify"
              type="submit"
              loading={start.running}
              disabled={files.length === 0}
            >
              {t('jobs.start')}
            </PermissionButton>
          </Group>
        </form>
        {start.error !== null && <Failure error={start.error} />}
      </Panel>
      <div style={{ marginTop: 16 }}>
        <Panel flush>
          <Paged query={query} count={items.length} empty={{ title: t('jobs.empty'), text: t('jobs.empty.text') }}>
            <Table.ScrollContainer minWidth={640}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('kms.state')}</Table.Th>
                    <Table.Th>{t('jobs.files')}</Table.Th>
                    <Table.Th>{t('jobs.started')}</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((job) => (
                    <Row key={job.id} job={job} onOpen={() => setOpened(job.id)} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Paged>
        </Panel>
      </div>
      {opened && <JobItems id={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

/** The typed client has no words for files. */
async function upload(files: readonly File[]): Promise<void> {
  const body = new FormData();
  for (const file of files) body.append('file', file, file.name);
  const response = await fetch('/v1/jobs', { method: 'POST', body, headers: rawHeaders() }).catch(() => {
    throw unreachable();
  });
  if (response.ok) return;
  throw new ApiError(problemOf(response.status, await response.json().catch(() => null)));
}

const TONES = {
  receiving: 'neutral',
  queued: 'neutral',
  running: 'accent',
  cancelled: 'masked',
  finished: 'good',
} as const;

function Row({ job, onOpen }: { readonly job: Job; readonly onOpen: () => void }) {
  const { id, state, itemsTotal, itemsDone, itemsFailed, bytesTotal, bytesDone, principalId, createdAt } =
    useJobProgress(job);
  const queries = useQueryClient();
  const change = useTask(async (what: 'cancel' | 'retry') => {
    const path = { params: { path: { id } } };
    await call(() =>
      what === 'cancel' ? api.POST('/v1/jobs/{id}/cancel', path) : api.POST('/v1/jobs/{id}/retry', path),
    );
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  });
  const text = t('jobs.progress', { done: itemsDone, total: itemsTotal });
  const left = state === 'running' ? secondsLeft(bytesDone, bytesTotal, createdAt) : null;
  return (
    <Table.Tr>
      <Table.Td>
        <Badge tone={TONES[state]}>{t(`jobs.state.${state}`)}</Badge>{' '}
        {itemsFailed > 0 && <Badge tone="bad">{t('jobs.failed', { count: itemsFailed })}</Badge>}
        {change.error !== null && <Failure error={change.error} />}
      </Table.Td>
      <Table.Td w="40%">
        <Progress value={itemsTotal === 0 ? 0 : ((itemsDone + itemsFailed) / itemsTotal) * 100} aria-label={text} />
        <Text size="xs" c="dimmed">
          {text} {left !== null && t('jobs.left', { time: duration(left) })}
        </Text>
      </Table.Td>
      <Table.Td>
        <bdi>{t('jobs.by', { who: principalId, when: ago(createdAt) })}</bdi>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {(state === 'queued' || state === 'running') && (
            <Button size="xs" variant="subtle" onClick={() => void change.run('cancel')}>
              {t('jobs.cancel')}
            </Button>
          )}
          {itemsFailed > 0 && state === 'finished' && (
            <Button size="xs" variant="subtle" onClick={() => void change.run('retry')}>
              {t('jobs.retry')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onOpen}>
            {t('jobs.open')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** At the rate so far; null while nothing is known of it. */
function secondsLeft(done: number, total: number, since: string): number | null {
  const elapsed = (Date.now() - new Date(since).getTime()) / 1_000;
  return done > 0 && elapsed > 0 ? ((total - done) * elapsed) / done : null;
}
