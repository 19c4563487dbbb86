import { Group, Menu, Table } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, call } from '../../api/client.js';
import type { Subject } from '../../api/types.js';
import { useSession } from '../../app/session.js';
import { ago, number, t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';

interface Props {
  readonly subject: Subject;
  readonly onErase: () => void;
  readonly onHold: () => void;
  readonly onExport: () => void;
}

/** A subject, where its erasure is, and what can be done. Who asked for an erasure leaves it to somebody else. */
export function SubjectRow({ subject, onErase, onHold, onExport }: Props) {
  const { id, state, values, createdAt, holdReason, erasureRequestedBy } = subject;
  const { session } = useSession();
  const queries = useQueryClient();
  const path = { params: { path: { id } } };
  const change = useTask(async (what: 'release' | 'request' | 'withdraw') => {
    await call((): Promise<{ data?: unknown; error?: unknown; response: Response }> => {
      if (what === 'release') return api.DELETE('/v1/subjects/{id}/hold', path);
      return what === 'request'
        ? api.POST('/v1/subjects/{id}/erase/request', path)
        : api.DELETE('/v1/subjects/{id}/erase/request', path);
    });
    await queries.invalidateQueries({ queryKey: ['subjects'] });
  });
  const held = Boolean(holdReason);
  const mine = erasureRequestedBy === session.principal.id;
  return (
    <Table.Tr>
      <Table.Td maw={320} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{id}</bdi>
        {change.error !== null && <Failure error={change.error} />}
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          <Badge tone={state === 'active' ? 'good' : 'neutral'}>
            {t(state === 'active' ? 'subjects.active' : 'subjects.erased')}
          </Badge>
          {holdReason && (
            <span title={holdReason}>
              <Badge tone="masked">{t('subjects.held')}</Badge>
            </span>
          )}
          {erasureRequestedBy && <Badge tone="bad">{t('subjects.requested', { who: erasureRequestedBy })}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>{number(values)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{ago(createdAt)}</Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {state === 'active' && !erasureRequestedBy && (
            <PermissionButton
              permission="vault:Erase"
              size="xs"
              variant="default"
              disabled={held}
              loading={change.running}
              onClick={() => void change.run('request')}
            >
              {t('subjects.request')}
            </PermissionButton>
          )}
          <PermissionButton
            permission="vault:Erase"
            size="xs"
            variant="default"
            disabled={held || mine}
            {...(mine && { title: t('subjects.requestedBySelf') })}
            onClick={onErase}
          >
            {t(state === 'active' ? 'subjects.erase' : 'subjects.certificate')}
          </PermissionButton>
          <Menu position="bottom-end" width={190}>
            <Menu.Target>
              <PermissionButton permission="vault:Link" size="xs" variant="subtle">
                <IconDots size={16} aria-label={t('principals.more', { id })} />
              </PermissionButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component={Link} to={`/audit?resourceId=${encodeURIComponent(id)}`}>
                {t('subjects.audit')}
              </Menu.Item>
              {state === 'active' && (
                <>
                  <Menu.Item onClick={onExport}>{t('subjects.export')}</Menu.Item>
                  <Menu.Item onClick={() => (held ? void change.run('release') : onHold())}>
                    {t(held ? 'subjects.release' : 'subjects.hold')}
                  </Menu.Item>
                  {erasureRequestedBy && (
                    <Menu.Item onClick={() => void change.run('withdraw')}>{t('subjects.withdraw')}</Menu.Item>
                  )}
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
