import { Caller, unique } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { errorOf, rows } from '../../support/ledger.js';
import { type Operator, PASSWORD, register } from '../../support/operators.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { Browser, countOf, newPerson, type Provider, settings, startProvider, told, urlOf } from './support/sign-in.js';

/** Matches a JWT, and the parameters in which a URL could carry one. */
const TOKEN = /eyJ|[?#&](token|link)=/;

let a: Provider;
let service: ServiceProcess;

beforeAll(async () => {
  a = await startProvider();
  const port = await freePort();
  service = await startService({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings('OAUTH_A', urlOf(a.server)),
  });
});
afterAll(() => Promise.all([service.stop(), a.server.stop(), rows.end()]));
beforeEach(() => {
  a.person = newPerson();
});

const emailOfA = () => String(a.person.email);
const dashboard = () => `${service.url}/dashboard`;
const cookiesOf = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Sends a request as a page of the service does in this browser. */
function asPage(browser: Browser, method: string, path: string, options: { body?: unknown; token?: string } = {}) {
  const headers = { cookie: cookiesOf(browser), origin: service.url, 'sec-fetch-site': 'same-origin' };
  return new Caller(service, options.token ?? null).request(method, path, { headers, body: options.body });
}

/** The address of the user as whom a browser is signed in; null: as none. */
async function signedInAs(browser: Browser): Promise<string | null> {
  const { status, body } = await asPage(browser, 'GET', '/me');
  return status === 200 ? body.data.user.email : null;
}

async function signedInBrowser({ caller }: Operator): Promise<Browser> {
  const browser = new Browser(service);
  const answer = await asPage(browser, 'POST', '/auth/browser-session', { token: caller.credential ?? '' });
  expect(answer.status).toBe(200);
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    browser.cookies.set(name, value);
  }
  return browser;
}

const sessionsOf = async (userId: string) =>
  (await rows.query('SELECT id FROM browser_sessions WHERE user_id = $1', [userId])).rows.map(({ id }) => id);

