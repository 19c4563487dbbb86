import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../i18n/index.js';
import { Empty, Failure, Loading } from './states.js';

interface Props {
  readonly query: UseInfiniteQueryResult<unknown, Error>;
  readonly count: number;
  readonly empty: { readonly title: string; readonly text?: string };
  readonly children: ReactNode;
}

/** A list that is read page by page, in each of its states. */
export function Paged({ query, count, empty, children }: Props) {
  if (query.error) {
    return (
      <div style={{ padding: 16 }}>
        <Failure error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  }
  if (query.isPending) return <Loading />;
  if (count === 0) return <Empty title={empty.title}>{empty.text}</Empty>;
  return (
    <>
      {children}
      {query.hasNextPage && (
        <div style={{ padding: 12, textAlign: 'center' }}>
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('action.more')}
          </Button>
        </div>
      )}
    </>
  );
}
