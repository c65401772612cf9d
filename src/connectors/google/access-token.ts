import type { ConnectorContext } from '../connector.js';
import { secureUrl } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';

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
export async function accessTokenOf(
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
