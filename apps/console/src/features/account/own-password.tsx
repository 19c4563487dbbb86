import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { Panel } from '../../ui/page.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import { SecretInput } from '../sign-in/way-in.js';

/** Another password. Every other session of this person ends. */
export function OwnPassword() {
  const { session, adopt } = useSession();
  const [password, setPassword] = useState('');
  const change = useTask(async () => {
    adopt(await call(() => api.PUT('/admin/v1/session/password', { body: { password } })));
    setPassword('');
    return true;
  });
  return (
    <Panel title={t('signIn.password')}>
      <form onSubmit={submitting(change.run)}>
        <Stack gap="sm">
          <Text size="sm">{t(session.password ? 'account.password.text' : 'account.password.none')}</Text>
          <SecretInput
            label={t('account.password.new')}
            description={t('setup.password.hint')}
            kind="new-password"
            value={password}
            onChange={setPassword}
          />
          {change.error !== null && <Failure error={change.error} />}
          <div aria-live="polite">{change.result && <Badge tone="good">{t('account.password.done')}</Badge>}</div>
          <Button type="submit" variant="default" loading={change.running}>
            {t('account.password.change')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
