import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';
import { beginBrowserSession } from './browser-session';

export async function register(body: Schemas['RegisterBody']): Promise<void> {
  const { token } = await dataOf(client.POST('/auth/register', { body }));
  await beginBrowserSession(token);
}
