import type { Level, PlaygroundRun, PlaygroundSegment, PlaygroundView } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { LevelBadge, LevelIcon, levelClass, Statement } from '../../ui/badges.js';
import css from './playground.module.css';

interface Props {
  readonly run: PlaygroundRun;
  readonly picked: string | null;
  readonly onPick: (token: string) => void;
}

/** The same answer side by side, each value at the level of its reader. */
export function RoleColumns({ run, picked, onPick }: Props) {
  return (
    <div className={css.views}>
      {run.views.map((view) => (
        <RoleColumn key={view.role} view={view} picked={picked} onPick={onPick} />
      ))}
    </div>
  );
}

function RoleColumn({ view, picked, onPick }: Omit<Props, 'run'> & { readonly view: PlaygroundView }) {
  const values = view.segments.flatMap(({ value }) => (value ? [value] : []));
  const shown = values.filter(({ level }) => level === 'plain' || level === 'masked').length;
  return (
    <section className={css.view} aria-label={view.role}>
      <div className={css.viewHead}>
        <h3 className={css.viewRole}>
          <bdi>{view.role}</bdi>
        </h3>
        <span className={css.viewNote}>{t('playground.view.values', { shown, all: values.length })}</span>
      </div>
      <p className={css.text} dir="auto">
        {view.segments.map((segment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text keep their order
          <Segment key={index} segment={segment} picked={picked} onPick={onPick} />
        ))}
      </p>
      <ul className={css.decided}>
        {decisionsOf(values).map(({ level, decidedBy }) => (
          <li key={`${level} ${decidedBy.join()}`}>
            <LevelBadge level={level} />
            {decidedBy.length > 0 ? (
              decidedBy.map((sid) => <Statement key={sid} id={sid} />)
            ) : (
              <span className={css.viewNote}>{t('playground.detail.default')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Segment({ segment, picked, onPick }: Omit<Props, 'run'> & { readonly segment: PlaygroundSegment }) {
  const { text, value } = segment;
  if (!value) return text;
  return (
    <button
      type="button"
      className={`${css.span} ${levelClass(value.level)}`}
      aria-pressed={value.token === picked}
      title={`${value.type} · ${t(`level.${value.level}`)} · ${value.decidedBy.join(', ') || t('playground.detail.default')}`}
      onClick={() => onPick(value.token)}
    >
      <LevelIcon level={value.level} size={12} /> {text || t('level.omit')}
    </button>
  );
}

function decisionsOf(values: readonly { level: Level; decidedBy: readonly string[] }[]) {
  return [...new Map(values.map((value) => [`${value.level} ${value.decidedBy.join()}`, value])).values()];
}
