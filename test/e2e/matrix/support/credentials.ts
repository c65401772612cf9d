import type { Pool } from 'pg';
import { bearer, type Home, newHome, newKey } from './homes.js';
import { AGENT, type HomeName, type InvalidCredential, PAUSED } from './principals.js';
import { personalToken } from './resources.js';
import { type Claims, claimsOf, expired, inventedKey, mistyped, signed, without } from './tokens.js';
import { inCookie, type Wire } from './wire.js';

/** The `Authorization` of each principal, by its name. */
export type Credentials = Readonly<Record<string, string | null>>;

type Homes = Readonly<Record<HomeName, Home>>;

const exchange = async (wire: Wire, apiKey: string): Promise<string> =>
  (await wire.expectOk('POST', '/auth/token', { body: { apiKey } })).token;

const newToken = async (
  wire: Wire,
  operator: string,
  scopes: readonly string[],
): Promise<{ id: string; token: string }> =>
  wire.expectOk('POST', '/me/tokens', { authorization: bearer(operator), body: personalToken('matrix', scopes) });

/** Returns the value of the cookie of a browser that is signed in. */
async function signInBrowser(wire: Wire, operator: string): Promise<string> {
  const { headers } = await wire.ask('POST', '/auth/browser-session', { authorization: bearer(operator) });
  return /^backstop=([^;]+);/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
}

/** The valid credentials. */
export async function credentialsOfKnown(wire: Wire, homes: Homes, secret: string): Promise<Credentials> {
  const { team, pro, free, downgraded, control, foreign } = homes;
  const bound = async (home: Home, agentId: string) => (await newKey(wire, home.operator, { agentId })).key;
  const [toTheAgent, toAnother, toPaused, elsewhere] = await Promise.all([
    bound(team, AGENT),
    bound(team, 'another-agent'),
    bound(team, PAUSED),
    bound(foreign, 'another-agent'),
  ]);
  const [reads, decides, foreignReads] = await Promise.all([
    newToken(wire, team.operator, ['read']),
    newToken(wire, team.operator, ['policies', 'decide']),
    newToken(wire, foreign.operator, ['read']),
  ]);
  return {
    'personal token that reads': bearer(reads.token),
    'personal token that decides and changes policies': bearer(decides.token),
    'personal token of another organization': bearer(foreignReads.token),
    'operator, TEAM': bearer(team.operator),
    'operator, PRO': bearer(pro.operator),
    'operator, FREE': bearer(free.operator),
    'JWT from before a downgrade': bearer(downgraded.operator),
    'JWT signed here, with nothing wrong': bearer(signed(claimsOf(control.operator), secret)),
    'operator of another organization': bearer(foreign.operator),
    'live key': bearer(team.liveKey),
    'test key': bearer(team.testKey),
    'JWT of a live key': bearer(await exchange(wire, team.liveKey)),
    'JWT of a test key': bearer(await exchange(wire, team.testKey)),
    'live key, FREE': bearer(free.liveKey),
    'key bound to the agent': bearer(toTheAgent),
    'key bound to another agent': bearer(toAnother),
    'JWT of a key bound to another agent': bearer(await exchange(wire, toAnother)),
    'key bound to a paused agent': bearer(toPaused),
    'JWT of a key bound to a paused agent': bearer(await exchange(wire, toPaused)),
    'live key of another organization': bearer(foreign.liveKey),
    'test key of another organization': bearer(foreign.testKey),
    'bound key of another organization': bearer(elsewhere),
  };
}

