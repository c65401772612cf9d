import { client, dataOf } from '../../../api/client';

export interface Order {
  readonly sessionId: string;
  /** The one action to undo; null otherwise. */
  readonly actionId: string | null;
  /** This action and every later one; null: the whole session, or one action. */
  readonly fromActionId: string | null;
  /** The hash of the plan that the operator read. */
  readonly planHash: string;
  /** Calls whose conflicts are overwritten; those of the others are kept. */
  readonly force: readonly string[];
  /** Calls whose added amount is subtracted from the present value. */
  readonly subtract: readonly string[];
  /** Stays the same for each try of one order, so that the rollback begins once. */
  readonly key: string;
}

/** Starts a rollback, and answers its report as far as it came within 25 seconds. */
export function orderRollback({ sessionId, actionId, fromActionId, planHash, force, subtract, key }: Order) {
  const body = {
    planHash,
    ...(force.length > 0 && { force: [...force] }),
    ...(subtract.length > 0 && { subtract: [...subtract] }),
  };
  const ofSession = { ...body, ...(fromActionId !== null && { fromActionId }) };
  const header = { 'Idempotency-Key': key };
  return dataOf(
    actionId === null
      ? client.POST('/sessions/{id}/rollback', { params: { path: { id: sessionId }, header }, body: ofSession })
      : client.POST('/sessions/{id}/actions/{actionId}/rollback', {
          params: { path: { id: sessionId, actionId }, header },
          body,
        }),
  );
}
