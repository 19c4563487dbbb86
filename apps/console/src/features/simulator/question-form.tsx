import { Button, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/index.js';
import { policyChoice, useCollections, useOpenVersions, useRoles } from '../../ui/choices.js';
import { submitting } from '../../ui/submitting.js';
import { useFilters } from '../../ui/use-filters.js';
import type { TestRequest } from '../policies/save-test.js';
import { ACTIONS } from '../policies/vocabulary.js';
import css from './simulator.module.css';

type Action = TestRequest['action'];

interface Props {
  readonly onAsk: (question: TestRequest, policy: ReturnType<typeof policyChoice>) => void;
  readonly running: boolean;
}

/** Who wants what, under which circumstances. The address may bring a start, from a cell of the matrix. */
export function QuestionForm({ onAsk, running }: Props) {
  const [get] = useFilters();
  const known = useRoles();
  const collections = useCollections();
  const versions = useOpenVersions();
  const [roles, setRoles] = useState<string[]>(get('roles') ? get('roles').split(',') : ['support']);
  const [action, setAction] = useState<Action>('vault:Reveal');
  const [infoType, setInfoType] = useState(get('infoType') || 'EMAIL');
  const [collection, setCollection] = useState(get('collection') || 'default');
  const [purpose, setPurpose] = useState(get('purpose'));
  const [reason, setReason] = useState('');
  const [policy, setPolicy] = useState<string | null>(null);
  const [mfa, setMfa] = useState(false);
  const [supplied, setSupplied] = useState(false);
  const choice = policyChoice(policy);
  const submit = () => {
    const question: TestRequest = {
      principal: {
        roles,
        id: 'somebody',
        kind: 'user',
        groups: [],
        purposes: ['*'],
        collections: ['*'],
        attributes: {},
      },
      action,
      resource: { collection, ...(infoType && { infoType }) },
      context: {
        mfa,
        suppliedByCaller: supplied,
        ...(purpose && { purpose }),
        ...(reason && { reason }),
      },
    };
    onAsk(question, choice);
  };
  return (
    <form className={css.form} onSubmit={submitting(submit)}>
      <TagsInput label={t('simulator.principal.role')} data={[...known]} value={roles} onChange={setRoles} />
      <Select
        label={t('simulator.action')}
        data={[...ACTIONS]}
        value={action}
        onChange={(value) => value && setAction(value as Action)}
        searchable
        allowDeselect={false}
      />
      <TextInput
        label={t('simulator.infoType')}
        value={infoType}
        pattern="[A-Z][A-Z0-9_]*"
        onChange={(event) => setInfoType(event.currentTarget.value.toUpperCase())}
      />
      <Select
        label={t('playground.collection')}
        data={[...new Set([...collections, collection])]}
        value={collection}
        onChange={(value) => setCollection(value ?? 'default')}
        allowDeselect={false}
      />
      <TextInput
        label={t('playground.purpose')}
        placeholder={t('playground.purpose.none')}
        value={purpose}
        onChange={(event) => setPurpose(event.currentTarget.value)}
      />
      <TextInput
        label={t('simulator.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Switch label={t('simulator.mfa')} checked={mfa} onChange={(event) => setMfa(event.currentTarget.checked)} />
      <Switch
        label={t('simulator.supplied')}
        checked={supplied}
        onChange={(event) => setSupplied(event.currentTarget.checked)}
      />
      <Select
        label={t('playground.policy')}
        placeholder={t('playground.policy.active')}
        data={versions}
        value={policy}
        onChange={setPolicy}
        clearable
        disabled={versions.length === 0}
      />
      <Button type="submit" loading={running}>
        {t('simulator.ask')}
      </Button>
    </form>
  );
}
