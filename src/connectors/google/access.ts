import { egressFetch } from '../../platform/egress/egress-fetch.js';
import type { AccessOf, ConnectorContext } from '../connector.js';
import { baseUrlOf, secureUrl } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';

const MOST_BYTES_OF_A_TOKEN = 1_000_000;

/** The address of Google's API for each connector. */
export const GOOGLE_APIS = {
  gcal: 'https://www.googleapis.com',
  gdrive: 'https://www.googleapis.com',
  gmail: 'https://gmail.googleapis.com',
} as const;

export function googleAccess(connector: keyof typeof GOOGLE_APIS): AccessOf {
  return async (context) => {
    const base = new URL(baseUrlOf(context, GOOGLE_APIS[connector]));
    const { fetch, close } = egressFetch({ ...context, maxBytes: MOST_BYTES_OF_A_TOKEN });
    try {
      return { base, authorization: `Bearer ${await accessTokenOf(context, fetch)}` };
    } finally {
      await close();
    }
  };
}

const STANDARD = 'https://oauth2.googleapis.com/token';

/** The token endpoint did not give a token; `status` as it answered. */
class TokenError extends Error {
  override readonly name = 'TokenError';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The token that is stored, or one that the refresh token brings; nothing of it is kept. @throws NotCapturable */
async function accessTokenOf(
  { credentials, allowedPrivateHosts, secrets }: ConnectorContext,
  fetch: typeof globalThis.fetch,
): Promise<string> {
  const { accessToken, clientId, clientSecret, refreshToken, tokenUrl } = credentials;
  if (accessToken) return accessToken;
  if (!clientId || !clientSecret || !refreshToken)
    throw new NotCapturable('store an accessToken, or clientId, clientSecret and refreshToken');
  const url = secureUrl(tokenUrl || STANDARD, allowedPrivateHosts);
  const response = await fetch(url.href, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }).toString(),
  });
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const token = answer?.access_token;
  if (typeof token === 'string') secrets?.note(token);
  if (response.ok && typeof token === 'string' && token !== '') return token;
  // A token endpoint that is not there is no resource that is not there.
  const status = response.ok || response.status === 404 ? 400 : response.status;
  throw new TokenError(`no access token: ${answer?.error_description ?? answer?.error ?? response.status}`, status);
}
