import { Button, Group, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, call } from '../../api/client.js';
import { plural, t } from '../../i18n/index.js';
import { Chip } from '../../ui/badges.js';
import { Page, Panel } from '../../ui/page.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Empty, Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import { useTask } from '../../ui/use-task.js';
import { RevealDialog } from './reveal-dialog.js';
import css from './vault.module.css';

/** Finds a stored value by its exact text. What is typed and found lives in this page alone. */
export default function VaultPage() {
  const [type, setType] = useState('EMAIL');
  const [exact, setExact] = useState('');
  const [collection, setCollection] = useState('default');
  const [token, setToken] = useState('');
  const [revealing, setRevealing] = useState<string | null>(null);
  const search = useTask(() =>
    call(() => api.POST('/v1/vault/search', { body: { type, exact, collection } as never })),
  );
  const found = search.result?.items;
  return (
    <Page title={t('nav.vault')} lead={t('vault.lead')}>
      <div className={css.forms}>
        <Panel>
          <form className={css.form} onSubmit={submitting(search.run)}>
            <TextInput
              label={t('vault.type')}
              required
              pattern="[A-Z][A-Z0-9_]*"
              value={type}
              onChange={(event) => setType(event.currentTarget.value.toUpperCase())}
            />
            <TextInput
              label={t('playground.collection')}
              required
              value={collection}
              onChange={(event) => setCollection(event.currentTarget.value)}
            />
            <TextInput
              className={css.wide}
              label={t('vault.value')}
              description={t('vault.value.hint')}
              required
              autoComplete="off"
              spellCheck={false}
              value={exact}
              onChange={(event) => setExact(event.currentTarget.value)}
            />
            <PermissionButton permission="vault:Search" type="submit" loading={search.running}>
              {t('vault.search')}
            </PermissionButton>
          </form>
        </Panel>
        <Panel>
          <form className={css.form} onSubmit={submitting(() => setRevealing(token.trim()))}>
            <TextInput
              className={css.wide}
              label={t('vault.byToken')}
              placeholder="[EMAIL_7Q4KX2M9WA]"
              required
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
            />
            <Button type="submit" variant="default">
              {t('vault.reveal')}
            </Button>
          </form>
        </Panel>
      </div>
      <div aria-live="polite" style={{ marginTop: 16 }}>
        {search.error !== null && <Failure error={search.error} />}
        {found && (
          <Panel flush title={t('vault.found')} note={plural(found.length, 'vault.found.one', 'vault.found.other')}>
            {found.length === 0 ? (
              <Empty title={t('vault.none')}>{t('vault.none.text')}</Empty>
            ) : (
              <Table.ScrollContainer minWidth={560}>
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t('vault.token')}</Table.Th>
                      <Table.Th>{t('vault.subjects')}</Table.Th>
                      <Table.Th>{t('vault.origins')}</Table.Th>
                      <Table.Th />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {found.map((one) => (
                      <Table.Tr key={one.token}>
                        <Table.Td>
                          <Chip mono>{one.token}</Chip>
                        </Table.Td>
                        <Table.Td>
                          {one.subjects.map((id) => (
                            <Link key={id} to={`/subjects?id=${encodeURIComponent(id)}`}>
                              {id}
                            </Link>
                          ))}
                        </Table.Td>
                        <Table.Td>{one.origins.join(', ')}</Table.Td>
                        <Table.Td>
                          <Group gap="xs" justify="flex-end">
                            <Button
                              size="xs"
                              variant="subtle"
                              component={Link}
                              to={`/audit?resourceId=${encodeURIComponent(one.token)}`}
                            >
                              {t('vault.audit')}
                            </Button>
                            <Button size="xs" variant="default" onClick={() => setRevealing(one.token)}>
                              {t('vault.reveal')}
                            </Button>
                          </Group>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )}
          </Panel>
        )}
      </div>
      {revealing !== null && <RevealDialog token={revealing} onClose={() => setRevealing(null)} />}
    </Page>
  );
}
