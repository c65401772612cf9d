import type { OAuthClient } from '../../config/oauth-client.js';
import { type Profile, statesVerifiedEmail, toProfile } from './profile.js';

const WITHIN_MS = 10_000;

/** The provider's answer is not the requested one. */
class ProviderAnswerError extends Error {
  override readonly name = 'ProviderAnswerError';
  constructor(
    url: string,
    what: string,
    readonly status: number,
  ) {
    super(`${url} answered ${what}`);
  }
}

/** @returns an access token @throws Error when there is none within ten seconds */
export async function exchangeCode(client: OAuthClient, form: Readonly<Record<string, string>>): Promise<string> {
  const { clientId: client_id, clientSecret: client_secret, tokenUrl } = client;
  const body = new URLSearchParams({ ...form, client_id, client_secret });
  const { access_token } = membersOf(await askJson(tokenUrl, { method: 'POST', body }));
  if (typeof access_token !== 'string') throw new ProviderAnswerError(tokenUrl, 'without an access token', 200);
  return access_token;
}

/** @throws Error when the provider does not name the user within ten seconds for each request */
export async function readProfile({ profileUrl }: OAuthClient, accessToken: string): Promise<Profile> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const json = membersOf(await askJson(profileUrl, { headers }));
  const emails = statesVerifiedEmail(json) ? [] : await readEmails(`${profileUrl}/emails`, headers);
  const profile = toProfile(json, emails);
  if (!profile) throw new ProviderAnswerError(profileUrl, 'without a subject', 200);
  return profile;
}

/** Reads GitHub's list of addresses; a provider without such a list vouches for none. */
async function readEmails(url: string, headers: Record<string, string>) {
  try {
    const json = await askJson(url, { headers });
    return Array.isArray(json) ? json.map(membersOf) : [];
  } catch (error) {
    if (error instanceof ProviderAnswerError && error.status === 404) return [];
    throw error;
  }
}

async function askJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (!response.ok) throw new ProviderAnswerError(url, `with ${response.status}`, response.status);
  return response.json();
}

const membersOf = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? { ...json } : {};
