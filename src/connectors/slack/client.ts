import type { LogLevel } from '@slack/web-api';
import { egressFetch } from '../../platform/egress-fetch.js';
import type { ConnectorContext } from '../connector.js';
import { baseUrlOf } from '../resource/base-url.js';
import { NotCapturable } from '../resource/resource.js';

const MOST_BYTES = 10_000_000;
const ignore = () => undefined;
const SILENT = {
  ...{ debug: ignore, info: ignore, warn: ignore, error: ignore, setLevel: ignore, setName: ignore },
  getLevel: () => 'error' as LogLevel,
};

export async function connect(context: ConnectorContext) {
  const { token } = context.credentials;
  if (!token) throw new NotCapturable('the credential has no token');
  const { allowedPrivateHosts, timeoutMs, onDate } = context;
  const { WebClient } = await import('@slack/web-api');
  const slackApiUrl = `${baseUrlOf(context, 'https://slack.com/api')}/`;
  const { fetch, close } = egressFetch({ allowedPrivateHosts, timeoutMs, onDate, maxBytes: MOST_BYTES });
  const once = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
  const client = new WebClient(token, { slackApiUrl, fetch, logger: SILENT, allowAbsoluteUrls: false, ...once });
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
 * Slack answers 200 and says in the body what is wrong. A channel that is not found may be one the credential does not
 * see, so nothing follows from it.
 */
export function meaningOf(error: unknown): 'absent' | 'refused' | 'unavailable' | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { error?: unknown } };
  if (code === 'slack_webapi_rate_limited_error') return 'unavailable';
  if (code !== 'slack_webapi_platform_error') return null;
  const said = String(data?.error);
  if (GONE.includes(said)) return 'absent';
  // What is no code of Slack's is an answer of somebody in between.
  return PASSING.includes(said) || !/^[a-z0-9_]+$/.test(said) ? 'unavailable' : 'refused';
}
