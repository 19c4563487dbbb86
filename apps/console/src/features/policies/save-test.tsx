import { Select, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import type { Level } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Badge, LevelSelect } from '../../ui/badges.js';
import { FormDialog } from '../../ui/dialog.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { useTask } from '../../ui/use-task.js';

export type TestRequest = components['schemas']['DecisionRequestSpec'];

interface Props {
  readonly request: TestRequest;
  readonly level: Level;
}

/** A question and its answer, kept as a test of a policy: no version may come into force that answers otherwise. */
export function SaveTest({ request, level }: Props) {
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  return (
    <>
      {saved ? (
        <Badge tone="good">
          <Link to={`/policies/${saved}`}>{t('tests.saved', { policy: saved })}</Link>
        </Badge>
      ) : (
        <PermissionButton permission="policy:Write" size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          {t('tests.save')}
        </PermissionButton>
      )}
      {open && <SaveTestDialog request={request} level={level} onClose={() => setOpen(false)} onSaved={setSaved} />}
    </>
  );
}

interface DialogProps extends Props {
  readonly onClose: () => void;
  readonly onSaved: (policyId: string) => void;
}

function SaveTestDialog({ request, level, onClose, onSaved }: DialogProps) {
  const [policyId, setPolicyId] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [expected, setExpected] = useState(level);
  const queries = useQueryClient();
  const policies = useQuery({
    queryKey: ['policies'],
    queryFn: () => call(() => api.GET('/admin/v1/policies', { params: { query: { limit: 200 } } })),
  });
  const ids = policies.data?.items.map(({ id }) => id) ?? [];
  const chosen = policyId ?? ids[0] ?? null;
  const save = useTask(async () => {
    if (chosen === null) return;
    await call(() =>
      api.PUT('/admin/v1/policies/{policyId}/tests/{name}', {
        params: { path: { policyId: chosen, name } },
        body: { request, expected: { level: expected } },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['policies', chosen, 'tests'] });
    onSaved(chosen);
    onClose();
  });
  const { principal, action, resource } = request;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('tests.save')}
      task={save}
      submit={t('action.save')}
      disabled={chosen === null}
    >
      <Text size="sm">
        {t('tests.save.text', {
          roles: principal.roles?.join(', ') || t('account.noRoles'),
          action,
          type: resource.infoType ?? '*',
        })}
      </Text>
      <Select label={t('tests.policy')} data={ids} value={chosen} onChange={setPolicyId} allowDeselect={false} />
      <TextInput
        label={t('tests.name')}
        required
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <LevelSelect label={t('tests.expected')} level={expected} onChange={setExpected} />
    </FormDialog>
  );
}
