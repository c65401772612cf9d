import { crc32 } from 'node:zlib';
import {
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { errorOf, gated, rows } from '../../support/ledger.js';
import { colleagueOf, login } from '../../support/operators.js';
import { eventually } from '../../support/patience.mjs';
import { invite } from '../../support/team.js';

afterAll(() => rows.end());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const codeOf = (answer: Parameters<typeof errorOf>[0]) => errorOf(answer) ?? `${answer.status}`;

async function newToken(operator: Caller, scopes: readonly string[], days = 30) {
  const answer = await operator.post('/me/tokens', { name: unique('token'), expiresAt: inDays(days), scopes });
  expect(answer.status).toBe(201);
  const { id, name, token } = answer.body.data;
  return { id: id as string, name: name as string, token: token as string, caller: new Caller(serviceB, token) };
}

/** Asks both processes until each gives this answer. */
const everywhere = async (token: string, path: string, code: string) => {
  const ask = () => Promise.all([serviceA, serviceB].map((service) => new Caller(service, token).get(path)));
  await eventually(
    async () => (await ask()).map(codeOf),
    (codes) => codes.every((one) => one === code),
    2_000,
  );
};

describe('Personal tokens', () => {
  let organization: Organization;
  let operator: Caller;
  beforeAll(async () => {
    organization = await newOrganization();
    operator = organization.operator;
  });

  it('are shown once, when they are made, and listed without their secret, to their operator alone', async () => {
    const colleague = await colleagueOf(organization);
    const { id, name, token } = await newToken(operator, ['read', 'policies']);
    expect(token).toMatch(/^bks_op_[0-9a-f]{104}$/);
    const { data } = (await operator.at(serviceB).get('/me/tokens')).body;
    const [listed] = data;
    expect(listed).toEqual({
      id,
      name,
      scopes: ['read', 'policies'],
      status: 'ACTIVE',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
    });
    expect((await colleague.get('/me/tokens')).body.data).toEqual([]);
    expect(codeOf(await colleague.delete(`/me/tokens/${id}`))).toBe('not-found');
    const { rows: stored } = await rows.query('SELECT t::text AS row FROM personal_tokens t WHERE id = $1', [id]);
    expect(stored[0].row).not.toContain(token.slice(-72, -8));
  });

  it('open what their scopes name and nothing else', async () => {
    const session = await newSession(organization.agent);
    const { approvalId } = await gated(organization.agent, session);
    const policy = { apiNamePattern: 'nothing.*', action: 'ALLOW' };
    const asks: Record<string, (caller: Caller) => ReturnType<Caller['get']>> = {
      'read a session': (caller) => caller.get(`/sessions/${session}`),
      'list policies': (caller) => caller.get('/policies'),
      'make a policy': (caller) => caller.post('/policies', policy),
      'read an approval': (caller) => caller.get(`/approvals/${approvalId}`),
      'note an approval': (caller) => caller.put(`/approvals/${approvalId}/note`, { note: 'by a program' }),
      'list the audit': (caller) => caller.get('/audit-logs'),
    };
    const answered = async (caller: Caller) =>
      Object.fromEntries(
        await Promise.all(Object.entries(asks).map(async ([what, ask]) => [what, codeOf(await ask(caller))] as const)),
      );
    const [reads, policies, decides] = await Promise.all(
      ['read', 'policies', 'decide'].map(async (scope) => answered((await newToken(operator, [scope])).caller)),
    );
    const no = 'scope-missing';
    expect(reads).toEqual({
      'read a session': '200',
      'list policies': '200',
      'make a policy': no,
      'read an approval': '200',
      'note an approval': no,
      'list the audit': '200',
    });
    expect(policies).toEqual({
      'read a session': no,
      'list policies': '200',
      'make a policy': '201',
      'read an approval': no,
      'note an approval': no,
      'list the audit': no,
    });
    expect(decides).toEqual({
      'read a session': no,
      'list policies': no,
      'make a policy': no,
      'read an approval': '200',
      'note an approval': '200',
      'list the audit': no,
    });
    // The same requests by the operator, who is signed in.
    expect(new Set(Object.values(await answered(operator)))).toEqual(new Set(['200', '201']));
  });

  it('with every scope make no token, key, cookie or member, and do nothing that agents do', async () => {
    const { caller } = await newToken(operator, ['read', 'policies', 'decide']);
    const session = await newSession(organization.agent);
    const { token: invitation } = await invite((await newOrganization()).operator, organization.email);
    const more = { name: 'more', expiresAt: inDays(1), scopes: ['read'] };
    const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };
    const attempts: readonly [string, string, unknown?][] = [
      ['POST', '/me/tokens', more],
      ['GET', '/me/tokens'],
      ['GET', '/me'],
      ['DELETE', '/me', { password: 'correct horse battery staple' }],
      ['POST', '/api-keys', { name: 'more', kind: 'live' }],
      ['POST', '/auth/browser-session'],
      ['POST', '/team/invitations', { email: 'more@example.com' }],
      ['POST', '/team/invitations/accept', { token: invitation }],
      ['PUT', '/settings/credentials/postgres', { values: { connectionString: 'postgres://x@127.0.0.1:1/x' } }],
      ['POST', `/sessions/${session}/rollback`],
      ['DELETE', `/sessions/${session}/purge`],
      ['POST', '/sessions', { agentId: 'a', intent: 'act as an agent' }],
      ['PATCH', `/sessions/${session}`, { status: 'COMPLETED' }],
      ['POST', `/sessions/${session}/actions`, call],
      ['POST', `/sessions/${session}/actions/precapture`, { apiName: call.apiName, payload: {} }],
    ];
    const before = (await organization.agent.get(`/sessions/${session}`)).body.data;
    const codes: string[] = [];
    for (const [method, path, body] of attempts)
      codes.push(`${method} ${path}: ${codeOf(await caller.request(method, path, { body }))}`);
    expect(codes.filter((code) => !code.endsWith(': scope-missing'))).toEqual([]);
    expect((await organization.agent.get(`/sessions/${session}`)).body.data).toEqual(before);
    // An exchange for the token of an agent, which scopes do not see.
    const exchange = await new Caller(serviceA, null).post('/auth/token', { apiKey: caller.credential });
    expect(codeOf(exchange)).toBe('unauthenticated');
    // Positive control: what was refused is possible for who is signed in.
    expect((await operator.post('/me/tokens', more)).status).toBe(201);
    expect((await operator.post(`/sessions/${session}/actions`, call)).status).toBe(201);
  });

  it('are 401 in a URL, a cookie or another scheme, with another secret, or renamed to another kind', async () => {
    const { token, caller } = await newToken(operator, ['read']);
    const anonymous = new Caller(serviceA, null);
    const withChecksum = (body: string) => body + crc32(body).toString(16).padStart(8, '0');
    const asKey = withChecksum(token.slice(0, -8).replace('bks_op_', 'bks_live_'));
    const guessed = withChecksum(token.slice(0, -72) + '0'.repeat(64));
    const key = organization.agent.credential ?? '';
    const keyAsToken = withChecksum(key.slice(0, -8).replace('bks_live_', 'bks_op_'));
    const answers = await Promise.all([
      anonymous.get(`/agents?token=${token}`),
      anonymous.get(`/agents?access_token=${token}`),
      anonymous.request('GET', '/agents', { headers: { cookie: `backstop=${token}` } }),
      anonymous.request('GET', '/agents', { headers: { authorization: `Token ${token}` } }),
      anonymous.request('GET', '/agents', { headers: { 'x-api-key': token } }),
      ...[asKey, guessed, keyAsToken].map((wrong) => new Caller(serviceA, wrong).get('/agents')),
    ]);
    expect(answers.map(codeOf)).toEqual(Array(8).fill('unauthenticated'));
    expect(codeOf(await caller.get('/agents'))).toBe('200');
  });

  it('see their own organization alone', async () => {
    const session = await newSession(organization.agent);
    const [own, foreign] = [
      await newToken(operator, ['read']),
      await newToken((await newOrganization()).operator, ['read']),
    ];
    expect(codeOf(await own.caller.get(`/sessions/${session}`))).toBe('200');
    expect(codeOf(await foreign.caller.get(`/sessions/${session}`))).toBe('not-found');
    const [theirs, ours] = await Promise.all([foreign, own].map(({ caller }) => caller.get('/agents')));
    expect(theirs?.body.data).toEqual([]);
    expect(ours?.body.data.length).toBeGreaterThan(0);
    expect(codeOf(await operator.delete(`/me/tokens/${foreign.id}`))).toBe('not-found');
    expect(codeOf(await foreign.caller.get('/agents'))).toBe('200');
  });

  it('end everywhere within a second when they are revoked, their operator is removed, or the password is reset', async () => {
    const home = await newOrganization();
    const colleague = await colleagueOf(home);
    const { id } = (await colleague.get('/me')).body.data.user;
    const [revoked, removed, reset] = [
      await newToken(home.operator, ['read']),
      await newToken(colleague, ['read']),
      await newToken(home.operator, ['read']),
    ];
    for (const { token } of [revoked, removed, reset]) await everywhere(token, '/agents', '200');
    expect((await home.operator.delete(`/me/tokens/${revoked.id}`)).body.data).toEqual({
      id: revoked.id,
      deleted: true,
    });
    await everywhere(revoked.token, '/agents', 'unauthenticated');
    await everywhere(reset.token, '/agents', '200');
    expect((await home.operator.delete(`/team/members/${id}`)).status).toBe(200);
    await everywhere(removed.token, '/agents', 'unauthenticated');
    await everywhere(reset.token, '/agents', '200');
    await rows.query('UPDATE users SET token_version = token_version + 1 WHERE email = $1', [home.email]);
    await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [home.id]);
    await everywhere(reset.token, '/agents', 'unauthenticated');
    const again = new Caller(serviceA, (await login(serviceA, home.email)).body.data.token);
    const listed = (await again.get('/me/tokens')).body.data;
    expect(listed.map(({ status }: { status: string }) => status)).toEqual(['REVOKED', 'REVOKED']);
    const { rows: audited } = await rows.query(
      `SELECT action, actor->>'label' AS by FROM audit_entries
       WHERE organization_id = $1 AND action LIKE 'personal-token.%' ORDER BY sequence`,
      [home.id],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      ...Array(3).fill('personal-token.created'),
      ...Array(2).fill('personal-token.revoked'),
    ]);
  });

  it('end at their own end, and last 366 days at most', async () => {
    const { id, token } = await newToken(operator, ['read'], 366);
    await everywhere(token, '/agents', '200');
    await rows.query("UPDATE personal_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [organization.id]);
    await everywhere(token, '/agents', 'unauthenticated');
    const { data } = (await operator.get('/me/tokens')).body;
    expect(data.find((one: { id: string }) => one.id === id).status).toBe('EXPIRED');
    const more = await rows
      .query("UPDATE personal_tokens SET expires_at = created_at + interval '368 days' WHERE id = $1", [id])
      .catch(({ code }: { code: string }) => code);
    expect(more).toBe('23514');
  });

  it.each([
    ['an end in the past', { expiresAt: inDays(-1) }, 'expiresAt'],
    ['an end after 367 days', { expiresAt: inDays(367) }, 'expiresAt'],
    ['an end that is no moment', { expiresAt: '2026-02-30' }, 'expiresAt'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['read', 'admin'] }, 'scopes.1'],
    ['a scope twice', { scopes: ['read', 'read'] }, 'scopes'],
    ['no name', { name: '' }, 'name'],
  ])('are not made with %s', async (_, wrong, field) => {
    const body = { name: 'x', expiresAt: inDays(1), scopes: ['read'], ...wrong };
    const answer = await operator.post('/me/tokens', body);
    expect([codeOf(answer), answer.body.error.errors[0].field]).toEqual(['validation-failed', field]);
  });

  it('need a proof: a sign-in of the last ten minutes, or the password', async () => {
    const home = await newOrganization();
    await home.operator.post('/auth/browser-session');
    const old = await home.operator.request('POST', '/auth/browser-session');
    const cookie = old.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await rows.query(
      "UPDATE browser_sessions SET signed_in_at = now() - interval '11 minutes' WHERE organization_id = $1",
      [home.id],
    );
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const body = { name: 'x', expiresAt: inDays(1), scopes: ['read'] };
    const ask = (more: object) =>
      new Caller(serviceA, null).request('POST', '/me/tokens', { headers, body: { ...body, ...more } });
    expect(codeOf(await ask({}))).toBe('proof-required');
    expect(codeOf(await ask({ password: 'wrong horse battery staple' }))).toBe('proof-required');
    expect(codeOf(await ask({ password: 'correct horse battery staple' }))).toBe('201');
  });

  it('are named in the audit of what is changed with them', async () => {
    const { caller, name } = await newToken(operator, ['policies']);
    const { id } = (await caller.post('/policies', { apiNamePattern: 'crm.*', action: 'ALLOW' })).body.data;
    const { rows: entries } = await rows.query(
      "SELECT actor->>'label' AS by FROM audit_entries WHERE target->>'id' = $1",
      [id],
    );
    expect(entries).toEqual([{ by: `${organization.email} (token ${name})` }]);
  });
});
