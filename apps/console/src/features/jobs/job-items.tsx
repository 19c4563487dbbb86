import { Anchor, Drawer, Table } from '@mantine/core';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import { t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';

type Item = components['schemas']['JobItem'];

/** The documents of a job, and their results. */
export function JobItems({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { query, items } = usePages<Item, string>(['jobs', id, 'items'], (after) =>
    call(() =>
      api.GET('/v1/jobs/{id}/items', { params: { path: { id }, query: { limit: 100, ...(after && { after }) } } }),
    ),
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('jobs.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Paged query={query} count={items.length} empty={{ title: t('table.empty') }}>
        <Table>
          <Table.Tbody>
            {items.map(({ seq, name, state, error, report }) => (
              <Table.Tr key={seq}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{name}</bdi>
                  {report !== null && report.faultCount > 0 && (
                    <div style={{ color: 'var(--pvg-muted)' }}>{t('jobs.faults', { count: report.faultCount })}</div>
                  )}
                  {error && <div style={{ color: 'var(--pvg-muted)' }}>{error.message}</div>}
                </Table.Td>
                <Table.Td>
                  <Badge tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : 'neutral'}>
                    {state === 'done' || state === 'failed' ? t(`jobs.item.${state}`) : t(`jobs.state.${state}`)}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  {state === 'done' && (
                    <Anchor href={`/v1/jobs/${encodeURIComponent(id)}/items/${seq}/content`} download>
                      {t('jobs.download')}
                    </Anchor>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paged>
    </Drawer>
  );
}
