import { Table } from '@mantine/core';
import type { Simulation } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Badge, Chip, LevelBadge, Statement } from '../../ui/badges.js';
import css from './simulator.module.css';

/** The decision, what decided it, and why every other statement about this did not. */
export function Verdict({ answer }: { readonly answer: Simulation }) {
  const { allowed, level, decidedBy, complete, outcomes, missingContext, policyHash, statements } = answer;
  return (
    <>
      <div className={css.verdict}>
        {complete ? (
          <Badge tone={allowed ? 'good' : 'bad'}>{t(allowed ? 'simulator.allowed' : 'simulator.refused')}</Badge>
        ) : (
          <Badge tone="masked">{t('simulator.depends')}</Badge>
        )}
        <LevelBadge level={level} />
        {decidedBy.map((sid) => (
          <Statement key={sid} id={sid} />
        ))}
        {decidedBy.length === 0 && <span>{t('simulator.default')}</span>}
        <span style={{ marginLeft: 'auto', color: 'var(--pvg-muted)', fontSize: '0.75rem' }}>
          {t('playground.step.views.note', { hash: policyHash.slice(0, 10) })}
        </span>
      </div>
      {!complete && (
        <p className={css.note}>
          <b>{t('simulator.incomplete')}.</b>{' '}
          {t('simulator.incomplete.text', {
            least: t(`level.${outcomes.least.level}`),
            most: t(`level.${outcomes.most.level}`),
            missing: missingContext.join(', '),
          })}
        </p>
      )}
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('simulator.statements')}</Table.Th>
              <Table.Th />
              <Table.Th>{t('simulator.statement.failed')}</Table.Th>
              <Table.Th>{t('simulator.statement.missing')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {statements.map(({ sid, effect, reveal, matched, failed, missing }) => (
              <Table.Tr key={sid}>
                <Table.Td>
                  <span style={{ display: 'flex', gap: 6, flexWrap: 'wrap' }}>
                    <Badge tone={effect === 'allow' ? 'good' : 'bad'}>{effect}</Badge>
                    <Statement id={sid} />
                    {reveal && <LevelBadge level={reveal} />}
                  </span>
                </Table.Td>
                <Table.Td>
                  <Badge tone={matched ? 'accent' : failed.length === 1 ? 'masked' : 'neutral'}>
                    {t(
                      matched
                        ? 'simulator.statement.matched'
                        : failed.length === 1
                          ? 'simulator.statement.near'
                          : 'simulator.statement.no',
                    )}
                  </Badge>
                </Table.Td>
                <Table.Td>{names(failed)}</Table.Td>
                <Table.Td>{names(missing)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function names(all: readonly string[]) {
  return all.map((name) => (
    <Chip key={name} mono>
      {name}
    </Chip>
  ));
}
