import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { components } from '../../api/generated/schema.js';
import type { Subject } from '../../api/types.js';
import { plural, t } from '../../i18n/index.js';
import { FormDialog } from '../../ui/dialog.js';
import { useTask } from '../../ui/use-task.js';

export type Certificate = components['schemas']['ErasureCertificate'];

interface Props {
  readonly subject: Subject;
  readonly onClose: () => void;
  readonly onErased: (certificate: Certificate) => void;
}

/** Cannot be undone, so the id is typed. Where two people are needed the gateway refuses the one who asked. */
export function EraseDialog({ subject, onClose, onErased }: Props) {
  const { id, values } = subject;
  const [typed, setTyped] = useState('');
  const queries = useQueryClient();
  const erase = useTask(async () => {
    const made = await call(() =>
      api.POST('/v1/subjects/{id}/erase', { params: { path: { id } }, body: { confirm: typed } }),
    );
    await queries.invalidateQueries({ queryKey: ['subjects'] });
    onErased(made);
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('subjects.erase.title', { id })}
      task={erase}
      submit={t('subjects.erase.do')}
      disabled={typed !== id}
      danger
    >
      <Text size="sm">
        {t('subjects.erase.text', {
          values: plural(values, 'subjects.erase.values.one', 'subjects.erase.values.other'),
        })}
      </Text>
      <TextInput
        label={t('subjects.erase.confirm')}
        description={id}
        data-autofocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
