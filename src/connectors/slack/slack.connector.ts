import type { WebClient } from '@slack/web-api';
import { NO_FACTS } from '../facts/facts.js';
import { methodAt, refuseMembers } from '../resource/performing.js';
import type { Performing } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { slackAccess } from './access.js';
import { bookmarkOperations } from './bookmark-operations.js';
import { chatOperations } from './chat-operations.js';
import { connect, meaningOf } from './client.js';
import { conversationOperations } from './conversation.js';
import { irreversibleOperations } from './irreversible-operations.js';
import { markOperations } from './mark.js';
import { reads } from './reads.js';
import { summaries } from './summaries.js';

const undone = [chatOperations, conversationOperations, markOperations, bookmarkOperations];

/** Slack knows no idempotency keys; a token of its own would be another's. */
const performing: Performing<WebClient> = {
  isKeyed: false,
  call: (client, path, payload) => {
    refuseMembers(payload, ['token']);
    return methodAt(client, path)(payload);
  },
};

/** Messages, channels, reactions, pins and bookmarks. */
export const slack = resourceConnector<WebClient>({
  id: 'slack',
  facts: NO_FACTS,
  title: 'Slack',
  verified: true,
  apiVersion: 'Web API',
  credentialFields: [
    { name: 'token', required: true, description: 'xoxb-… or xoxp-…, of the same bot or user that the agent acts as.' },
    {
      name: 'baseUrl',
      required: false,
      isPublic: true,
      description: 'Of the Web API; https://slack.com/api when left out.',
    },
  ],
  summaries,
  operations: [...undone.flat(), ...irreversibleOperations, ...reads],
  access: slackAccess,
  connect,
  performing,
  identity: {
    scopeOf: () => ({}),
    read: async (client) => {
      const { team_id: team } = await client.auth.test();
      return team ? `team ${team}` : null;
    },
  },
  probe: (client) => client.auth.test(),
  meaningOf,
});
