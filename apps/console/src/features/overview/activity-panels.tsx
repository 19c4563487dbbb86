import { Table } from '@mantine/core';
import { Link } from 'react-router';
import type { components } from '../../api/generated/schema.js';
import type { AuditEvent } from '../../api/types.js';
import { ago, dateTime, number, t } from '../../i18n/index.js';
import { Badge, LEVELS, LevelBadge, levelClass } from '../../ui/badges.js';
import { Panel } from '../../ui/page.js';
import css from './overview.module.css';

type Activity = components['schemas']['Activity'];

export function ActivityPanels({ activity }: { readonly activity: Activity }) {
  const { requestCount, valuesTokenized, deniedCount, callerCount, reveals, decisions, complete, eventCount } =
    activity;
  return (
    <div className={css.main}>
      <div className={css.tiles}>
        <Tile
          title={t('overview.requests')}
          value={requestCount}
          note={t('overview.callers', { count: callerCount })}
        />
        <Tile title={t('overview.tokenized')} value={valuesTokenized} to="/audit?action=values.tokenized" />
        <Tile
          title={t('overview.reveals')}
          value={reveals.reduce((sum, { count }) => sum + count, 0)}
          to="/audit?action=vault_token.reveal_decided"
        />
        <Tile title={t('overview.denied')} value={deniedCount} to="/audit?action=decision.denied" />
      </div>
      {!complete && <p className={css.note}>{t('overview.partly', { count: eventCount })}</p>}
      <Panel flush title={t('overview.levels')} note={t('overview.levels.text')}>
        <ByRole reveals={reveals} />
      </Panel>
      <Panel flush title={t('overview.recent')}>
        <Recent decisions={decisions} />
      </Panel>
    </div>
  );
}

function Tile({
  title,
  value,
  note,
  to,
}: {
  readonly title: string;
  readonly value: number;
  readonly note?: string;
  readonly to?: string;
}) {
  const content = (
    <>
      <span className={css.value}>{number(value)}</span>
      <span className={css.label}>{title}</span>
      {note && <span className={css.why}>{note}</span>}
    </>
  );
  if (!to) return <div className={css.tile}>{content}</div>;
  return (
    <Link to={to} className={css.tile}>
      {content}
    </Link>
  );
}

/** How much each set of roles saw. */
function ByRole({ reveals }: { readonly reveals: Activity['reveals'] }) {
  if (reveals.length === 0) return <p className={css.note}>{t('overview.levels.none')}</p>;
  const rows = new Map<string, Map<string, number>>();
  for (const { roles, level, count } of reveals) {
    const who = roles.join(', ') || t('account.noRoles');
    rows.set(who, (rows.get(who) ?? new Map<string, number>()).set(level, count));
  }
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('account.rolesTitle')}</Table.Th>
            {LEVELS.map((level) => (
              <Table.Th key={level} ta="right">
                <LevelBadge level={level} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...rows].map(([who, counts]) => (
            <Table.Tr key={who}>
              <Table.Th scope="row" fw={500}>
                <bdi>{who}</bdi>
              </Table.Th>
              {LEVELS.map((level) => (
                <Table.Td key={level} ta="right" className={css.count}>
                  <span className={counts.has(level) ? `${css.figure} ${levelClass(level)}` : css.zero}>
                    {number(counts.get(level) ?? 0)}
                  </span>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Recent({ decisions }: { readonly decisions: readonly AuditEvent[] }) {
  if (decisions.length === 0) return <p className={css.note}>{t('overview.recent.none')}</p>;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('audit.when')}</Table.Th>
            <Table.Th>{t('audit.actor')}</Table.Th>
            <Table.Th>{t('audit.action')}</Table.Th>
            <Table.Th>{t('audit.decision')}</Table.Th>
            <Table.Th>{t('audit.decidedBy')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {decisions.map(({ sequence, actor, action, decision, recordedAt, requestId, resource }) => (
            <Table.Tr key={sequence}>
              <Table.Td title={dateTime(recordedAt)} style={{ whiteSpace: 'nowrap' }}>
                {ago(recordedAt)}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <bdi>{actor.id}</bdi>
              </Table.Td>
              <Table.Td>
                <Link to={`/audit?requestId=${encodeURIComponent(requestId)}`}>
                  {action === 'decision.denied' ? (resource.id ?? action) : action}
                </Link>
              </Table.Td>
              <Table.Td>
                {decision?.allowed === false ? (
                  <Badge tone="bad">{t('audit.denied')}</Badge>
                ) : (
                  decision?.level && <LevelBadge level={decision.level} />
                )}
              </Table.Td>
              <Table.Td>
                {decision?.decidedBy.slice(0, 2).join(', ') ||
                  t(decision?.allowed ? 'playground.detail.default' : 'overview.recent.nothing')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
