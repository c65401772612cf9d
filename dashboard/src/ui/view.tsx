import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonWords as words } from '../words';
import { ProblemNote } from './problem-note';
import classes from './view.module.css';

interface ViewProps<D> {
  readonly query: UseQueryResult<D>;
  /** The content that replaces empty data. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: D) => boolean;
  /** Names the loading data for a screen reader. */
  readonly label: string;
  readonly children: (data: D) => ReactNode;
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0;

/**
 * Shows the four states of a query: loading, empty, error, data. Data that are there stay while a newer answer fails.
 */
export function View<D>({ query, empty, isEmpty = isEmptyList, label, children }: ViewProps<D>) {
  const retry = () => void query.refetch();
  if (query.data === undefined)
    return query.error && !query.isFetching ? (
      <ProblemNote error={query.error} retry={retry} />
    ) : (
      <Loading label={label} />
    );
  return (
    <>
      {query.error && <ProblemNote error={query.error} retry={retry} />}
      {empty && isEmpty(query.data) ? empty : children(query.data)}
    </>
  );
}

export function Loading({ label }: { label: string }) {
  return (
    <div className={classes.loading} role="status" aria-label={words.view.loading(label)}>
      {[92, 78, 85, 64].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} radius="sm" />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Says that a list is empty, and how to fill it. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
