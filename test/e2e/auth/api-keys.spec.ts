import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  type Answer,
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

afterAll(() => rows.end());

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const ANY_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const both = [serviceA, serviceB];

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.type.split('/').at(-1) ?? 'ok'}`;
const call = (payload: object = {}) => ({ apiName: 'mail.messages.send', operationType: 'EXECUTE', payload });

describe('API keys', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
  });
  const create = async (body: object) => organization.operator.post('/api-keys', body);

  it.each(['live', 'test'])('of kind %s are shown once, when they are made', async (kind) => {
    const name = unique('key');
    const created = await create({ name, kind });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      data: {
        id: ANY_ID,
        name,
        kind,
        key: expect.stringMatching(new RegExp(`^bks_${kind}_[0-9a-f]{104}$`)),
        agentId: null,
        createdBy: organization.email,
        status: 'ACTIVE',
        createdAt: TIME,
        lastUsedAt: null,
        revokedAt: null,
      },
      error: null,
      timestamp: TIME,
    });
    const { key, ...rest } = created.body.data;
    const list = await organization.operator.get('/api-keys');
    expect(list.body.data.filter((one: { id: string }) => one.id === rest.id)).toEqual([rest]);
    expect(JSON.stringify(list.body)).not.toContain(key.slice(-72, -8));
    expect((await new Caller(serviceB, key).get('/registry')).status).toBe(200);
  });

  it.each([
    ['live', 'test'],
    ['test', 'live'],
  ])('of kind %s are refused when they say %s, with a checksum that fits', async (kind, other) => {
    const { key } = (await create({ name: unique('key'), kind })).body.data;
    const body = key.slice(0, -8).replace(`bks_${kind}_`, `bks_${other}_`);
    const renamed = body + crc32(body).toString(16).padStart(8, '0');
    expect((await new Caller(serviceA, key).get('/registry')).status).toBe(200);
    for (const service of [serviceA, serviceB]) {
      expect((await new Caller(service, renamed).get('/registry')).status).toBe(401);
      expect((await new Caller(service, null).post('/auth/token', { apiKey: renamed })).status).toBe(401);
    }
  });

  it('are listed newest first, revoked ones included', async () => {
    const { operator, email: createdBy } = await newOrganization();
    const { id } = (await operator.post('/api-keys', { name: 'third', kind: 'live', agentId: 'biller' })).body.data;
    await operator.delete(`/api-keys/${id}`);
    const { data } = (await operator.get('/api-keys')).body;
    const times = { createdAt: TIME, lastUsedAt: null, revokedAt: null };
    const made = { id: ANY_ID, agentId: null, createdBy, status: 'ACTIVE', ...times };
    expect(data).toEqual([
      { ...made, id, name: 'third', kind: 'live', agentId: 'biller', status: 'REVOKED', revokedAt: TIME },
      { ...made, name: 'test', kind: 'test' },
      { ...made, name: 'live', kind: 'live' },
    ]);
  });

  it.each([
    ['no name', { kind: 'live' }],
    ['an empty name', { name: '', kind: 'live' }],
    ['a name over 100 characters', { name: 'x'.repeat(101), kind: 'live' }],
    ['no kind', { name: 'x' }],
    ['a kind there is not', { name: 'x', kind: 'prod' }],
    ['an agent that is no slug', { name: 'x', kind: 'live', agentId: 'a b' }],
    ['an agent that is null', { name: 'x', kind: 'live', agentId: null }],
    ['a key of their own choice', { name: 'x', kind: 'live', key: 'bks_live_mine' }],
  ])('are not made with %s', async (_, body) => {
    const before = (await organization.operator.get('/api-keys')).body.data.length;
    expect(codeOf(await create(body))).toBe('400 validation-failed');
    expect((await organization.operator.get('/api-keys')).body.data).toHaveLength(before);
  });

  it('see sessions of their kind only, and operators both', async () => {
    const { agent, testAgent, operator } = organization;
    const live = await newSession(agent);
    const test = await newSession(testAgent);
    expect(codeOf(await agent.get(`/sessions/${live}`))).toBe('200 ok');
    expect(codeOf(await agent.get(`/sessions/${test}`))).toBe('404 not-found');
    expect(codeOf(await testAgent.get(`/sessions/${test}`))).toBe('200 ok');
    expect(codeOf(await testAgent.get(`/sessions/${live}`))).toBe('404 not-found');
    for (const [caller, session] of [
      [agent, test],
      [testAgent, live],
    ] as const) {
      expect(codeOf(await caller.post(`/sessions/${session}/actions`, call()))).toBe('404 not-found');
      expect(codeOf(await caller.post(`/sessions/${session}/rollback`))).toBe('404 not-found');
      expect(codeOf(await caller.patch(`/sessions/${session}`, { status: 'COMPLETED' }))).toBe('404 not-found');
    }
    expect((await operator.get(`/sessions/${live}`)).body.data.simulated).toBe(false);
    expect((await operator.get(`/sessions/${test}`)).body.data.simulated).toBe(true);
  });

  it('that are bound to an agent act as that agent only', async () => {
    const slug = unique('bound');
    const { key } = (await create({ name: 'bound', kind: 'live', agentId: slug })).body.data;
    const bound = new Caller(serviceA, key);
    const token = (await new Caller(serviceB, null).post('/auth/token', { apiKey: key })).body.data.token;
    const others = await newSession(organization.agent);
    const own = await newSession(bound, slug);
    expect(codeOf(await bound.get(`/sessions/${own}`))).toBe('200 ok');
    const { id: othersAction } = (await organization.agent.post(`/sessions/${others}/actions`, call())).body.data;
    const waits = await newSession(organization.agent);
    const gated = (
      await organization.agent.post(`/sessions/${waits}/actions`, { ...call(), status: 'PENDING_APPROVAL' })
    ).body.data;
    const approvalId = gated.approval.id;
    for (const caller of [bound, new Caller(serviceB, token)]) {
      const answers = [
        await caller.post('/sessions', { agentId: unique('other'), intent: 'act as another agent' }),
        await caller.get(`/sessions/${others}`),
        await caller.patch(`/sessions/${others}`, { status: 'COMPLETED' }),
        await caller.post(`/sessions/${others}/actions`, call()),
        await caller.post(`/sessions/${others}/actions`, { ...call(), status: 'SUCCESS' }),
        await caller.patch(`/sessions/${others}/actions/${othersAction}`, { status: 'SUCCESS' }),
        await caller.post(`/sessions/${others}/actions/precapture`, { apiName: 'mail.messages.send', payload: {} }),
        await caller.get(`/sessions/${others}/rollback`),
        await caller.post(`/sessions/${others}/rollback`),
      ];
      expect(answers.map(codeOf)).toEqual(Array(9).fill('403 agent-mismatch'));
      expect(codeOf(await caller.get(`/approvals/${approvalId}`))).toBe('404 not-found');
    }
    const after = (await organization.operator.get(`/sessions/${others}`)).body.data;
    expect(after.actions.map(({ status }: { status: string }) => status)).toEqual(['CLEARED']);
  });

  it('that are mistyped, of another kind or unknown are 401', async () => {
    const key = organization.agent.credential ?? '';
    const flipped = (at: number) => key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
    const wrong = [
      flipped(key.length - 1),
      flipped(12),
      flipped(60),
      key.replace('live', 'test'),
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
    ];
    expect(wrong).toHaveLength(7);
    for (const credential of wrong) {
      const answer = await new Caller(serviceA, credential).get('/registry');
      expect(codeOf(answer)).toBe('401 unauthenticated');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="backstop"');
    }
  });

  it('are revoked by id, again without effect, and never by another organization', async () => {
    const { id } = (await create({ name: 'short-lived', kind: 'live' })).body.data;
    const stranger = await newOrganization();
    expect(codeOf(await stranger.operator.delete(`/api-keys/${id}`))).toBe('404 not-found');
    for (let time = 0; time < 2; time++) {
      const answer = await organization.operator.delete(`/api-keys/${id}`);
      expect(answer.body).toEqual({ data: { id, deleted: true }, error: null, timestamp: TIME });
    }
    const { data } = (await organization.operator.get('/api-keys')).body;
    expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({ status: 'REVOKED', revokedAt: TIME });
  });
});

describe('revoking an API key', () => {
  it('ends the key and its tokens in both processes: at once where calls are logged and confirmed, elsewhere within a second', async () => {
    const { operator, agent } = await newOrganization();
    const { id, key } = (await operator.post('/api-keys', { name: 'leaked', kind: 'live' })).body.data;
    const token = (await new Caller(serviceA, null).post('/auth/token', { apiKey: key })).body.data.token;
    const callers = both.flatMap((service) => [new Caller(service, key), new Caller(service, token)]);
    expect(callers).toHaveLength(4);
    const session = await newSession(agent);
    const asked: string[] = [];
    for (const caller of callers) {
      const action = await caller.post(`/sessions/${session}/actions`, call());
      expect(codeOf(action)).toBe('201 ok');
      asked.push(action.body.data.id);
      expect(codeOf(await caller.get(`/sessions/${session}`))).toBe('200 ok');
    }

    await operator.delete(`/api-keys/${id}`);
    const hot = await Promise.all(
      callers.flatMap((caller) => [
        caller.post(`/sessions/${session}/actions`, call()),
        caller.patch(`/sessions/${session}/actions/${asked[0]}`, { status: 'SUCCESS' }),
        caller.post(`/sessions/${session}/actions`, { ...call(), status: 'SUCCESS' }),
      ]),
    );
    expect(hot.map(codeOf)).toEqual(Array(12).fill('401 unauthenticated'));
    const statusOf = async (caller: Caller) => (await caller.get(`/sessions/${session}`)).status;
    const cold = callers.map((caller) =>
      eventually(
        () => statusOf(caller),
        (status) => status === 401,
      ),
    );
    expect(await Promise.all(cold)).toEqual(Array(4).fill(401));

    const everywhere = await Promise.all(
      callers.flatMap((caller) => [
        caller.get('/registry'),
        caller.post('/sessions', { agentId: 'x', intent: 'go on' }),
        caller.get(`/sessions/${session}`),
        caller.post(`/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} }),
        caller.post(`/sessions/${session}/rollback`),
        new Caller(caller.service, null).post('/auth/token', { apiKey: key }),
      ]),
    );
    expect(everywhere.map(codeOf)).toEqual(Array(24).fill('401 unauthenticated'));
    const { actions } = (await agent.get(`/sessions/${session}`)).body.data;
    expect(actions.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('CLEARED'));
    expect(codeOf(await agent.post(`/sessions/${session}/actions`, call()))).toBe('201 ok');
  });

  it('is refused with 401 also where the call would have been refused for another reason', async () => {
    const { operator, agent } = await newOrganization();
    const { id, key } = (await operator.post('/api-keys', { name: 'leaked', kind: 'live' })).body.data;
    await operator.post('/policies', { apiNamePattern: 'mail.*', action: 'BLOCK' });
    const caller = new Caller(serviceA, key);
    const session = await newSession(agent);
    expect(codeOf(await caller.post(`/sessions/${session}/actions`, call()))).toBe('403 policy-blocked');
    await operator.delete(`/api-keys/${id}`);
    expect(codeOf(await caller.post(`/sessions/${session}/actions`, call()))).toBe('401 unauthenticated');
    const { actions } = (await agent.get(`/sessions/${session}`)).body.data;
    expect(actions).toHaveLength(1);
  });
});

