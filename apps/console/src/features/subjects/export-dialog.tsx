import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { purposeHeaders, rawDownload } from '../../api/client.js';
import type { Subject } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { download } from '../../ui/csv.js';
import { FormDialog } from '../../ui/dialog.js';
import { PurposeFields } from '../../ui/purpose-fields.js';
import { useTask } from '../../ui/use-task.js';

const TYPES = { json: 'application/json', csv: 'text/csv' } as const;
type Format = keyof typeof TYPES;

/** What a person may ask for: everything of theirs, as far as whoever exports may see it. */
export function ExportDialog({
  subject: { id },
  onClose,
}: {
  readonly subject: Subject;
  readonly onClose: () => void;
}) {
  const [format, setFormat] = useState<Format>('json');
  const [purpose, setPurpose] = useState('');
  const [reason, setReason] = useState('');
  const run = useTask(async () => {
    const path = `/v1/subjects/${encodeURIComponent(id)}/export?format=${format}`;
    download(`subject.${format}`, await rawDownload(path, purposeHeaders(purpose, reason)), TYPES[format]);
    onClose();
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('subjects.export.title', { id })}
      task={run}
      submit={t('subjects.export.do')}
    >
      <Text size="sm">{t('subjects.export.text')}</Text>
      <PurposeFields purpose={purpose} reason={reason} onPurpose={setPurpose} onReason={setReason} />
      <SegmentedControl
        aria-label={t('subjects.export.format')}
        data={[
          { value: 'json', label: 'JSON' },
          { value: 'csv', label: 'CSV' },
        ]}
        value={format}
        onChange={(value) => setFormat(value === 'csv' ? 'csv' : 'json')}
      />
    </FormDialog>
  );
}
