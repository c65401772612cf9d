import { randomBytes } from 'node:crypto';
import type { Wire } from './wire.js';

/** An organization with an operator, both kinds of key and, mostly, a credential. */
export interface Home {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly operator: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly hasCredential: boolean;
}

/** The values of a credential whose PostgreSQL server does not exist: port 1 refuses connections. */
export const UNREACHABLE = { connectionString: 'postgres://nobody:nothing@127.0.0.1:1/none' };

export const bearer = (credential: string) => `Bearer ${credential}`;

export async function newKey(wire: Wire, operator: string, more: object = {}): Promise<{ id: string; key: string }> {
  const body = { name: 'matrix', kind: 'live', ...more };
  return wire.expectOk('POST', '/api-keys', { authorization: bearer(operator), body });
}

export async function newHome(wire: Wire, hasCredential: boolean): Promise<Home> {
  const email = `matrix-${randomBytes(6).toString('hex')}@example.com`;
  const password = 'correct horse battery staple';
  const account = await wire.expectOk('POST', '/auth/register', { body: { email, password, name: 'Operator' } });
  const operator: string = account.token;
  if (hasCredential) {
    await wire.expectOk('PUT', '/settings/credentials/postgres', {
      authorization: bearer(operator),
      body: { values: UNREACHABLE },
    });
  }
  return {
    organizationId: account.organization.id,
    userId: account.user.id,
    email,
    password,
    operator,
    liveKey: (await newKey(wire, operator)).key,
    testKey: (await newKey(wire, operator, { kind: 'test' })).key,
    hasCredential,
  };
}
