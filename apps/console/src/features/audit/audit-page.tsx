import { Button, Drawer, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, call } from '../../api/client.js';
import type { AuditEvent } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Page, Panel } from '../../ui/page.js';
import { Paged } from '../../ui/paged.js';
import { usePages } from '../../ui/pages.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Allowed, Failure } from '../../ui/states.js';
import { useFilters } from '../../ui/use-filters.js';
import { useTask } from '../../ui/use-task.js';
import css from './audit.module.css';
import { AuditFilters, FILTERS, queryOf } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import { ChainVerdict } from './chain-verdict.js';

const PAGE_ROWS = 200;

/** What was done, by whom, and who decided that they may. Filters live in the address; they are ids, never values. */
export default function AuditPage() {
  return (
    <Allowed permission="audit:Read">
      <Audit />
    </Allowed>
  );
}

function Audit() {
  const [get, set] = useFilters();
  const [picked, setPicked] = useState<AuditEvent | null>(null);
  const given = queryOf(get);
  const [asked] = useDebouncedValue(JSON.stringify(given), 300);
  const { query, items } = usePages<AuditEvent, number>(['audit', asked], (after) =>
    call(() =>
      api.GET('/admin/v1/audit', {
        params: { query: { ...JSON.parse(asked), limit: PAGE_ROWS, ...(after !== undefined && { after }) } },
      }),
    ),
  );
  const verify = useTask(() => call(() => api.POST('/admin/v1/audit/verify', { body: {} as never })));
  const link = (format: string) => `/admin/v1/audit/export?${new URLSearchParams({ ...given, format })}`;
  return (
    <Page
      title={t('nav.audit')}
      lead={t('audit.lead')}
      actions={
        <>
          <Button
            variant="subtle"
            disabled={FILTERS.every((name) => get(name) === '')}
            onClick={() => set(Object.fromEntries(FILTERS.map((name) => [name, null])))}
          >
            {t('audit.reset')}
          </Button>
          <PermissionButton
            permission="audit:Read"
            variant="default"
            loading={verify.running}
            onClick={() => void verify.run()}
          >
            {t('audit.verify')}
          </PermissionButton>
          <Menu>
            <Menu.Target>
              <PermissionButton permission="audit:Export" variant="default" leftSection={<IconDownload size={15} />}>
                {t('audit.export')}
              </PermissionButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component="a" href={link('jsonl')} download="audit.jsonl">
                {t('audit.export.jsonl')}
              </Menu.Item>
              <Menu.Item component="a" href={link('csv')} download="audit.csv">
                {t('audit.export.csv')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <AuditFilters get={get} set={set} seen={items} />
      <div aria-live="polite">
        {verify.error !== null && <Failure error={verify.error} />}
        {verify.result && <ChainVerdict verdict={verify.result} />}
      </div>
      <Panel flush>
        <Paged query={query} count={items.length} empty={{ title: t('audit.empty') }}>
          <AuditTable
            events={items}
            onPick={setPicked}
            onEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          />
          <div className={css.foot}>
            <span>{t('audit.loaded', { count: items.length })}</span>
            {!query.hasNextPage && <span>{t('audit.end')}</span>}
          </div>
        </Paged>
      </Panel>
      <Drawer
        opened={picked !== null}
        onClose={() => setPicked(null)}
        position="right"
        size="lg"
        title={picked && t('audit.detail', { sequence: picked.sequence })}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        {picked && <pre className={css.json}>{JSON.stringify(picked, null, 2)}</pre>}
      </Drawer>
    </Page>
  );
}
