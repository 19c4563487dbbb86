import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, call } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { t } from '../../i18n/index.js';
import { Page } from '../../ui/page.js';
import { Allowed, Loaded } from '../../ui/states.js';
import { useFilters } from '../../ui/use-filters.js';
import { ActivityPanels } from './activity-panels.js';
import { FirstSteps } from './first-steps.js';
import { HealthPanel } from './health-panel.js';
import css from './overview.module.css';

const REFRESH_MS = 30_000;
const SPANS = [
  ['24', 'overview.span.day'],
  ['168', 'overview.span.week'],
  ['720', 'overview.span.month'],
] as const;

/** What happened lately, whether every part does its work and, on a young installation, where to begin. */
export default function OverviewPage() {
  const { may } = useSession();
  const [get, set] = useFilters();
  const asked = get('hours');
  const hours = SPANS.some(([span]) => span === asked) ? asked : SPANS[0][0];
  const activity = useQuery({
    queryKey: ['activity', hours],
    queryFn: () => call(() => api.GET('/admin/v1/activity', { params: { query: { hours: Number(hours) } } })),
    enabled: may('audit:Read') !== 'no',
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={t('nav.overview')}
      lead={t('overview.lead')}
      actions={
        <SegmentedControl
          aria-label={t('overview.span')}
          value={hours}
          onChange={(span) => set({ hours: span === SPANS[0][0] ? null : span })}
          data={SPANS.map(([value, label]) => ({ value, label: t(label) }))}
        />
      }
    >
      {activity.data && <FirstSteps done={activity.data.firstSteps} />}
      <div className={css.grid}>
        <Allowed permission="audit:Read">
          <Loaded query={activity} rows={10}>
            {(figures) => <ActivityPanels activity={figures} />}
          </Loaded>
        </Allowed>
        <HealthPanel />
      </div>
    </Page>
  );
}
