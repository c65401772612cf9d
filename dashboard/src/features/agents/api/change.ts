import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/**
 * Changes an agent; members that are left out stay the same. A pause holds from its answer on, and rejects the pending
 * approvals.
 */
export const changeAgent = (id: string, body: Schemas['ChangeAgentBody']) =>
  dataOf(client.PUT('/agents/{id}', { params: { path: { id } }, body }));
