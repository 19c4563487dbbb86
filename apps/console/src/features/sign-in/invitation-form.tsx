import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { t } from '../../i18n/index.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import type { FormProps } from './sign-in-forms.js';

/** Chooses a password by an invitation, and signs in. */
export function InvitationForm({ adopt }: FormProps) {
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const redeem = useTask(async () => {
    adopt(await call(() => api.POST('/admin/v1/invitation', { body: { token: token.trim(), password } })));
  });
  return (
    <form onSubmit={submitting(redeem.run)}>
      <Stack>
        <PasswordInput
          label={t('invitation.token')}
          autoComplete="off"
          required
          autoFocus
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('setup.password')}
          description={t('setup.password.hint')}
          autoComplete="new-password"
          minLength={12}
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {redeem.error !== null && <Failure error={redeem.error} />}
        <Button type="submit" loading={redeem.running}>
          {t('invitation.submit')}
        </Button>
      </Stack>
    </form>
  );
}
