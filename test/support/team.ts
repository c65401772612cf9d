import type { Pool } from 'pg';
import { sha256 } from '../../src/platform/hash.js';
import { type Answer, Caller, type Organization, serviceA, serviceB, unique } from './client.js';
import { rows } from './ledger.js';
import { type Operator, PASSWORD } from './operators.js';
import type { Service } from './service.mjs';

export const newAddress = () => `${unique('colleague')}@example.com`;

/** Invites a person and returns a token that is known without the mail. */
export async function invite(by: Caller, email = newAddress(), database: Pool = rows) {
  const { status, body } = await by.post('/team/invitations', { email });
  expect(status).toBe(201);
  const { id } = body.data as { id: string };
  const token = unique('invitation').padEnd(43, 'x');
  await sent(id, token, database);
  return { id, email, token };
}

/** Makes an invitation look as if its mail had been sent a moment ago, with this token. */
export async function sent(id: string, token: string, database: Pool = rows): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE mailed_links SET status = 'SENT', token_hash = $2, expires_at = now() + interval '7 days',
       due_at = now() + interval '7 days' WHERE id = $1`,
    [id, sha256(token)],
  );
  expect(rowCount).toBe(1);
}

/** Accepts an invitation with a new account, unless a credential is given. */
export const accept = (service: Service, token: string, credential: string | null = null): Promise<Answer> =>
  new Caller(service, credential).post('/team/invitations/accept', {
    token,
    ...(credential === null && { password: PASSWORD, name: 'Colleague' }),
  });

/** Returns the operator whom an answer signed in. */
export function operatorOf({ status, body }: Answer, service: Service): Operator {
  expect(status).toBe(201);
  const { token, user, organization } = body.data;
  return { email: user.email, id: user.id, organization: organization.id, caller: new Caller(service, token) };
}

/** Adds an operator to an organization by an invitation. */
export async function newMember({ operator }: Pick<Organization, 'operator'>, service: Service = serviceB) {
  const { token } = await invite(operator.at(serviceA));
  return operatorOf(await accept(service, token), service);
}

/** The addresses of the members, sorted. */
export const membersOf = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/team/members')).body.data.map(({ email }: { email: string }) => email).sort();

/** Makes a group of these members. */
export async function newGroup(by: Caller, members: readonly string[], name = unique('group')): Promise<string> {
  const { status, body } = await by.post('/team/groups', { name, members });
  expect(status).toBe(201);
  return body.data.id;
}
