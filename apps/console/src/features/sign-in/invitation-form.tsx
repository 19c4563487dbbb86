import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { t } from '../../i18n/index.js';
import { useTask } from '../../ui/use-task.js';
import { type FormProps, SecretInput, WayIn } from './way-in.js';

/** Chooses a password by an invitation, and signs in. */
export function InvitationForm({ adopt }: FormProps) {
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const redeem = useTask(async () => {
    adopt(await call(() => api.POST('/admin/v1/invitation', { body: { token: token.trim(), password } })));
  });
  return (
    <WayIn task={redeem} submit={t('invitation.submit')}>
      <SecretInput label={t('invitation.token')} kind="off" first value={token} onChange={setToken} />
      <SecretInput
        label={t('setup.password')}
        description={t('setup.password.hint')}
        kind="new-password"
        value={password}
        onChange={setPassword}
      />
    </WayIn>
  );
}
