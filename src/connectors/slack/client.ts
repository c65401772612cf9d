import type { LogLevel } from '@slack/web-api';
import type { Reachable } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { fetchWithin } from '../transport/fetch.js';
import { SLACK } from './access.js';

const ignore = () => undefined;
const SILENT = {
  ...{ debug: ignore, info: ignore, warn: ignore, error: ignore, setLevel: ignore, setName: ignore },
  getLevel: () => 'error' as LogLevel,
};

export async function connect(context: Reachable) {
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
export function meaningOf(error: unknown): 'absent' | 'refused' | 'unavailable' | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { error?: unknown } };
  if (code === 'slack_webapi_rate_limited_error') return 'unavailable';
  if (code !== 'slack_webapi_platform_error') return null;
  const said = String(data?.error);
  if (GONE.includes(said)) return 'absent';
  // A text that is no error code of Slack comes from a proxy in between.
  return PASSING.includes(said) || !/^[a-z0-9_]+$/.test(said) ? 'unavailable' : 'refused';
}
