import { Text } from '@mantine/core';
import type { components } from '../../api/generated/schema.js';
import { plural, t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';

/** What came of verifying the chain, and how much of it a signature outside the database covers. */
export function ChainVerdict({ verdict }: { readonly verdict: components['schemas']['AuditVerdict'] }) {
  const { valid, fault, rowCount, confirmed, unanchoredCount } = verdict;
  const signed = confirmed.at(-1);
  return (
    <Text mb="sm" size="sm">
      <Badge tone={valid ? 'good' : 'bad'}>
        {valid
          ? t('audit.valid', { count: rowCount })
          : t('audit.invalid', { sequence: fault?.sequence ?? 0, kind: fault?.kind ?? '' })}
      </Badge>{' '}
      {signed === undefined
        ? t('audit.unsigned')
        : t('audit.signed', {
            sequence: signed,
            since: plural(unanchoredCount, 'audit.since.one', 'audit.since.other'),
          })}
    </Text>
  );
}
