// SQL: a lease is taken, held and released by one comparing statement, with the clock of the database.

import type { Leased } from '../../platform/due-work/lease.js';
import { failpoint } from '../../platform/failpoints.js';

/** The lease of a rollback (`platform/due-work/lease.ts`). */
export const ROLLBACK_LEASE: Leased = {
  take: (em, values) =>
    em.query(
      `WITH taken AS (
      UPDATE rollbacks SET fence = fence + 1, leased_until = clock_timestamp() + $3 * interval '1 millisecond'
      WHERE organization_id = $1 AND id = $2 AND status = 'RUNNING' AND (leased_until IS NULL OR leased_until < clock_timestamp())
      RETURNING fence)
    SELECT fence FROM taken`,
      values,
    ),
  hold: (em, values) =>
    em.query(
      `WITH held AS (
      UPDATE rollbacks SET leased_until = clock_timestamp() + $4 * interval '1 millisecond'
      WHERE organization_id = $1 AND id = $2 AND fence = $3 AND status = 'RUNNING' RETURNING id)
    SELECT id FROM held`,
      values,
    ),
  release: (em, values) =>
    em.query('UPDATE rollbacks SET leased_until = NULL WHERE organization_id = $1 AND id = $2 AND fence = $3', values),
  taken: () => failpoint('lease-before-commit'),
};
