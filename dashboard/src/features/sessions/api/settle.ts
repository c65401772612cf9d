import { client, dataOf } from '../../../api/client';
import type { Action } from './actions';

export type SettledAs = NonNullable<Action['settledAs']>;

/** Records a person's statement about the outcome of an effect that no connector can check. It is made once. */
export const settleAction = ({ sessionId, id }: Action, as: SettledAs, note: string, key: string) =>
  dataOf(
    client.POST('/sessions/{id}/actions/{actionId}/settle', {
      params: { path: { id: sessionId, actionId: id }, header: { 'Idempotency-Key': key } },
      body: { as, note },
    }),
  );
