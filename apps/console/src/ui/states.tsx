import { Button, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconLock } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/problem.js';
import { useSession } from '../app/session.js';
import { en } from '../i18n/en/index.js';
import { type TextKey, t } from '../i18n/index.js';
import css from './page.module.css';

interface EmptyProps {
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

export function Empty({ title = t('state.empty'), children, action, icon }: EmptyProps) {
  return (
    <div className={css.state}>
      <span className={css.stateIcon} aria-hidden="true">
        {icon ?? <IconInbox size={22} stroke={1.6} />}
      </span>
      <p className={css.stateTitle}>{title}</p>
      {children && <div className={css.stateText}>{children}</div>}
      {action}
    </div>
  );
}

export function NoPermission({ permission }: { readonly permission: string }) {
  return (
    <Empty title={t('state.noPermission')} icon={<IconLock size={22} stroke={1.6} />}>
      {t('state.noPermission.text', { permission })}
    </Empty>
  );
}

/** What went wrong, what to do next, and the id under which the gateway remembers it. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const problem = error instanceof ApiError ? error.problem : null;
  return (
    <div className={css.error} role="alert">
      <IconAlertTriangle size={18} className={css.errorIcon} aria-hidden="true" />
      <div>
        <p>{problem?.detail ?? String(error)}</p>
        {problem?.errors?.slice(0, 5).map(({ pointer, message }) => (
          <p key={pointer + message} className={css.mono}>
            {pointer} {message}
          </p>
        ))}
        <p className={css.errorNext}>
          {nextStep(problem?.code)} {problem?.requestId && t('error.requestId', { id: problem.requestId })}
        </p>
      </div>
      {retry && (
        <Button size="xs" variant="default" onClick={retry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}

function nextStep(code = ''): string {
  const key = `error.next.${code}`;
  return t(key in en ? (key as TextKey) : 'error.next.default');
}

export function Loading({ rows = 6, height = 18 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <Stack gap={12} p="md" aria-busy="true" aria-label={t('app.loading')} role="status">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
        <Skeleton key={index} height={height} width={`${94 - ((index * 17) % 40)}%`} radius="sm" />
      ))}
    </Stack>
  );
}

interface LoadedProps<T> {
  readonly query: UseQueryResult<T, Error>;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** What was read, or that it is on its way, or why it isn't there. What was read before stays while it is read again. */
export function Loaded<T>({ query, rows, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <div style={{ padding: 16 }}>
        <Failure error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  }
  return <Loading {...(rows !== undefined && { rows })} />;
}

/** A part that is there only for whoever may. */
export function Allowed({ permission, children }: { readonly permission: string; readonly children: ReactNode }) {
  const { may } = useSession();
  return may(permission) === 'no' ? <NoPermission permission={permission} /> : children;
}
