import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { CodeInput } from '../../ui/code-input.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Panel } from '../../ui/page.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import { QrCode } from './qr-code.js';

/** An authenticator app: set up, confirmed by a code of it, taken away. Its secret is shown once and kept nowhere here. */
export function SecondFactor() {
  const { session, adopt } = useSession();
  const [code, setCode] = useState('');
  const begin = useTask(() => call(() => api.POST('/admin/v1/session/totp', { body: {} })));
  const confirm = useTask(async () => {
    const renewed = await call(() => api.PUT('/admin/v1/session/totp', { body: { code } }));
    begin.reset();
    setCode('');
    adopt(renewed);
  });
  const remove = useTask(async () => {
    await call(() => api.DELETE('/admin/v1/session/totp'));
    adopt(await call(() => api.GET('/admin/v1/session')));
  });
  const error = begin.error ?? confirm.error ?? remove.error;
  const { secondFactor } = session;
  return (
    <Panel
      title={
        <>
          {t('account.totp')}{' '}
          <Badge tone={secondFactor ? 'good' : 'neutral'}>
            {t(secondFactor ? 'account.totp.on' : 'account.totp.off')}
          </Badge>
        </>
      }
    >
      <Stack gap="sm">
        <Text size="sm">{t('account.totp.text')}</Text>
        {begin.result ? (
          <form onSubmit={submitting(confirm.run)}>
            <Stack gap="sm">
              <Text size="sm">{t('account.totp.scan')}</Text>
              <Group align="flex-start" gap="md">
                <QrCode text={begin.result.uri} label={t('account.totp.qr')} />
                <Stack gap={6} style={{ flex: 1, minWidth: 160 }}>
                  <Text size="xs" c="dimmed">
                    {t('account.totp.secret')}
                  </Text>
                  <Group gap={6} wrap="nowrap">
                    <Code style={{ overflowWrap: 'anywhere' }}>{begin.result.secret}</Code>
                    <CopyButton value={begin.result.secret} what={t('account.totp.secret')} />
                  </Group>
                </Stack>
              </Group>
              <CodeInput label={t('signIn.code')} value={code} onChange={setCode} />
              <Button type="submit" loading={confirm.running}>
                {t('action.confirm')}
              </Button>
            </Stack>
          </form>
        ) : (
          <Group>
            <Button
              variant={secondFactor ? 'default' : 'filled'}
              loading={begin.running}
              onClick={() => void begin.run()}
            >
              {t(secondFactor ? 'account.totp.again' : 'account.totp.setUp')}
            </Button>
            {secondFactor && (
              <Button variant="subtle" loading={remove.running} onClick={() => void remove.run()}>
                {t('account.totp.remove')}
              </Button>
            )}
          </Group>
        )}
        {error !== null && <Failure error={error} />}
      </Stack>
    </Panel>
  );
}
