import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/**
 * What is left out stays as it is. A policy is switched with it, too: the route that toggles would switch it back when
 * another operator was first.
 */
export const changePolicy = (id: string, body: Schemas['ChangePolicyBody']) =>
  dataOf(client.PUT('/policies/{id}', { params: { path: { id } }, body }));
