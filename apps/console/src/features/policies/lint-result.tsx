import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, call } from '../../api/client.js';
import type { PolicyDocument } from '../../api/types.js';
import { plural, t } from '../../i18n/index.js';
import { Badge, Chip } from '../../ui/badges.js';
import css from './policies.module.css';
import { canonical } from './statements.js';

const DELAY_MS = 400;
const SHOWN_MAX = 20;

/** What the gateway says about the document as it stands: faults refuse it, doubts do not. */
export function LintResult({ document }: { readonly document: PolicyDocument }) {
  const [asked] = useDebouncedValue(document, DELAY_MS);
  const { data } = useQuery({
    queryKey: ['lint', canonical(asked)],
    queryFn: () => call(() => api.POST('/admin/v1/policies/lint', { body: { document: asked } })),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const { issues, findings } = data;
  return (
    <div aria-live="polite" style={{ marginTop: 12 }}>
      <div className={css.bar}>
        {issues.length > 0 ? (
          <Badge tone="bad">{plural(issues.length, 'lint.issues.one', 'lint.issues.other')}</Badge>
        ) : (
          <Badge tone="good">{t('lint.valid')}</Badge>
        )}
        {findings.length > 0 && (
          <Badge tone="masked">{plural(findings.length, 'lint.findings.one', 'lint.findings.other')}</Badge>
        )}
      </div>
      <ul className={css.faults}>
        {issues.slice(0, SHOWN_MAX).map(({ pointer, message, hint }) => (
          <li key={pointer + message}>
            <Chip mono>{pointer || '/'}</Chip> {message} <span className={css.small}>{hint}</span>
          </li>
        ))}
        {findings.slice(0, SHOWN_MAX).map(({ sid, pointer, hint }) => (
          <li key={pointer + hint}>
            <Chip mono>{sid}</Chip> <span className={css.small}>{hint}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
