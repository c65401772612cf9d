import { client, dataOf } from '../../../api/client';

/** Exchanges the token of an operator for a cookie that no script can read; the token is kept nowhere. */
export const beginBrowserSession = (token: string) =>
  dataOf(client.POST('/auth/browser-session', { headers: { authorization: `Bearer ${token}` } }));
