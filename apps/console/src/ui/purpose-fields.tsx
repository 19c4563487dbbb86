import { TextInput } from '@mantine/core';
import { t } from '../i18n/index.js';

interface Props {
  readonly purpose: string;
  readonly reason: string;
  readonly onPurpose: (purpose: string) => void;
  readonly onReason: (reason: string) => void;
}

/** Why a value is looked at: on record before it is. */
export function PurposeFields({ purpose, reason, onPurpose, onReason }: Props) {
  return (
    <>
      <TextInput
        label={t('playground.purpose')}
        maxLength={256}
        value={purpose}
        onChange={(event) => onPurpose(event.currentTarget.value)}
      />
      <TextInput
        label={t('simulator.reason')}
        required
        data-autofocus
        maxLength={200}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </>
  );
}
