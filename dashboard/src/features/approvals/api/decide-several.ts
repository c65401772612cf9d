import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export interface Several {
  readonly key: string;
  readonly decisions: readonly Schemas['DecisionBody'][];
}

/** Sends several decisions. Each has the hash of the arguments that were shown, and gets an answer of its own. */
export const decideSeveral = ({ key, decisions }: Several) =>
  dataOf(
    client.POST('/approvals/decisions', {
      params: { header: { 'Idempotency-Key': key } },
      body: { decisions: [...decisions] },
    }),
  );
