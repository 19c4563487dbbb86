import { api, call } from '../../api/client.js';
import { t } from '../../i18n/index.js';
import { Page, Panel } from '../../ui/page.js';
import { Allowed, Empty, Failure } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';
import { QuestionForm, type SimulateBody } from './question-form.js';
import { Replayed } from './replayed.js';
import css from './simulator.module.css';
import { Verdict } from './verdict.js';

/** One question to the evaluator, and real decisions asked again. */
export default function SimulatorPage() {
  const ask = useTask((body: SimulateBody) => call(() => api.POST('/admin/v1/simulate', { body })));
  return (
    <Page title={t('nav.simulator')} lead={t('simulator.lead')}>
      <Allowed permission="policy:Read">
        <div className={css.columns}>
          <Panel title={t('simulator.question')}>
            <QuestionForm onAsk={(body) => void ask.run(body)} running={ask.running} />
          </Panel>
          <div aria-live="polite">
            <Panel flush title={t('simulator.answer')}>
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
