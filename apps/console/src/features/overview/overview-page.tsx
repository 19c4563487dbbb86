import { Table } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, call } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { ago, number, t } from '../../i18n/index.js';
import { Badge, LEVELS, LevelBadge, levelClass } from '../../ui/badges.js';
import { Page, Panel } from '../../ui/page.js';
import { Allowed, Loaded } from '../../ui/states.js';
import { figuresOf } from './figures.js';
import css from './overview.module.css';

const EVENTS = 200;
const STEPS = [
  ['overview.step.1', '/playground'],
  ['overview.step.2', '/matrix'],
  ['overview.step.3', '/principals'],
  ['overview.step.4', '/policies'],
  ['overview.step.5', '/audit'],
] as const;

/** What happened lately and whether everything holds; on an empty installation, where to begin. */
export default function OverviewPage() {
  return (
    <Page title={t('nav.overview')} lead={t('overview.lead', { count: EVENTS })}>
      <div className={css.grid}>
        <Allowed permission="audit:Read">
          <Figures />
        </Allowed>
        <div className={css.side}>
          <Health />
          <Panel title={t('overview.start')} flush>
            <p className={css.note}>{t('overview.start.text')}</p>
            <ol className={css.steps}>
              {STEPS.map(([title, path], index) => (
                <li key={path}>
                  <Link to={path} className={css.step}>
                    <span className={css.number} aria-hidden="true">
                      {index + 1}
                    </span>
                    {t(title)}
                    <IconArrowRight size={15} aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </ol>
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Figures() {
  const audit = useQuery({
    queryKey: ['overview'],
    queryFn: () => call(() => api.GET('/admin/v1/audit', { params: { query: { limit: EVENTS } } })),
    refetchInterval: 30_000,
  });
  return (
    <Loaded query={audit}>
      {({ items }) => {
        const { tokenized, decisions, denied, callers, levels, refused } = figuresOf(items);
        const most = Math.max(1, ...Object.values(levels));
        return (
          <div className={css.main}>
            <div className={css.tiles}>
              <Tile title={t('overview.tokenized')} value={tokenized} />
              <Tile title={t('overview.decisions')} value={decisions} />
              <Tile title={t('overview.denied')} value={denied} to="/audit?action=decision.denied" />
              <Tile title={t('overview.people')} value={callers} />
            </div>
            <Panel title={t('overview.levels')} note={t('overview.levels.text')}>
              <dl className={css.bars}>
                {LEVELS.map((level) => (
                  <div key={level} className={css.bar}>
                    <dt>
                      <LevelBadge level={level} />
                    </dt>
                    <dd>
                      <span
                        className={`${css.fill} ${levelClass(level)}`}
                        style={{ width: `${(levels[level] / most) * 100}%` }}
                      />
                      {number(levels[level])}
                    </dd>
                  </div>
                ))}
              </dl>
            </Panel>
            <Panel flush title={t('overview.recent')}>
              {refused.length === 0 ? (
                <p className={css.note}>{t('overview.none')}</p>
              ) : (
                <Table>
                  <Table.Tbody>
                    {refused.slice(0, 8).map(({ sequence, actor, resource, recordedAt }) => (
                      <Table.Tr key={sequence}>
                        <Table.Td>
                          <bdi>{actor.id}</bdi>
                        </Table.Td>
                        <Table.Td>{resource.id}</Table.Td>
                        <Table.Td>{ago(recordedAt)}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )}
            </Panel>
          </div>
        );
      }}
    </Loaded>
  );
}

function Tile({ title, value, to }: { readonly title: string; readonly value: number; readonly to?: string }) {
  const content = (
    <>
      <span className={css.value}>{number(value)}</span>
      <span className={css.label}>{title}</span>
    </>
  );
  return to ? (
    <Link to={to} className={css.tile}>
      {content}
    </Link>
  ) : (
    <div className={css.tile}>{content}</div>
  );
}

function Health() {
  const { may } = useSession();
  const ready = useQuery({
    queryKey: ['ready'],
    queryFn: async () => (await fetch('/readyz', { cache: 'no-store' })).ok,
    refetchInterval: 30_000,
  });
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: () => call(() => api.GET('/admin/v1/keys')),
    enabled: may('keys:Read') === 'yes',
  });
  const open = keys.data && ![...keys.data.keks, ...keys.data.indexKeys].some(({ opens }) => opens === false);
  return (
    <Panel title={t('overview.health')}>
      <div className={css.health} aria-live="polite">
        {ready.data !== undefined && (
          <Badge tone={ready.data ? 'good' : 'bad'}>{t(ready.data ? 'overview.ready' : 'overview.notReady')}</Badge>
        )}
        {open !== undefined && (
          <Badge tone={open ? 'good' : 'bad'}>{t(open ? 'overview.keysOpen' : 'overview.keysShut')}</Badge>
        )}
      </div>
    </Panel>
  );
}
