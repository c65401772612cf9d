import type { LogLevel, WebClient } from '@slack/web-api';
import type { Reachable } from '../connector.js';
import { NO_FACTS } from '../facts/facts.js';
import { methodAt, refuseMembers } from '../resource/performing.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import type { Performing } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { fetchWithin } from '../transport/fetch.js';
import { SLACK, slackAccess } from './access.js';
import { bookmarkOperations } from './bookmark-operations.js';
import { chatOperations } from './chat-operations.js';
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

const ignore = () => undefined;
const SILENT = {
  ...{ debug: ignore, info: ignore, warn: ignore, error: ignore, setLevel: ignore, setName: ignore },
  getLevel: () => 'error' as LogLevel,
};

async function connect(context: Reachable) {
  const { fetch, close } = await fetchWithin(context);
  const { WebClient } = await import('@slack/web-api');
  const slackApiUrl = `${baseUrlOf(context, SLACK)}/`;
  const once = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
  const client = new WebClient(undefined, { slackApiUrl, fetch, logger: SILENT, allowAbsoluteUrls: false, ...once });
  return { client, close };
}

const PASSING = [
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
];
const GONE = ['message_not_found', 'thread_not_found'];

/**
 * Slack answers 200 and names the error in the body. A channel that is not found may be one that the credential does
 * not see, so it does not count as absent.
 */
function meaningOf(error: unknown): 'absent' | 'refused' | 'unavailable' | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { error?: unknown } };
  if (code === 'slack_webapi_rate_limited_error') return 'unavailable';
  if (code !== 'slack_webapi_platform_error') return null;
  const said = String(data?.error);
  if (GONE.includes(said)) return 'absent';
  // A text that is no error code of Slack comes from a proxy in between.
  return PASSING.includes(said) || !/^[a-z0-9_]+$/.test(said) ? 'unavailable' : 'refused';
}
