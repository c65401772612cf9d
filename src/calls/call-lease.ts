// SQL: a lease is taken, held and released by one comparing statement, with the clock of the database.

import type { Leased } from '../platform/due-work/lease.js';
import { failpoint } from '../platform/failpoints.js';

/** The lease of a performed call (`platform/due-work/lease.ts`). */
export const CALL_LEASE: Leased = {
  take: (em, values) =>
    em.query(
      `WITH taken AS (
      UPDATE performed_calls SET fence = fence + 1, leased_until = clock_timestamp() + $3 * interval '1 millisecond'
      WHERE organization_id = $1 AND action_id = $2 AND state IN ('queued', 'running')
        AND (leased_until IS NULL OR leased_until < clock_timestamp())
      RETURNING fence)
    SELECT fence FROM taken`,
      values,
    ),
  hold: (em, values) =>
    em.query(
      `WITH held AS (
      UPDATE performed_calls SET leased_until = clock_timestamp() + $4 * interval '1 millisecond'
      WHERE organization_id = $1 AND action_id = $2 AND fence = $3 AND state IN ('queued', 'running') RETURNING action_id)
    SELECT action_id FROM held`,
      values,
    ),
  release: (em, values) =>
    em.query(
      'UPDATE performed_calls SET leased_until = NULL WHERE organization_id = $1 AND action_id = $2 AND fence = $3',
      values,
    ),
  taken: () => failpoint('call-lease-before-commit'),
};
