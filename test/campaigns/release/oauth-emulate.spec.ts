import { createHash } from 'node:crypto';
import { type ConsentForm, openConsentPage, submit } from '../../e2e/auth/support/consent-page.js';
import { Browser, claimsOf, DASHBOARD_URL, PUBLIC_URL, told } from '../../e2e/auth/support/sign-in.js';
import { recordTokens } from '../../e2e/auth/support/token-recorder.js';
import { Caller, serviceA, unique } from '../../support/client.js';
import { type Emulate, startEmulate } from '../../support/emulate.mjs';
import { rows } from '../../support/ledger.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const callbackOf = (provider: string) => `${PUBLIC_URL}/auth/${provider}/callback`;
const client = (provider: string) => ({
  client_id: `${provider}-client`,
  client_secret: `${provider}-secret`,
  name: 'Backstop',
  redirect_uris: [callbackOf(provider)],
});
const environment = (prefix: string, provider: string, authorize: string, token: string, profile: string) => ({
  [`${prefix}_CLIENT_ID`]: `${provider}-client`,
  [`${prefix}_CLIENT_SECRET`]: `${provider}-secret`,
  [`${prefix}_AUTHORIZE_URL`]: authorize,
  [`${prefix}_TOKEN_URL`]: token,
  [`${prefix}_PROFILE_URL`]: profile,
});

const people = ['ada', 'grace', 'joan', 'lin'].map((name) => {
  const login = unique(name);
  return { login, name: `${name} of the tests`, email: `${login}@example.com` };
});
const unverified = { email: `${unique('eve')}@example.com`, name: 'Eve', email_verified: false };

let emulate: Emulate;
let service: ServiceProcess;
let recorders: Record<string, Awaited<ReturnType<typeof recordTokens>>>;

beforeAll(async () => {
  const seed = {
    google: {
      users: [...people.map(({ email, name }) => ({ email, name })), unverified],
      oauth_clients: [client('oauth-a')],
    },
    github: {
      users: people.map((person) => ({ ...person, email: `git-${person.email}` })),
      oauth_apps: [client('oauth-b')],
    },
  };
  emulate = await startEmulate(['google', 'github'], seed);
  const { google, github } = emulate.urls;
  const [a, b] = await Promise.all([
    recordTokens(`${google}/oauth2/token`),
    recordTokens(`${github}/login/oauth/access_token`),
  ]);
  recorders = { 'oauth-a': a, 'oauth-b': b };
  service = await startService({
    PUBLIC_URL,
    DASHBOARD_URL,
    ...environment('OAUTH_A', 'oauth-a', `${google}/o/oauth2/v2/auth`, a.url, `${google}/oauth2/v2/userinfo`),
    ...environment('OAUTH_B', 'oauth-b', `${github}/login/oauth/authorize`, b.url, `${github}/user`),
  });
});
afterAll(async () => {
  await Promise.all([service.stop(), rows.end()]);
  await Promise.all([emulate.stop(), ...Object.values(recorders).map((recorder) => recorder.stop())]);
});

/** The field by which each provider names a person on its page. */
const PROVIDERS = [
  { provider: 'oauth-a', style: 'Google', field: 'email', of: (n: number) => people[n]?.email ?? '' },
  { provider: 'oauth-b', style: 'GitHub', field: 'login', of: (n: number) => people[n]?.login ?? '' },
];

