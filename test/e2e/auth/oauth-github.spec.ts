import { Caller } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import {
  Browser,
  claimsOf,
  countOf,
  DASHBOARD_URL,
  PlainProvider,
  PUBLIC_URL,
  settings,
  told,
} from './support/sign-in.js';

describe('a provider whose profile has no verified address', () => {
  const github = new PlainProvider();
  const down = new PlainProvider();
  let one: ServiceProcess;
  let other: ServiceProcess;
  let id = 0;
  let email = '';

  beforeAll(async () => {
    const env = {
      ...{ PUBLIC_URL, DASHBOARD_URL, LOG_LEVEL: 'warn' },
      ...settings('OAUTH_A', await down.start()),
      ...settings('OAUTH_B', await github.start()),
    };
    [one, other] = await Promise.all([startService(env), startService(env)]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await github.stop();
    await rows.end();
  });
  beforeEach(() => {
    id = Math.floor(Math.random() * 2 ** 50);
    email = `octocat-${id}@example.com`;
    github.answers = {
      '/token': { access_token: 'gho_1', token_type: 'bearer' },
      '/userinfo': { id, login: 'octocat', name: null, email: 'public@example.com' },
      '/userinfo/emails': [
        { email: 'unverified@example.com', primary: false, verified: false },
        { email: 'second@example.com', primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    };
  });
  const outcome = async () => told(await new Browser(one).signIn('/auth/oauth-b'));

  it('is asked for the primary address that it has verified; the public one proves nothing', async () => {
    const { token } = await outcome();
    const { rows: made } = await rows.query('SELECT email, name FROM users WHERE id = $1', [claimsOf(token).sub]);
    expect(made).toEqual([{ email, name: 'octocat' }]);
    expect(claimsOf((await outcome()).token).sub).toBe(claimsOf(token).sub);
  });

  it.each([
    ['no primary one', [{ email: 'second@example.com', primary: false, verified: true }]],
    ['an unverified one', [{ email: 'mine@example.com', primary: true, verified: false }]],
    ['none', []],
    ['no such list', undefined],
    ['something else', { message: 'rate limited' }],
  ])('leads to email-unverified when among the addresses is %s', async (_, emails) => {
    github.answers['/userinfo/emails'] = emails;
    expect(await outcome()).toEqual({ error: 'email-unverified' });
  });

  it.each([
    ['refuses the code with a 200, as GitHub does', '/token', { error: 'bad_verification_code' }],
    ['gives a token that is none', '/token', { access_token: 7 }],
    ['fails at the token', '/token', 500],
    ['sends the secret elsewhere', '/token', 'elsewhere'],
    ['answers with what is not JSON', '/token', '<html>'],
    ['answers null', '/userinfo', 'null'],
    ['fails at the profile', '/userinfo', 401],
    ['fails at the addresses', '/userinfo/emails', 503],
  ])('leads to provider-failed when it %s', async (_, path, answer) => {
    github.answers[path] = answer;
    expect(await outcome()).toEqual({ error: 'provider-failed' });
  });

  it('signs in once for each state, though it accepts a code repeatedly and an attacker has copied the cookie', async () => {
    const browser = new Browser(one);
    const callback = await browser.consent('/auth/oauth-b');
    const copied = [...browser.cookies];
    expect(told(await browser.go(callback))).toEqual({ token: expect.any(String) });
    for (const at of [one, other]) {
      const thief = new Browser(at);
      for (const [name, value] of copied) thief.cookies.set(name, value);
      expect(told(await thief.go(callback))).toEqual({ error: 'state-mismatch' });
    }
  });

  it('signs in once of eight at once with the same state, also for the first time', async () => {
    const browser = new Browser(one);
    const callback = await browser.consent('/auth/oauth-b');
    const copies = Array.from({ length: 8 }, (_, index) => {
      const copy = new Browser(index % 2 ? one : other);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    });
    const outcomes = (await Promise.all(copies.map((copy) => copy.go(callback)))).map(told);
    expect(outcomes.filter(({ token }) => token)).toHaveLength(1);
    expect(outcomes.filter(({ error }) => error === 'state-mismatch')).toHaveLength(7);
    expect(await countOf(email)).toBe(1);
  });

  it('that never answers is given up after ten seconds, and twenty of them hold none of the ten connections to the database', async () => {
    github.answers['/token'] = 'never';
    const start = performance.now();
    const browsers = Array.from({ length: 20 }, () => new Browser(one));
    const waiting = Promise.all(browsers.map((browser) => browser.signIn('/auth/oauth-b')));
    // More wait for the provider at the same time than there are connections.
    expect(
      await eventually(
        () => github.unanswered,
        (count) => count > 10,
      ),
    ).toBeGreaterThan(10);
    const person = { email: `second-${email}`, password: 'correct horse battery staple', name: 'Ada' };
    expect((await new Caller(one, null).post('/auth/register', person)).status).toBe(201);
    for (const step of await waiting) expect(told(step)).toEqual({ error: 'provider-failed' });
    expect(performance.now() - start).toBeGreaterThan(9_500);
  });

  it('that is down leads to provider-failed; the log says why, without the secret', async () => {
    const browser = new Browser(one);
    const callback = await browser.consent('/auth/oauth-a');
    await down.stop();
    expect(told(await browser.go(callback))).toEqual({ error: 'provider-failed' });
    const log = await eventually(
      async () => one.output.join(''),
      (seen) => /"provider":"oauth-a".*"a provider failed a sign-in"/.test(seen),
    );
    expect(log).toMatch(/"provider":"oauth-a".*"a provider failed a sign-in"/);
    expect(log).not.toMatch(/OAUTH_A secret|good-for-ever/);
  });
});