/** The invalid credentials: each is a valid one with a single fault. */
export async function invalidCredentials(
  wire: Wire,
  db: Pool,
  { team, foreign }: Homes,
  secret: string,
): Promise<Readonly<Record<InvalidCredential, string | null>>> {
  const operator = claimsOf(team.operator);
  const agent = claimsOf(await exchange(wire, team.liveKey));
  const jwt = (claims: object, ...more: [alg?: 'HS256' | 'HS512' | 'RS256' | 'none']) =>
    bearer(signed({ ...claims }, secret, ...more));
  const [revokedLive, revokedTest, deletedKey] = await Promise.all(
    ['live', 'test', 'live'].map((kind) => newKey(wire, team.operator, { kind })),
  );
  if (!revokedLive || !revokedTest || !deletedKey) throw new Error('a key is missing');
  const [ofRevoked, ofDeleted] = [await exchange(wire, revokedLive.key), await exchange(wire, deletedKey.key)];
  for (const { id } of [revokedLive, revokedTest]) {
    await wire.expectOk('DELETE', `/api-keys/${id}`, { authorization: bearer(team.operator) });
  }
  await db.query('DELETE FROM api_keys WHERE id = $1', [deletedKey.id]);
  const [forgetful, deleted] = await Promise.all([newHome(wire, false), newHome(wire, false)]);
  const [inUse, signedOut, ofForgetful, ofDeletedUser] = await Promise.all(
    [team, team, forgetful, deleted].map(({ operator }) => signInBrowser(wire, operator)),
  );
  if (!inUse || !signedOut || !ofForgetful || !ofDeletedUser) throw new Error('a browser is missing');
  const [revokedToken, tokenOfDeleted, tokenOfForgetful] = await Promise.all(
    [team, deleted, forgetful].map(({ operator }) => newToken(wire, operator, ['read', 'policies', 'decide'])),
  );
  if (!revokedToken || !tokenOfDeleted || !tokenOfForgetful) throw new Error('a personal token is missing');
  await wire.expectOk('DELETE', `/me/tokens/${revokedToken.id}`, { authorization: bearer(team.operator) });
  await wire.expectOk('DELETE', '/auth/browser-session', { authorization: inCookie(signedOut) });
  const browser = claimsOf(inUse.slice('web_'.length));
  const cookie = (claims: Claims, key = secret) => inCookie(`web_${signed(claims, key)}`);
  await db.query('UPDATE users SET token_version = token_version + 1 WHERE id = $1', [forgetful.userId]);
  // The last member of an organization stays.
  await db.query(
    `INSERT INTO users (id, organization_id, email, name)
     SELECT gen_random_uuid(), organization_id, 'other-' || email, name FROM users WHERE id = $1`,
    [deleted.userId],
  );
  await db.query('DELETE FROM users WHERE id = $1', [deleted.userId]);
  await db.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = ANY ($1)', [
    [team.organizationId, forgetful.organizationId, deleted.organizationId],
  ]);
  return {
    'no credential': null,
    'an empty credential': 'Bearer ',
    'a malformed credential': bearer('nonsense'),
    'a malformed key': bearer('bks_live_nonsense'),
    'a key with a wrong checksum': bearer(mistyped(team.liveKey)),
    'an unknown but well-formed key': bearer(inventedKey()),
    'the id of a key with another secret': bearer(inventedKey(team.liveKey.slice(9, 41))),
    'a live key under another scheme': `ApiKey ${team.liveKey}`,
    'revoked live key': bearer(revokedLive.key),
    'revoked test key': bearer(revokedTest.key),
    'JWT minted before its key was revoked': bearer(ofRevoked),
    'revoked personal token': bearer(revokedToken.token),
    'personal token of a deleted user': bearer(tokenOfDeleted.token),
    'personal token from before a password reset': bearer(tokenOfForgetful.token),
    'operator JWT, expired': jwt(expired(operator)),
    'agent JWT, expired': jwt(expired(agent)),
    'JWT without an end': jwt(without(operator, 'exp')),
    'JWT with alg none': jwt(operator, 'none'),
    'JWT with HS512': jwt(operator, 'HS512'),
    'JWT with RS256': jwt(operator, 'RS256'),
    'JWT signed with another key': bearer(signed(operator, `${secret}!`)),
    'JWT with a wrong iss': jwt({ ...operator, iss: 'frontstop' }),
    'JWT with a wrong aud': jwt({ ...operator, aud: 'backstop-dashboard' }),
    'JWT with a wrong typ': jwt({ ...operator, typ: 'refresh' }),
    'JWT with an unknown authKind': jwt({ ...operator, authKind: 'SYSTEM' }),
    'JWT of an operator that says API_KEY': jwt({ ...operator, authKind: 'API_KEY' }),
    'JWT of a key that says USER': jwt({ ...agent, authKind: 'USER' }),
    'operator JWT that names another organization': jwt({ ...operator, org: foreign.organizationId }),
    'agent JWT that names another organization': jwt({ ...agent, org: foreign.organizationId }),
    'JWT from before a password reset': bearer(forgetful.operator),
    'JWT of a deleted user': bearer(deleted.operator),
    'JWT of a deleted key': bearer(ofDeleted),
    'cookie of a browser that was signed out': inCookie(signedOut),
    'cookie of a browser, expired': cookie(expired(browser)),
    'cookie of a browser with a wrong typ': cookie({ ...browser, typ: 'access' }),
    'cookie of a browser signed with another key': cookie(browser, `${secret}!`),
    'cookie of a browser from before a password reset': inCookie(ofForgetful),
    'cookie of a browser of a deleted user': inCookie(ofDeletedUser),
    'cookie of a browser that names another organization': cookie({ ...browser, org: foreign.organizationId }),
    'cookie of a browser as a bearer credential': bearer(inUse),
    'operator JWT in the cookie': inCookie(team.operator),
    'live key in the cookie': inCookie(team.liveKey),
  };
}
