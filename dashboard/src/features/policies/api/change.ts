import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/**
 * Changes a policy; members that are left out stay the same. It also switches a policy: the route that toggles would
 * switch it back if another operator was first.
 */
export const changePolicy = (id: string, body: Schemas['ChangePolicyBody']) =>
  dataOf(client.PUT('/policies/{id}', { params: { path: { id } }, body }));
