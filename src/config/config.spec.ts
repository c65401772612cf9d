import { InvalidConfigError, readConfig } from './config.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const secrets = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `1:${KEY}` };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ ...secrets, ...env });
    return [];
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  it('needs nothing but the secrets', () => {
    expect(readConfig(secrets)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dashboardUrl: 'http://127.0.0.1:3000/dashboard',
      errorsUrl: 'http://127.0.0.1:3000/errors',
      databaseUrl: null,
      migrateDatabaseUrl: null,
      listenDatabaseUrl: null,
      preparesStatements: true,
      defaultPlan: 'TEAM',
      quota: { FREE: 1_000, PRO: 50_000, TEAM: 500_000 },
      rateLimitMultiplier: 1,
      trustProxy: [],
      allowedPrivateHosts: [],
      oauth: { 'oauth-a': null, 'oauth-b': null },
      sessionIdleHours: 24,
      approvalTtlHours: 24,
    });
  });

  it('gives new organizations TEAM without billing, FREE with it, and DEFAULT_PLAN where that is set', () => {
    const billing = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_PRO: 'price' };
    const planOf = (env: Record<string, string>) => readConfig({ ...secrets, ...env }).defaultPlan;
    expect([planOf({}), planOf(billing)]).toEqual(['TEAM', 'FREE']);
    expect([planOf({ DEFAULT_PLAN: 'PRO' }), planOf({ ...billing, DEFAULT_PLAN: 'PRO' })]).toEqual(['PRO', 'PRO']);
  });

  it('takes an empty variable for an absent one', () => {
    expect(problemsOf({ PORT: '', DEFAULT_PLAN: ' ', TRUST_PROXY: '', PUBLIC_URL: '' })).toEqual([]);
    expect(problemsOf({ JWT_SECRET: '', ENCRYPTION_KEYS: '' })).toHaveLength(2);
  });

  it('lists every problem at once, one line each, naming the variable', () => {
    const env = {
      PORT: '70000',
      DATABASE_POOL: '1.5',
      DATABASE_PREPARED_STATEMENTS: 'false',
      DEFAULT_PLAN: 'GOLD',
      PUBLIC_URL: 'ftp://example.com',
      DATABASE_URL: 'mysql://root@localhost/x',
      LISTEN_DATABASE_URL: 'localhost:5432',
      TRUST_PROXY: 'true',
      QUOTA_FREE: '-1',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'short',
      ENCRYPTION_KEYS: '0:abc',
    };
    const problems = problemsOf(env);
    expect(problems).toHaveLength(Object.keys(env).length);
    for (const name of Object.keys(env)) {
      expect(problems.filter((problem) => problem.startsWith(`${name} `))).toHaveLength(1);
    }
    expect(new InvalidConfigError(problems).message.split('\n')).toHaveLength(problems.length + 1);
  });

  it.each([
    'true',
    'false',
    '1',
    '2',
    '*',
    'loopback',
    'proxy.example.com',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '::/0',
  ])('does not trust %s as a proxy', (entry) => {
    const [problem, ...others] = problemsOf({ TRUST_PROXY: `10.0.0.1,${entry}` });
    expect(problem).toBe(`TRUST_PROXY takes addresses and address ranges only, not "${entry}"`);
    expect(others).toEqual([]);
  });

  it('trusts proxies by address and by range', () => {
    const { trustProxy } = readConfig({ ...secrets, TRUST_PROXY: '10.0.0.1, 172.16.0.0/12, ::1, fd00::/8' });
    expect(trustProxy).toEqual(['10.0.0.1', '172.16.0.0/12', '::1', 'fd00::/8']);
  });

  it('prepares statements unless they are off', () => {
    expect(readConfig({ ...secrets, DATABASE_PREPARED_STATEMENTS: 'on' }).preparesStatements).toBe(true);
    expect(readConfig({ ...secrets, DATABASE_PREPARED_STATEMENTS: 'off' }).preparesStatements).toBe(false);
  });

  it('keeps encryption keys by version', () => {
    const { encryptionKeys } = readConfig({ ...secrets, ENCRYPTION_KEYS: `1:${KEY}, 12:${KEY}` });
    expect([...encryptionKeys.keys()]).toEqual([1, 12]);
  });

  it.each([
    ['a version twice', `1:${KEY},1:${KEY}`],
    ['a key that is too short', `1:${Buffer.alloc(31).toString('base64')}`],
    ['no version', KEY],
    ['version 0', `0:${KEY}`],
    ['nothing after a comma', `1:${KEY},`],
  ])('refuses encryption keys with %s', (_, keys) => {
    expect(problemsOf({ ENCRYPTION_KEYS: keys })).toEqual([expect.stringMatching(/^ENCRYPTION_KEYS must /)]);
  });

  it('takes Google and GitHub for the providers, and any other by its URLs', () => {
    const { oauth } = readConfig({
      ...secrets,
      OAUTH_A_CLIENT_ID: 'a',
      OAUTH_A_CLIENT_SECRET: 'a-secret',
      OAUTH_B_CLIENT_ID: 'b',
      OAUTH_B_CLIENT_SECRET: 'b-secret',
      OAUTH_B_AUTHORIZE_URL: 'https://id.example.com/authorize',
      OAUTH_B_TOKEN_URL: 'https://id.example.com/token',
      OAUTH_B_PROFILE_URL: 'https://id.example.com/userinfo/',
      OAUTH_B_SCOPE: 'openid email',
    });
    expect(oauth).toEqual({
      'oauth-a': {
        clientId: 'a',
        clientSecret: 'a-secret',
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        profileUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
        scope: 'openid email profile',
        issuer: 'https://accounts.google.com',
      },
      'oauth-b': {
        clientId: 'b',
        clientSecret: 'b-secret',
        authorizeUrl: 'https://id.example.com/authorize',
        tokenUrl: 'https://id.example.com/token',
        profileUrl: 'https://id.example.com/userinfo',
        scope: 'openid email',
        issuer: null,
      },
    });
    const github = readConfig({ ...secrets, OAUTH_B_CLIENT_ID: 'b', OAUTH_B_CLIENT_SECRET: 's' }).oauth['oauth-b'];
    expect(github?.profileUrl).toBe('https://api.github.com/user');
    expect(github?.issuer).toBe('https://github.com/login/oauth');
    const named = { OAUTH_B_CLIENT_ID: 'b', OAUTH_B_CLIENT_SECRET: 's', OAUTH_B_ISSUER: 'https://id.example.com/' };
    expect(readConfig({ ...secrets, ...named }).oauth['oauth-b']?.issuer).toBe('https://id.example.com/');
  });

  it.each([
    ['OAUTH_A_CLIENT_ID', 'OAUTH_A_CLIENT_SECRET'],
    ['OAUTH_A_CLIENT_SECRET', 'OAUTH_A_CLIENT_ID'],
    ['OAUTH_B_CLIENT_ID', 'OAUTH_B_CLIENT_SECRET'],
  ])('wants with %s its other half', (given, missing) => {
    expect(problemsOf({ [given]: 'hunter2' })).toEqual([`${missing} must be set along with ${given}`]);
  });

  it('never repeats a secret in a problem', () => {
    const told = problemsOf({ JWT_SECRET: 'hunter2', ENCRYPTION_KEYS: 'hunter3' }).join();
    expect(told).not.toMatch(/hunter/);
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter4@localhost/x' }).join()).not.toMatch(/hunter/);
  });
});
