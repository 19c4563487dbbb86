import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api, call, purposeHeaders } from '../../api/client.js';
import type { Level } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { LevelBadge, levelClass } from '../../ui/badges.js';
import { PurposeFields } from '../../ui/purpose-fields.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import css from './vault.module.css';

const SHOWN_SECONDS = 60;
type Revealed = { readonly value?: string; readonly level?: Level; readonly unresolved?: boolean };

/** One value, for a reason that is on record before it is read. Shown for a minute and kept nowhere else. */
export function RevealDialog({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const [purpose, setPurpose] = useState('');
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<Revealed | null>(null);
  const [left, setLeft] = useState(0);
  const reveal = useTask(async () => {
    const headers = purposeHeaders(purpose, reason);
    const { items } = await call(() => api.POST('/v1/vault/detokenize', { body: { tokens: [token] }, headers }));
    setShown((items[0] ?? { unresolved: true }) as Revealed);
    setLeft(SHOWN_SECONDS);
  });

  useEffect(() => {
    if (shown === null) return;
    const ends = Date.now() + SHOWN_SECONDS * 1_000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((ends - Date.now()) / 1_000);
      setLeft(seconds);
      if (seconds <= 0) setShown(null);
    }, 500);
    return () => clearInterval(timer);
  }, [shown]);

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('vault.reveal.title', { token })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {shown ? (
        <Stack aria-live="polite">
          <Value shown={shown} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('vault.reveal.left', { count: Math.max(left, 0) })}
            </Text>
            <Button size="xs" variant="default" component={Link} to={`/audit?resourceId=${encodeURIComponent(token)}`}>
              {t('vault.audit')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submitting(reveal.run)}>
          <Stack>
            <Text size="sm">
              {left < 0 || (left === 0 && reveal.result !== undefined)
                ? t('vault.reveal.hidden')
                : t('vault.reveal.text')}
            </Text>
            <PurposeFields purpose={purpose} reason={reason} onPurpose={setPurpose} onReason={setReason} />
            {reveal.error !== null && <Failure error={reveal.error} />}
            <Button type="submit" loading={reveal.running}>
              {t('vault.reveal.do')}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function Value({ shown }: { readonly shown: Revealed }) {
  const { value, level } = shown;
  if (level === undefined) return <Text>{t('vault.reveal.unresolved')}</Text>;
  return (
    <>
      {value !== undefined && <div className={`${css.value} ${levelClass(level)}`}>{value}</div>}
      <Text size="sm">
        <LevelBadge level={level} /> {value === undefined && t('vault.reveal.withheld')}
      </Text>
    </>
  );
}
