import { connect } from 'node:net';
import { Caller, newOrganization, type Organization, serviceA, serviceB } from '../../support/client.js';
import { tablesNaming } from '../../support/everything.js';
import { errorOf, rows } from '../../support/ledger.js';
import { eventually, patience } from '../../support/patience.mjs';
import { startService, testEnvironment } from '../../support/service.mjs';
import { type Claims, claimsOf, signed } from '../matrix/support/tokens.js';
import { type Browser, setCookieOf, signInBrowser, withValue } from './support/browser.js';

const SECRET = testEnvironment().JWT_SECRET ?? '';
const EVIL = 'https://evil.example';
const WEB = 'web_';

const seconds = () => Math.floor(Date.now() / 1000);
const codeOf = (answer: { status: number; body: unknown }) => `${answer.status} ${errorOf(answer as never) ?? 'ok'}`;
const sessionsOf = async (organization: string): Promise<string[]> =>
  (await rows.query('SELECT id FROM browser_sessions WHERE organization_id = $1 ORDER BY id', [organization])).rows.map(
    ({ id }) => id,
  );

/** Signs a cookie as the service would for this browser, with some claims changed. */
const cookieWith = (browser: Browser, changes: object) =>
  withValue(browser.service, WEB + signed({ ...claimsOf(browser.value.slice(WEB.length)), ...changes }, SECRET));

