import { Caller, serviceA } from '../../../support/client.js';
import { rows } from '../../../support/ledger.js';
import { newOwnDatabase } from '../../../support/own-database.js';
import { type ServiceProcess, startService } from '../../../support/service.mjs';
import {
  Browser,
  claimsOf,
  countOf,
  newPerson,
  type Provider,
  PUBLIC_URL,
  settings,
  told,
  urlOf,
} from '../support/sign-in.js';
import { signInServices } from './services.js';

describe('signing in at a provider', () => {
  const STATE = expect.stringMatching(/^[\w-]{43}$/);

  let a: Provider;
  let b: Provider;
  let service: ServiceProcess;
  let another: ServiceProcess;

  beforeAll(async () => {
    ({ a, b, service, another } = await signInServices());
  });
  beforeEach(() => {
    a.person = newPerson();
    b.person = newPerson();
  });

  const emailOfA = () => String(a.person.email);

  describe('beginning to sign in', () => {
    it('sends the browser to the provider with a state, an S256 challenge and the exact return address', async () => {
      const { status, location } = await new Browser(service).go('/auth/oauth-a');
      expect(status).toBe(302);
      expect(location.origin + location.pathname).toBe(`${urlOf(a.server)}/authorize`);
      expect(Object.fromEntries(location.searchParams)).toEqual({
        prompt: 'consent',
        response_type: 'code',
        client_id: 'OAUTH_A client',
        redirect_uri: `${PUBLIC_URL}/auth/oauth-a/callback`,
        scope: 'openid email profile',
        state: STATE,
        code_challenge: STATE,
        code_challenge_method: 'S256',
      });
      const other = (await new Browser(service).go('/auth/oauth-b')).location.searchParams;
      expect(other.get('redirect_uri')).toBe(`${PUBLIC_URL}/auth/oauth-b/callback`);
      expect([other.get('client_id'), other.get('scope')]).toEqual(['OAUTH_B client', 'who email']);
    });

    it('leaves a cookie of ten minutes that no script sees', async () => {
      const { setCookie } = await new Browser(service).go('/auth/oauth-a');
      expect(setCookie).toMatch(/^backstop-oauth-a=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
      const claims = claimsOf(setCookie);
      expect(claims.exp - claims.iat).toBe(600);
    });

    it('keeps the cookie to encrypted connections of an installation that has them, where no other host can set one of its name', async () => {
      const own = await newOwnDatabase();
      const secure = await startService({
        DATABASE_URL: own.serviceUrl,
        PUBLIC_URL: 'https://example.test/backstop',
        ...settings('OAUTH_A', urlOf(a.server)),
      });
      const { setCookie, location } = await new Browser(secure).go('/auth/oauth-a');
      await secure.stop();
      await own.drop();
      expect(setCookie).toMatch(
        /^__Host-backstop-oauth-a=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
      expect(location.searchParams.get('redirect_uri')).toBe('https://example.test/backstop/auth/oauth-a/callback');
    });

    it('starts afresh with any parameters: a code is accepted at the callback only', async () => {
      const { location } = await new Browser(service).go('/auth/oauth-a?code=stolen&state=stolen&error=x');
      expect(location.origin).toBe(urlOf(a.server));
      expect(location.searchParams.get('state')).toEqual(STATE);
    });

    it.each(['/auth/oauth-a', '/auth/oauth-a/callback', '/auth/oauth-b', '/auth/oauth-b/callback?code=x&state=y'])(
      'is 503 oauth-not-configured where there is no client: %s',
      async (path) => {
        const answer = await new Caller(serviceA, null).get(path);
        expect(answer.status).toBe(503);
        expect(answer.headers.get('set-cookie')).toBeNull();
        expect(answer.body).toEqual({
          data: null,
          error: {
            type: expect.stringMatching(/\/errors\/oauth-not-configured$/),
            title: 'Oauth not configured',
            status: 503,
            detail: expect.any(String),
            requestId: answer.headers.get('x-request-id'),
          },
          timestamp: expect.any(String),
        });
      },
    );
  });

  describe('coming back from the provider', () => {
    it('for the first time makes a user and their organization, and the token works', async () => {
      const step = await new Browser(service).signIn('/auth/oauth-a');
      const { token = '', ...others } = told(step);
      expect(others).toEqual({});
      expect(step.setCookie).toBe('backstop-oauth-a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
      expect(claimsOf(token)).toMatchObject({ authKind: 'USER', ver: 1 });
      const operator = new Caller(serviceA, token);
      expect((await operator.get('/agents')).body).toMatchObject({ data: [], error: null });
      expect((await operator.post('/api-keys', { name: 'first', kind: 'live' })).status).toBe(201);
      const { rows: made } = await rows.query(
        `SELECT u.id, u.email, u.name, u.password_hash, u.email_verified_at IS NOT NULL AS verified, o.id AS organization,
         o.name AS organization_name, o.plan FROM users u JOIN organizations o ON o.id = u.organization_id WHERE u.email = $1`,
        [emailOfA()],
      );
      expect(made).toEqual([
        {
          id: claimsOf(token).sub,
          email: emailOfA(),
          name: 'Grace',
          password_hash: null,
          verified: true,
          organization: claimsOf(token).org,
          organization_name: "Grace's organization",
          plan: 'TEAM',
        },
      ]);
    });

    it('for the first time is recorded in the audit log, and needs no mail: the provider vouches for the address', async () => {
      const { sub, org } = claimsOf(told(await new Browser(service).signIn('/auth/oauth-a')).token);
      const { rows: entries } = await rows.query(
        'SELECT action, actor, target, before, after, request_id IS NOT NULL AS asked FROM audit_entries WHERE organization_id = $1',
        [org],
      );
      expect(entries).toEqual([
        {
          action: 'member.joined',
          actor: { kind: 'USER', id: sub, label: emailOfA() },
          target: { type: 'member', id: sub },
          before: null,
          after: { email: emailOfA(), name: 'Grace', emailVerified: true, role: 'MEMBER' },
          asked: true,
        },
      ]);
      expect((await rows.query('SELECT FROM mailed_links WHERE organization_id = $1', [org])).rowCount).toBe(0);
    });

    it('again signs in the same user, in any browser, at any process, with any address', async () => {
      const first = claimsOf(told(await new Browser(service).signIn('/auth/oauth-a')).token);
      a.person = { ...a.person, email: 'moved@example.com', email_verified: false, name: 'Grace H.' };
      const second = claimsOf(told(await new Browser(another).signIn('/auth/oauth-a')).token);
      expect([second.sub, second.org]).toEqual([first.sub, first.org]);
      expect(await countOf('moved@example.com')).toBe(0);
    });

    it('may be begun at one process and finished at another', async () => {
      const browser = new Browser(service);
      const callback = await browser.consent('/auth/oauth-a');
      const elsewhere = new Browser(another);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      expect(told(await elsewhere.go(callback))).toEqual({ token: expect.any(String) });
    });

    it('for the first time in eight browsers at once makes one account', async () => {
      const browsers = Array.from({ length: 8 }, (_, index) => new Browser(index % 2 ? service : another));
      const callbacks = await Promise.all(browsers.map((browser) => browser.consent('/auth/oauth-a')));
      const steps = await Promise.all(browsers.map((browser, index) => browser.go(callbacks[index] ?? '')));
      const users = steps.map((step) => claimsOf(told(step).token).sub);
      expect(users).toHaveLength(8);
      expect(new Set(users).size).toBe(1);
      expect(await countOf(emailOfA())).toBe(1);
    });

    it('at another provider signs in another person, under the same subject too', async () => {
      const atA = claimsOf(told(await new Browser(service).signIn('/auth/oauth-a')).token);
      b.person = newPerson({ sub: a.person.sub, email: `other-${emailOfA()}` });
      const atB = claimsOf(told(await new Browser(service).signIn('/auth/oauth-b')).token);
      expect(atB.sub).not.toBe(atA.sub);
      expect(atB.org).not.toBe(atA.org);
    });

    it('makes an account without a password: no password opens it, and its address is taken', async () => {
      expect(told(await new Browser(service).signIn('/auth/oauth-a'))).toEqual({ token: expect.any(String) });
      const anonymous = new Caller(serviceA, null);
      for (const password of ['', 'null', 'correct horse battery staple']) {
        const answer = await anonymous.post('/auth/login', { email: emailOfA(), password });
        expect(answer.status).toBe(401);
        expect(answer.body.error.detail).toBe('Incorrect e-mail address or password.');
      }
      const register = { email: emailOfA(), password: 'correct horse battery staple', name: 'Mallory' };
      expect((await anonymous.post('/auth/register', register)).status).toBe(409);
    });

    it('sends the provider the secret, the verifier and the same address', async () => {
      let form: Record<string, string> = {};
      a.server.service.once('beforeResponse', (_, request) => {
        form = request.body;
      });
      const browser = new Browser(service);
      const { location } = await browser.go('/auth/oauth-a');
      const answer = await fetch(location, { redirect: 'manual' });
      const { pathname, search, searchParams } = new URL(answer.headers.get('location') ?? '');
      await browser.go(pathname + search);
      expect({ ...form }).toEqual({
        grant_type: 'authorization_code',
        code: searchParams.get('code'),
        redirect_uri: `${PUBLIC_URL}/auth/oauth-a/callback`,
        code_verifier: STATE,
        client_id: 'OAUTH_A client',
        client_secret: 'OAUTH_A secret',
      });
    });
  });
});
