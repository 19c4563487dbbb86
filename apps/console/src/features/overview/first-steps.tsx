import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { components } from '../../api/generated/schema.js';
import { t } from '../../i18n/index.js';
import { Panel } from '../../ui/page.js';
import css from './overview.module.css';

type Done = components['schemas']['Activity']['firstSteps'];

const STEPS = [
  ['text', '/playground'],
  ['person', '/principals'],
  ['key', '/principals?tab=roles'],
  ['policy', '/policies'],
  ['audit', '/audit'],
] as const satisfies readonly (readonly [keyof Done, string])[];

/** Five steps from an empty installation to one that can be trusted; gone when all of them were done. */
export function FirstSteps({ done }: { readonly done: Done }) {
  const count = STEPS.filter(([step]) => done[step]).length;
  if (count === STEPS.length) return null;
  return (
    <Panel
      flush
      className={css.first}
      title={t('overview.start')}
      note={t('overview.start.done', { done: count, all: STEPS.length })}
    >
      <ol className={css.steps}>
        {STEPS.map(([step, path], index) => (
          <li key={step}>
            <Link to={path} className={css.step}>
              <span className={done[step] ? `${css.number} ${css.done}` : css.number} aria-hidden="true">
                {done[step] ? <IconCheck size={14} stroke={2.4} /> : index + 1}
              </span>
              <span>
                <b>{t(`overview.step.${step}`)}</b>
                <span className={css.why}>{t(done[step] ? 'overview.step.done' : `overview.step.${step}.why`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
