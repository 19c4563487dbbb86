import { ActionIcon, CopyButton as Copier, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../i18n/index.js';

export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <Copier value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('action.copied') : t('copy.label', { what })}>
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={t('copy.label', { what })}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copier>
  );
}
