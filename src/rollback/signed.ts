import type { ItemReport } from '../connectors/connector.js';
import { canonicalHash } from '../platform/hash.js';

/** The members of a plan that its hash covers; plans that agree in them are the same plan. */
interface PlannedCall {
  readonly id: string;
  readonly status: string;
  readonly sequence: number;
  readonly effect_sequence: number | null;
  readonly updated_at: Date;
}

/**
 * The hash that a person signs after seeing a plan, or the report of the previous rollback.
 * @param rollbackId the newest rollback of the session that was shown; null when there was none
 */
export function planHashOf(sessionId: string, rollbackId: string | null, calls: readonly PlannedCall[]): string {
  const planned = [...calls]
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id, status, effect_sequence: effect, updated_at: at }) => [id, status, effect, at.toISOString()]);
  return canonicalHash([sessionId, rollbackId, planned]);
}

/** Hashes the plan of a revert. @param latestId the newest rollback, or revert, of the session */
export function revertHashOf(
  rollbackId: string,
  latestId: string,
  calls: readonly Omit<PlannedCall, 'sequence' | 'effect_sequence'>[],
): string {
  const planned = calls.map(({ id, status, updated_at: at }) => [id, status, at.toISOString()]).sort();
  return canonicalHash(['revert', rollbackId, latestId, planned]);
}

/** The hash of the conflicts that a report shows; null when it shows none. */
export function conflictHashOf(items: readonly ItemReport[]): string | null {
  const conflicts = items.flatMap(({ resource, result, fields }) => {
    const seen = fields.filter((field) => field.result === 'conflict').map(({ field, now }) => [field, now ?? null]);
    return result === 'conflict' || seen.length > 0 ? [[resource, seen]] : [];
  });
  return conflicts.length === 0 ? null : canonicalHash(conflicts);
}
