import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { t } from '../../i18n/index.js';
import type { policyChoice } from '../../ui/choices.js';
import { Page, Panel } from '../../ui/page.js';
import { Allowed, Empty, Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';
import { SaveTest, type TestRequest } from '../policies/save-test.js';
import { QuestionForm } from './question-form.js';
import { Replayed } from './replayed.js';
import css from './simulator.module.css';
import { Verdict } from './verdict.js';

/** One question to the evaluator, and real decisions asked again. */
export default function SimulatorPage() {
  const [asked, setAsked] = useState<TestRequest | null>(null);
  const ask = useTask((question: TestRequest, policy: ReturnType<typeof policyChoice>) => {
    setAsked(question);
    return call(() => api.POST('/admin/v1/simulate', { body: { ...question, ...(policy && { policy }) } }));
  });
  return (
    <Page title={t('nav.simulator')} lead={t('simulator.lead')}>
      <Allowed permission="policy:Read">
        <div className={css.columns}>
          <Panel title={t('simulator.question')}>
            <QuestionForm onAsk={(...question) => void ask.run(...question)} running={ask.running} />
          </Panel>
          <div aria-live="polite">
            <Panel
              flush
              title={t('simulator.answer')}
              actions={
                ask.result && asked && <SaveTest key={JSON.stringify(asked)} request={asked} level={ask.result.level} />
              }
            >
              {ask.error !== null && <Failure error={ask.error} />}
              {ask.result && <Verdict answer={ask.result} />}
              {!ask.result && ask.error === null && (
                <Empty title={t('simulator.first')}>{t('simulator.first.text')}</Empty>
              )}
            </Panel>
          </div>
        </div>
        <div style={{ marginTop: 16 }}>
          <Panel title={t('replay.title')}>
            <Replayed />
          </Panel>
        </div>
      </Allowed>
    </Page>
  );
}
