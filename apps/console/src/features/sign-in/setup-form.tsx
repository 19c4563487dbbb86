import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { t } from '../../i18n/index.js';
import { useTask } from '../../ui/use-task.js';
import { type FormProps, SecretInput, WayIn } from './way-in.js';

/** Makes the first administrator and signs in. */
export function SetupForm({ adopt }: FormProps) {
  const [token, setToken] = useState('');
  const [id, setId] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [password, setPassword] = useState('');
  const setUp = useTask(async () => {
    const body = { token: token.trim(), id, password, ...(displayName !== '' && { displayName }) };
    const { session } = await call(() => api.POST('/admin/v1/setup', { body }));
    if (session) adopt(session);
  });
  return (
    <WayIn task={setUp} submit={t('setup.submit')}>
      <SecretInput
        label={t('setup.step.token')}
        description={t('setup.step.token.hint')}
        kind="off"
        first
        value={token}
        onChange={setToken}
      />
      <TextInput
        label={t('setup.id')}
        description={t('setup.id.hint')}
        autoComplete="username"
        pattern="[A-Za-z0-9][A-Za-z0-9._@\-]{0,99}"
        required
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <TextInput
        label={t('setup.displayName')}
        autoComplete="name"
        maxLength={200}
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
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
