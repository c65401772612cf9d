import type { CredentialField, Reachable } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { fetchWithin } from '../transport/fetch.js';
import { GOOGLE_APIS } from './access.js';

export const googleCredentialFields: readonly CredentialField[] = [
  { name: 'accessToken', required: false, description: 'An OAuth access token; it ends after an hour.' },
  {
    name: 'clientId',
    required: false,
    isPublic: true,
    description: 'Of the OAuth client that the refresh token was given to.',
  },
  { name: 'clientSecret', required: false, description: 'Of that OAuth client.' },
  { name: 'refreshToken', required: false, description: 'Brings an access token whenever one is needed.' },
  {
    name: 'tokenUrl',
    required: false,
    isPublic: true,
    description: 'Where it brings one, if not https://oauth2.googleapis.com/token.',
  },
  {
    name: 'baseUrl',
    required: false,
    isPublic: true,
    description: 'Of another server in place of Google, https://host:port.',
  },
];

/** The options with which Google's own clients reach an account: one attempt, and no credential of this process. */
export async function googleAccount(connector: keyof typeof GOOGLE_APIS, context: Reachable) {
  const { fetch, close } = await fetchWithin(context);
  const rootUrl = `${baseUrlOf(context, GOOGLE_APIS[connector])}/`;
  return { options: { rootUrl, fetchImplementation: fetch, retry: false, universeDomain: 'googleapis.com' }, close };
}
