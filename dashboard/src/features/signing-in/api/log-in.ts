import { client, publicDataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';
import { beginBrowserSession } from './browser-session';

export async function logIn(body: Schemas['LoginBody']): Promise<void> {
  const { token } = await publicDataOf(client.POST('/auth/login', { body }));
  await beginBrowserSession(token);
}
