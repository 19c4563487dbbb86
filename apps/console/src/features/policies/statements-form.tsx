import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { PolicyDocument, PolicyStatement } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Badge, Chip, LevelBadge } from '../../ui/badges.js';
import css from './policies.module.css';
import { StatementDrawer } from './statement-drawer.js';
import { asList } from './statements.js';

interface Props {
  readonly document: PolicyDocument;
  readonly editable: boolean;
  readonly onChange: (document: PolicyDocument) => void;
}

const NEW: PolicyStatement = { sid: '', effect: 'allow', principal: { role: [] }, action: [], resource: '*' };

/** The statements of a document, one line each, to be opened. Stays quick with hundreds: what is out of sight isn't drawn. */
export function StatementsForm({ document, editable, onChange }: Props) {
  const [open, setOpen] = useState<{ at: number; statement: PolicyStatement } | null>(null);
  const [filter, setFilter] = useState('');
  const { statements } = document;
  const put = (at: number, statement: PolicyStatement) => {
    const next = [...statements];
    next[at] = statement;
    onChange({ ...document, statements: next });
    setOpen(null);
  };
  const remove = (at: number) => onChange({ ...document, statements: statements.filter((_, index) => index !== at) });
  return (
    <>
      <div className={css.bar} style={{ marginBottom: 12, justifyContent: 'space-between' }}>
        <TextInput
          aria-label={t('statement.filter')}
          placeholder={t('statement.filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={!editable}
          title={editable ? undefined : t('version.readOnly')}
          onClick={() => setOpen({ at: statements.length, statement: NEW })}
        >
          {t('statement.add')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section className={css.statements} tabIndex={0} aria-label={t('policies.statements')}>
        {statements.map((statement, at) =>
          JSON.stringify(statement).toLowerCase().includes(filter.toLowerCase()) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: while it is edited a sid may stand twice
            <div key={`${statement.sid} ${at}`} className={css.statement}>
              <div>
                <div className={css.line}>
                  <span className={css.sid}>{statement.sid}</span>
                  <Badge tone={statement.effect === 'allow' ? 'good' : 'bad'}>{statement.effect}</Badge>
                  {statement.reveal && <LevelBadge level={statement.reveal} />}
                  <WhoAndWhat statement={statement} />
                </div>
                {statement.description && <div className={css.small}>{statement.description}</div>}
              </div>
              <div className={css.bar}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t(editable ? 'statement.edit' : 'statement.show', { sid: statement.sid })}
                  onClick={() => setOpen({ at, statement })}
                >
                  {editable ? <IconPencil size={16} /> : <IconEye size={16} />}
                </ActionIcon>
                {editable && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('statement.remove', { sid: statement.sid })}
                    onClick={() => remove(at)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </div>
            </div>
          ) : null,
        )}
      </section>
      {open && (
        <StatementDrawer
          statement={open.statement}
          editable={editable}
          onApply={(statement) => put(open.at, statement)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const SHOWN_MAX = 4;

function WhoAndWhat({
  statement: { principal, action, resource, condition },
}: {
  readonly statement: PolicyStatement;
}) {
  const who =
    principal === '*'
      ? [t('statement.everybody')]
      : Object.entries(principal).map(([kind, names]) => `${kind}: ${asList(names).join(', ')}`);
  const conditions = Object.entries(condition ?? {}).flatMap(([operator, tests]) =>
    Object.entries(tests ?? {}).map(([name, value]) => `${name} ${operator} ${String(value)}`),
  );
  const resources = asList(resource);
  return (
    <>
      {who.map((one) => (
        <Chip key={one}>{one}</Chip>
      ))}
      <span className={css.small}>
        {action.slice(0, SHOWN_MAX).join(', ')}
        {action.length > SHOWN_MAX && ` +${action.length - SHOWN_MAX}`}
        {resources.join() !== '*' && ` · ${resources.slice(0, SHOWN_MAX).join(', ')}`}
      </span>
      {conditions.map((one) => (
        <Chip key={one} mono>
          {one}
        </Chip>
      ))}
    </>
  );
}
