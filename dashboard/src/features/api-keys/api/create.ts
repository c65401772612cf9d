import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

/** The answer holds the key, this once. */
export const createApiKey = (body: Schemas['CreateApiKeyBody']) => dataOf(client.POST('/api-keys', { body }));
