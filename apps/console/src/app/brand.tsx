import { Link } from 'react-router';
import { t } from '../i18n/index.js';
import css from './shell.module.css';

export function Mark({ size = 28 }: { readonly size?: number }) {
  return <img src="/console/icon.svg" alt="" width={size} height={size} />;
}

export function Brand() {
  return (
    <Link to="/" className={css.brand}>
      <Mark />
      <span>
        <b>{t('app.name')}</b>
        <small>{t('app.tagline')}</small>
      </span>
    </Link>
  );
}
