import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, dataOf, publicDataOf } from '../../api/client';
import { isProblem, problemOf } from '../../api/problem';
import type { Schemas } from '../../api/wire';

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

/** Exchanges the token of an operator for a cookie that no script can read; the token is kept nowhere. */
export const beginBrowserSession = (token: string) =>
  dataOf(client.POST('/auth/browser-session', { headers: { authorization: `Bearer ${token}` } }));

export const forgotPassword = (email: string) => dataOf(client.POST('/auth/forgot-password', { body: { email } }));

/** Leaves for a provider; if it cannot be reached that way, this page shows the problem, and not a page of JSON. */
export async function goToProvider(provider: Provider['provider']): Promise<void> {
  const path = `/auth/${provider}`;
  const answer = await fetch(path, { redirect: 'manual' });
  if (answer.type !== 'opaqueredirect') throw problemOf(await answer.json().catch(() => undefined), answer);
  location.assign(path);
}

export async function logIn(body: Schemas['LoginBody']): Promise<void> {
  const { token } = await publicDataOf(client.POST('/auth/login', { body }));
  await beginBrowserSession(token);
}

type FrontPage = Schemas['FrontPage'];
export type Provider = FrontPage['signIn'][number];

/** The identity providers that this installation knows. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }): Promise<Provider[]> => {
    // The front page has a second form, for people, which is not asked for.
    const asked = client.GET('/', { headers: { accept: 'application/json' }, signal }) as Promise<{
      data?: { data: FrontPage };
      error?: unknown;
      response: Response;
    }>;
    return (await answerOf(asked)).data.signIn;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export async function register(body: Schemas['RegisterBody']): Promise<void> {
  const { token } = await dataOf(client.POST('/auth/register', { body }));
  await beginBrowserSession(token);
}

/** Sends the verification mail to the signed-in operator again. */
export const resendVerification = () => dataOf(client.POST('/auth/resend-verification'));

export const resetPassword = (body: Schemas['ResetPasswordBody']) =>
  dataOf(client.POST('/auth/reset-password', { body }));

/** Returns the verified address. The route answers without the envelope. */
export async function verifyEmail(token: string): Promise<string> {
  const { data, error, response } = await client.GET('/auth/verify-email', { params: { query: { token } } });
  if (!data) throw problemOf(error, response);
  return data.email;
}

/** The operator of this browser; null where none is signed in. */
export const whoIsSignedIn = () =>
  publicDataOf(client.GET('/me')).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'unauthenticated') return null;
    throw error;
  });
