import { Group, Text } from '@mantine/core';
import { useSession } from '../../app/session.js';
import { dateTime, t } from '../../i18n/index.js';
import { Chip } from '../../ui/badges.js';
import { Page, Panel } from '../../ui/page.js';
import css from './account.module.css';
import { OwnPassword } from './own-password.js';
import { SecondFactor } from './second-factor.js';

/** Who one is here, and how one proves it. */
export default function AccountPage() {
  const { session } = useSession();
  const { id, displayName, roles, groups, purposes, collections } = session.principal;
  return (
    <Page title={t('nav.account')} lead={t('account.lead')}>
      <div className={css.grid}>
        <Panel title={t('account.you')}>
          <dl className={css.facts}>
            <Fact title={t('principals.id')} names={[id]} />
            <Fact title={t('principals.name')} names={displayName ? [displayName] : []} />
            <Fact title={t('account.rolesTitle')} names={roles} />
            <Fact title={t('principals.tab.groups')} names={groups} />
            <Fact title={t('principals.purposes')} names={purposes} />
            <Fact title={t('principals.collections')} names={collections} />
          </dl>
          <Text size="sm" c="dimmed" mt="md">
            {t('account.session', {
              method: t(`account.method.${session.method}`),
              since: dateTime(session.authenticatedAt),
              until: dateTime(session.expiresAt),
            })}
          </Text>
        </Panel>
        {session.principal.kind === 'user' && (
          <div className={css.side}>
            <SecondFactor />
            <OwnPassword />
          </div>
        )}
      </div>
    </Page>
  );
}

function Fact({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Group gap={4}>{names.length === 0 ? '–' : names.map((name) => <Chip key={name}>{name}</Chip>)}</Group>
      </dd>
    </div>
  );
}
