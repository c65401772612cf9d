import { type Answer, Caller, newOrganization, type Organization, serviceA } from '../../support/client.js';
import { errorOf, rows } from '../../support/ledger.js';
import { fill, GUARDED, nameOf } from '../matrix/support/routes.js';
import { type Browser, signInBrowser, withValue } from './support/browser.js';

const codeOf = (answer: Answer) => `${answer.status} ${errorOf(answer) ?? 'ok'}`;
type Sent = Record<string, string>;

const isSafe = (method: string) => method === 'GET' || method === 'HEAD';
/** A browser session is made from a bearer token alone, and MCP clients have no cookie. */
const WITH_COOKIE = GUARDED.filter((route) => nameOf(route) !== 'POST /auth/browser-session' && route.path !== '/mcp');
const UNSAFE = WITH_COOKIE.filter(({ method }) => !isSafe(method));

/** Origins of a request that are no page of the service. */
const ELSEWHERE: readonly (readonly [string, Sent])[] = [
  ['a client that says nothing, as an old WebView', {}],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, without Sec-Fetch', { origin: 'https://evil.example' }],
  ['another site that says no Origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame or a file', { origin: 'null' }],
  ['a subdomain', { 'sec-fetch-site': 'same-site' }],
  ['an address that a person typed', { 'sec-fetch-site': 'none' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['another site whose Host is the same', { origin: 'http://evil.example', host: 'evil.example' }],
  ['a Referer of the service alone', { referer: `${serviceA.url}/dashboard` }],
  ['two origins', { origin: `${serviceA.url}, https://evil.example` }],
  ['a proxy’s word', { 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' }],
];

describe('a request with the cookie of a browser', () => {
  let home: Organization;
  let browser: Browser;
  beforeAll(async () => {
    home = await newOrganization();
    browser = await signInBrowser(home.operator);
  });
  afterAll(() => rows.end());

  it("is answered on every route as with the operator's token", async () => {
    expect(WITH_COOKIE.length).toBeGreaterThan(50);
    for (const route of WITH_COOKIE) {
      const path = fill(route);
      // A handler never receives a body that is not JSON, so the request changes nothing.
      const options = isSafe(route.method) ? {} : { body: '{"broken":' };
      const asOperator = codeOf(await home.operator.request(route.method, path, options));
      const asBrowser = codeOf(await browser.request(route.method, path, options));
      expect([nameOf(route), asBrowser]).toEqual([nameOf(route), asOperator]);
      expect([nameOf(route), asBrowser]).not.toEqual([nameOf(route), '401 unauthenticated']);
      if (!isSafe(route.method)) expect([nameOf(route), asBrowser]).toEqual([nameOf(route), '400 validation-failed']);
    }
  });

  it('is refused on every route that may change something, unless it comes from a page of the service', async () => {
    expect(UNSAFE.length).toBeGreaterThan(25);
    for (const [who, headers] of ELSEWHERE) {
      for (const route of who === 'a client that says nothing, as an old WebView' ? UNSAFE : UNSAFE.slice(0, 4)) {
        const answer = await browser.from(headers, route.method, fill(route), { body: '{"broken":' });
        expect([who, nameOf(route), codeOf(answer)]).toEqual([who, nameOf(route), '403 cross-origin']);
      }
    }
  });

  it('changes nothing when it is refused, and the answer says why', async () => {
    const answer = await browser.from({ origin: 'https://evil.example' }, 'PATCH', '/me', {
      body: { name: 'Mallory' },
    });
    expect(codeOf(answer)).toBe('403 cross-origin');
    expect(answer.body.error.detail).toContain('PUBLIC_URL');
    expect((await browser.get('/me')).body.data.user.name).toBe('Operator');
  });

  it.each([
    ['Origin alone', { origin: serviceA.url }],
    ['Origin of the same address by name', { origin: serviceA.url.replace('127.0.0.1', 'localhost') }],
    ['Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }],
    ['both', { origin: serviceA.url, 'sec-fetch-site': 'same-origin' }],
  ])('is accepted from a page of the service with %s', async (_, headers) => {
    expect(codeOf(await browser.from(headers as never, 'PATCH', '/me', { body: { name: 'Operator' } }))).toBe('200 ok');
  });

  it('may read without naming its origin, but not with another origin', async () => {
    const silent: readonly Sent[] = [{}, { 'sec-fetch-site': 'none' }];
    const foreign: readonly Sent[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }];
    for (const headers of silent) expect(codeOf(await browser.from(headers, 'GET', '/me'))).toBe('200 ok');
    for (const headers of foreign) expect(codeOf(await browser.from(headers, 'GET', '/me'))).toBe('403 cross-origin');
  });

  it('is refused as a form of another site sends it, before its body is looked at', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { origin: 'https://evil.example', 'content-type': type };
      const answer = await browser.from(headers, 'POST', '/api-keys', { body: '{"name":"x","kind":"live","a":"="}' });
      expect(codeOf(answer)).toBe('403 cross-origin');
      const own = await browser.request('POST', '/api-keys', { body: 'x', headers: { 'content-type': type } });
      expect(codeOf(own)).toBe('415 unsupported-media-type');
    }
  });

  it('has the method of its request line, whatever a header or a query says', async () => {
    const overrides = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' };
    const answer = await browser.from(overrides, 'GET', '/me?_method=DELETE');
    expect(['200 ok', '400 validation-failed']).toContain(codeOf(answer));
    expect((await browser.get('/me')).status).toBe(200);
    const head = await fetch(`${serviceA.url}/me`, { method: 'HEAD', headers: { cookie: browser.cookie } });
    expect(head.status).toBe(405);
  });

  it('returns 401 with an invalid cookie, from any origin', async () => {
    const forged = withValue(serviceA, 'web_x');
    const places: readonly Sent[] = [{}, { origin: serviceA.url }, { origin: 'https://evil.example' }];
    for (const headers of places)
      expect(codeOf(await forged.from(headers, 'PATCH', '/me', { body: {} }))).toBe('401 unauthenticated');
  });

  it("uses no part of the operators' share when it is refused", async () => {
    const before = await home.operator.post('/api-keys', { name: 'one', kind: 'live' });
    for (let time = 0; time < 3; time++) await browser.from({ origin: 'null' }, 'POST', '/api-keys', { body: {} });
    const after = await home.operator.post('/api-keys', { name: 'two', kind: 'live' });
    const left = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(left(before) - left(after)).toBe(1);
  });
});

describe('pages of other origins', () => {
  it('are permitted nothing: no answer has a header of CORS, and no preflight succeeds', async () => {
    const { operator } = await newOrganization();
    const browser = await signInBrowser(operator);
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const answers = [
      ...(await Promise.all(
        [
          '/me',
          '/auth/browser-session',
          '/auth/login',
          '/sessions',
          '/',
          '/dashboard',
          '/openapi.json',
          '/nothing',
        ].map((path) => browser.from(headers, 'OPTIONS', path)),
      )),
      await browser.from({ origin: 'https://evil.example' }, 'GET', '/me'),
      await browser.from({ origin: 'https://evil.example' }, 'GET', '/openapi.json'),
      await new Caller(serviceA, null).request('POST', '/auth/login', { body: {}, headers }),
    ];
    for (const { headers: sent } of answers)
      expect([...sent.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(answers.slice(0, 8).filter(({ status }) => status < 400)).toEqual([]);
  });
});
