import { Button, Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Session, SignInOptions } from '../../api/types.js';
import { Mark } from '../../app/brand.js';
import { t } from '../../i18n/index.js';
import { useWindowTitle } from '../../ui/page.js';
import { Loaded } from '../../ui/states.js';
import { InvitationForm } from './invitation-form.js';
import { SetupForm } from './setup-form.js';
import css from './sign-in.module.css';
import { KeyForm, PasswordForm } from './sign-in-forms.js';

interface Props {
  readonly adopt: (session: Session) => void;
  readonly expired: boolean;
}

/** The way in: for the first administrator, for whoever has a password, a key, an invitation, or a provider. */
export function SignInPage({ adopt, expired }: Props) {
  useWindowTitle(t('signIn.title'));
  const options = useQuery({ queryKey: ['sign-in'], queryFn: () => call(() => api.GET('/admin/v1/sign-in')) });
  return (
    <main className={css.screen}>
      <div className={css.card}>
        <Mark size={40} />
        <Loaded query={options} rows={4}>
          {(ways) =>
            ways.setupNeeded ? <FirstRun adopt={adopt} /> : <Ways ways={ways} adopt={adopt} expired={expired} />
          }
        </Loaded>
      </div>
    </main>
  );
}

function FirstRun({ adopt }: Pick<Props, 'adopt'>) {
  return (
    <>
      <Heading title={t('setup.title')} lead={t('setup.lead')} />
      <SetupForm adopt={adopt} />
      <p className={css.note}>{t('setup.after')}</p>
    </>
  );
}

function Ways({ ways, adopt, expired }: Props & { readonly ways: SignInOptions }) {
  const [way, setWay] = useState<'password' | 'key' | 'invitation'>('password');
  const failed = new URLSearchParams(location.search);
  const error = failed.get('error');
  if (way === 'invitation') {
    return (
      <>
        <Heading title={t('invitation.title')} lead={t('invitation.lead')} />
        <InvitationForm adopt={adopt} />
        <Other onClick={() => setWay('password')}>{t('signIn.usePassword')}</Other>
      </>
    );
  }
  const lead = error
    ? t('signIn.failed', { code: error.slice(0, 60), requestId: (failed.get('requestId') ?? '').slice(0, 60) })
    : t(expired ? 'signIn.expired' : 'signIn.lead');
  return (
    <>
      <Heading title={t('signIn.title')} lead={lead} />
      {ways.providers.length > 0 && (
        <Stack gap="xs">
          {ways.providers.map(({ name, title, url }) => (
            <Button key={name} component="a" href={`${url}?returnTo=${encodeURIComponent(here())}`} variant="default">
              {t('signIn.with', { provider: title })}
            </Button>
          ))}
          <Divider label={t('signIn.or')} my={4} />
        </Stack>
      )}
      {way === 'key' ? <KeyForm adopt={adopt} /> : <PasswordForm adopt={adopt} />}
      <Other onClick={() => setWay(way === 'key' ? 'password' : 'key')}>
        {t(way === 'key' ? 'signIn.usePassword' : 'signIn.useKey')}
      </Other>
      <Other onClick={() => setWay('invitation')}>{t('signIn.invited')}</Other>
    </>
  );
}

/** The page that was asked for: always one of ours. */
function here(): string {
  return location.pathname.startsWith('/console') ? location.pathname : '/console';
}

function Heading({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>{lead}</p>
    </>
  );
}

function Other({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Button variant="subtle" size="xs" fullWidth mt={8} onClick={onClick}>
      {children}
    </Button>
  );
}
