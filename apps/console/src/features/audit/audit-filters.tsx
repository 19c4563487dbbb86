import { Autocomplete, TextInput } from '@mantine/core';
import type { AuditEvent } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import css from './audit.module.css';

const TEXTS = [
  ['actorId', 'audit.actorId'],
  ['resourceId', 'audit.resourceId'],
  ['requestId', 'audit.request'],
] as const;
const TIMES = [
  ['from', 'audit.from'],
  ['until', 'audit.until'],
] as const;
export const FILTERS = ['action', ...TEXTS.map(([name]) => name), ...TIMES.map(([name]) => name)] as const;
const ACTIONS = [
  'vault_token.reveal_decided',
  'values.tokenized',
  'vault.searched',
  'decision.denied',
  'subject.erased',
  'policy_version.activated',
  'key_rotation.begun',
  'session.opened',
];

interface Props {
  readonly get: (name: string) => string;
  readonly set: (changes: Readonly<Record<string, string | null>>) => void;
  readonly seen: readonly AuditEvent[];
}

/** By what the log is searched: ids, names and times, kept in the address. */
export function AuditFilters({ get, set, seen }: Props) {
  const actions = [...new Set([...ACTIONS, ...seen.map(({ action }) => action)])].sort();
  return (
    <search className={css.filters}>
      <Autocomplete
        label={t('audit.action')}
        data={actions}
        limit={30}
        value={get('action')}
        onChange={(action) => set({ action })}
      />
      {TEXTS.map(([name, label]) => (
        <TextInput
          key={name}
          label={t(label)}
          value={get(name)}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      ))}
      {TIMES.map(([name, label]) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={t(label)}
          value={get(name)}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      ))}
    </search>
  );
}

/** The filters as the gateway takes them: times of the reader's own zone as instants. */
export function queryOf(get: (name: string) => string): Record<string, string> {
  const texts = FILTERS.flatMap((name): [string, string][] => {
    const value = get(name);
    if (value === '') return [];
    if (name !== 'from' && name !== 'until') return [[name, value]];
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? [] : [[name, time.toISOString()]];
  });
  return Object.fromEntries(texts);
}
