import { useQuery } from '@tanstack/react-query';
import { api, call } from '../api/client.js';
import { useSession } from '../app/session.js';
import { t } from '../i18n/index.js';

const MINUTE = 60_000;

/** The roles that exist, by id; empty for whoever may not list them. */
export function useRoles(): readonly string[] {
  const { may } = useSession();
  const { data } = useQuery({
    queryKey: ['roles'],
    queryFn: () => call(() => api.GET('/admin/v1/roles', { params: { query: { limit: 200 } } })),
    enabled: may('principal:Read') !== 'no',
    staleTime: MINUTE,
  });
  return data?.items.map(({ id }) => id) ?? [];
}

/** The collections that the viewer may name. */
export function useCollections(): readonly string[] {
  const { may } = useSession();
  const { data } = useQuery({
    queryKey: ['collections'],
    queryFn: () => call(() => api.GET('/admin/v1/collections', { params: { query: { limit: 200 } } })),
    enabled: may('vault:Configure') !== 'no',
    staleTime: MINUTE,
  });
  return data?.items.map(({ id }) => id) ?? ['default'];
}

export interface VersionChoice {
  readonly value: string;
  readonly label: string;
}

/** Versions on their way into force, as `policy/version`. */
export function useOpenVersions(): readonly VersionChoice[] {
  const { may } = useSession();
  const { data } = useQuery({
    queryKey: ['policies'],
    queryFn: () => call(() => api.GET('/admin/v1/policies', { params: { query: { limit: 200 } } })),
    enabled: may('policy:Read') !== 'no',
  });
  return (data?.items ?? []).flatMap(({ id, open }) =>
    open.map(({ version, state }) => ({
      value: `${id}/${version}`,
      label: t('playground.policy.version', { policy: id, version, state }),
    })),
  );
}

/** `policy/version` as the API wants it; absent for the policies in force. */
export function policyChoice(value: string | null): { policyId: string; version: number } | undefined {
  const [policyId, version] = value?.split('/') ?? [];
  return policyId && version ? { policyId, version: Number(version) } : undefined;
}
