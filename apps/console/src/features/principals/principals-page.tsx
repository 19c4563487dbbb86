import { Tabs } from '@mantine/core';
import { t } from '../../i18n/index.js';
import { Page } from '../../ui/page.js';
import { Allowed } from '../../ui/states.js';
import { useFilters } from '../../ui/use-filters.js';
import { GrantsTab } from './grants-tab.js';
import { GroupsTab } from './groups-tab.js';
import { KeysTab } from './keys-tab.js';
import { PeopleTab } from './people-tab.js';
import { RolesTab } from './roles-tab.js';

/** Who can call, and by which keys and roles. */
export default function PrincipalsPage() {
  const [get, set] = useFilters();
  return (
    <Page title={t('nav.principals')} lead={t('principals.lead')}>
      <Allowed permission="principal:Read">
        <Tabs
          value={get('tab') || 'people'}
          onChange={(tab) => set({ tab: tab === 'people' ? null : tab })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="people">{t('principals.tab.people')}</Tabs.Tab>
            <Tabs.Tab value="roles">{t('principals.tab.roles')}</Tabs.Tab>
            <Tabs.Tab value="groups">{t('principals.tab.groups')}</Tabs.Tab>
            <Tabs.Tab value="keys">{t('principals.tab.keys')}</Tabs.Tab>
            <Tabs.Tab value="grants">{t('principals.tab.grants')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="people">
            <PeopleTab />
          </Tabs.Panel>
          <Tabs.Panel value="roles">
            <RolesTab />
          </Tabs.Panel>
          <Tabs.Panel value="groups">
            <GroupsTab />
          </Tabs.Panel>
          <Tabs.Panel value="keys">
            <KeysTab />
          </Tabs.Panel>
          <Tabs.Panel value="grants">
            <GrantsTab />
          </Tabs.Panel>
        </Tabs>
      </Allowed>
    </Page>
  );
}