describe('the secret of an API key', () => {
  const secretOf = (key: string) => key.slice(-72, -8);

  it('is in no table, in no shape: the row has an id and a keyed hash', async () => {
    const { operator } = await newOrganization();
    const { id, key } = (await operator.post('/api-keys', { name: 'secret', kind: 'live' })).body.data;
    const agent = new Caller(serviceA, key);
    await new Caller(serviceA, null).post('/auth/token', { apiKey: key });
    await agent.post(`/sessions/${await newSession(agent)}/actions`, call(), unique('idempotent'));
    const secret = secretOf(key);
    const shapes = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'hex').toString('base64')];
    const hashes = [sha256(secret), sha256(key), sha256(Buffer.from(secret, 'hex'))];
    const { rows: tables } = await rows.query(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    expect(tables.length).toBeGreaterThan(15);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows: hits } = await rows.query(
        `SELECT 1 FROM "${name}" t WHERE EXISTS (SELECT FROM unnest($1::text[]) s WHERE position(s IN t::text) > 0) LIMIT 1`,
        [[...shapes, ...hashes]],
      );
      if (hits.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
    const { rows: kept } = await rows.query('SELECT name, length(secret_hash) AS bytes FROM api_keys WHERE id = $1', [
      id,
    ]);
    expect(kept).toEqual([{ name: 'secret', bytes: 32 }]);
  });

  it('is in no line of the log, however much it says and whatever the key is used for', async () => {
    const service = await startService({ LOG_LEVEL: 'trace' });
    const { operator } = await newOrganization(service);
    const { id, key } = (await operator.post('/api-keys', { name: 'secret', kind: 'live' })).body.data;
    const agent = new Caller(service, key);
    const mistyped = key.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
    await newSession(agent);
    await agent.get('/sessions');
    await agent.get(`/no/such/route?key=${key}`);
    await agent.post('/sessions', '{');
    await new Caller(service, mistyped).get('/registry');
    await new Caller(service, null).post('/auth/token', { apiKey: key });
    await new Caller(service, null).post('/auth/token', { apiKey: mistyped, key });
    await operator.delete(`/api-keys/${id}`);
    await agent.get('/registry');
    await service.stop();
    const log = service.output.join('\n');
    expect(log).toContain('"status":401');
    expect(log).not.toContain(secretOf(key));
    expect(log).not.toContain(key.slice(0, 20));
  });
});

describe('a new root key', () => {
  it('leaves the keys made under the old one working, as long as that one is there', async () => {
    const root = (version: number, fill: number) => `${version}:${Buffer.alloc(32, fill).toString('base64')}`;
    const rotated = await startService({ ENCRYPTION_KEYS: `${root(1, 7)},${root(2, 8)}` });
    try {
      const { id, operator, agent: old } = await newOrganization(serviceA);
      const made = (await operator.at(rotated).post('/api-keys', { name: 'newer', kind: 'live' })).body.data;
      const newer = new Caller(rotated, made.key);
      expect(codeOf(await old.at(rotated).get('/registry'))).toBe('200 ok');
      expect(codeOf(await newer.get('/registry'))).toBe('200 ok');
      expect(codeOf(await newer.at(serviceA).get('/registry'))).toBe('401 unauthenticated');
      const { rows: kept } = await rows.query(
        "SELECT name, hash_key FROM api_keys WHERE organization_id = $1 AND kind = 'live' ORDER BY id",
        [id],
      );
      expect(kept).toEqual([
        { name: 'live', hash_key: 1 },
        { name: 'newer', hash_key: 2 },
      ]);
    } finally {
      await rotated.stop();
    }
  });
});
