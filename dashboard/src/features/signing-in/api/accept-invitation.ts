import { client, publicDataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';
import { beginBrowserSession } from './browser-session';

/** Makes an account in the organization that invites. */
export async function joinAsNewUser(body: Required<Schemas['AcceptInvitationBody']>): Promise<void> {
  const { token } = await publicDataOf(client.POST('/team/invitations/accept', { body }));
  await beginBrowserSession(token);
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Moves the account into the organization that invites. Its token is used here and kept nowhere. */
export async function joinWithAccount(invitation: string, account: Account): Promise<void> {
  const { token: own } = await publicDataOf(client.POST('/auth/login', { body: account }));
  const { token } = await publicDataOf(
    client.POST('/team/invitations/accept', {
      body: { token: invitation },
      headers: { authorization: `Bearer ${own}` },
    }),
  );
  await beginBrowserSession(token);
}
