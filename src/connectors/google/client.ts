import { egressFetch } from '../../platform/egress-fetch.js';
import type { ConnectorContext, CredentialField } from '../connector.js';
import { baseUrlOf } from '../resource/base-url.js';
import { accessTokenOf } from './access-token.js';

const MOST_BYTES = 10_000_000;

export const googleCredentialFields: readonly CredentialField[] = [
  { name: 'accessToken', required: false, description: 'An OAuth access token; it ends after an hour.' },
  { name: 'clientId', required: false, description: 'Of the OAuth client that the refresh token was given to.' },
  { name: 'clientSecret', required: false, description: 'Of that OAuth client.' },
  { name: 'refreshToken', required: false, description: 'Brings an access token whenever one is needed.' },
  {
    name: 'tokenUrl',
    required: false,
    description: 'Where it brings one, if not https://oauth2.googleapis.com/token.',
  },
  { name: 'baseUrl', required: false, description: 'Of another server that speaks for Google, https://host:port.' },
];

/** How Google's own clients are to reach an account: once, and with nothing of this process as a credential. */
export async function googleAccount(context: ConnectorContext, standard: string) {
  const { allowedPrivateHosts, timeoutMs, onDate } = context;
  const rootUrl = `${baseUrlOf(context, standard)}/`;
  const { fetch, close } = egressFetch({ allowedPrivateHosts, timeoutMs, onDate, maxBytes: MOST_BYTES });
  try {
    const headers = { authorization: `Bearer ${await accessTokenOf(context, fetch)}` };
    const options = { rootUrl, headers, fetchImplementation: fetch, retry: false, universeDomain: 'googleapis.com' };
    return { options, close };
  } catch (error) {
    await close();
    throw error;
  }
}
