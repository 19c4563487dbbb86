import type { ReactNode } from 'react';
import type { PlaygroundFinding } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import css from './playground.module.css';

interface Props {
  readonly text: string;
  readonly findings: readonly PlaygroundFinding[];
  readonly picked: string | null;
  readonly onPick: (token: string | null) => void;
}

/** The text as it was written, with what was found in it. */
export function FoundText({ text, findings, picked, onPick }: Props) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, type, token } of findings) {
    parts.push(text.slice(at, start));
    parts.push(
      <button
        key={start}
        type="button"
        className={`${css.span} ${css.found}`}
        aria-pressed={token !== null && token === picked}
        onClick={() => onPick(token)}
      >
        {text.slice(start, end)}
        <span className={css.tag}>{type}</span>
      </button>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return (
    <>
      <p className={css.text} dir="auto">
        {parts}
      </p>
      {findings.length === 0 && (
        <p className={css.viewNote} style={{ padding: '0 16px 14px' }}>
          {t('playground.nothing')}
        </p>
      )}
    </>
  );
}
