import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import { useSession } from '../../app/session.js';
import { ago, t } from '../../i18n/index.js';
import { Badge, type Tone } from '../../ui/badges.js';
import { Panel } from '../../ui/page.js';
import { Allowed, Loaded } from '../../ui/states.js';
import css from './overview.module.css';

type Health = components['schemas']['Health'];

const REFRESH_MS = 15_000;

/** How each part does, as the process that answers sees it. */
export function HealthPanel() {
  const { may } = useSession();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => call(() => api.GET('/admin/v1/health')),
    enabled: may('system:Read') !== 'no',
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel flush title={t('overview.health')} className={css.health}>
      <Allowed permission="system:Read">
        <Loaded query={health}>{(parts) => <Parts parts={parts} />}</Loaded>
      </Allowed>
    </Panel>
  );
}

function Parts({ parts: { detector, upstreams, keys, audit, jobs } }: { readonly parts: Health }) {
  return (
    <dl className={css.parts} aria-live="polite">
      <Part
        title={t('overview.part.detector')}
        detail={t('overview.detector', { version: detector.version.slice(0, 8) })}
      >
        <Badge tone="good">{t('overview.ok')}</Badge>
      </Part>
      <Upstreams upstreams={upstreams} />
      {keys ? (
        <Part title={t('overview.part.keys')} to="/keys" detail={rotationsOf(keys)}>
          <Mark good={keys.opens} yes={t('overview.keysOpen')} no={t('overview.keysShut')} />
        </Part>
      ) : (
        <Unasked title={t('overview.part.keys')} />
      )}
      {audit ? (
        <Part title={t('overview.part.audit')} to="/audit" detail={signedOf(audit)}>
          <Mark good={audit.holds} yes={t('overview.chainHolds')} no={t('overview.chainBroken')} />
        </Part>
      ) : (
        <Unasked title={t('overview.part.audit')} />
      )}
      {jobs ? (
        <Part
          title={t('overview.part.jobs')}
          to="/jobs"
          detail={t('overview.jobs', { waiting: jobs.queued + jobs.running, done: jobs.done })}
        >
          <Mark
            good={jobs.failed === 0}
            yes={t('overview.ok')}
            no={t('jobs.failed', { count: jobs.failed })}
            tone="masked"
          />
        </Part>
      ) : (
        <Unasked title={t('overview.part.jobs')} />
      )}
    </dl>
  );
}

/** All of them in one line, and each one that does not serve in one of its own. */
function Upstreams({ upstreams }: Pick<Health, 'upstreams'>) {
  if (!upstreams) return <Unasked title={t('overview.part.upstreams')} />;
  const troubled = upstreams.filter(({ state }) => state === 'failing' || state === 'down');
  const called = upstreams.filter(({ state }) => state !== 'unknown').length;
  return (
    <>
      <Part title={t('overview.part.upstreams')} detail={t('overview.upstreams', { count: upstreams.length, called })}>
        <Mark
          good={troubled.length === 0}
          yes={t('overview.ok')}
          no={t('overview.upstreams.troubled', { count: troubled.length })}
        />
      </Part>
      {troubled.map(({ name, state, lastFailure, lastFailureAt }) => (
        <Part
          key={name}
          title={name}
          detail={t('overview.upstream.failed', {
            what: lastFailure ?? '',
            when: lastFailureAt ? ago(lastFailureAt) : '',
          })}
        >
          <Badge tone={state === 'down' ? 'bad' : 'masked'}>
            {t(state === 'down' ? 'overview.upstream.down' : 'overview.upstream.failing')}
          </Badge>
        </Part>
      ))}
    </>
  );
}

function rotationsOf({ rotationsRunning, rotationsPaused }: NonNullable<Health['keys']>): string {
  if (rotationsRunning > 0) return t('overview.keys.rotating');
  return t(rotationsPaused > 0 ? 'overview.keys.paused' : 'overview.keys.quiet');
}

function signedOf({ rowCount, signedAt }: NonNullable<Health['audit']>): string {
  if (!signedAt) return t('overview.audit.unsigned', { count: rowCount });
  return t('overview.audit.signed', { count: rowCount, when: ago(signedAt) });
}

interface PartProps {
  readonly title: string;
  readonly detail: string;
  readonly to?: string;
  readonly children: ReactNode;
}

function Part({ title, detail, to, children }: PartProps) {
  return (
    <div className={css.part}>
      <dt>
        {to ? <Link to={to}>{title}</Link> : <bdi>{title}</bdi>}
        <span className={css.why}>{detail}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface MarkProps {
  readonly good: boolean;
  readonly yes: string;
  readonly no: string;
  readonly tone?: Tone;
}

function Mark({ good, yes, no, tone = 'bad' }: MarkProps) {
  return <Badge tone={good ? 'good' : tone}>{good ? yes : no}</Badge>;
}

function Unasked({ title }: { readonly title: string }) {
  return (
    <Part title={title} detail={t('overview.unasked.text')}>
      <Badge tone="bad">{t('overview.unasked')}</Badge>
    </Part>
  );
}
