import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api, call, type StepUpNeed, whenProofIsNeeded } from '../api/client.js';
import { t } from '../i18n/index.js';
import { CodeInput } from '../ui/code-input.js';
import { Failure } from '../ui/states.js';
import { submitting } from '../ui/submitting.js';
import { useTask } from '../ui/use-task.js';
import { useSession } from './session.js';

/** Asks for a fresh proof when the gateway wants one; the call that wanted it is then made once more. */
export function StepUp() {
  const { session, adopt } = useSession();
  const [need, setNeed] = useState<StepUpNeed | null>(null);
  const [given, setGiven] = useState('');
  const done = useRef<(proved: boolean) => void>(() => undefined);
  const byCode = session.secondFactor;
  const possible = byCode || (session.password && need === 'recent');

  useEffect(() => {
    whenProofIsNeeded(
      (asked) =>
        new Promise((resolve) => {
          done.current = resolve;
          setGiven('');
          setNeed(asked);
        }),
    );
  }, []);

  const prove = useTask(async () => {
    adopt(
      await call(() => api.POST('/admin/v1/session/step-up', { body: byCode ? { code: given } : { password: given } })),
    );
    finish(true);
  });
  const finish = (proved: boolean) => {
    setNeed(null);
    setGiven('');
    prove.reset();
    done.current(proved);
  };
  return (
    <Modal
      opened={need !== null}
      onClose={() => finish(false)}
      title={t('stepUp.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(prove.run)}>
        <Stack>
          <Text size="sm">{t(need === 'mfa' ? 'stepUp.mfa' : 'stepUp.recent')}</Text>
          {!possible && <Text size="sm">{t(session.method === 'oidc' ? 'stepUp.provider' : 'stepUp.key')}</Text>}
          {possible && byCode && <CodeInput label={t('stepUp.code')} value={given} onChange={setGiven} />}
          {possible && !byCode && (
            <PasswordInput
              label={t('stepUp.password')}
              autoComplete="current-password"
              data-autofocus
              value={given}
              onChange={(event) => setGiven(event.currentTarget.value)}
            />
          )}
          {prove.error !== null && <Failure error={prove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => finish(false)}>
              {t('action.cancel')}
            </Button>
            {possible && (
              <Button type="submit" loading={prove.running} disabled={given === ''}>
                {t('stepUp.continue')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
