import { Button, Modal, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, call } from '../../api/client.js';
import { dateTime, number, t } from '../../i18n/index.js';
import { Badge } from '../../ui/badges.js';
import { download } from '../../ui/csv.js';
import type { Certificate } from './erase-dialog.js';
import { verifyJws } from './verify-jws.js';

/** What is certified, and whether its signature holds: checked here, by the browser. */
export function CertificateDialog({
  certificate,
  onClose,
}: {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}) {
  const { statement, jws } = certificate;
  const verdict = useQuery({
    queryKey: ['certificate', certificate],
    queryFn: async () => verifyJws(jws, await call(() => api.GET('/v1/subjects/certificate-key')), statement),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('subjects.certificate')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        {verdict.data && (
          <Badge tone={verdict.data === 'valid' ? 'good' : verdict.data === 'invalid' ? 'bad' : 'masked'}>
            {t(`subjects.certificate.${verdict.data}`)}
          </Badge>
        )}
        <Table>
          <Table.Tbody>
            <Line title={t('subjects.id')} text={statement.subjectId} />
            <Line title={t('subjects.certificate.erased')} text={number(statement.valuesErased)} />
            <Line title={t('subjects.certificate.at')} text={dateTime(statement.at)} />
            <Line
              title={t('subjects.certificate.ledger')}
              text={`${statement.ledger.seq} · ${statement.ledger.hash}`}
            />
          </Table.Tbody>
        </Table>
        <Button
          variant="default"
          onClick={() => download('erasure-certificate.json', JSON.stringify(certificate, null, 2), 'application/json')}
        >
          {t('subjects.certificate.download')}
        </Button>
      </Stack>
    </Modal>
  );
}

function Line({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Table.Tr>
      <Table.Th w={150}>{title}</Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <bdi>{text}</bdi>
      </Table.Td>
    </Table.Tr>
  );
}
