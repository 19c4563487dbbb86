import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import { ApiError } from '../../api/problem.js';
import type { Session } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';

export interface FormProps {
  readonly adopt: (session: Session) => void;
}

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
    <form onSubmit={submitting(signIn.run)}>
      <Stack>
        <TextInput
          label={t('signIn.name')}
          autoComplete="username"
          required
          autoFocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {needsCode && (
          <TextInput
            label={t('signIn.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            required
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        {signIn.error !== null && <Failure error={signIn.error} />}
        <Button type="submit" loading={signIn.running}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** An API key, given once for a session; it is kept nowhere. */
export function KeyForm({ adopt }: FormProps) {
  const [key, setKey] = useState('');
  const signIn = useTask(async () => {
    adopt(await call(() => api.POST('/admin/v1/session', { body: { tenant: TENANT, key: key.trim() } })));
  });
  return (
    <form onSubmit={submitting(signIn.run)}>
      <Stack>
        <PasswordInput
          label={t('signIn.key')}
          description={t('signIn.key.hint')}
          autoComplete="off"
          required
          autoFocus
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {signIn.error !== null && <Failure error={signIn.error} />}
        <Button type="submit" loading={signIn.running}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}
