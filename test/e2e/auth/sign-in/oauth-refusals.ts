import type { MutableRedirectUri } from 'oauth2-mock-server';
import { Caller, serviceA } from '../../../support/client.js';
import { rows } from '../../../support/ledger.js';
import { type ServiceProcess, startService } from '../../../support/service.mjs';
import {
  Browser,
  countOf,
  DASHBOARD_URL,
  newPerson,
  type Provider,
  PUBLIC_URL,
  type Step,
  settings,
  signed,
  told,
  unsigned,
  urlOf,
} from '../support/sign-in.js';
import { signInServices } from './services.js';

describe('answers that do not sign in', () => {
  let a: Provider;
  let b: Provider;
  let service: ServiceProcess;

  beforeAll(async () => {
    ({ a, b, service } = await signInServices());
  });
  beforeEach(() => {
    a.person = newPerson();
    b.person = newPerson();
  });

  const emailOfA = () => String(a.person.email);

  describe('a callback that this browser did not begin', () => {
    const MISMATCH = { error: 'state-mismatch' };
    /** Expects a refusal without any request to the provider. */
    async function expectRefused(step: Promise<Step>, provider: Provider = a) {
      let asked = 0;
      const count = () => asked++;
      provider.server.service.on('beforeResponse', count);
      const outcome = told(await step);
      provider.server.service.off('beforeResponse', count);
      expect({ outcome, asked }).toEqual({ outcome: MISMATCH, asked: 0 });
    }

    it('is refused: login CSRF, the attacker’s answer in a browser that began nothing', async () => {
      const callback = await new Browser(service).consent('/auth/oauth-a');
      await expectRefused(new Browser(service).go(callback));
      expect(await countOf(emailOfA())).toBe(0);
    });

    it('is refused: login CSRF, the attacker’s answer in a browser that began its own', async () => {
      const callback = await new Browser(service).consent('/auth/oauth-a');
      const victim = new Browser(service);
      await victim.go('/auth/oauth-a');
      await expectRefused(victim.go(callback));
      expect(victim.cookies.size).toBe(0);
    });

    it.each([
      ['no state', (path: string) => path.replace(/&state=[^&]*/, '')],
      ['an empty state', (path: string) => path.replace(/&state=[^&]*/, '&state=')],
      ['two states', (path: string) => `${path}&state=another`],
      ['another state', (path: string) => path.replace('&state=', '&state=x')],
      ['no state, and an error', () => '/auth/oauth-a/callback?error=access_denied'],
      ['nothing at all', () => '/auth/oauth-a/callback'],
    ])('is refused: %s', async (_, change) => {
      const browser = new Browser(service);
      const callback = await browser.consent('/auth/oauth-a');
      const changed = change(callback);
      expect(changed).not.toBe(callback);
      await expectRefused(browser.go(changed));
    });

    it('is refused: the same answer again, after the cookie is deleted', async () => {
      const browser = new Browser(service);
      const callback = await browser.consent('/auth/oauth-a');
      expect(told(await browser.go(callback))).toEqual({ token: expect.any(String) });
      await expectRefused(browser.go(callback));
    });

    it('is refused: mixed-up providers, whatever the browser has', async () => {
      const browser = new Browser(service);
      const fromA = await browser.consent('/auth/oauth-a');
      const atB = fromA.replace('/auth/oauth-a', '/auth/oauth-b');
      await expectRefused(new Browser(service).go(atB), b);
      await expectRefused(browser.go(atB), b);
      const relabelled = new Browser(service);
      relabelled.cookies.set('backstop-oauth-b', browser.cookies.get('backstop-oauth-a') ?? '');
      await expectRefused(relabelled.go(atB), b);
      const both = new Browser(service);
      const own = await both.consent('/auth/oauth-a');
      await both.go('/auth/oauth-b');
      await expectRefused(both.go(own.replace('/auth/oauth-a', '/auth/oauth-b')), b);
    });

    it('is refused: a cookie that is forged, expired, doubled or of another kind', async () => {
      const now = Math.floor(Date.now() / 1_000);
      const verifier = 'v'.repeat(43);
      const bound = { state: 's', verifier, nonce: 'n'.repeat(16) };
      const genuine = { ...bound, typ: 'oauth-attempt', iss: 'backstop', aud: 'oauth-a' };
      const inTime = { ...genuine, iat: now, exp: now + 600 };
      const cookies: Record<string, string> = {
        'signed by another': signed(inTime, 'another secret'),
        unsigned: unsigned(inTime),
        expired: signed({ ...genuine, iat: now - 700, exp: now - 1 }),
        'without an end': signed({ ...genuine, iat: now }),
        'of another kind': signed({ ...inTime, typ: 'access' }),
        'of the other provider': signed({ ...inTime, aud: 'oauth-b' }),
        'without a state': signed({ ...inTime, state: undefined }),
        doubled: `${signed(inTime)}; backstop-oauth-a=${signed(inTime)}`,
        nonsense: 'nonsense',
      };
      expect(Object.keys(cookies)).toHaveLength(9);
      for (const cookie of Object.values(cookies)) {
        const browser = new Browser(service);
        browser.cookies.set('backstop-oauth-a', cookie);
        await expectRefused(browser.go('/auth/oauth-a/callback?code=c&state=s'));
      }
      const browser = new Browser(service);
      browser.cookies.set('backstop-oauth-a', signed(inTime));
      expect(told(await browser.go('/auth/oauth-a/callback?code=c&state=s'))).toEqual({ error: 'provider-failed' });
      const operator = new Caller(serviceA, signed(inTime));
      expect((await operator.get('/agents')).status).toBe(401);
    });
  });

  describe('an answer that signs no user in', () => {
    const alter = (change: (url: URL) => void) =>
      a.server.service.once('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => change(url));

    it('leads to access-denied when the person declines', async () => {
      alter((url) => {
        url.searchParams.delete('code');
        url.searchParams.set('error', 'access_denied');
        url.searchParams.set('error_description', '<b>no</b>');
      });
      expect(told(await new Browser(service).signIn('/auth/oauth-a'))).toEqual({ error: 'access-denied' });
    });

    it.each([
      ['another error', (url: URL) => url.searchParams.set('error', 'server_error')],
      ['no code', (url: URL) => url.searchParams.delete('code')],
      ['two codes', (url: URL) => url.searchParams.append('code', 'another')],
      ['a code it does not know', (url: URL) => url.searchParams.set('code', 'unknown')],
    ])('leads to provider-failed: %s', async (_, change) => {
      alter(change);
      expect(told(await new Browser(service).signIn('/auth/oauth-a'))).toEqual({ error: 'provider-failed' });
      expect(await countOf(emailOfA())).toBe(0);
    });

    it('leads to provider-failed: the code of another attempt, whose challenge this verifier does not match', async () => {
      const stolen = new URL(await new Browser(service).consent('/auth/oauth-a'), PUBLIC_URL).searchParams.get('code');
      const browser = new Browser(service);
      const callback = new URL(await browser.consent('/auth/oauth-a'), PUBLIC_URL);
      callback.searchParams.set('code', stolen ?? '');
      expect(told(await browser.go(callback.pathname + callback.search))).toEqual({ error: 'provider-failed' });
      expect(await countOf(emailOfA())).toBe(0);
    });

    it.each([
      ['not verified', { email_verified: false }],
      ['verified as a text', { email_verified: 'true' }],
      ['of which nothing is said', { email_verified: undefined }],
      ['there is none', { email: undefined }],
      ['is none', { email: 'grace' }],
      ['holds a NUL', { email: 'gr\0ace@example.com' }],
    ])('leads to email-unverified, and makes no account: the address is %s', async (_, change) => {
      a.person = newPerson(change);
      expect(told(await new Browser(service).signIn('/auth/oauth-a'))).toEqual({ error: 'email-unverified' });
      const { rows: made } = await rows.query('SELECT 1 FROM identities WHERE subject = $1', [a.person.sub]);
      expect(made).toEqual([]);
    });

    it.each([
      ['no subject', { sub: undefined }],
      ['an empty subject', { sub: '' }],
      ['a subject that is a list', { sub: ['x'] }],
      ['a subject with a NUL', { sub: 'x\0' }],
      ['a subject that is a number beyond the exact ones', { sub: undefined, id: 2 ** 60 }],
    ])('leads to provider-failed: a profile with %s', async (_, change) => {
      a.person = newPerson(change);
      expect(told(await new Browser(service).signIn('/auth/oauth-a'))).toEqual({ error: 'provider-failed' });
    });

    describe('with an iss parameter', () => {
      const ISSUER = 'https://id.example.com';
      let named: ServiceProcess;
      beforeAll(async () => {
        named = await startService({
          PUBLIC_URL,
          DASHBOARD_URL,
          ...settings('OAUTH_A', urlOf(a.server)),
          OAUTH_A_ISSUER: ISSUER,
        });
      });
      afterAll(() => named.stop());
      const from = (at: ServiceProcess, ...issuers: string[]) => {
        alter((url) => {
          for (const issuer of issuers) url.searchParams.append('iss', issuer);
        });
        return new Browser(at).signIn('/auth/oauth-a').then(told);
      };

      it.each([
        ['another', ['https://attacker.example.com']],
        ['almost the same', [`${ISSUER}/`]],
        ['an empty one', ['']],
        ['two', [ISSUER, 'https://attacker.example.com']],
      ])('leads to provider-failed, and the code is not redeemed: it is %s', async (_, issuers) => {
        let asked = 0;
        const count = () => asked++;
        a.server.service.on('beforeResponse', count);
        expect(await from(named, ...issuers)).toEqual({ error: 'provider-failed' });
        a.server.service.off('beforeResponse', count);
        expect(asked).toBe(0);
        expect(await countOf(emailOfA())).toBe(0);
      });

      it('signs in when it is the expected one, when it is missing, and when the expected one is not known', async () => {
        for (const told of [
          await from(named, ISSUER),
          await from(named),
          await from(service, 'https://id.example.net'),
        ])
          expect(told).toEqual({ token: expect.any(String) });
      });
    });
  });
});
