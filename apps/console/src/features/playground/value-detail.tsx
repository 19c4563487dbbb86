import type { PlaygroundRequest, PlaygroundRun } from '../../api/types.js';
import { percent, t } from '../../i18n/index.js';
import { Chip, LevelBadge, Statement } from '../../ui/badges.js';
import { SaveTest, type TestRequest } from '../policies/save-test.js';
import css from './playground.module.css';

interface Props {
  readonly asked: PlaygroundRequest;
  readonly run: PlaygroundRun;
  readonly token: string | null;
}

/** Why a value was found, what stands for it, and who sees how much of it by which statement. */
export function ValueDetail({ asked, run, token }: Props) {
  const finding = run.findings.find((one) => one.token === token);
  if (!finding || token === null) {
    return (
      <p className={css.text} style={{ color: 'var(--pvg-muted)', fontSize: '0.875rem' }}>
        {t('playground.detail.pick')}
      </p>
    );
  }
  const { explanation } = finding;
  const readers = run.views.flatMap(({ role, segments }) => {
    const value = segments.find((segment) => segment.value?.token === token)?.value;
    return value ? [{ role, ...value }] : [];
  });
  return (
    <dl className={css.detail}>
      <div>
        <dt>{t('table.type')}</dt>
        <dd>
          <Chip mono>{finding.type}</Chip>
        </dd>
      </div>
      <div>
        <dt>{t('playground.detail.leaves')}</dt>
        <dd>
          <Chip mono>{finding.leavesAs}</Chip>
        </dd>
      </div>
      <div>
        <dt>{t('playground.detail.score')}</dt>
        <dd>{percent(finding.score)}</dd>
      </div>
      <div>
        <dt>{t('playground.detail.recognizer')}</dt>
        <dd>
          {finding.recognizer}
          {explanation.pattern && ` · ${explanation.pattern}`}
        </dd>
      </div>
      <div>
        <dt>{t('playground.detail.check')}</dt>
        <dd>{explanation.validation}</dd>
      </div>
      <div>
        <dt>{t('playground.detail.context')}</dt>
        <dd>{explanation.context.join(', ') || '–'}</dd>
      </div>
      <div className={css.wide}>
        <dt>{t('playground.detail.path')}</dt>
        <dd>{explanation.path.map(({ reason, score }) => `${reason} ${percent(score)}`).join(' → ')}</dd>
      </div>
      <div className={css.wide}>
        <dt>{t('playground.detail.levels')}</dt>
        <dd style={{ display: 'grid', gap: 6 }}>
          {readers.map(({ role, level, decidedBy }) => (
            <span key={role} style={{ display: 'flex', flexWrap: 'wrap', gap: 6, alignItems: 'center' }}>
              <bdi style={{ minWidth: 76 }}>{role}</bdi> <LevelBadge level={level} />
              {decidedBy.length > 0 ? (
                decidedBy.map((sid) => <Statement key={sid} id={sid} />)
              ) : (
                <span className={css.viewNote}>{t('playground.detail.default')}</span>
              )}
              <span style={{ marginLeft: 'auto' }}>
                <SaveTest key={`${role} ${token}`} request={testOf(asked, role, finding.type)} level={level} />
              </span>
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}

/** What the playground asked the policies for one reader and one value. */
function testOf(asked: PlaygroundRequest, role: string, infoType: string): TestRequest {
  const { collection, purpose, suppliedByReader } = asked;
  return {
    principal: {
      id: 'somebody',
      kind: 'user',
      roles: [role],
      groups: [],
      purposes: ['*'],
      collections: ['*'],
      attributes: {},
    },
    action: 'vault:Reveal',
    resource: { collection: collection ?? 'default', infoType },
    context: { suppliedByCaller: suppliedByReader ?? false, ...(purpose !== undefined && { purpose }) },
  };
}
