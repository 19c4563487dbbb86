import { Fragment, type KeyboardEvent, useRef } from 'react';
import type { AccessMatrix, MatrixCell, MatrixRow } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { LevelIcon, levelClass } from '../../ui/badges.js';
import type { PickedCell } from './cell-drawer.js';
import css from './matrix.module.css';
import { placeOf } from './use-matrix.js';

interface Props {
  readonly matrix: AccessMatrix;
  readonly types: readonly string[];
  /** The same cells by the version that is compared. */
  readonly then: ReadonlyMap<string, MatrixCell> | null;
  readonly onPick: (cell: PickedCell) => void;
}

const KINDS = ['role', 'tool', 'model', 'principal'] as const;

/** One row for each subject. Arrow keys go from cell to cell, Enter opens one. */
export function MatrixTable({ matrix, types, then, onPick }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-at]');
    if (!step || !cell || !table.current) return;
    const [row, column] = cell.dataset.at!.split(',').map(Number) as [number, number];
    const next = table.current.querySelector<HTMLElement>(`[data-at="${row + step[0]},${column + step[1]}"]`);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  let row = -1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={css.scroll} tabIndex={0} aria-label={t('nav.matrix')}>
      <table ref={table} className={css.table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <td />
            {types.map((type) => (
              <th key={type} scope="col">
                {type}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => {
            const rows = matrix.rows.filter(({ subject }) => subject.kind === kind);
            if (rows.length === 0) return null;
            return (
              <Fragment key={kind}>
                <tr className={css.kind}>
                  <th scope="rowgroup">{t(`matrix.kind.${kind}`)}</th>
                  <td colSpan={types.length} />
                </tr>
                {rows.map((one) => {
                  row += 1;
                  return <Row key={one.subject.name} row={one} at={row} types={types} then={then} onPick={onPick} />;
                })}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends Omit<Props, 'matrix'> {
  readonly row: MatrixRow;
  readonly at: number;
}

function Row({ row, at, types, then, onPick }: RowProps) {
  const { subject, cells } = row;
  const byType = new Map(cells.map((cell) => [cell.infoType, cell]));
  return (
    <tr>
      <th scope="row" title={subject.name}>
        <bdi>{subject.name}</bdi>
      </th>
      {types.map((type, column) => {
        const cell = byType.get(type);
        if (!cell) return <td key={type} />;
        const other = then?.get(placeOf(subject.kind, subject.name, type));
        const changed = other !== undefined && other.level !== cell.level;
        return (
          <td key={type}>
            <button
              type="button"
              data-at={`${at},${column}`}
              className={`${css.cell} ${levelClass(cell.level)} ${changed ? css.changed : ''}`}
              aria-label={labelOf(subject.name, cell, changed ? other.level : null)}
              onClick={() => onPick({ subject, cell, other })}
            >
              <LevelIcon level={cell.level} />
              {t(`level.${cell.level}`)}
              {changed && ` → ${t(`level.${other.level}`)}`}
              {cell.conditional && <span className={css.more}>≤ {t(`level.${cell.levelMax}`)}</span>}
            </button>
          </td>
        );
      })}
    </tr>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function labelOf(subject: string, { infoType, level, levelMax, conditional }: MatrixCell, then: string | null): string {
  const max = conditional ? `, ${t('level.conditional')} ${t(`level.${levelMax}`)}` : '';
  return `${subject}, ${infoType}: ${t(`level.${level}`)}${max}${then ? ` → ${then}` : ''}`;
}
