import { Button } from '@mantine/core';
import { t } from '../i18n/index.js';
import { Empty } from '../ui/states.js';

/** Shown in place of a page that threw. Says nothing of what was thrown: it might hold what was on the page. */
export function CrashPage() {
  return (
    <Empty title={t('state.crashed')} action={<Button onClick={() => location.reload()}>{t('action.retry')}</Button>}>
      {t('state.crashed.text')}
    </Empty>
  );
}

export function NotFoundPage() {
  return <Empty title={t('state.pageNotFound')}>{t('state.pageNotFound.text')}</Empty>;
}
