import { type ReactNode, useEffect } from 'react';
import { t } from '../i18n/index.js';
import css from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One page: its heading, what can be done, its content. The window's title names the page and never data. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className={css.page}>
      <div className={css.head}>
        <div>
          <h1 className={css.title}>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** Sets the window's title from a text of the catalogue. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly flush?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Panel({ title, note, actions, flush = false, className, children }: PanelProps) {
  return (
    <section className={className ? `${css.panel} ${className}` : css.panel}>
      {(title || actions) && (
        <div className={css.panelHead}>
          <h2 className={css.panelTitle}>
            {title} {note && <span className={css.panelNote}>{note}</span>}
          </h2>
          {actions}
        </div>
      )}
      <div className={flush ? undefined : css.panelBody}>{children}</div>
    </section>
  );
}
