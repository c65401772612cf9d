import type { EntityManager } from 'typeorm';
import { sha256 } from '../../platform/hash.js';

/**
 * A state signs in, or links, once: the cookie is gone after one callback, but a copy of it would not be.
 * @returns false when it was spent before
 */
export async function spendState(em: EntityManager, organizationId: string, state: string): Promise<boolean> {
  await em.query("DELETE FROM spent_states WHERE organization_id = $1 AND created_at < now() - interval '1 hour'", [
    organizationId,
  ]);
  const spent: unknown[] = await em.query(
    'INSERT INTO spent_states (state_hash, organization_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [sha256(state), organizationId],
  );
  return spent.length > 0;
}
