import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note';
import classes from './view.module.css';

interface ViewProps<D> {
  readonly query: UseQueryResult<D>;
  /** What is shown instead of data that are none. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: D) => boolean;
  /** Says what is loading, to a screen reader. */
  readonly label: string;
  readonly children: (data: D) => ReactNode;
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0;

/** The four states of what is asked for: loading, empty, error, data. Data that are there stay while a newer answer fails. */
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
    <div className={classes.loading} role="status" aria-label={`Loading ${label}`}>
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

/** Nothing is here, and what would bring something. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
