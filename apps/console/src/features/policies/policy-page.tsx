import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { api, call } from '../../api/client.js';
import { ago, t } from '../../i18n/index.js';
import { Page, Panel } from '../../ui/page.js';
import { Allowed, Loaded } from '../../ui/states.js';
import css from './policies.module.css';
import { StateBadge } from './state-badge.js';
import { VersionEditor } from './version-editor.js';

/** One policy: its versions, and the one that is looked at. */
export default function PolicyPage() {
  const { policyId = '' } = useParams();
  return (
    <Allowed permission="policy:Read">
      <Policy key={policyId} policyId={policyId} />
    </Allowed>
  );
}

function Policy({ policyId }: { readonly policyId: string }) {
  const [params] = useSearchParams();
  const versions = useQuery({
    queryKey: ['policies', policyId],
    queryFn: () =>
      call(() =>
        api.GET('/admin/v1/policies/{policyId}/versions', { params: { path: { policyId }, query: { limit: 200 } } }),
      ),
  });
  return (
    <Loaded query={versions}>
      {({ items }) => {
        const active = items.find(({ state }) => state === 'active');
        const asked = Number(params.get('version')) || active?.version || items[0]?.version || 1;
        return (
          <Page title={policyId} lead={<Link to="/policies">{t('nav.policies')}</Link>}>
            <div className={css.layout}>
              <Panel flush>
                <ul className={css.versions}>
                  {items.map(({ version, state, author, changedAt, note }) => (
                    <li key={version}>
                      <Link
                        className={css.version}
                        to={`/policies/${policyId}?version=${version}`}
                        aria-current={version === asked}
                      >
                        <span className={css.bar}>
                          <b>{t('policies.version', { version })}</b> <StateBadge state={state} />
                        </span>
                        <span className={css.small}>
                          <bdi>{author}</bdi>, {ago(changedAt)}
                          {note && (
                            <>
                              <br />
                              <bdi>{note.slice(0, 120)}</bdi>
                            </>
                          )}
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </Panel>
              <VersionEditor key={asked} policyId={policyId} version={asked} active={active?.version ?? null} />
            </div>
          </Page>
        );
      }}
    </Loaded>
  );
}
