import {
  IconActivityHeartbeat,
  IconFlask,
  IconGavel,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconStack2,
  IconTable,
  IconUserHeart,
  IconUsers,
  IconVault,
} from '@tabler/icons-react';
import type { TextKey } from '../i18n/index.js';

export interface PageEntry {
  readonly path: string;
  readonly title: TextKey;
  readonly icon: typeof IconKey;
}

interface PageGroup {
  readonly title: TextKey | null;
  readonly pages: readonly PageEntry[];
}

const page = (path: string, title: TextKey, icon: typeof IconKey): PageEntry => ({ path, title, icon });

export const NAVIGATION: readonly PageGroup[] = [
  { title: null, pages: [page('/', 'nav.overview', IconLayoutDashboard)] },
  {
    title: 'nav.group.see',
    pages: [
      page('/playground', 'nav.playground', IconFlask),
      page('/matrix', 'nav.matrix', IconTable),
      page('/simulator', 'nav.simulator', IconActivityHeartbeat),
    ],
  },
  {
    title: 'nav.group.decide',
    pages: [page('/policies', 'nav.policies', IconGavel), page('/principals', 'nav.principals', IconUsers)],
  },
  {
    title: 'nav.group.data',
    pages: [
      page('/vault', 'nav.vault', IconVault),
      page('/subjects', 'nav.subjects', IconUserHeart),
      page('/jobs', 'nav.jobs', IconStack2),
    ],
  },
  {
    title: 'nav.group.operate',
    pages: [page('/audit', 'nav.audit', IconListSearch), page('/keys', 'nav.keys', IconKey)],
  },
];

export const PAGES: readonly PageEntry[] = NAVIGATION.flatMap(({ pages }) => pages);
