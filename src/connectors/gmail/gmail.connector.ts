import type { gmail_v1 } from '@googleapis/gmail';
import { NO_FACTS } from '../facts/facts.js';
import { googleAccess } from '../google/access.js';
import { meaningOf, UnexpectedAnswerError } from '../google/answer.js';
import { googleAccount, googleCredentialFields } from '../google/client.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { draftOperations } from './drafts.js';
import { filterOperations } from './filters.js';
import { irreversibleOperations } from './irreversible.js';
import { labelOperations } from './labels.js';
import { messageOperations } from './messages.js';
import { performing } from './perform.js';
import { readOperations } from './reads.js';
import { summaries } from './summaries.js';

/** Labels, messages, drafts and filters of a mailbox. */
export const gmail = resourceConnector<gmail_v1.Gmail>({
  id: 'gmail',
  facts: NO_FACTS,
  title: 'Gmail',
  verified: true,
  apiVersion: 'v1',
  credentialFields: googleCredentialFields,
  summaries,
  operations: [
    ...labelOperations,
    ...messageOperations,
    ...draftOperations,
    ...filterOperations,
    ...irreversibleOperations,
    ...readOperations,
  ],
  // The name of a label enters no path, because the label is looked up in a list.
  paths: ['name'],
  access: googleAccess('gmail'),
  connect: async (context) => {
    const { gmail: gmailClient } = await import('@googleapis/gmail');
    const { options, close } = await googleAccount('gmail', context);
    return { client: gmailClient({ version: 'v1', ...options }), close };
  },
  performing,
  identity: {
    scopeOf: () => ({}),
    read: async (client) => (await client.users.getProfile({ userId: 'me' })).data.emailAddress,
  },
  probe: async (client) => {
    const { data } = await client.users.labels.list({ userId: 'me' });
    if (!Array.isArray(data?.labels))
      throw new UnexpectedAnswerError('the answer is no mailbox: is the base URL Google’s?');
  },
  meaningOf,
});
