import type { drive_v3 } from '@googleapis/drive';
import { NO_FACTS } from '../facts/facts.js';
import { googleAccess } from '../google/access.js';
import { meaningOf, UnexpectedAnswerError } from '../google/answer.js';
import { googleAccount, googleCredentialFields } from '../google/client.js';
import { googlePerforming } from '../google/perform.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { operations, summaries } from './operations.js';
import { readOperations } from './reads.js';

/** Names, folders and trash of Google Drive. */
export const gdrive = resourceConnector<drive_v3.Drive>({
  id: 'gdrive',
  facts: NO_FACTS,
  title: 'Google Drive',
  verified: true,
  apiVersion: 'v3',
  credentialFields: googleCredentialFields,
  summaries,
  operations: [...operations, ...readOperations],
  access: googleAccess('gdrive'),
  connect: async (context) => {
    const { drive } = await import('@googleapis/drive');
    const { options, close } = await googleAccount('gdrive', context);
    return { client: drive({ version: 'v3', ...options }), close };
  },
  performing: googlePerforming<drive_v3.Drive>(),
  identity: {
    scopeOf: () => ({}),
    read: async (client) => {
      const { user } = (await client.about.get({ fields: 'user(permissionId,emailAddress)' })).data;
      return user?.permissionId ?? user?.emailAddress;
    },
  },
  probe: async (client) => {
    const { data } = await client.files.list({ pageSize: 1 });
    if (!Array.isArray(data?.files))
      throw new UnexpectedAnswerError('the answer is no drive: is the base URL that of Google?');
  },
  meaningOf,
});
