import { Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { PolicyDocument } from '../../api/types.js';
import { plural, t } from '../../i18n/index.js';
import css from './policies.module.css';
import { type Merge, resolved } from './statements.js';
import { Side } from './version-diff.js';

interface Props {
  readonly merge: Merge;
  readonly onSave: (document: PolicyDocument) => void;
  readonly saving: boolean;
}

/** Two people changed one draft: as it was read, as I have it, as the other one saved it. */
export function Conflicts({ merge, onSave, saving }: Props) {
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(merge.conflicts.map(({ sid }) => sid)));
  const choose = (sid: string, whose: string) => {
    const next = new Set(mine);
    if (whose === 'mine') next.add(sid);
    else next.delete(sid);
    setMine(next);
  };
  return (
    <section className={css.form} aria-label={t('conflict.title')} style={{ marginBottom: 20 }}>
      <div role="alert">
        <h3 style={{ margin: 0 }}>{t('conflict.title')}</h3>
      </div>
      <Text size="sm" c="dimmed">
        {t('conflict.text')} {plural(merge.mergedCount, 'conflict.merged.one', 'conflict.merged.other')}.
      </Text>
      {merge.conflicts.map(({ sid, base, mine: ours, theirs }) => (
        <div key={sid}>
          <div className={css.bar}>
            <span className={css.sid}>{sid}</span>
            <SegmentedControl
              size="xs"
              aria-label={`${t('conflict.keep')} ${sid}`}
              value={mine.has(sid) ? 'mine' : 'theirs'}
              onChange={(whose) => choose(sid, whose)}
              data={[
                { value: 'mine', label: t('conflict.mine') },
                { value: 'theirs', label: t('conflict.theirs') },
              ]}
            />
          </div>
          <div className={css.sides}>
            <Side title={t('conflict.base')} statement={base} />
            <Side title={t('conflict.mine')} statement={ours} />
            <Side title={t('conflict.theirs')} statement={theirs} />
          </div>
        </div>
      ))}
      <div>
        <Button loading={saving} onClick={() => onSave(resolved(merge, mine))}>
          {t('conflict.merge')}
        </Button>
      </div>
    </section>
  );
}
