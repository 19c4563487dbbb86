import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout, IconUserCog } from '@tabler/icons-react';
import { Link } from 'react-router';
import { dateTime, t } from '../i18n/index.js';
import { useSession } from './session.js';
import css from './shell.module.css';

const SCHEMES = [
  ['light', 'account.light'],
  ['dark', 'account.dark'],
  ['auto', 'account.system'],
] as const;

/** Who is signed in, the colour scheme, and the way out. */
export function AccountMenu() {
  const { session, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { displayName, id, roles } = session.principal;
  const name = displayName || id;
  const held = roles.length > 0 ? roles.join(', ') : t('account.noRoles');
  return (
    <Menu position="top-start" width={250} shadow="md">
      <Menu.Target>
        <button type="button" className={css.account} aria-label={t('account.menu', { name })}>
          <span className={css.avatar} aria-hidden="true">
            {[...name].slice(0, 1).join('').toUpperCase()}
          </span>
          <span style={{ minWidth: 0 }}>
            <bdi className={css.accountName} style={{ display: 'block' }}>
              {name}
            </bdi>
            <span className={css.accountRole} style={{ display: 'block' }}>
              {held}
            </span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('account.expires', { time: dateTime(session.expiresAt) })}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={15} />}>
          {t('account.page')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('account.theme')}</Menu.Label>
        {SCHEMES.map(([scheme, title]) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? <IconCheck size={14} /> : null}
          >
            {t(title)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
