import { NumberInput, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Replay } from '../../api/types.js';
import { number, t } from '../../i18n/index.js';
import { LevelBadge } from '../../ui/badges.js';
import { policyChoice, useOpenVersions } from '../../ui/choices.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import css from './simulator.module.css';

const LAST_MAX = 10_000;

/** What a draft would have decided otherwise. */
export function Replayed() {
  const versions = useOpenVersions();
  const [version, setVersion] = useState<string | null>(null);
  const [last, setLast] = useState<number | string>(1_000);
  const replay = useTask(async () => {
    const policy = policyChoice(version);
    return policy && call(() => api.POST('/admin/v1/replay', { body: { policy, last: Number(last) } }));
  });
  if (versions.length === 0) return <Text c="dimmed">{t('replay.noDrafts')}</Text>;
  return (
    <>
      <form className={css.bar} onSubmit={submitting(replay.run)}>
        <Select label={t('replay.version')} data={versions} value={version} onChange={setVersion} required w={280} />
        <NumberInput label={t('replay.last')} value={last} onChange={setLast} min={1} max={LAST_MAX} w={160} />
        <PermissionButton permission="audit:Read" type="submit" loading={replay.running} disabled={version === null}>
          {t('replay.run')}
        </PermissionButton>
        {replay.result && (
          <Text c="dimmed" size="sm">
            {t('replay.summary', { count: replay.result.decisionCount, unchanged: replay.result.unchangedCount })}
          </Text>
        )}
      </form>
      {replay.error !== null && <Failure error={replay.error} />}
      {replay.result && (
        <div className={css.tables}>
          <Changes title={t('replay.visible')} groups={replay.result.newlyVisible} />
          <Changes title={t('replay.hidden')} groups={replay.result.newlyHidden} />
        </div>
      )}
    </>
  );
}

function Changes({ title, groups }: { readonly title: string; readonly groups: Replay['newlyVisible'] }) {
  return (
    <div>
      <h3 style={{ margin: '0 0 8px' }}>{title}</h3>
      {groups.length === 0 && <Text c="dimmed">{t('replay.none')}</Text>}
      {groups.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('table.role')}</Table.Th>
              <Table.Th>{t('table.type')}</Table.Th>
              <Table.Th>{t('table.change')}</Table.Th>
              <Table.Th>{t('table.count')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map(({ role, infoType, before, after, count }) => (
              <Table.Tr key={`${role} ${infoType} ${before} ${after}`}>
                <Table.Td>{role}</Table.Td>
                <Table.Td>{infoType}</Table.Td>
                <Table.Td>
                  <LevelBadge level={before} /> → <LevelBadge level={after} />
                </Table.Td>
                <Table.Td>{number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
