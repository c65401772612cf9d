import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
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
import { patience } from '../../support/patience.mjs';
import { testEnvironment } from '../../support/service.mjs';

const PASSWORD = 'correct horse battery staple';
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const JWT = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

const anonymous = new Caller(serviceA, null);
const newEmail = () => `${unique('person')}@example.com`;

interface Claims {
  [name: string]: unknown;
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(header: object, claims: object, signature: (input: string) => string): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signature(input)}`;
}

const hmac = (hash: string, secret: string | KeyObject) => (input: string) =>
  createHmac(hash, secret).update(input).digest('base64url');

const SECRET = testEnvironment().JWT_SECRET ?? '';
const HS256 = { alg: 'HS256', typ: 'JWT' };

function problem(answer: Answer, status: number, code: string) {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    data: null,
    error: expect.objectContaining({
      type: expect.stringMatching(new RegExp(`/${code}$`)),
      status,
      requestId: answer.headers.get('x-request-id'),
    }),
    timestamp: TIME,
  });
  if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="backstop"');
}

describe('registering', () => {
  it('makes a user and their organization together and answers with a token that works', async () => {
    const email = newEmail();
    const answer = await anonymous.post('/auth/register', { email, password: PASSWORD, name: 'Ada' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        token: JWT,
        user: { id: UUID, email, name: 'Ada', emailVerified: false },
        organization: { id: UUID, name: "Ada's organization", plan: 'TEAM' },
      },
      error: null,
      timestamp: TIME,
    });
    const operator = new Caller(serviceB, answer.body.data.token);
    expect((await operator.get('/agents')).body).toEqual({ data: [], error: null, timestamp: TIME });
  });

  it.each(['password', 'Password', 'iloveyou', '12345678', 'qwertyuiop'])(
    'refuses the common password %s',
    async (password) => {
      const answer = await anonymous.post('/auth/register', { email: newEmail(), password, name: 'Ada' });
      problem(answer, 400, 'validation-failed');
      expect(answer.body.error.errors).toEqual([{ field: 'password', message: 'is one of the most common passwords' }]);
    },
  );

  it.each([
    ['7 characters', 'q9!kz_v', 400],
    ['8 characters', 'q9!kz_vw', 201],
    ['8 characters outside the basic plane', '🐎🔋📎🐎🔋📎🐎🔋', 201],
    ['128 characters', 'q9!k'.repeat(32), 201],
    ['129 characters', `${'q9!k'.repeat(32)}x`, 400],
    ['spaces around it', '  q9!k  v ', 201],
  ])('takes passwords of 8 to 128 characters as received: %s', async (_, password, status) => {
    const email = newEmail();
    const answer = await anonymous.post('/auth/register', { email, password, name: 'Ada' });
    expect(answer.status).toBe(status);
    if (status !== 201) return;
    expect((await anonymous.post('/auth/login', { email, password })).status).toBe(200);
    problem(
      await anonymous.post('/auth/login', { email, password: `${password.slice(0, -2)}zz` }),
      401,
      'unauthenticated',
    );
  });

  it('refuses an e-mail address that is taken, in any case of letters', async () => {
    const email = newEmail();
    const wanted = { email, password: PASSWORD, name: 'Ada' };
    expect((await anonymous.post('/auth/register', wanted)).status).toBe(201);
    problem(await anonymous.post('/auth/register', wanted), 409, 'email-taken');
    problem(await anonymous.post('/auth/register', { ...wanted, email: email.toUpperCase() }), 409, 'email-taken');
  });

  it('gives an address to exactly one of eight concurrent requests for it', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        anonymous
          .at(index % 2 ? serviceA : serviceB)
          .post('/auth/register', { email, password: PASSWORD, name: 'Ada' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect((await anonymous.post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['no address', { email: undefined }, 'email'],
    ['an address that is none', { email: 'ada' }, 'email'],
    ['a password that is a number', { password: 12345678901 }, 'password'],
    ['a plan of their own choice', { plan: 'TEAM' }, 'plan'],
  ])('refuses %s', async (_, change, field) => {
    const answer = await anonymous.post('/auth/register', {
      email: newEmail(),
      password: PASSWORD,
      name: 'Ada',
      ...change,
    });
    problem(answer, 400, 'validation-failed');
    expect(answer.body.error.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

describe('logging in', () => {
  it('answers as registering did', async () => {
    const email = newEmail();
    const registered = await anonymous.post('/auth/register', { email, password: PASSWORD, name: 'Ada' });
    const answer = await anonymous.post('/auth/login', { email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...registered.body, data: { ...registered.body.data, token: JWT }, timestamp: TIME });
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await newOrganization();
    const wrong = await anonymous.post('/auth/login', { email, password: 'not the password' });
    const unknown = await anonymous.post('/auth/login', { email: newEmail(), password: 'not the password' });
    problem(wrong, 401, 'unauthenticated');
    problem(unknown, 401, 'unauthenticated');
    const lasting = ({ status, headers, body }: Answer) => ({
      status,
      headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name)),
      error: { ...body.error, requestId: '' },
    });
    expect(lasting(wrong)).toEqual(lasting(unknown));
  });

  it('issues operator tokens of twelve hours that state their claims', async () => {
    const { operator, id } = await newOrganization();
    const { iat, exp, sub, ...claims } = claimsOf(operator.credential ?? '');
    expect(claims).toEqual({ iss: 'backstop', aud: 'backstop-api', typ: 'access', authKind: 'USER', org: id, ver: 1 });
    expect(Number(exp) - Number(iat)).toBe(12 * 3_600);
    expect(sub).toEqual(UUID);
  });
});

describe('exchanging an API key for a token', () => {
  let organization: Organization;
  beforeAll(async () => {
    organization = await newOrganization();
  });
  const exchange = (apiKey: unknown) => anonymous.post('/auth/token', { apiKey });

  it('answers with an agent token of fifteen minutes', async () => {
    const answer = await exchange(organization.agent.credential);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { token: JWT }, error: null, timestamp: TIME });
    const { iat, exp, authKind } = claimsOf(answer.body.data.token);
    expect({ authKind, lifeSeconds: Number(exp) - Number(iat) }).toEqual({ authKind: 'API_KEY', lifeSeconds: 900 });
  });

  it('gives a token that permits exactly what its key permits', async () => {
    for (const key of [organization.agent, organization.testAgent]) {
      const { token } = (await exchange(key.credential)).body.data;
      const agent = new Caller(serviceB, token);
      const session = await newSession(agent);
      const read = await key.get(`/sessions/${session}`);
      expect(read.body.data.simulated).toBe(key === organization.testAgent);
      problem(await agent.get('/sessions'), 403, 'operator-required');
    }
    const live = new Caller(serviceA, (await exchange(organization.agent.credential)).body.data.token);
    problem(await live.get(`/sessions/${await newSession(organization.testAgent)}`), 404, 'not-found');
  });

  it('refuses everything that is not an API key of ours', async () => {
    const { agent, operator } = organization;
    const agentToken = (await exchange(agent.credential)).body.data.token;
    const unknown = (await newOrganization()).agent.credential?.replace(/.$/, 'x');
    const refused = [
      operator.credential,
      agentToken,
      unknown,
      'bks_live_',
      '',
      `${agent.credential} `,
      `Bearer ${agent.credential}`,
    ];
    expect(refused).toHaveLength(7);
    for (const apiKey of refused) problem(await exchange(apiKey), 401, 'unauthenticated');
  });
});

describe('a credential', () => {
  let organization: Organization;
  let genuine: Claims;
  const ask = (authorization: string, service = serviceA) =>
    new Caller(service, null).request('GET', '/registry', { headers: { authorization } });

  beforeAll(async () => {
    organization = await newOrganization();
    genuine = claimsOf(organization.operator.credential ?? '');
  });

  it('is taken from the Authorization header, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await ask(`${scheme} ${organization.agent.credential}`)).status).toBe(200);
      expect((await ask(`${scheme} ${organization.operator.credential}`)).status).toBe(200);
    }
  });

  it('is refused in any other place or scheme', async () => {
    const key = organization.agent.credential ?? '';
    for (const authorization of ['', 'Bearer', 'Bearer ', key, `Basic ${key}`, `Token ${key}`, `Bearer: ${key}`]) {
      problem(await ask(authorization), 401, 'unauthenticated');
    }
    problem(await anonymous.get(`/registry?apiKey=${key}&access_token=${key}`), 401, 'unauthenticated');
    const cookie = { cookie: `token=${key}`, 'x-api-key': key };
    problem(await anonymous.request('GET', '/registry', { headers: cookie }), 401, 'unauthenticated');
  });

  it('signed by the test with genuine claims is accepted: the forgeries below fail for their changed claim', async () => {
    expect((await ask(`Bearer ${signed(HS256, genuine, hmac('sha256', SECRET))}`)).status).toBe(200);
  });

  it('that is forged returns 401 on every route at both processes', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const rs256 = (input: string) => createSign('RSA-SHA256').update(input).sign(rsa.privateKey, 'base64url');
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const jwk = rsa.publicKey.export({ format: 'jwk' });
    const now = Math.floor(Date.now() / 1_000);
    const ours = (change: Claims, header: object = HS256) =>
      signed(header, { ...genuine, ...change }, hmac('sha256', SECRET));
    const token = organization.operator.credential ?? '';
    const [head, body, signature] = token.split('.');
    const other = await newOrganization();
    const exchanged = await anonymous.post('/auth/token', { apiKey: organization.agent.credential });
    const agentToken: string = exchanged.body.data.token;
    const agent = claimsOf(agentToken);
    const [, , agentSignature] = agentToken.split('.');
    const agentWith = (change: Claims) => signed(HS256, { ...agent, ...change }, hmac('sha256', SECRET));
    const theirs = hmac('sha256', 'a secret of their own, which is long enough');
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const es256 = (input: string) =>
      createSign('SHA256').update(input).sign({ key: ec.privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url');
    const forged: Record<string, string> = {
      'alg none, unsigned': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'alg None, unsigned': `${encode({ alg: 'None' })}.${body}.`,
      'alg none, with the genuine signature': `${encode({ alg: 'none' })}.${body}.${signature}`,
      'no alg': ours({}, { typ: 'JWT' }),
      'no signature': `${head}.${body}.`,
      'two parts': `${head}.${body}`,
      'RS256 with a key of their own': signed({ alg: 'RS256', jwk }, genuine, rs256),
      'RS256 said, HS256 done': ours({}, { alg: 'RS256', typ: 'JWT' }),
      'HS256 with a public key as its secret': signed(HS256, genuine, hmac('sha256', pem)),
      'HS384 with our secret': signed({ alg: 'HS384' }, genuine, hmac('sha384', SECRET)),
      'HS512 with our secret': signed({ alg: 'HS512' }, genuine, hmac('sha512', SECRET)),
      'another secret': signed(HS256, genuine, hmac('sha256', `${SECRET}!`)),
      'an empty secret': signed(HS256, genuine, hmac('sha256', '')),
      'a key id that is a path': signed({ ...HS256, kid: '/dev/null' }, genuine, hmac('sha256', '')),
      'another issuer': ours({ iss: 'https://example.com' }),
      'no issuer': ours({ iss: undefined }),
      'another audience': ours({ aud: 'another-api' }),
      'no audience': ours({ aud: undefined }),
      'another type': ours({ typ: 'refresh' }),
      'no type': ours({ typ: undefined }),
      'a kind there is not': ours({ authKind: 'ADMIN' }),
      'no kind': ours({ authKind: undefined }),
      'an operator as an agent': ours({ authKind: 'API_KEY' }),
      expired: ours({ iat: now - 7_200, exp: now - 1 }),
      'without an end': ours({ exp: undefined }),
      'an end that is a text': ours({ exp: '9999999999' }),
      'not valid yet': ours({ nbf: now + 600 }),
      'an ended generation': ours({ ver: 0 }),
      'a generation to come': ours({ ver: 2 }),
      'another organization': ours({ org: other.id }),
      'an organization there is not': ours({ org: '01890a5d-ac96-774b-bcce-b302099a8057' }),
      'no organization': ours({ org: undefined }),
      'a user there is not': ours({ sub: '01890a5d-ac96-774b-bcce-b302099a8057' }),
      'no user': ours({ sub: undefined }),
      'other claims under the genuine signature': `${head}.${encode({ ...genuine, org: other.id })}.${signature}`,
      'one character changed': `${head}.${body}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`,
      'nothing at all': '..',
      'ES256 with a key of their own': signed(
        { alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) },
        genuine,
        es256,
      ),
      'HS256 with the key in its own header': signed(
        {
          ...HS256,
          jwk: { kty: 'oct', k: Buffer.from('a secret of their own, which is long enough').toString('base64url') },
        },
        genuine,
        theirs,
      ),
      'a key set at an address of their own': signed(
        { alg: 'RS256', kid: '1', jku: `${serviceA.url}/keys` },
        genuine,
        rs256,
      ),
      'a certificate at an address of their own': signed({ alg: 'RS256', x5u: `${serviceA.url}/cert` }, genuine, rs256),
      'a certificate in its header': signed({ alg: 'RS256', x5c: [jwk.n] }, genuine, rs256),
      'a key id that is a query': signed({ ...HS256, kid: "' UNION SELECT 'x" }, genuine, hmac('sha256', 'x')),
      'a token of ours in another one': signed({ ...HS256, cty: 'JWT' }, { ...genuine, token }, theirs),
      'ten thousand characters': signed(HS256, { ...genuine, pad: 'x'.repeat(7_000) }, theirs),
      'ten thousand dots': '.'.repeat(10_000),
      'claims that are a list': `${head}.${encode([genuine])}.${signature}`,
      'an agent as an operator, under its own signature': `${head}.${encode({ ...agent, authKind: 'USER' })}.${agentSignature}`,
      'an agent as an operator': agentWith({ authKind: 'USER' }),
      'an agent as an operator of the first generation': agentWith({ authKind: 'USER', ver: 1 }),
      'an agent of another organization': agentWith({ org: other.id }),
      'a user of another organization': ours({ sub: claimsOf(other.operator.credential ?? '').sub }),
      'an end that is null': ours({ exp: null }),
      'the signature of another token of ours': `${head}.${body}.${agentSignature}`,
    };
    expect(Object.keys(forged)).toHaveLength(54);
    expect((await ask(`Bearer ${agentWith({})}`)).status).toBe(200);
    const outcomes: Record<string, number[]> = {};
    for (const [name, forgery] of Object.entries(forged)) {
      const answers = [await ask(`Bearer ${forgery}`, serviceA), await ask(`Bearer ${forgery}`, serviceB)];
      outcomes[name] = answers.map(({ status }) => status);
      for (const answer of answers) if (answer.status === 401) problem(answer, 401, 'unauthenticated');
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(forged).map((name) => [name, [401, 401]])));
  });

  it('longer than any genuine one is refused before it is parsed', async () => {
    const token = signed(HS256, { ...genuine, pad: 'x'.repeat(20_000) }, hmac('sha256', SECRET));
    problem(await ask(`Bearer ${token}`), 431, 'headers-too-large');
  });

  it('that expires while it is cached is refused from that second on', async () => {
    // It has to be valid still when it is used, however slow the machine is.
    const exp = Math.floor(Date.now() / 1_000) + Math.ceil(patience(1_000) / 1_000);
    const token = `Bearer ${signed(HS256, { ...genuine, exp }, hmac('sha256', SECRET))}`;
    expect((await ask(token)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, exp * 1_000 - Date.now() + 20));
    problem(await ask(token), 401, 'unauthenticated');
  });
});
