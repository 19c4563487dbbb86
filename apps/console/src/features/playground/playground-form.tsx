import { Button, SegmentedControl, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { PlaygroundRequest } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { policyChoice, useCollections, useOpenVersions, useRoles } from '../../ui/choices.js';
import { submitting } from '../../ui/submitting.js';
import css from './playground.module.css';

interface Props {
  readonly onRun: (request: PlaygroundRequest) => void;
  readonly running: boolean;
}

const SHOWN_FIRST = ['user', 'support', 'analyst'];
const ROLES_MAX = 8;

export function PlaygroundForm({ onRun, running }: Props) {
  const known = useRoles();
  const collections = useCollections();
  const versions = useOpenVersions();
  const models = useModels();
  const [text, setText] = useState(t('playground.example.text'));
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [collection, setCollection] = useState('default');
  const [model, setModel] = useState<string | null>(null);
  const [policy, setPolicy] = useState<string | null>(null);
  const [purpose, setPurpose] = useState('');
  const [supplied, setSupplied] = useState(true);
  const [mode, setMode] = useState('dry');
  const all = known.length > 0 ? known : SHOWN_FIRST;
  const usual = SHOWN_FIRST.filter((role) => all.includes(role));
  const roles = chosen ?? (usual.length > 0 ? usual : all.slice(0, SHOWN_FIRST.length));
  const choice = policyChoice(policy);

  const submit = () =>
    onRun({
      text,
      roles,
      collection,
      send: mode === 'send',
      suppliedByReader: supplied,
      ...(model !== null && { model }),
      ...(purpose !== '' && { purpose }),
      ...(choice && { policy: choice }),
    });

  return (
    <form className={css.form} onSubmit={submitting(submit)}>
      <div className={css.write}>
        <Textarea
          label={t('playground.text')}
          placeholder={t('playground.text.placeholder')}
          autosize
          minRows={9}
          maxRows={18}
          maxLength={20_000}
          autoComplete="off"
          spellCheck={false}
          required
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={css.bar}>
          <SegmentedControl
            aria-label={t('playground.mode')}
            value={mode}
            onChange={setMode}
            data={[
              { value: 'dry', label: t('playground.mode.dry') },
              { value: 'send', label: t('playground.mode.send') },
            ]}
          />
          <div className={css.bar}>
            <Button variant="subtle" onClick={() => setText(t('playground.example.text'))}>
              {t('playground.example')}
            </Button>
            <Button
              type="submit"
              loading={running}
              disabled={text === '' || roles.length === 0}
              leftSection={<IconPlayerPlay size={15} />}
            >
              {t('playground.run')}
            </Button>
          </div>
        </div>
      </div>
      <div className={css.options}>
        <TagsInput
          label={t('playground.roles')}
          data={[...all]}
          value={roles}
          onChange={setChosen}
          maxTags={ROLES_MAX}
        />
        <Switch
          label={t('playground.supplied')}
          description={t('playground.supplied.hint')}
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
        <TextInput
          label={t('playground.purpose')}
          placeholder={t('playground.purpose.none')}
          value={purpose}
          maxLength={256}
          onChange={(event) => setPurpose(event.currentTarget.value)}
        />
        <div className={css.pair}>
          <Select
            label={t('playground.collection')}
            data={collections}
            value={collection}
            onChange={(value) => setCollection(value ?? 'default')}
            allowDeselect={false}
          />
          <Select
            label={t('playground.model')}
            placeholder={t('playground.model.default')}
            data={models}
            value={model}
            onChange={setModel}
            clearable
            searchable
          />
        </div>
      </div>
    </form>
  );
}

function useModels(): string[] {
  const { data } = useQuery({
    queryKey: ['models'],
    queryFn: async () => {
      const answer = (await call(() => api.GET('/v1/models'))) as { data?: { id: string }[] } | undefined;
      return answer?.data?.map(({ id }) => id) ?? [];
    },
    staleTime: 60_000,
  });
  return data ?? [];
}
