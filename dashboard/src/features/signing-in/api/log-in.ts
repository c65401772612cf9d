import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';
import { beginBrowserSession } from './browser-session';

export async function logIn(body: Schemas['LoginBody']): Promise<void> {
  const { token } = await dataOf(client.POST('/auth/login', { body }));
  await beginBrowserSession(token);
}
