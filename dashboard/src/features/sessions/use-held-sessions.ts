import { useHeld } from '../../ui/use-held';
import { listSessions, type SessionPage, searchSessions } from './api';

type Query = Parameters<typeof listSessions>[0];

/** A page of the list; a search is answered once. @param query null: not known yet */
export function useHeldSessions(query: Query | null) {
  return useHeld<SessionPage>(
    query && JSON.stringify(query),
    async (signal, known) => {
      if (!query) return null;
      return query.text ? searchSessions(query, signal) : listSessions(query, signal, known);
    },
    Boolean(query?.text),
  );
}
