import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccessMatrix } from '../../api/types.js';
import { plural, t } from '../../i18n/index.js';
import { LEVELS, LevelBadge } from '../../ui/badges.js';
import { useCollections, useOpenVersions } from '../../ui/choices.js';
import { csvOf, download } from '../../ui/csv.js';
import { Page, Panel } from '../../ui/page.js';
import { Allowed, Empty, Loaded } from '../../ui/states.js';
import { useFilters } from '../../ui/use-filters.js';
import { CellDrawer, type PickedCell } from './cell-drawer.js';
import css from './matrix.module.css';
import { MatrixTable } from './matrix-table.js';
import { cellsByPlace, placeOf, useMatrix } from './use-matrix.js';

/** Who sees what. Filters live in the address. */
export default function MatrixPage() {
  return (
    <Allowed permission="policy:Read">
      <Matrix />
    </Allowed>
  );
}

function Matrix() {
  const [get, set] = useFilters();
  const collections = useCollections();
  const versions = useOpenVersions();
  const [picked, setPicked] = useState<PickedCell | null>(null);
  const [purpose, setPurpose] = useState(get('purpose'));
  const [tool, setTool] = useState(get('tool'));
  const [asked] = useDebouncedValue({ purpose, tool }, 300);
  const search = get('type').toUpperCase();
  const all = get('types') === 'all' || search !== '';
  const filters = { collection: get('collection'), ...asked, all };
  const compared = get('compare');
  const matrix = useMatrix({ ...filters, policy: '' });
  const other = useMatrix({ ...filters, policy: compared }, compared !== '');
  const typesOf = ({ types }: AccessMatrix) => types.filter((type) => type.includes(search));
  const then = compared && other.data ? cellsByPlace(other.data) : null;

  return (
    <Page
      title={t('nav.matrix')}
      lead={t('matrix.lead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          disabled={!matrix.data}
          onClick={() => matrix.data && download('access-matrix.csv', asCsv(matrix.data), 'text/csv')}
        >
          {t('matrix.csv')}
        </Button>
      }
    >
      <div className={css.filters}>
        <Select
          label={t('playground.collection')}
          data={[{ value: '', label: '*' }, ...collections.map((value) => ({ value, label: value }))]}
          value={get('collection')}
          onChange={(collection) => set({ collection })}
          allowDeselect={false}
        />
        <TextInput
          label={t('playground.purpose')}
          placeholder={t('playground.purpose.none')}
          value={purpose}
          onChange={(event) => {
            setPurpose(event.currentTarget.value);
            set({ purpose: event.currentTarget.value });
          }}
        />
        <TextInput
          label={t('matrix.tool')}
          placeholder={t('playground.purpose.none')}
          value={tool}
          onChange={(event) => {
            setTool(event.currentTarget.value);
            set({ tool: event.currentTarget.value });
          }}
        />
        <Select
          label={t('matrix.compare')}
          placeholder={t('matrix.compare.none')}
          data={versions}
          value={compared || null}
          onChange={(compare) => set({ compare })}
          clearable
          disabled={versions.length === 0}
        />
        <TextInput
          label={t('matrix.types.filter')}
          value={get('type')}
          onChange={(event) => set({ type: event.currentTarget.value })}
        />
        <Select
          label={t('matrix.types')}
          data={[
            { value: 'common', label: t('matrix.types.common') },
            { value: 'all', label: t('matrix.types.all') },
          ]}
          value={all ? 'all' : 'common'}
          onChange={(types) => set({ types: types === 'all' ? 'all' : null, type: null })}
          allowDeselect={false}
        />
      </div>
      <Panel flush>
        <Loaded query={matrix} rows={9}>
          {(data) =>
            data.rows.length === 0 ? (
              <Empty title={t('matrix.empty')}>{t('matrix.empty.text')}</Empty>
            ) : (
              <>
                <MatrixTable matrix={data} types={typesOf(data)} then={then} onPick={setPicked} />
                <div className={css.legend}>
                  {t('matrix.legend')}
                  {LEVELS.map((level) => (
                    <LevelBadge key={level} level={level} />
                  ))}
                  {then && <b>{changesText(data, then)}</b>}
                </div>
              </>
            )
          }
        </Loaded>
      </Panel>
      <CellDrawer picked={picked} filters={filters} onClose={() => setPicked(null)} />
    </Page>
  );
}

function changesText(matrix: AccessMatrix, then: ReturnType<typeof cellsByPlace>): string {
  const count = matrix.rows.reduce(
    (sum, { subject, cells }) =>
      sum +
      cells.filter(({ infoType, level }) => {
        const other = then.get(placeOf(subject.kind, subject.name, infoType));
        return other !== undefined && other.level !== level;
      }).length,
    0,
  );
  return plural(count, 'matrix.changes.one', 'matrix.changes.other');
}

function asCsv({ types, rows }: AccessMatrix): string {
  const body = rows.map(({ subject, cells }) => [
    subject.kind,
    subject.name,
    ...cells.map(({ level, levelMax, conditional }) => (conditional ? `${level} (${levelMax})` : level)),
  ]);
  return csvOf([['kind', 'subject', ...types], ...body]);
}
