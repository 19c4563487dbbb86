import { Code, Group, Modal, Stack, Text } from '@mantine/core';
import { t } from '../i18n/index.js';
import { CopyButton } from './copy-button.js';

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly value: string | null;
  readonly onClose: () => void;
}

/** A secret that the gateway gives once. It lives in this dialog alone. */
export function SecretDialog({ title, text, value, onClose }: Props) {
  return (
    <Modal
      opened={value !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {value !== null && (
        <Stack>
          <Text size="sm">{text ?? t('secret.once')}</Text>
          <Group gap="xs" wrap="nowrap">
            <Code block style={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {value}
            </Code>
            <CopyButton value={value} what={title} />
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
