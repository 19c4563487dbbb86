import {
  ActionIcon,
  Button,
  Drawer,
  MultiSelect,
  SegmentedControl,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Level, PolicyStatement } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { LEVELS } from '../../ui/badges.js';
import { useRoles } from '../../ui/choices.js';
import { submitting } from '../../ui/submitting.js';
import { type ConditionRow, conditionOf, OPERATORS, rowsOf } from './condition-rows.js';
import css from './policies.module.css';
import { asList } from './statements.js';
import { ACTIONS, WILDCARDS } from './vocabulary.js';

interface Props {
  readonly statement: PolicyStatement;
  readonly editable: boolean;
  readonly onApply: (statement: PolicyStatement) => void;
  readonly onClose: () => void;
}

/** One statement as a form. What the form has no field for (groups, ids, models) stays as it is. */
export function StatementDrawer({ statement, editable, onApply, onClose }: Props) {
  const roles = useRoles();
  const [draft, setDraft] = useState(statement);
  const [conditions, setConditions] = useState<ConditionRow[]>(rowsOf(statement.condition));
  const principal = draft.principal === '*' ? {} : draft.principal;
  const change = (fields: Partial<PolicyStatement>) => setDraft({ ...draft, ...fields });
  const select = (fields: Partial<typeof principal>) => {
    const next = Object.fromEntries(
      Object.entries({ ...principal, ...fields }).filter(([, names]) => asList(names as string[]).length > 0),
    );
    change({ principal: Object.keys(next).length === 0 ? '*' : (next as PolicyStatement['principal']) });
  };
  const apply = () => {
    const { condition: _, reveal, description, ...rest } = draft;
    const condition = conditionOf(conditions);
    const resources = asList(draft.resource);
    onApply({
      ...rest,
      resource: resources.length === 1 ? resources[0]! : resources,
      ...(description && { description }),
      ...(condition && { condition }),
      ...(reveal && { reveal }),
    });
  };
  const row = (at: number, fields: Partial<ConditionRow>) =>
    setConditions(conditions.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={statement.sid || t('statement.new')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form className={css.form} onSubmit={submitting(apply)}>
        <fieldset className={css.form} disabled={!editable} style={{ border: 0, margin: 0, padding: 0 }}>
          <TextInput
            label={t('statement.sid')}
            required
            data-autofocus
            pattern="[A-Za-z][A-Za-z0-9_\-]{0,63}"
            value={draft.sid}
            onChange={(event) => change({ sid: event.currentTarget.value })}
          />
          <Textarea
            label={t('statement.description')}
            autosize
            maxLength={1_000}
            value={draft.description ?? ''}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label={t('statement.effect')}
            data={['allow', 'deny']}
            value={draft.effect}
            onChange={(effect) => change({ effect: effect as PolicyStatement['effect'] })}
          />
          <TagsInput
            label={t('statement.roles')}
            placeholder={draft.principal === '*' ? t('statement.everybody') : ''}
            data={[...roles]}
            value={asList(principal.role)}
            onChange={(role) => select({ role })}
          />
          <MultiSelect
            label={t('statement.kinds')}
            data={['user', 'service', 'tool', 'model']}
            value={asList(principal.kind)}
            onChange={(kind) => select({ kind: kind as ('user' | 'service' | 'tool' | 'model')[] })}
          />
          <TagsInput
            label={t('statement.tools')}
            value={asList(principal.tool)}
            onChange={(tool) => select({ tool })}
          />
          <MultiSelect
            label={t('statement.actions')}
            data={[...ACTIONS, ...WILDCARDS]}
            value={[...draft.action]}
            onChange={(action) => change({ action: action as PolicyStatement['action'] })}
            searchable
            required
          />
          <TagsInput
            label={t('statement.resources')}
            description={t('statement.resources.hint')}
            value={asList(draft.resource)}
            onChange={(resource) => change({ resource })}
          />
          <Select
            label={t('statement.reveal')}
            description={t('statement.reveal.hint')}
            data={LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }))}
            value={draft.reveal ?? null}
            onChange={(reveal) => setDraft({ ...draft, reveal: (reveal ?? undefined) as Level })}
            clearable
          />
          <span>{t('statement.conditions')}</span>
          {conditions.map((condition, at) => (
            <div key={condition.id} className={css.condition}>
              <TextInput
                label={t('statement.condition.attribute')}
                value={condition.attribute}
                onChange={(event) => row(at, { attribute: event.currentTarget.value })}
              />
              <Select
                label={t('statement.condition.operator')}
                data={[...OPERATORS]}
                value={condition.operator}
                onChange={(operator) => operator && row(at, { operator })}
                allowDeselect={false}
              />
              <TextInput
                label={t('statement.condition.value')}
                value={condition.value}
                onChange={(event) => row(at, { value: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('statement.condition.remove', { number: at + 1 })}
                onClick={() => setConditions(conditions.filter((_, index) => index !== at))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          ))}
          <Button
            variant="subtle"
            size="xs"
            onClick={() => setConditions([...conditions, ...rowsOf({ StringEquals: { 'ctx.purpose': '' } })])}
          >
            {t('statement.condition.add')}
          </Button>
          {editable && <Button type="submit">{t('statement.apply')}</Button>}
        </fieldset>
      </form>
    </Drawer>
  );
}
