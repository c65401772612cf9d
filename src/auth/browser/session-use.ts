// SQL: by the clock of the database, in one look-up; a write only now and then.

import type { EntityManager } from 'typeorm';

/** A session without a request for so long is over. */
export const IDLE_HOURS = 12;

/** The greatest age of the recorded use of a session, and of the cached identity of a session. */
export const NOTED_EVERY_MS = 5 * 60_000;

/** Records that a session is used. Answers false when the session has expired or was ended. */
export async function useSession(em: EntityManager, organizationId: string, id: string): Promise<boolean> {
  const [session]: { noted: boolean }[] = await em.query(
    `SELECT last_seen_at > now() - $3 * interval '1 millisecond' AS noted FROM browser_sessions
     WHERE organization_id = $1 AND id = $2 AND last_seen_at > now() - $4 * interval '1 hour'`,
    [organizationId, id, NOTED_EVERY_MS, IDLE_HOURS],
  );
  if (session && !session.noted)
    await em.query('UPDATE browser_sessions SET last_seen_at = now() WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);
  return session !== undefined;
}
