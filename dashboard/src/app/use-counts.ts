import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from '../api/attention';

export interface PageCount {
  readonly text: string;
  readonly count: number;
}

const text = (count: number, isMore = false): PageCount => ({ text: `${count}${isMore ? '+' : ''}`, count });

/** Returns the number of things that need the operator on each page, by its path. */
export function useCounts(): Readonly<Record<string, PageCount>> {
  const { data } = useQuery(attentionQuery());
  if (!data) return {};
  const { approvals, sessions, connectors } = data;
  return {
    '/approvals': text(approvals.count, approvals.isMore),
    '/sessions': text(sessions.dirty.count, sessions.dirty.isMore),
    '/connectors': text(connectors.length),
  };
}
