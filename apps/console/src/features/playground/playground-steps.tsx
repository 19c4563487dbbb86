import { useState } from 'react';
import type { PlaygroundRequest, PlaygroundRun } from '../../api/types.js';
import { plural, t } from '../../i18n/index.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Panel } from '../../ui/page.js';
import { FoundText } from './found-text.js';
import css from './playground.module.css';
import { RoleColumns } from './role-columns.js';
import { ValueDetail } from './value-detail.js';

interface Props {
  readonly asked: PlaygroundRequest;
  readonly run: PlaygroundRun;
}

/** The four steps of an exchange, and what is known of the value that was picked in any of them. */
export function PlaygroundSteps({ asked, run }: Props) {
  const [picked, setPicked] = useState<string | null>(run.findings[0]?.token ?? null);
  const pick = (token: string | null) => setPicked(token);
  return (
    <div className={css.steps} style={{ marginTop: 0 }}>
      <Panel
        flush
        title={t('playground.step.found')}
        note={plural(run.findings.length, 'playground.step.found.one', 'playground.step.found.other')}
      >
        <FoundText text={asked.text} findings={run.findings} picked={picked} onPick={pick} />
      </Panel>
      <Panel
        flush
        title={t('playground.step.leaves')}
        note={t(run.sent ? 'playground.step.leaves.sent' : 'playground.step.leaves.dry', {
          upstream: `${run.upstream} · ${run.model}`,
        })}
        actions={<CopyButton value={run.payload} what={t('playground.step.leaves')} />}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
        <section className={css.code} tabIndex={0} aria-label={t('playground.step.leaves')}>
          {pretty(run.payload)}
        </section>
      </Panel>
      <Panel
        flush
        className={css.wide}
        title={t('playground.step.views')}
        note={t('playground.step.views.note', { hash: run.policyHash.slice(0, 10) })}
      >
        <RoleColumns run={run} picked={picked} onPick={pick} />
      </Panel>
      <Panel flush title={t('playground.detail')}>
        <ValueDetail asked={asked} run={run} token={picked} />
      </Panel>
      <Panel
        flush
        title={t('playground.step.answer')}
        note={run.sent ? run.model : t('playground.step.answer.dry')}
        actions={<CopyButton value={run.answer} what={t('playground.step.answer')} />}
      >
        <p className={css.text}>{run.answer}</p>
      </Panel>
    </div>
  );
}

/** Laid out for reading; what is copied is the exact body. */
function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
