import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { Subject } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { FormDialog } from '../../ui/dialog.js';
import { useTask } from '../../ui/use-task.js';

/** Forbids the erasure of a subject, with a reason. */
export function HoldDialog({ subject, onClose }: { readonly subject: Subject; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const hold = useTask(async () => {
    await call(() => api.PUT('/v1/subjects/{id}/hold', { params: { path: { id: subject.id } }, body: { reason } }));
    await queries.invalidateQueries({ queryKey: ['subjects'] });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t('subjects.hold')} task={hold} submit={t('action.save')}>
      <TextInput
        label={t('subjects.hold.reason')}
        required
        data-autofocus
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
