import { type Answer, newOrganization, newSession, type Organization, serviceA } from '../../support/client.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.type.split('/').at(-1) ?? 'ok'}`;
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;

describe('a logged payload', () => {
  let organization: Organization;
  let session: string;
  beforeAll(async () => {
    organization = await newOrganization();
  });
  beforeEach(async () => {
    session = await newSession(organization.agent);
  });
  const read = async () => (await organization.operator.get(`/sessions/${session}`)).body.data;
  const path = () => `/sessions/${session}/actions`;
  const logText = (payload: string, more = '') =>
    organization.agent.post(
      path(),
      `{"apiName":"mail.messages.send","operationType":"EXECUTE","payload":${payload}${more}}`,
    );
  const log = (change: object) =>
    organization.agent.post(path(), {
      apiName: 'mail.messages.send',
      operationType: 'EXECUTE',
      payload: {},
      ...change,
    });

  /** Refused with 400, in the envelope, and nothing of it was kept. */
  async function refused(ask: () => Promise<Answer>): Promise<Answer['body']['error']> {
    const before = await read();
    const answer = await ask();
    expect(codeOf(answer)).toBe('400 validation-failed');
    expect(answer.body).toEqual({ data: null, error: expect.any(Object), timestamp: TIME });
    expect(await read()).toEqual(before);
    return answer.body.error;
  }

  it.each([
    ['5.0', 5],
    ['1e2', 100],
    ['-0.5E-1', -0.05],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['"\\ud83d\\ude00"', '😀'],
    ['"é\\u0301\\u007f\\n"', 'é\u0301\u007f\n'],
    ['[null,true,[],{}]', [null, true, [], {}]],
    [
      '{"":1,"a.b":2,"__proto__":{"x":1},"constructor":3}',
      JSON.parse('{"":1,"a.b":2,"__proto__":{"x":1},"constructor":3}'),
    ],
  ])('is stored and returned unchanged: %s', async (text, value) => {
    const answer = await logText(`{"value":${text}}`);
    expect(answer.status).toBe(201);
    const kept = (await read()).actions.find(({ id }: { id: string }) => id === answer.body.data.id);
    for (const action of [answer.body.data, kept]) {
      expect(JSON.stringify(action.payload)).toBe(JSON.stringify({ value }));
    }
  });

  it('may be 32 levels deep with 10 000 keys, and no more', async () => {
    expect((await logText(nested(31))).status).toBe(201);
    expect((await refused(() => logText(nested(32)))).detail).toMatch(/^Nesting deeper than 32 is not allowed/);
    expect((await logText(keys(9_997))).status).toBe(201);
    expect((await refused(() => logText(keys(9_998)))).detail).toMatch(/10 ?000|keys/);
    await refused(() => logText(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`));
  });

  it.each([
    ['a key twice', '{"a":1,"a":1}', '/payload/a'],
    ['a key twice, spelled differently', '{"a":1,"\\u0061":2}', '/payload/a'],
    ['a NUL', '{"a":"x\\u0000"}', '/payload/a'],
    ['a NUL in a key', '{"\\u0000":1}', '/payload'],
    ['a lone surrogate', '{"a":"\\ud83d"}', '/payload/a'],
    ['a lone surrogate in a key', '{"\\ude00":1}', '/payload'],
    ['2^53 + 1', '{"a":9007199254740993}', '/payload/a'],
    ['1e400', '{"a":1e400}', '/payload/a'],
    ['-1e400', '{"a":-1e400}', '/payload/a'],
    ['1e-400', '{"a":1e-400}', '/payload/a'],
    ['digits that would be lost', '{"a":[0.1234567890123456789]}', '/payload/a/0'],
  ])('has no %s', async (_, payload, pointer) => {
    expect((await refused(() => logText(payload))).detail).toContain(`(at ${pointer})`);
  });

  it.each(['apiName', 'payload', 'status', 'operationType'])('has %s once', async (name) => {
    await refused(() => logText('{}', `,"${name}":"CREATE","${name}":"CREATE"`));
  });

  it.each([
    '',
    ' ',
    '{',
    '{}}',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '// x\n{}',
    '\ufeff{}',
    'undefined',
    '[]',
    '"x"',
    'null',
    '5',
  ])('is JSON, and an object: not %j', async (body) => {
    await refused(() => organization.agent.post(path(), body));
  });

  it('is UTF-8', async () => {
    for (const bytes of [[0xc3, 0x28], [0xff], [0xed, 0xa0, 0xbd], [0xc0, 0x80]]) {
      const body = Buffer.concat([
        Buffer.from('{"apiName":"a.b","operationType":"READ","payload":{"x":"'),
        Buffer.from(bytes),
        Buffer.from('"}}'),
      ]);
      await refused(async () => {
        const response = await fetch(serviceA.url + path(), {
          method: 'POST',
          headers: { authorization: `Bearer ${organization.agent.credential}`, 'content-type': 'application/json' },
          body,
        });
        return { status: response.status, headers: response.headers, body: await response.json() };
      });
    }
  });

  it.each([
    ['no apiName', { apiName: undefined }, 'apiName'],
    ['an apiName without a dot', { apiName: 'mail' }, 'apiName'],
    ['an apiName with an empty segment', { apiName: 'mail..send' }, 'apiName'],
    ['an apiName with a star', { apiName: 'mail.*' }, 'apiName'],
    ['an apiName with a space', { apiName: 'mail.send ' }, 'apiName'],
    ['an apiName over 255 characters', { apiName: `a.${'b'.repeat(254)}` }, 'apiName'],
    ['an apiName that is a number', { apiName: 5 }, 'apiName'],
    ['no operationType', { operationType: undefined }, 'operationType'],
    ['an operationType there is not', { operationType: 'create' }, 'operationType'],
    ['no payload', { payload: undefined }, 'payload'],
    ['a payload that is null', { payload: null }, 'payload'],
    ['a payload that is a list', { payload: [] }, 'payload'],
    ['a payload that is a text', { payload: '{}' }, 'payload'],
    ['a status that an agent may not log', { status: 'ROLLED_BACK' }, 'status'],
    ['a status that is null', { status: null }, 'status'],
    ['a precaptureId that is none', { precaptureId: 'abc' }, 'precaptureId'],
    ['a timeout that is a text', { timeoutMs: '5000' }, 'timeoutMs'],
    ['a timeout below 5 s', { timeoutMs: 4_999 }, 'timeoutMs'],
    ['a timeout that is no whole number', { timeoutMs: 5_000.5 }, 'timeoutMs'],
    ['an unknown field', { apiname: 'mail.send' }, 'apiname'],
    [
      'an organization of their own choice',
      { organizationId: '01890a5d-ac96-774b-bcce-b302099a8057' },
      'organizationId',
    ],
    ['a sequence of their own choice', { sequence: 1 }, 'sequence'],
  ])('cannot be %s, and the answer names the field', async (_, change, field) => {
    const error = await refused(() => log(change));
    expect(error.errors.map((one: { field: string }) => one.field)).toContain(field);
    expect(error.errors.every((one: { message: unknown }) => typeof one.message === 'string')).toBe(true);
  });

  it('names every field that is wrong at once', async () => {
    const error = await refused(() => log({ apiName: 'x', operationType: 'y', payload: 1, other: 2 }));
    const fields = error.errors.map((one: { field: string }) => one.field);
    expect([...new Set(fields)].sort()).toEqual(['apiName', 'operationType', 'other', 'payload']);
  });

  it('is confirmed by the same rules', async () => {
    const { id } = (await log({})).body.data;
    const at = `${path()}/${id}`;
    const bodies = [
      {},
      { status: 'DONE' },
      { status: null },
      { status: 'SUCCESS', other: 1 },
      { status: 'SUCCESS', payloadHash: 'abc' },
      '{"status":"SUCCESS","response":1e400}',
      '{"status":"SUCCESS","response":{"a":1,"a":2}}',
      '{"status":"SUCCESS","status":"FAILED"}',
    ];
    expect(bodies).toHaveLength(8);
    for (const body of bodies) await refused(() => organization.agent.patch(at, body));
    for (const response of [null, 0, '', 'text', [1], { a: null }, false]) {
      const logged = (await log({})).body.data;
      const answer = await organization.agent.patch(`${path()}/${logged.id}`, { status: 'SUCCESS', response });
      expect({ status: answer.status, response: answer.body.data.response }).toEqual({ status: 200, response });
    }
  });
});

describe('an idempotency key', () => {
  it.each(['', 'a b', 'ä', 'x'.repeat(256)])('is 1 to 255 visible characters, not %j', async (key) => {
    const { agent, operator } = await newOrganization();
    const session = await newSession(agent);
    const headers = { 'idempotency-key': Buffer.from(key, 'utf8').toString('latin1') };
    const body = { apiName: 'a.b', operationType: 'READ', payload: {} };
    expect(codeOf(await agent.request('POST', `/sessions/${session}/actions`, { body, headers }))).toBe(
      '400 validation-failed',
    );
    expect((await operator.get(`/sessions/${session}`)).body.data.actions).toEqual([]);
  });
});

describe('lists', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
    for (let index = 0; index < 5; index++) {
      await newSession(organization.agent);
      await organization.operator.post('/policies', { apiNamePattern: `mail.${index}`, action: 'ALLOW' });
      if (index < 3) await organization.operator.post('/api-keys', { name: `key ${index}`, kind: 'live' });
    }
  });
  const PATHS = ['/sessions', '/api-keys', '/policies', '/agents'];
  const idsOf = (answer: Answer) => answer.body.data.map(({ id }: { id: string }) => id);
  const nextOf = (answer: Answer) => /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;

  it.each(PATHS)('%s are newest first and whole when they fit', async (path) => {
    const answer = await organization.operator.get(path);
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toHaveLength(5);
    expect(idsOf(answer)).toEqual(idsOf(answer).toSorted().toReversed());
    expect(answer.headers.get('link')).toBeNull();
  });

  it.each(PATHS)('%s are read page by page, each once, following the links', async (path) => {
    const whole = idsOf(await organization.operator.get(path));
    const pages: string[][] = [];
    for (let next: string | null = `${path}?limit=2`; next; ) {
      const page: Answer = await organization.operator.get(next);
      pages.push(idsOf(page));
      next = nextOf(page);
      if (next) expect(next).toBe(`${path}?limit=2&cursor=${pages.at(-1)?.at(-1)}`);
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(whole);
    const exact = await organization.operator.get(`${path}?limit=5`);
    expect(nextOf(exact)).toBeNull();
  });

  it('stay in place while new rows arrive at the top', async () => {
    const { operator, agent } = await newOrganization();
    const sessions = [await newSession(agent), await newSession(agent), await newSession(agent)].toReversed();
    const first = await operator.get('/sessions?limit=1');
    await newSession(agent);
    const second = await operator.get(nextOf(first) ?? '');
    expect([...idsOf(first), ...idsOf(second)]).toEqual(sessions.slice(0, 2));
  });

  it.each(PATHS)('%s keep to their own organization, whatever the cursor', async (path) => {
    const { operator } = await newOrganization();
    const theirs = idsOf(await organization.operator.get(path));
    const own = idsOf(await operator.get(path));
    const read = idsOf(await operator.get(`${path}?limit=200&cursor=ffffffff-ffff-7fff-bfff-ffffffffffff`));
    expect(read).toEqual(own);
    expect(read.filter((id: string) => theirs.includes(id))).toEqual([]);
    expect(
      idsOf(await operator.get(`${path}?cursor=${theirs[0]}`)).filter((id: string) => theirs.includes(id)),
    ).toEqual([]);
  });

  it.each(PATHS)('%s take no page that means nothing', async (path) => {
    const queries = [
      'limit=0',
      'limit=201',
      'limit=-1',
      'limit=1.5',
      'limit=',
      'limit=x',
      'limit=1&limit=2',
      'limit[]=1',
      'cursor=',
      'cursor=1',
      'cursor=%00',
      'page=2',
      'limit=5&offset=5',
      'constructor=1',
      '__proto__=1',
    ];
    expect(queries).toHaveLength(15);
    const answers: Record<string, string> = {};
    for (const query of queries) answers[query] = codeOf(await organization.operator.get(`${path}?${query}`));
    expect(answers).toEqual(Object.fromEntries(queries.map((query) => [query, '400 validation-failed'])));
    expect(codeOf(await organization.operator.get(`${path}?limit=200`))).toBe('200 ok');
  });
});

describe('creating sessions, policies and keys', () => {
  it.each([
    ['/sessions', { agentId: 'a' }, 'intent'],
    ['/sessions', { agentId: 'a', intent: '' }, 'intent'],
    ['/sessions', { agentId: 'a', intent: 'x'.repeat(10_001) }, 'intent'],
    ['/sessions', { agentId: 5, intent: 'x' }, 'agentId'],
    ['/sessions', { agentId: 'a', intent: 'x', simulated: true }, 'simulated'],
    ['/policies', { action: 'BLOCK' }, 'apiNamePattern'],
    ['/policies', { apiNamePattern: 'a.*', action: 'DENY' }, 'action'],
    ['/policies', { apiNamePattern: 'a.*', action: 'BLOCK', enabled: 'yes' }, 'enabled'],
    ['/policies', { apiNamePattern: 'a.*', action: 'BLOCK', condition: [] }, 'condition'],
    ['/policies', { apiNamePattern: 'a.*', action: 'BLOCK', mode: null }, 'mode'],
    ['/agents', { displayName: 'A' }, 'slug'],
  ])('POST %s refuses %j and makes nothing', async (path, body, field) => {
    const { operator } = await newOrganization();
    const answer = await operator.post(path, body);
    expect(codeOf(answer)).toBe('400 validation-failed');
    expect(answer.body.error.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await operator.get(path)).body.data).toEqual([]);
    expect((await operator.get('/agents')).body.data).toEqual([]);
  });
});