describe.each(PROVIDERS)('$provider as $style', ({ provider, field, of }) => {
  const path = `/auth/${provider}`;
  const begin = async (browser: Browser) => {
    const { location } = await browser.go(path);
    return { location, page: await openConsentPage(location) };
  };
  const choose = (forms: readonly ConsentForm[], person: string): ConsentForm => {
    const found = forms.find(({ fields }) => fields[field] === person);
    if (!found) throw new Error(`${person} is not on the page`);
    return found;
  };
  /** Signs in up to the provider's answer: returns the path of the callback, not yet requested. */
  const consent = async (browser: Browser, person: string, change: Record<string, string> = {}): Promise<string> => {
    const form = choose((await begin(browser)).page.forms, person);
    const back = await submit({ ...form, fields: { ...form.fields, ...change } });
    expect(back.origin + back.pathname).toBe(callbackOf(provider));
    return back.pathname + back.search;
  };
  const signIn = async (person: string, change?: Record<string, string>) => {
    const browser = new Browser(service);
    return told(await browser.go(await consent(browser, person, change)));
  };

  it('signs in a new person, with the name and the verified address that it knows', async () => {
    const { token } = await signIn(of(0));
    const { rows: made } = await rows.query(
      'SELECT name, email, email_verified_at IS NOT NULL AS verified FROM users WHERE id = $1',
      [claimsOf(token).sub],
    );
    const { name, email } = people[0] ?? {};
    expect(made).toEqual([{ name, email: provider === 'oauth-b' ? `git-${email}` : email, verified: true }]);
    expect((await new Caller(serviceA, token ?? '').get('/agents')).body).toMatchObject({ data: [], error: null });
  });

  it('signs in the same person again to the same account, and another one to another', async () => {
    const subjects = [];
    for (const person of [of(0), of(0), of(1), of(0), of(1)]) subjects.push(claimsOf((await signIn(person)).token));
    const [first, again, other, third, otherAgain] = subjects.map(({ sub, org }) => `${sub} ${org}`);
    expect([again, third, otherAgain]).toEqual([first, first, other]);
    expect(other).not.toBe(first);
    expect(new Set(subjects.map(({ org }) => org)).size).toBe(2);
  });

  it('is sent an S256 challenge and then its verifier, with the one return address', async () => {
    const browser = new Browser(service);
    const { location, page } = await begin(browser);
    const { code_challenge: challenge, ...asked } = Object.fromEntries(location.searchParams);
    expect(asked).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: callbackOf(provider),
      response_type: 'code',
    });
    const back = await submit(choose(page.forms, of(0)));
    const { forms = [] } = recorders[provider] ?? {};
    forms.length = 0;
    expect(told(await browser.go(back.pathname + back.search))).toEqual({ token: expect.any(String) });
    expect(forms).toEqual([
      {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code'),
        redirect_uri: callbackOf(provider),
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
        client_id: `${provider}-client`,
        client_secret: `${provider}-secret`,
      },
    ]);
    expect(
      createHash('sha256')
        .update(forms[0]?.code_verifier ?? '')
        .digest('base64url'),
    ).toBe(challenge);
  });

  it.each([
    ['another path', `${callbackOf(provider)}/elsewhere`],
    ['another host', callbackOf(provider).replace('backstop.test', 'attacker.test')],
    ['the other provider’s', callbackOf(provider === 'oauth-a' ? 'oauth-b' : 'oauth-a')],
  ])('refuses a return address that is not the registered one: %s', async (_, redirectUri) => {
    const { location } = await new Browser(service).go(path);
    location.searchParams.set('redirect_uri', redirectUri);
    const page = await openConsentPage(location);
    expect([page.status, page.forms]).toEqual([400, []]);
    expect(page.text).toContain('Redirect URI mismatch');
  });

  it('gives back the state of this very attempt; another one signs no user in', async () => {
    const browser = new Browser(service);
    const { location, page } = await begin(browser);
    const form = choose(page.forms, of(2));
    expect(form.fields.state).toBe(location.searchParams.get('state'));
    expect((await submit(form)).searchParams.get('state')).toBe(location.searchParams.get('state'));
    expect(await signIn(of(2), { state: 'another' })).toEqual({ error: 'state-mismatch' });
    const attacker = await consent(new Browser(service), of(2));
    expect(told(await browser.go(attacker))).toEqual({ error: 'state-mismatch' });
    const { rows: made } = await rows.query('SELECT 1 FROM users WHERE email LIKE $1', [`%${people[2]?.email}`]);
    expect(made).toEqual([]);
  });

  it('is joined to an account with that address by a login that brings the link, and signs in to it from then on', async () => {
    const { name = '', email = '' } = people[3] ?? {};
    const person = { email: provider === 'oauth-b' ? `git-${email}` : email, password: 'correct horse battery staple' };
    const anonymous = new Caller(serviceA, null);
    const { user } = (await anonymous.post('/auth/register', { ...person, name })).body.data;
    const { error, link } = await signIn(of(3));
    expect(error).toBe('link-required');
    expect((await anonymous.post('/auth/login', { ...person, link })).body.data.user.id).toBe(user.id);
    expect(claimsOf((await signIn(of(3))).token).sub).toBe(user.id);
  });

  it('honours a code once', async () => {
    const browser = new Browser(service);
    const callback = await consent(browser, of(0));
    const copy = new Browser(service);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect(told(await browser.go(callback))).toEqual({ token: expect.any(String) });
    expect(told(await copy.go(callback))).toEqual({ error: 'provider-failed' });
  });

  /** The stand-in of GitHub takes no notice of a challenge: there the state alone tells attempts apart. */
  const enforces = provider === 'oauth-a';
  it(`${enforces ? 'refuses' : 'does not notice'} the code of another attempt, whose verifier is not this one`, async () => {
    const page = (await begin(new Browser(service))).page;
    expect('code_challenge' in choose(page.forms, of(0)).fields).toBe(enforces);
    const stolen = new URL(await consent(new Browser(service), of(0)), PUBLIC_URL).searchParams.get('code') ?? '';
    const browser = new Browser(service);
    const callback = new URL(await consent(browser, of(1)), PUBLIC_URL);
    callback.searchParams.set('code', stolen);
    const outcome = told(await browser.go(callback.pathname + callback.search));
    expect(outcome).toEqual(enforces ? { error: 'provider-failed' } : { token: expect.any(String) });
  });
});

describe('oauth-a as Google', () => {
  const signInAs = async (email: string, change: Record<string, string>) => {
    const browser = new Browser(service);
    const { location } = await browser.go('/auth/oauth-a');
    const form = (await openConsentPage(location)).forms.find(({ fields }) => fields.email === email);
    const back = await submit({ action: form?.action ?? new URL('none:'), fields: { ...form?.fields, ...change } });
    return told(await browser.go(back.pathname + back.search));
  };

  it.each([
    ['challenge', { code_challenge: 'x'.repeat(43) }],
    ['method', { code_challenge_method: 'plain' }],
  ])('refuses the verifier when the %s was changed on the way', async (_, change) => {
    expect(await signInAs(people[0]?.email ?? '', change)).toEqual({ error: 'provider-failed' });
  });

  it('is refused as email-unverified when it has not verified the address', async () => {
    expect(await signInAs(unverified.email, {})).toEqual({ error: 'email-unverified' });
  });
});
