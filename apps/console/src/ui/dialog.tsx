import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../i18n/index.js';
import { Failure } from './states.js';
import { submitting } from './submitting.js';
import type { Task } from './use-task.js';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly task: Task<[], unknown>;
  readonly submit: string;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** A form in a dialog: what goes wrong is said inside it, and what was typed stays. */
export function FormDialog({
  opened,
  onClose,
  title,
  task,
  submit,
  disabled = false,
  danger = false,
  children,
}: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form onSubmit={submitting(task.run)}>
        <Stack>
          {children}
          {task.error !== null && <Failure error={task.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={task.running} disabled={disabled} {...(danger && { color: 'red.9' })}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
