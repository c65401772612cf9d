import { InvalidConfigError, readConfig } from './config.js';

const secrets = {
  JWT_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
};
const account = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_PRO: 'price_pro' };

const read = (env: Record<string, string>) => readConfig({ ...secrets, ...env }).stripe;

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.problems;
    throw error;
  }
}

describe('the account at Stripe', () => {
  it('is absent without its secrets, whatever else is set', () => {
    expect(read({})).toBeNull();
    expect(read({ STRIPE_PRICE_PRO: 'price_pro', STRIPE_API_BASE: 'http://127.0.0.1:4009' })).toBeNull();
  });

  it('is at Stripe itself by default', () => {
    const known = { secretKey: 'sk', webhookSecret: 'whsec', pricePro: 'price_pro', priceTeam: null };
    expect(read(account)).toEqual({ ...known, apiBase: null });
    for (const apiBase of [
      'http://127.0.0.1:4009',
      'https://stripe.example.com',
      'http://localhost:80',
      'http://[::1]:4009',
    ])
      expect(read({ ...account, STRIPE_API_BASE: `${apiBase}/` })).toEqual({ ...known, apiBase });
  });

  it.each([
    ['a secret alone', { STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET'],
    ['the other one alone', { STRIPE_WEBHOOK_SECRET: 'whsec' }, 'STRIPE_SECRET_KEY'],
    ['no price', { ...account, STRIPE_PRICE_PRO: '' }, 'STRIPE_PRICE_PRO'],
    ['one price for both', { ...account, STRIPE_PRICE_TEAM: 'price_pro' }, 'STRIPE_PRICE_PRO'],
    ['a path', { ...account, STRIPE_API_BASE: 'http://127.0.0.1:4009/v1' }, 'STRIPE_API_BASE'],
    ['no host', { ...account, STRIPE_API_BASE: 'http://:4009' }, 'STRIPE_API_BASE'],
    ['a user', { ...account, STRIPE_API_BASE: 'http://me@127.0.0.1' }, 'STRIPE_API_BASE'],
  ])('is refused with %s', (_, env, variable) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${variable} `))]);
  });
});
