import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { api, call, setCsrfToken, whenSignedOut } from '../api/client.js';
import { ApiError } from '../api/problem.js';
import type { Session } from '../api/types.js';

export type Standing = 'yes' | 'conditional' | 'no';

interface SessionState {
  readonly session: Session;
  /** A hint for what to offer; the gateway decides each request anew. */
  readonly may: (permission: string) => Standing;
  readonly adopt: (session: Session) => void;
  readonly signOut: () => Promise<void>;
}

type Known =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ApiError }
  | SignedOut
  | SignedIn;
interface SignedOut {
  readonly state: 'out';
  readonly expired: boolean;
}
interface SignedIn {
  readonly state: 'in';
  readonly session: Session;
}

const Context = createContext<SessionState | null>(null);

export function useSession(): SessionState {
  const value = useContext(Context);
  if (!value) throw new Error('outside of a session');
  return value;
}

interface Props {
  readonly children: ReactNode;
  readonly loading: ReactNode;
  readonly failed: (error: ApiError, retry: () => void) => ReactNode;
  readonly signedOut: (adopt: (session: Session) => void, expired: boolean) => ReactNode;
}

/** Knows who is signed in. Signing out, here or by the gateway, forgets everything that was read. */
export function SessionGate({ children, loading, failed, signedOut }: Props): ReactNode {
  const [known, setKnown] = useState<Known>({ state: 'loading' });
  const queries = useQueryClient();

  const adopt = useCallback((session: Session) => {
    setCsrfToken(session.csrfToken);
    setKnown({ state: 'in', session });
  }, []);
  const forget = useCallback(
    (expired: boolean) => {
      setCsrfToken(undefined);
      queries.clear();
      setKnown({ state: 'out', expired });
    },
    [queries],
  );
  const read = useCallback(async () => {
    setKnown({ state: 'loading' });
    try {
      adopt(await call(() => api.GET('/admin/v1/session')));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) forget(false);
      else setKnown({ state: 'failed', error });
    }
  }, [adopt, forget]);

  useEffect(() => {
    whenSignedOut(() => forget(true));
    void read();
    // A page that comes back from the browser's memory may show what was read before signing out.
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [read, forget]);

  const value = useMemo<SessionState | null>(() => {
    if (known.state !== 'in') return null;
    const { session } = known;
    return {
      session,
      adopt,
      may: (permission) => {
        if (session.permissions.includes(permission)) return 'yes';
        return session.conditionalPermissions.includes(permission) ? 'conditional' : 'no';
      },
      signOut: async () => {
        await call(() => api.DELETE('/admin/v1/session')).catch(() => undefined);
        forget(false);
      },
    };
  }, [known, adopt, forget]);

  if (known.state === 'loading') return loading;
  if (known.state === 'failed') return failed(known.error, read);
  if (known.state === 'out') return signedOut(adopt, known.expired);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}
