import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { PlaygroundRequest } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Page, Panel } from '../../ui/page.js';
import { Allowed, Empty, Failure, Loading } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';
import { PlaygroundForm } from './playground-form.js';
import { PlaygroundSteps } from './playground-steps.js';

/** What the gateway does with a text, step by step. The text lives in this page alone: not in its address, nor in any store. */
export default function PlaygroundPage() {
  const [asked, setAsked] = useState<PlaygroundRequest | null>(null);
  const run = useTask((body: PlaygroundRequest) => {
    setAsked(body);
    return call(() => api.POST('/admin/v1/playground', { body }));
  });
  return (
    <Page title={t('nav.playground')} lead={t('playground.lead')}>
      <Allowed permission="policy:Read">
        <Allowed permission="gateway:Invoke">
          <Panel>
            <PlaygroundForm onRun={(body) => void run.run(body)} running={run.running} />
          </Panel>
          <div style={{ marginTop: 16 }} aria-live="polite">
            {run.error !== null && <Failure error={run.error} />}
            {run.running && !run.result && <Loading rows={5} />}
            {run.result && asked && <PlaygroundSteps key={run.result.payload} asked={asked} run={run.result} />}
            {!run.result && !run.running && run.error === null && (
              <Panel>
                <Empty title={t('playground.first')}>{t('playground.first.text')}</Empty>
              </Panel>
            )}
          </div>
        </Allowed>
      </Allowed>
    </Page>
  );
}
