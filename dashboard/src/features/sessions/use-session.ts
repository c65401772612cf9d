import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { summaryQuery } from '../../api/session-summary';
import { isFinal } from '../../ui/action-status';
import { type ActionPage, actionsKey, intentQuery } from './api';
import { useHeldSessions } from './use-held-sessions';

const mayChange = (page: ActionPage | undefined) =>
  !page?.hasNext || page.actions.some(({ status }) => !isFinal(status));

/** The list of the sessions that an agent opened in one millisecond: a session alone cannot be waited for. */
const openedWith = ({ agentId, createdAt }: { agentId: string; createdAt: string }) => ({
  agentId,
  since: createdAt,
  until: new Date(Date.parse(createdAt) + 1).toISOString(),
});

/** Returns a session as it is now. Each change of it updates the page's actions. */
export function useSession(id: string) {
  const summary = useQuery(summaryQuery(id));
  const held = useHeldSessions(summary.data ? openedWith(summary.data) : null);
  const session = held.page?.sessions.find((one) => one.id === id) ?? null;
  const queryClient = useQueryClient();
  const { displayStatus } = session ?? {};
  const etag = held.page?.etag;
  useEffect(() => {
    if (!etag) return;
    void queryClient.invalidateQueries({ queryKey: summaryQuery(id).queryKey });
    void queryClient.invalidateQueries({ queryKey: intentQuery(id).queryKey });
    void queryClient.invalidateQueries({
      queryKey: actionsKey(id),
      predicate: ({ state }) => mayChange(state.data as ActionPage | undefined),
    });
  }, [etag, id, queryClient]);
  // A rollback changes actions that were settled.
  useEffect(() => {
    if (displayStatus) void queryClient.invalidateQueries({ queryKey: actionsKey(id) });
  }, [displayStatus, id, queryClient]);
  return { summary, session };
}
