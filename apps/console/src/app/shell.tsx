import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { t } from '../i18n/index.js';
import { useWindowTitle } from '../ui/page.js';
import { Loading } from '../ui/states.js';
import { AccountMenu } from './account-menu.js';
import { Brand } from './brand.js';
import { NAVIGATION, PAGES } from './pages.js';
import css from './shell.module.css';

/** The frame of every page: where one is, where one can go, who one is. */
export function Shell() {
  const [menu, setMenu] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const here = [...PAGES, { path: '/account', title: 'nav.account' } as const].find(({ path }) =>
    path === '/' ? pathname === '/' : pathname.startsWith(path),
  );
  useWindowTitle(here ? t(here.title) : t('state.pageNotFound'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page changes
  useEffect(() => {
    setMenu(false);
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <a href="#main" className={css.skip}>
        {t('app.skip')}
      </a>
      <header className={css.top}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('nav.open')} onClick={() => setMenu(true)}>
          <IconMenu2 size={20} />
        </ActionIcon>
        <Brand />
      </header>
      <div className={css.shell}>
        <div className={css.side}>
          <Brand />
          <Navigation />
          <div className={css.foot}>
            <AccountMenu />
          </div>
        </div>
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          <Suspense fallback={<Loading rows={8} />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Drawer
        opened={menu}
        onClose={() => setMenu(false)}
        size={264}
        title={t('app.name')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Navigation />
        <div className={css.foot}>
          <AccountMenu />
        </div>
      </Drawer>
    </>
  );
}

function Navigation() {
  return (
    <nav aria-label={t('nav.main')}>
      {NAVIGATION.map(({ title, pages }) => (
        <div key={title ?? 'top'}>
          {title && <p className={css.group}>{t(title)}</p>}
          <ul className={css.list}>
            {pages.map(({ path, title: name, icon: Icon }) => (
              <li key={path}>
                <NavLink to={path} end={path === '/'} className={css.link}>
                  <Icon size={17} stroke={1.7} aria-hidden="true" />
                  {t(name)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
