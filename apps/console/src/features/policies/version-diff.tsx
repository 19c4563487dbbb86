import { useQuery } from '@tanstack/react-query';
import { api, call } from '../../api/client.js';
import type { PolicyStatement } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { Empty, Loaded } from '../../ui/states.js';
import css from './policies.module.css';

interface Props {
  readonly policyId: string;
  readonly version: number;
  readonly active: number | null;
}

/** What would change if this version came into force. */
export function VersionDiff({ policyId, version, active }: Props) {
  const diff = useQuery({
    queryKey: ['policies', policyId, 'diff', active, version],
    queryFn: () =>
      call(() =>
        api.GET('/admin/v1/policies/{policyId}/diff', {
          params: { path: { policyId }, query: { from: active ?? version, to: version } },
        }),
      ),
    enabled: active !== null,
  });
  if (active === null) return <Empty title={t('diff.noActive')} />;
  return (
    <Loaded query={diff}>
      {({ added, removed, changed }) =>
        added.length + removed.length + changed.length === 0 ? (
          <Empty title={t('diff.none')} />
        ) : (
          <>
            <p className={css.small}>{t('diff.against', { version: active })}</p>
            <div className={css.form}>
              {added.map((one) => (
                <div key={one.sid}>
                  <Badge tone="good">{t('diff.added')}</Badge>
                  <Side statement={one} />
                </div>
              ))}
              {removed.map((one) => (
                <div key={one.sid}>
                  <Badge tone="bad">{t('diff.removed')}</Badge>
                  <Side statement={one} />
                </div>
              ))}
              {changed.map(({ sid, fields, before, after }) => (
                <div key={sid}>
                  <Badge tone="masked">{t('diff.changed', { fields: fields.join(', ') })}</Badge>
                  <div className={css.sides}>
                    <Side title={t('diff.before')} statement={before} />
                    <Side title={t('diff.after')} statement={after} />
                  </div>
                </div>
              ))}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

export function Side({
  title,
  statement,
}: {
  readonly title?: string;
  readonly statement: PolicyStatement | undefined;
}) {
  return (
    <figure style={{ margin: '6px 0 0', minWidth: 0 }}>
      {title && <figcaption className={css.small}>{title}</figcaption>}
      <pre className={css.side}>{statement ? JSON.stringify(statement, null, 2) : t('conflict.gone')}</pre>
    </figure>
  );
}
