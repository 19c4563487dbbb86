import { Select, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Principal } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { useCollections, useRoles } from '../../ui/choices.js';
import { FormDialog } from '../../ui/dialog.js';
import { useTask } from '../../ui/use-task.js';

const KINDS = ['user', 'service'] as const;

interface Props {
  /** Null for a new one. */
  readonly principal: Principal | null;
  readonly onClose: () => void;
}

/** A new principal, or another reach for one that is there. The gateway refuses to give what one does not hold. */
export function PersonDialog({ principal, onClose }: Props) {
  const known = useRoles();
  const knownCollections = useCollections();
  const queries = useQueryClient();
  const [id, setId] = useState(principal?.id ?? '');
  const [displayName, setDisplayName] = useState(principal?.displayName ?? '');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('user');
  const [roles, setRoles] = useState(principal?.roles ?? []);
  const [groups, setGroups] = useState(principal?.groups ?? []);
  const [purposes, setPurposes] = useState(principal?.purposes ?? []);
  const [collections, setCollections] = useState(principal?.collections ?? ['default']);
  const save = useTask(async () => {
    const lists = { roles, groups, purposes, collections };
    if (principal) {
      const params = { path: { id }, header: { 'if-match': `"${principal.etag}"` } };
      await call(() => api.PATCH('/admin/v1/principals/{id}', { params, body: { displayName, ...lists } }));
    } else {
      const body = { id, kind, ...lists, ...(displayName && { displayName }) };
      await call(() => api.POST('/admin/v1/principals', { body }));
    }
    await queries.invalidateQueries({ queryKey: ['principals'] });
    onClose();
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={principal ? t('principals.edit', { id }) : t('principals.new')}
      task={save}
      submit={t('action.save')}
    >
      {!principal && (
        <TextInput
          label={t('principals.id')}
          required
          data-autofocus
          maxLength={200}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t('principals.name')}
        maxLength={200}
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      {!principal && (
        <Select
          label={t('principals.kind')}
          data={[...KINDS]}
          value={kind}
          onChange={(value) => setKind(value === 'service' ? 'service' : 'user')}
          allowDeselect={false}
        />
      )}
      <TagsInput label={t('principals.roles')} data={[...known]} value={roles} onChange={setRoles} />
      <TagsInput label={t('principals.tab.groups')} value={groups} onChange={setGroups} />
      <TagsInput label={t('principals.purposes')} value={purposes} onChange={setPurposes} />
      <TagsInput
        label={t('principals.collections')}
        data={[...knownCollections]}
        value={collections}
        onChange={setCollections}
      />
    </FormDialog>
  );
}