describe('GET /auth/oauth-a/callback, where the service serves the dashboard', () => {
  it('signs the browser in with a cookie and leads to the dashboard with no token in the URL', async () => {
    const browser = new Browser(service);
    const { status, location, setCookies } = await browser.signIn('/auth/oauth-a');
    expect([status, location.href]).toEqual([302, dashboard()]);
    expect(setCookies.map((set) => set.replace(/=[^;]+; Max-Age=\d+/, ''))).toEqual([
      'backstop-oauth-a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'backstop; Path=/; HttpOnly; SameSite=Strict',
      'backstop-mark; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(await signedInAs(browser)).toBe(emailOfA());
  });

  it('starts a new session of the same user, and ends the one that this browser had', async () => {
    const browser = new Browser(service);
    await browser.signIn('/auth/oauth-a');
    const before = new Map(browser.cookies);
    expect((await browser.signIn('/auth/oauth-a')).location.href).toBe(dashboard());
    expect(await signedInAs(browser)).toBe(emailOfA());
    const copy = new Browser(service);
    for (const [name, value] of before) copy.cookies.set(name, value);
    expect(await signedInAs(copy)).toBeNull();
  });

  it('leaves a browser that is signed in as who it is: the session of another user is not replaced', async () => {
    const victim = await register(service);
    const browser = await signedInBrowser(victim);
    const sessions = await sessionsOf(victim.id);
    for (const person of [newPerson(), newPerson()]) {
      a.person = person;
      const { location, setCookies } = await browser.signIn('/auth/oauth-a');
      expect(location.href).toBe(`${dashboard()}#error=already-signed-in`);
      expect(setCookies).toHaveLength(1);
      expect(await signedInAs(browser)).toBe(victim.email);
      expect(await countOf(emailOfA())).toBe(0);
    }
    // An identity that has an account already.
    await new Browser(service).signIn('/auth/oauth-a');
    expect((await browser.signIn('/auth/oauth-a')).location.href).toBe(`${dashboard()}#error=already-signed-in`);
    expect(await signedInAs(browser)).toBe(victim.email);
    expect(await sessionsOf(victim.id)).toEqual(sessions);
  });

  it("knows the browser's user by its marker cookie alone, which is sent with a navigation from another site", async () => {
    const victim = await register(service);
    const browser = await signedInBrowser(victim);
    const credential = browser.cookies.get('backstop') ?? '';
    browser.cookies.delete('backstop');
    expect((await browser.signIn('/auth/oauth-a')).location.href).toBe(`${dashboard()}#error=already-signed-in`);
    browser.cookies.set('backstop', credential);
    expect(await signedInAs(browser)).toBe(victim.email);
  });

  it('signs in another user once the session has ended, though its marker cookie is still there', async () => {
    const victim = await register(service);
    const browser = await signedInBrowser(victim);
    const mark = browser.cookies.get('backstop-mark') ?? '';
    expect((await asPage(browser, 'DELETE', '/auth/browser-session')).status).toBe(200);
    expect(browser.cookies.get('backstop-mark')).toBe(mark);
    expect((await browser.signIn('/auth/oauth-a')).location.href).toBe(dashboard());
    expect(await signedInAs(browser)).toBe(emailOfA());
  });

  it('leaves the link for a login in a cookie, and none in the URL', async () => {
    const owner = await register(service);
    a.person = newPerson({ email: owner.email });
    const browser = new Browser(service);
    const { location, setCookies } = await browser.signIn('/auth/oauth-a');
    expect(location.href).toBe(`${dashboard()}#error=link-required`);
    expect(setCookies[1]).toMatch(/^backstop-link=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await signedInAs(browser)).toBeNull();
    const body = { email: owner.email, password: PASSWORD, linkOfBrowser: true };
    expect(errorOf(await asPage(new Browser(service), 'POST', '/auth/login', { body }))).toBe('invalid-link');
    const joined = await asPage(browser, 'POST', '/auth/login', { body });
    expect([joined.status, joined.body.data.user.emailVerified]).toEqual([200, true]);
    expect(joined.headers.getSetCookie()).toEqual(['backstop-link=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    const again = new Browser(service);
    await again.signIn('/auth/oauth-a');
    expect(await signedInAs(again)).toBe(owner.email);
  });
});

describe('GET /auth/oauth-a', () => {
  it.each(['cross-site', 'same-site'])(
    'leads a navigation that is %s to the sign-in page, and begins nothing',
    async (site) => {
      const browser = new Browser(service);
      const { status, location, setCookies } = await browser.go('/auth/oauth-a', { 'sec-fetch-site': site });
      expect([status, location.href, setCookies]).toEqual([302, `${dashboard()}/sign-in`, []]);
    },
  );

  it.each(['same-origin', 'none'])('leads a navigation that is %s to the provider', async (site) => {
    const { location } = await new Browser(service).go('/auth/oauth-a', { 'sec-fetch-site': site });
    expect(location.origin).toBe(urlOf(a.server));
  });
});

describe('POST /auth/browser-session', () => {
  it('returns 409 already-signed-in for the token of another user, until the browser is signed out', async () => {
    const [victim, attacker] = [await register(service), await register(service)];
    const browser = await signedInBrowser(victim);
    const token = attacker.caller.credential ?? '';
    const refused = await asPage(browser, 'POST', '/auth/browser-session', { token });
    expect([refused.status, errorOf(refused), refused.headers.getSetCookie()]).toEqual([409, 'already-signed-in', []]);
    const markOnly = new Browser(service);
    markOnly.cookies.set('backstop-mark', browser.cookies.get('backstop-mark') ?? '');
    expect(errorOf(await asPage(markOnly, 'POST', '/auth/browser-session', { token }))).toBe('already-signed-in');
    expect(await signedInAs(browser)).toBe(victim.email);
    expect((await asPage(browser, 'DELETE', '/auth/browser-session')).status).toBe(200);
    expect((await asPage(browser, 'POST', '/auth/browser-session', { token })).status).toBe(200);
  });

  it('sets a marker cookie that grants no access, in whichever cookie or header it is sent', async () => {
    const browser = await signedInBrowser(await register(service));
    const mark = browser.cookies.get('backstop-mark') ?? '';
    for (const value of [mark, `web_${mark}`]) {
      const other = new Browser(service);
      other.cookies.set('backstop', value);
      expect(await signedInAs(other)).toBeNull();
      expect((await new Caller(service, value).get('/me')).status).toBe(401);
    }
  });
});

describe('a dashboard of another origin', () => {
  let elsewhere: ServiceProcess;
  beforeAll(async () => {
    const env = { PUBLIC_URL: 'http://backstop.test', DASHBOARD_URL: 'http://dashboard.test/app' };
    elsewhere = await startService({ ...env, ...settings('OAUTH_A', urlOf(a.server)) });
  });
  afterAll(() => elsewhere.stop());

  async function comeBackWith(query: string) {
    const browser = new Browser(elsewhere);
    const { location } = await browser.go(`/auth/oauth-a${query}`);
    const answer = await fetch(location, { redirect: 'manual' });
    const { pathname, search } = new URL(answer.headers.get('location') ?? '');
    return browser.go(pathname + search);
  }

  it('gets a token beside the nonce that it gave, and the service signs no browser in', async () => {
    const nonce = unique('nonce-of-this-browser');
    const { location, setCookies } = await comeBackWith(`?nonce=${nonce}`);
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toEqual({
      token: expect.stringMatching(TOKEN),
      nonce,
    });
    expect(setCookies).toEqual(['backstop-oauth-a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  });

  it.each([
    '?',
    '?nonce=',
    '?nonce=short',
    `?nonce=${'n'.repeat(129)}`,
    '?nonce=not%20a%20nonce%23%26',
    '?nonce=aaaaaaaaaaaaaaaaaa&nonce=bbbbbbbbbbbbbbbbbb',
  ])('gets nonce-required and no token when it began with %s', async (query) => {
    let asked = 0;
    const count = () => asked++;
    a.server.service.on('beforeResponse', count);
    expect(told(await comeBackWith(query))).toEqual({ error: 'nonce-required' });
    a.server.service.off('beforeResponse', count);
    expect([asked, await countOf(emailOfA())]).toEqual([0, 0]);
  });
});

describe('the checks of this file', () => {
  it('see a token in a URL, and a browser whose user changed', async () => {
    expect('http://dashboard.test/app#token=x').toMatch(TOKEN);
    expect(`${dashboard()}#error=already-signed-in`).not.toMatch(TOKEN);
    const [one, other] = [await register(service), await register(service)];
    const browser = await signedInBrowser(one);
    expect(await signedInAs(browser)).toBe(one.email);
    const changed = await signedInBrowser(other);
    for (const [name, value] of changed.cookies) browser.cookies.set(name, value);
    expect(await signedInAs(browser)).toBe(other.email);
  });
});
