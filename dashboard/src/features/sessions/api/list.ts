import { answerOf, client, nextCursor } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Session = Schemas['ListedSession'];

export const PAGE = 50;
const WAIT_SECONDS = 25;
/** A page of a text search may be short, or empty, while more follows. */
const PAGES_OF_A_SEARCH = 8;

export interface SessionPage {
  readonly sessions: readonly Session[];
  readonly etag: string | null;
  readonly next: string | null;
  /** A search for a text has looked at the sessions that were opened then or later. */
  readonly searchedTo: string | null;
}

export interface SessionQuery {
  readonly agentId?: string;
  readonly status?: Session['displayStatus'];
  readonly dirty?: boolean;
  readonly blocked?: true;
  readonly drift?: 'ALIGNED' | 'REVIEW' | 'DRIFTED' | 'INSUFFICIENT_EVIDENCE';
  readonly connector?: string;
  readonly target?: string;
  readonly onBehalfOf?: string;
  readonly label?: string;
  readonly toolCallId?: string;
  readonly traceId?: string;
  readonly since?: string;
  readonly until?: string;
  readonly text?: string;
  readonly cursor?: string;
}

/** A page as it is now or, with the tag of the page that is known, as soon as it differs; null: it does not. */
export async function listSessions(
  query: SessionQuery,
  signal: AbortSignal,
  known: string | null = null,
  limit: number = PAGE,
): Promise<SessionPage | null> {
  const asked = client.GET('/sessions', {
    params: {
      query: { ...query, limit, ...(known && { wait: WAIT_SECONDS }) },
      header: known ? { 'If-None-Match': known } : {},
    },
    cache: 'no-store',
    signal,
  });
  if ((await asked).response.status === 304) return null;
  const { data, response } = await answerOf(asked);
  const searchedTo = response.headers.get('searched-to');
  return { sessions: data, etag: response.headers.get('etag'), next: nextCursor(response), searchedTo };
}

/** Pages until there is something to show, or a good part was looked through. */
export async function searchSessions(query: SessionQuery, signal: AbortSignal): Promise<SessionPage | null> {
  const sessions: Session[] = [];
  let cursor = query.cursor;
  let searchedTo: string | null = null;
  for (let pages = 0; pages < PAGES_OF_A_SEARCH; pages++) {
    const page = await listSessions({ ...query, ...(cursor && { cursor }) }, signal);
    sessions.push(...(page?.sessions ?? []));
    searchedTo = page?.searchedTo ?? searchedTo;
    cursor = page?.next ?? undefined;
    if (!cursor || sessions.length >= PAGE) break;
  }
  return { sessions, etag: null, next: cursor ?? null, searchedTo };
}
