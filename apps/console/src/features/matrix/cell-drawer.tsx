import { Button, Drawer } from '@mantine/core';
import { Link } from 'react-router';
import type { MatrixCell, MatrixRow } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Chip, LevelBadge, Statement } from '../../ui/badges.js';
import css from './matrix.module.css';
import type { MatrixFilters } from './use-matrix.js';

export interface PickedCell {
  readonly subject: MatrixRow['subject'];
  readonly cell: MatrixCell;
  readonly other: MatrixCell | undefined;
}

interface Props {
  readonly picked: PickedCell | null;
  readonly filters: Pick<MatrixFilters, 'collection' | 'purpose'>;
  readonly onClose: () => void;
}

/** Why one cell is as it is. */
export function CellDrawer({ picked, filters, onClose }: Props) {
  return (
    <Drawer
      opened={picked !== null}
      onClose={onClose}
      position="right"
      size="md"
      closeButtonProps={{ 'aria-label': t('action.close') }}
      title={picked && t('matrix.cell.title', { subject: picked.subject.name, type: picked.cell.infoType })}
    >
      {picked && <Why {...picked} filters={filters} />}
    </Drawer>
  );
}

function Why({ subject, cell, other, filters }: PickedCell & Pick<Props, 'filters'>) {
  const link = new URLSearchParams({
    ...(subject.kind === 'role' && { roles: subject.name }),
    infoType: cell.infoType,
    ...(filters.collection && { collection: filters.collection }),
    ...(filters.purpose && { purpose: filters.purpose }),
  });
  return (
    <>
      <dl className={css.list}>
        <dt>{t('matrix.cell.level')}</dt>
        <dd>
          <LevelBadge level={cell.level} />
          {other && other.level !== cell.level && (
            <>
              → <LevelBadge level={other.level} />
            </>
          )}
        </dd>
        <dt>{t('matrix.cell.max')}</dt>
        <dd>
          <LevelBadge level={cell.levelMax} />
        </dd>
        <dt>{t('matrix.cell.decided')}</dt>
        <dd>
          {cell.decidedBy.length > 0
            ? cell.decidedBy.map((sid) => <Statement key={sid} id={sid} />)
            : t('built-in.default')}
        </dd>
        <dt>{t('matrix.cell.missing')}</dt>
        <dd>
          {cell.missingContext.length > 0
            ? cell.missingContext.map((name) => (
                <Chip key={name} mono>
                  {name}
                </Chip>
              ))
            : '–'}
        </dd>
      </dl>
      <Button component={Link} to={`/simulator?${link}`} variant="default">
        {t('matrix.cell.simulate')}
      </Button>
    </>
  );
}
