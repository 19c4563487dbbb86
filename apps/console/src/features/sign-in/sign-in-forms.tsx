import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { ApiError } from '../../api/problem.js';
import { t } from '../../i18n/index.js';
import { CodeInput } from '../../ui/code-input.js';
import { useTask } from '../../ui/use-task.js';
import { type FormProps, SecretInput, WayIn } from './way-in.js';

const TENANT = 'default';

/** Name and password; a code too when the gateway asks for one. */
export function PasswordForm({ adopt }: FormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useTask(async () => {
    const body = { tenant: TENANT, name, password, ...(needsCode && { code }) };
    try {
      adopt(await call(() => api.POST('/admin/v1/session', { body })));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'identity.mfa_required')) throw error;
      setNeedsCode(true);
    }
  });
  return (
    <WayIn task={signIn} submit={t('signIn.submit')}>
      <TextInput
        label={t('signIn.name')}
        autoComplete="username"
        required
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SecretInput label={t('signIn.password')} kind="current-password" value={password} onChange={setPassword} />
      {needsCode && <CodeInput label={t('signIn.code')} value={code} onChange={setCode} />}
    </WayIn>
  );
}

/** An API key, given once for a session; it is kept nowhere. */
export function KeyForm({ adopt }: FormProps) {
  const [key, setKey] = useState('');
  const signIn = useTask(async () => {
    adopt(await call(() => api.POST('/admin/v1/session', { body: { tenant: TENANT, key: key.trim() } })));
  });
  return (
    <WayIn task={signIn} submit={t('signIn.submit')}>
      <SecretInput
        label={t('signIn.key')}
        description={t('signIn.key.hint')}
        kind="off"
        first
        value={key}
        onChange={setKey}
      />
    </WayIn>
  );
}