describe('the session of a browser', () => {
  let home: Organization;
  let operator: Caller;
  let browser: Browser;
  beforeEach(async () => {
    home = await newOrganization();
    operator = home.operator;
    browser = await signInBrowser(operator);
  });
  afterAll(() => rows.end());

  it('begins with an operator’s token, and its cookie is out of reach of scripts and of other sites', async () => {
    const answer = await operator.post('/auth/browser-session');
    const { cookie, attributes } = setCookieOf(answer);
    const [age = '', ...rest] = attributes;
    expect(rest).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict']);
    const { exp } = claimsOf(operator.credential ?? '');
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      expiresAt: new Date(Number(exp) * 1000).toISOString(),
    });
    const left = Number(age.slice('Max-Age='.length));
    expect(left).toBeLessThanOrEqual(Number(exp) - seconds() + 1);
    expect(left).toBeGreaterThan(11 * 3600);
    expect(cookie).toMatch(/^backstop=web_[\w.-]+$/);
    expect(cookie).not.toContain(operator.credential);
    expect((await browser.get('/me')).body.data.organization.id).toBe(home.id);
    expect((await browser.at(serviceB).get('/me')).body.data.user.email).toBe(home.email);
  });

  it('has a __Host- cookie with Secure under an https address, which plain http is not the own origin of', async () => {
    const service = await startService({ PUBLIC_URL: 'https://backstop.example' });
    try {
      const secure = new Caller(service, operator.credential);
      const { cookie, attributes } = setCookieOf(await secure.post('/auth/browser-session'));
      expect(cookie).toMatch(/^__Host-backstop=web_/);
      expect(attributes.slice(1)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']);
      const rename = (origin: string, sent = cookie) =>
        new Caller(service, null).request('PATCH', '/me', { body: { name: 'Ada' }, headers: { origin, cookie: sent } });
      expect(codeOf(await rename('https://backstop.example'))).toBe('200 ok');
      for (const origin of ['http://backstop.example', service.url, 'https://www.backstop.example', EVIL])
        expect([origin, codeOf(await rename(origin))]).toEqual([origin, '403 cross-origin']);
      const planted = cookie.replace('__Host-', '');
      expect(codeOf(await rename('https://backstop.example', planted))).toBe('401 unauthenticated');
      expect(codeOf(await rename('https://backstop.example', cookie.replace('__Host', '__host')))).toBe(
        '401 unauthenticated',
      );
    } finally {
      await service.stop();
    }
  });

  it('lives no longer than the token that it was made from', async () => {
    // It has to be valid still when it is used, however slow the machine is.
    const lives = Math.ceil(patience(1_000) / 1_000);
    const exp = seconds() + lives;
    const short = new Caller(serviceA, signed({ ...claimsOf(operator.credential ?? ''), exp }, SECRET));
    const answer = await short.post('/auth/browser-session');
    expect(answer.body.data.expiresAt).toBe(new Date(exp * 1000).toISOString());
    const { cookie, attributes } = setCookieOf(answer);
    expect(Number(attributes[0]?.slice('Max-Age='.length))).toBeLessThanOrEqual(lives);
    const brief = withValue(serviceA, cookie.slice('backstop='.length));
    expect((await brief.get('/me')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, exp * 1000 - Date.now() + 200));
    expect(codeOf(await brief.get('/me'))).toBe('401 unauthenticated');
    expect(codeOf(await brief.at(serviceB).get('/me'))).toBe('401 unauthenticated');
  });

  it("cannot be made with an agent's token or a cookie", async () => {
    const { token } = (await new Caller(serviceA, null).post('/auth/token', { apiKey: home.agent.credential })).body
      .data;
    for (const agent of [home.agent, home.testAgent, new Caller(serviceA, token)]) {
      const refused = await agent.post('/auth/browser-session');
      expect([codeOf(refused), refused.headers.getSetCookie()]).toEqual(['403 operator-required', []]);
    }
    const again = await browser.request('POST', '/auth/browser-session');
    expect([codeOf(again), again.headers.getSetCookie()]).toEqual(['401 unauthenticated', []]);
  });

  it('is begun by no page of another origin, also where it has a token', async () => {
    const foreign: readonly Record<string, string>[] = [
      { origin: EVIL },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const refused = await operator.request('POST', '/auth/browser-session', { headers });
      expect([codeOf(refused), refused.headers.getSetCookie()]).toEqual(['403 cross-origin', []]);
    }
  });

  it('is always a new one: the earlier session is not adopted, and ends if it belonged to the same user', async () => {
    const planted = 'backstop=web_planted';
    for (const cookie of [planted, browser.cookie]) {
      const answer = await operator.request('POST', '/auth/browser-session', { headers: { cookie } });
      expect(setCookieOf(answer).cookie).not.toBe(cookie);
    }
    expect(await sessionsOf(home.id)).toHaveLength(2);
    expect(codeOf(await browser.get('/me'))).toBe('401 unauthenticated');
    expect(codeOf(await withValue(serviceA, 'web_planted').get('/me'))).toBe('401 unauthenticated');
  });

  it('ends at the server too: a copy of the cookie is 401 in every process', async () => {
    const other = await signInBrowser(operator);
    for (const service of [serviceA, serviceB]) expect((await browser.at(service).get('/me')).status).toBe(200);
    const ended = await browser.signOut();
    expect(codeOf(ended)).toBe('200 ok');
    expect(ended.body.data).toEqual({ id: expect.any(String), deleted: true });
    expect(setCookieOf(ended)).toEqual({
      cookie: 'backstop=',
      attributes: ['Max-Age=0', 'Path=/', 'HttpOnly', 'SameSite=Strict'],
    });
    expect(codeOf(await browser.get('/me'))).toBe('401 unauthenticated');
    await eventually(
      () => browser.at(serviceB).get('/me'),
      ({ status }) => status === 401,
      2_000,
    );
    for (const service of [serviceA, serviceB])
      for (const path of ['/me', '/registry', '/agents'])
        expect(codeOf(await browser.at(service).get(path))).toBe('401 unauthenticated');
    expect(codeOf(await browser.signOut())).toBe('401 unauthenticated');
    expect((await other.get('/me')).status).toBe(200);
    expect((await operator.get('/me')).status).toBe(200);
    expect(await sessionsOf(home.id)).toHaveLength(1);
  });

  it('is not ended by a bearer credential, of which there is nothing to end', async () => {
    const both = { headers: { cookie: browser.cookie, origin: serviceA.url } };
    for (const caller of [operator, (await newOrganization()).operator])
      expect(codeOf(await caller.request('DELETE', '/auth/browser-session', both))).toBe('404 not-found');
    expect((await browser.get('/me')).status).toBe(200);
  });

  it('gives way to an Authorization header, which decides alone', async () => {
    const stranger = await newOrganization();
    const asked = (authorization: string) => browser.from({ authorization }, 'GET', '/me');
    const { body } = await asked(`Bearer ${stranger.operator.credential}`);
    expect(body.data.organization.id).toBe(stranger.id);
    for (const authorization of ['Bearer nonsense', 'Bearer ', '', 'Basic YTpi', `Bearer ${browser.value}`])
      expect([authorization, codeOf(await asked(authorization))]).toEqual([authorization, '401 unauthenticated']);
    expect(codeOf(await asked(`Bearer ${home.agent.credential}`))).toBe('403 operator-required');
    const unsafe = await browser.from(
      { authorization: `Bearer ${operator.credential}`, origin: EVIL },
      'PATCH',
      '/me',
      {
        body: { name: 'Ada' },
      },
    );
    expect(codeOf(unsafe)).toBe('200 ok');
  });

  it('takes no bearer credential from the cookie, and no cookie as a bearer credential', async () => {
    const jwt = browser.value.slice(WEB.length);
    const { token } = (await new Caller(serviceA, null).post('/auth/token', { apiKey: home.agent.credential })).body
      .data;
    const keys = [home.agent.credential ?? '', home.testAgent.credential ?? '', token];
    for (const value of [...keys, operator.credential ?? '', `${WEB}${operator.credential}`, jwt, '', 'x'])
      for (const path of ['/me', '/registry'])
        expect([value, codeOf(await withValue(serviceA, value).get(path))]).toEqual([value, '401 unauthenticated']);
    for (const bearer of [browser.value, jwt])
      expect(codeOf(await new Caller(serviceA, bearer).get('/registry'))).toBe('401 unauthenticated');
  });

  it('is refused with a cookie that is odd, forged or of another session', async () => {
    const { value, cookie } = browser;
    const headers = [
      `${cookie}; ${cookie}`,
      `${cookie}; backstop=other`,
      `backstop=other; ${cookie}`,
      `backstop="${value}"`,
      `backstop=${value}x`,
      `backstop=${value.slice(0, -1)}`,
      `backstop=${value}; backstop=`,
      `Backstop=${value}`,
      `__Host-backstop=${value}`,
      `\u00a0${cookie}`,
      `backstop =${value}`,
      `backstop=${value.replace('.', '%2E')}`,
      `backstop=${encodeURIComponent(`${value};`)}`,
    ];
    for (const sent of headers)
      expect([sent, codeOf(await browser.from({ cookie: sent }, 'GET', '/me'))]).toEqual([sent, '401 unauthenticated']);
    expect((await browser.from({ cookie: `a=b; ${cookie};` }, 'GET', '/me')).status).toBe(200);
    const stranger = await newOrganization();
    const theirs: Claims = claimsOf((await signInBrowser(stranger.operator)).value.slice(WEB.length));
    const forged: readonly object[] = [
      { org: theirs.org },
      { jti: theirs.jti },
      { jti: theirs.jti, org: theirs.org },
      { sub: theirs.sub },
      { exp: seconds() - 1 },
      { exp: undefined },
      { typ: 'access' },
      { aud: 'backstop-api' },
      { iss: 'frontstop' },
      { ver: 2 },
      { jti: undefined },
    ];
    for (const changes of forged)
      expect([changes, codeOf(await cookieWith(browser, changes).get('/me'))]).toEqual([
        changes,
        '401 unauthenticated',
      ]);
    expect((await cookieWith(browser, {}).get('/me')).status).toBe(200);
    const claims = claimsOf(value.slice(WEB.length));
    for (const alg of ['none', 'HS512', 'RS256'] as const)
      expect(codeOf(await withValue(serviceA, WEB + signed(claims, SECRET, alg)).get('/me'))).toBe(
        '401 unauthenticated',
      );
    expect(codeOf(await withValue(serviceA, WEB + signed(claims, `${SECRET}!`)).get('/me'))).toBe(
      '401 unauthenticated',
    );
  });

  it('with a NUL in its cookie is no readable request', async () => {
    const { hostname, port } = new URL(serviceA.url);
    const first = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /me HTTP/1.1\r\nhost: x\r\ncookie: ${browser.cookie}\0\r\n\r\n`),
      );
      socket.once('data', (data) => resolve(data.toString('latin1').slice(0, 12))).on('error', reject);
    });
    expect(first).toBe('HTTP/1.1 400');
  });

  it('deletes ended sessions of its own organization when it begins', async () => {
    const stranger = await newOrganization();
    await signInBrowser(stranger.operator);
    await rows.query(
      "UPDATE browser_sessions SET expires_at = now() - interval '1 s' WHERE organization_id = ANY ($1)",
      [[home.id, stranger.id]],
    );
    const [over] = await sessionsOf(home.id);
    await signInBrowser(operator);
    await signInBrowser(operator);
    const left = await sessionsOf(home.id);
    expect([left.length, left.includes(over ?? '')]).toEqual([2, false]);
    expect(await sessionsOf(stranger.id)).toHaveLength(1);
  });

  it('leaves its credential in no table and no line of the log', async () => {
    const service = await startService({ LOG_LEVEL: 'trace' });
    try {
      const at = await signInBrowser(operator.at(service));
      const jwt = at.value.slice(WEB.length);
      await at.get('/me');
      await at.from({ origin: EVIL }, 'PATCH', '/me', { body: { name: 'Ada' } });
      await at.request('PATCH', '/me', { body: '{"broken":' });
      await withValue(service, `${at.value}x`).get('/me');
      await at.signOut();
      const last = (await at.get('/me')).headers.get('x-request-id') ?? '';
      const log = () => service.output.join();
      expect(await eventually(log, (text) => text.includes(last))).toContain(last);
      expect(service.output.length).toBeGreaterThan(5);
      for (const secret of [at.value, jwt, jwt.split('.')[2] ?? ''])
        expect(service.output.filter((line) => line.includes(secret))).toEqual([]);
      expect(await tablesNaming([browser.value, browser.value.slice(WEB.length), jwt])).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});
