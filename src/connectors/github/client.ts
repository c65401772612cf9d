import type { Reachable } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { fetchWithin } from '../transport/fetch.js';
import { GITHUB } from './access.js';

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export async function connect(context: Reachable) {
  const { fetch, close } = await fetchWithin(context);
  const { Octokit } = await import('@octokit/rest');
  const client = new Octokit({ baseUrl: baseUrlOf(context, GITHUB), log: SILENT, request: { fetch, log: SILENT } });
  // When the answer is not the expected JSON, the client returns its text.
  client.hook.after('request', ({ data }) => {
    if (typeof data === 'string' && data !== '') throw new Error('the answer is not one of GitHub');
  });
  // The client reports a request without an answer as status 500.
  client.hook.error('request', (error) => {
    throw 'response' in error && !error.response && error.cause ? error.cause : error;
  });
  return { client, close };
}

/** GitHub's limits are answered as 403 (docs.github.com, "Rate limits for the REST API"). */
export function meaningOf(error: unknown): 'unavailable' | null {
  const { status, response } = (error ?? {}) as { status?: number; response?: { headers?: Record<string, string> } };
  const headers = response?.headers ?? {};
  const isLimited = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  return status === 403 && isLimited ? 'unavailable' : null;
}
