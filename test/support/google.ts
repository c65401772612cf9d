import type { ConnectorContext } from '../../src/connectors/connector.js';
import { startEmulate } from './emulate.mjs';
import { patience } from './patience.mjs';

const EMAIL = 'agent@example.com';
const CLIENT = { client_id: 'of-the-agent', client_secret: 'secret' };
const RETURN = 'http://127.0.0.1/returned';

/** Starts emulate as Google, with one account. Its token endpoint refuses unknown tokens; its other routes do not. */
export async function startGoogle() {
  const seed = { users: [{ email: EMAIL }], oauth_clients: [{ ...CLIENT, name: 'Agent', redirect_uris: [RETURN] }] };
  const { urls, stop } = await startEmulate(['google'], { google: seed });
  const url = urls.google ?? '';
  const post = (path: string, form: Record<string, string>) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const consent = await post('/o/oauth2/v2/auth/callback', {
    ...CLIENT,
    email: EMAIL,
    redirect_uri: RETURN,
    scope: 'x',
  });
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const grant = { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: RETURN };
  const tokens = (await (await post('/oauth2/token', grant)).json()) as { access_token: string; refresh_token: string };
  return {
    url,
    stop,
    /** The options of the agent's own client. */
    options: { rootUrl: url, headers: { authorization: `Bearer ${tokens.access_token}` }, retry: false },
    /** The credentials as an operator stores them. */
    credentials: {
      baseUrl: url,
      tokenUrl: `${url}/oauth2/token`,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      refreshToken: tokens.refresh_token,
    },
    /** Another credential that leads to the same account. */
    token: { baseUrl: url, accessToken: tokens.access_token },
  };
}

export type Google = Awaited<ReturnType<typeof startGoogle>>;

export const contextWith = (credentials: Record<string, string>): ConnectorContext => ({
  credentials,
  allowedPrivateHosts: ['127.0.0.1'],
  timeoutMs: patience(800),
});
