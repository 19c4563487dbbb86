import { Button, Group, Progress, Select, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { KeyRotation, KeyStatus } from '../../api/types.js';
import { ago, dateTime, number, t } from '../../i18n/index.js';
import { Badge, Chip } from '../../ui/badges.js';
import { FormDialog } from '../../ui/dialog.js';
import { Page, Panel } from '../../ui/page.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Allowed, Failure, Loaded } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

const POLL_MS = 1_000;
type Kind = KeyRotation['kind'];
type Reason = KeyRotation['reason'];

/** The tenant's keys, and changing them while they are in use. Follows a running rotation. */
export default function KeysPage() {
  const [rotating, setRotating] = useState(false);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: () => call(() => api.GET('/admin/v1/keys')),
    refetchInterval: ({ state }) => (state.data?.rotations.some((one) => one.state === 'running') ? POLL_MS : false),
  });
  return (
    <Page
      title={t('nav.keys')}
      lead={t('kms.lead')}
      actions={
        <PermissionButton permission="keys:Rotate" onClick={() => setRotating(true)}>
          {t('kms.rotate')}
        </PermissionButton>
      }
    >
      <Allowed permission="keys:Read">
        <Loaded query={keys}>{(status) => <Status status={status} />}</Loaded>
      </Allowed>
      {rotating && <Rotate onClose={() => setRotating(false)} />}
    </Page>
  );
}

function Status({ status }: { readonly status: KeyStatus }) {
  const { provider, fingerprints, dataKeys, keks, indexKeys, rotations } = status;
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Panel>
        <Group gap="xl">
          <Fact title={t('kms.provider')} text={provider} />
          <Fact title={t('kms.fingerprint')} text={fingerprints.encryption} mono />
          <Fact
            title={t('kms.dataKeys')}
            text={t('kms.dataKeys.text', { active: dataKeys.active, retiring: dataKeys.retiring })}
          />
        </Group>
      </Panel>
      <Panel flush title={t('kms.rotations')}>
        {rotations.length === 0 ? (
          <Text c="dimmed" p="md">
            {t('table.empty')}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={560}>
            <Table>
              <Table.Tbody>
                {rotations.map((rotation) => (
                  <Rotation key={rotation.id} rotation={rotation} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Panel>
      <Panel flush title={t('kms.kek')}>
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('kms.version')}</Table.Th>
                <Table.Th>{t('kms.state')}</Table.Th>
                <Table.Th>{t('kms.rows')}</Table.Th>
                <Table.Th>{t('kms.created')}</Table.Th>
                <Table.Th>{t('kms.opens')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {keks.map(({ version, state, rows, createdAt, opens }) => (
                <Table.Tr key={version}>
                  <Table.Td>{version}</Table.Td>
                  <Table.Td>
                    <Badge tone={state === 'active' ? 'good' : 'neutral'}>{state}</Badge>
                  </Table.Td>
                  <Table.Td>{number(rows)}</Table.Td>
                  <Table.Td>{dateTime(createdAt)}</Table.Td>
                  <Table.Td>
                    <Canary opens={opens} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Panel>
      <Panel flush title={t('kms.index')}>
        <Table>
          <Table.Tbody>
            {indexKeys.map(({ version, state, opens }) => (
              <Table.Tr key={version}>
                <Table.Td>{t('policies.version', { version })}</Table.Td>
                <Table.Td>
                  <Badge tone={state === 'active' ? 'good' : 'neutral'}>{state}</Badge>
                </Table.Td>
                <Table.Td>
                  <Canary opens={opens} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
    </div>
  );
}

function Canary({ opens }: { readonly opens: boolean | null }) {
  if (opens === null) return '–';
  return <Badge tone={opens ? 'good' : 'bad'}>{t(opens ? 'kms.opens.yes' : 'kms.opens.no')}</Badge>;
}

function Fact({
  title,
  text,
  mono = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly mono?: boolean;
}) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {mono ? <Chip mono>{text}</Chip> : text}
    </div>
  );
}

function Rotation({ rotation }: { readonly rotation: KeyRotation }) {
  const { id, kind, state, rowsDone, rowsTotal, startedAt } = rotation;
  const queries = useQueryClient();
  const change = useTask(async () => {
    const path = { params: { path: { id } } };
    await call(() =>
      state === 'paused'
        ? api.POST('/admin/v1/keys/rotations/{id}/resume', path)
        : api.POST('/admin/v1/keys/rotations/{id}/pause', path),
    );
    await queries.invalidateQueries({ queryKey: ['keys'] });
  });
  const share = state === 'done' || rowsTotal === 0 ? 100 : (rowsDone / rowsTotal) * 100;
  return (
    <Table.Tr>
      <Table.Td>{t(`kms.rotate.${kind}`)}</Table.Td>
      <Table.Td>
        <Badge tone={state === 'done' ? 'good' : state === 'paused' ? 'masked' : 'accent'}>{t(`kms.${state}`)}</Badge>
      </Table.Td>
      <Table.Td w="35%">
        <Progress value={share} aria-label={t('kms.progress', { done: rowsDone, total: rowsTotal })} />
        <Text size="xs" c="dimmed">
          {t('kms.progress', { done: rowsDone, total: rowsTotal })}
        </Text>
      </Table.Td>
      <Table.Td>{ago(startedAt)}</Table.Td>
      <Table.Td>
        {state !== 'done' && (
          <Button size="xs" variant="default" loading={change.running} onClick={() => void change.run()}>
            {t(state === 'paused' ? 'kms.resume' : 'kms.pause')}
          </Button>
        )}
        {change.error !== null && <Failure error={change.error} />}
      </Table.Td>
    </Table.Tr>
  );
}

function Rotate({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('kek');
  const [reason, setReason] = useState<Reason>('scheduled');
  const queries = useQueryClient();
  const start = useTask(async () => {
    await call(() => api.POST('/admin/v1/keys/rotate', { body: { kind, reason } }));
    await queries.invalidateQueries({ queryKey: ['keys'] });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t('kms.rotate')} task={start} submit={t('kms.rotate.start')}>
      <Select
        label={t('kms.rotate.what')}
        data={(['kek', 'data', 'index'] as const).map((value) => ({ value, label: t(`kms.rotate.${value}`) }))}
        value={kind}
        onChange={(value) => value && setKind(value as Kind)}
        allowDeselect={false}
      />
      <Select
        label={t('kms.rotate.reason')}
        data={(['scheduled', 'compromise'] as const).map((value) => ({ value, label: t(`kms.rotate.${value}`) }))}
        value={reason}
        onChange={(value) => value && setReason(value as Reason)}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
