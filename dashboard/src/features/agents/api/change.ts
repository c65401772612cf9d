import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/** What is left out stays as it is. A pause holds from its answer on, and rejects what waits for an approval. */
export const changeAgent = (id: string, body: Schemas['ChangeAgentBody']) =>
  dataOf(client.PUT('/agents/{id}', { params: { path: { id } }, body }));
